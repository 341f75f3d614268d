import { Module } from '@nestjs/common';
import { AuthModule } from '../../services/auth/auth.module.js';
import { OwnUserKeys } from './own-user-keys.js';
import { UserKeysController } from './user-keys.controller.js';

/** The consents of agents' users to programs. */
@Module({ imports: [AuthModule], controllers: [UserKeysController], providers: [OwnUserKeys] })
export class UserKeysModule {}
