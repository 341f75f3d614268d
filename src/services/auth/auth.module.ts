import { Module } from '@nestjs/common';
import { RateLimitModule } from '../../gateway/rate-limit/rate-limit.module.js';
import { AccessChangeWatcher } from '../../identity/access-change.watcher.js';
import { ApiKeyRegistry } from '../../identity/api-key-registry.js';
import { ApiKeyService } from '../../identity/api-key.service.js';
import { TokenCleanupScheduler } from '../../identity/token-cleanup.scheduler.js';
import { AuthTokenController, MotorTokenController, ParametersTokenController } from './token.controller.js';
import { TokenIssuer } from '../../identity/token-issuer.js';
import { TokenService } from '../../identity/token.service.js';
import { UsageController } from './usage.controller.js';
import { UserKeyService } from '../../identity/user-key.service.js';

/** Keys and tokens: asked by the gateway on every call, changed by the back office. */
@Module({
  imports: [RateLimitModule],
  controllers: [AuthTokenController, ParametersTokenController, MotorTokenController, UsageController],
  providers: [AccessChangeWatcher, ApiKeyService, ApiKeyRegistry, TokenCleanupScheduler, TokenIssuer, TokenService, UserKeyService],
  exports: [ApiKeyService, ApiKeyRegistry, TokenService, UserKeyService],
})
export class AuthModule {}
