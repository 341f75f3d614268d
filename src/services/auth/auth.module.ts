import { Module } from '@nestjs/common';
import { RateLimitModule } from '../../gateway/rate-limit/rate-limit.module.js';
import { AccessChanges } from './access-changes.js';
import { ApiKeyRegistry } from './api-key-registry.js';
import { ApiKeys } from './api-keys.js';
import { TokenCleanup } from './token-cleanup.js';
import { AuthTokenController, MotorTokenController, ParametersTokenController } from './token.controller.js';
import { TokenIssuer } from './token-issuer.js';
import { Tokens } from './tokens.js';
import { UsageController } from './usage.controller.js';
import { UserKeys } from './user-keys.js';

/** Keys and tokens: asked by the gateway on every call, changed by the back office. */
@Module({
  imports: [RateLimitModule],
  controllers: [AuthTokenController, ParametersTokenController, MotorTokenController, UsageController],
  providers: [AccessChanges, ApiKeys, ApiKeyRegistry, TokenCleanup, TokenIssuer, Tokens, UserKeys],
  exports: [ApiKeys, ApiKeyRegistry, Tokens, UserKeys],
})
export class AuthModule {}
