import { Module } from '@nestjs/common';
import { RateLimitModule } from '../../gateway/rate-limit/rate-limit.module.js';
import { IdentityModule } from '../../identity/identity.module.js';
import { AuthTokenController, MotorTokenController, ParametersTokenController } from './token.controller.js';
import { UsageController } from './usage.controller.js';

/** What a program asks of its own access: tokens, and how far the quota is used. */
@Module({
  imports: [IdentityModule, RateLimitModule],
  controllers: [AuthTokenController, ParametersTokenController, MotorTokenController, UsageController],
})
export class AuthModule {}
