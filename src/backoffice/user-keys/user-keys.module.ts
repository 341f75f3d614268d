import { Module } from '@nestjs/common';
import { AuthModule } from '../../services/auth/auth.module.js';
import { OwnUserKeyService } from './own-user-key.service.js';
import { UserKeysController } from './user-keys.controller.js';

/** The consents of agents' users to programs. */
@Module({ imports: [AuthModule], controllers: [UserKeysController], providers: [OwnUserKeyService] })
export class UserKeysModule {}
