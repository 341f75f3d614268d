import { Module } from '@nestjs/common';
import { AgentsModule } from '../../record/agents/agents.module.js';
import { MailModule } from '../mail/mail.module.js';
import { SignupConfirmationService } from './signup-confirmation.service.js';
import { SignupCleanupScheduler } from './signup-cleanup.scheduler.js';
import { SignupController } from './signup.controller.js';
import { SignupService } from './signup.service.js';

/** From nothing to a key for the sandbox without anybody at the insurer. Not loaded where only production is served. */
@Module({
  imports: [AgentsModule, MailModule],
  controllers: [SignupController],
  providers: [SignupCleanupScheduler, SignupConfirmationService, SignupService],
})
export class SignupModule {}
