import { Module } from '@nestjs/common';
import { SignupConfirmationService } from './signup-confirmation.service.js';
import { SignupCleanupScheduler } from './signup-cleanup.scheduler.js';
import { SignupController } from './signup.controller.js';
import { SignupService } from './signup.service.js';
import { MoneyModule } from '../../../record/money/money.module.js';

@Module({
  imports: [MoneyModule],
  controllers: [SignupController],
  providers: [SignupCleanupScheduler, SignupConfirmationService, SignupService],
})
export class SignupModule {}
