import { Module } from '@nestjs/common';
import { AuthModule } from '../../services/auth/auth.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { MailModule } from '../mail/mail.module.js';
import { ApiKeyAdministration } from './api-key-administration.js';
import { ApiKeyReader } from './api-key.reader.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ProgramsController } from './programs.controller.js';
import { Programs } from './programs.js';
import { SignupController } from './signup.controller.js';
import { Signup } from './signup.js';

/** Programs and their API keys: made by administrators, or asked for by whoever needs one. */
@Module({
  imports: [AccountsModule, AuthModule, MailModule],
  controllers: [ApiKeysController, ProgramsController, SignupController],
  providers: [ApiKeyAdministration, ApiKeyReader, Programs, Signup],
})
export class KeysModule {}
