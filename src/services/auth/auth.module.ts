import { Module } from '@nestjs/common';
import { RateLimitModule } from '../../gateway/rate-limit/rate-limit.module.js';
import { AccessChangeWatcher } from './access-change.watcher.js';
import { ApiKeyRegistry } from './api-key-registry.js';
import { ApiKeyService } from './api-key.service.js';
import { TokenCleanupScheduler } from './token-cleanup.scheduler.js';
import { AuthTokenController, MotorTokenController, ParametersTokenController } from './token.controller.js';
import { TokenIssuer } from './token-issuer.js';
import { TokenService } from './token.service.js';
import { UsageController } from './usage.controller.js';
import { UserKeyService } from './user-key.service.js';

/** Keys and tokens: asked by the gateway on every call, changed by the back office. */
@Module({
  imports: [RateLimitModule],
  controllers: [AuthTokenController, ParametersTokenController, MotorTokenController, UsageController],
  providers: [AccessChangeWatcher, ApiKeyService, ApiKeyRegistry, TokenCleanupScheduler, TokenIssuer, TokenService, UserKeyService],
  exports: [ApiKeyService, ApiKeyRegistry, TokenService, UserKeyService],
})
export class AuthModule {}
