import { Module } from '@nestjs/common';
import { RateLimitModule } from '../../gateway/rate-limit/rate-limit.module.js';
import { CallSearchRepository } from '../../gateway/observability/call-search.repository.js';
import { IdentityModule } from '../../identity/identity.module.js';
import { CallsController } from './calls.controller.js';
import { AuthTokenController, MotorTokenController, ParametersTokenController } from './token.controller.js';
import { UsageController } from './usage.controller.js';

/** What a program asks of its own access: tokens, how far the quota is used, and what it called. */
@Module({
  imports: [IdentityModule, RateLimitModule],
  controllers: [AuthTokenController, ParametersTokenController, MotorTokenController, UsageController, CallsController],
  providers: [CallSearchRepository],
})
export class AuthModule {}
