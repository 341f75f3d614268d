import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { MailModule } from '../mail/mail.module.js';
import { ApiKeyAdministrationService } from './api-key-administration.service.js';
import { ApiKeyReader } from './api-key.reader.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ProgramsController } from './programs.controller.js';
import { ProgramService } from './program.service.js';
import { SignupController } from './signup.controller.js';
import { SignupService } from './signup.service.js';

/** Programs and their API keys: made by administrators, or asked for by whoever needs one. */
@Module({
  imports: [AccountsModule, MailModule],
  controllers: [ApiKeysController, ProgramsController, SignupController],
  providers: [ApiKeyAdministrationService, ApiKeyReader, ProgramService, SignupService],
})
export class KeysModule {}
