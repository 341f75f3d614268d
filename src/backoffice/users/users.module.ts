import { Module } from '@nestjs/common';
import { UserService } from '../../identity/user.service.js';

@Module({ providers: [UserService], exports: [UserService] })
export class UsersModule {}
