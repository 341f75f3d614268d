import { Module } from '@nestjs/common';
import { OwnUserKeyService } from './own-user-key.service.js';
import { UserKeysController } from './user-keys.controller.js';

/** The consents of agents' users to programs. */
@Module({ controllers: [UserKeysController], providers: [OwnUserKeyService] })
export class UserKeysModule {}
