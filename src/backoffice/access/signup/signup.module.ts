import { Module } from '@nestjs/common';
import { SignupConfirmationService } from './signup-confirmation.service.js';
import { SignupCleanupScheduler } from './signup-cleanup.scheduler.js';
import { SignupController } from './signup.controller.js';
import { SignupService } from './signup.service.js';
import { MoneyModule } from '../../../record/money/money.module.js';

/** Self-service keys for the sandbox. Loaded only if the sandbox is served. */
@Module({
  imports: [MoneyModule],
  controllers: [SignupController],
  providers: [SignupCleanupScheduler, SignupConfirmationService, SignupService],
})
export class SignupModule {}
