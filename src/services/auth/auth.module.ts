import { Module } from '@nestjs/common';
import { CallSearchRepository } from '../../gateway/observability/call-search.repository.js';
import { IdentityModule } from '../../identity/identity.module.js';
import { CallsController } from './calls.controller.js';
import { KeyRotationService } from './key-rotation.service.js';
import { KeysController } from './keys.controller.js';
import { OAuthController } from './oauth.controller.js';
import { AuthTokenController, MotorTokenController, ParametersTokenController } from './token.controller.js';
import { UsageController } from './usage.controller.js';
import { GatewayModule } from '../../gateway/gateway.module.js';

@Module({
  imports: [GatewayModule, IdentityModule],
  controllers: [
    AuthTokenController,
    ParametersTokenController,
    MotorTokenController,
    UsageController,
    CallsController,
    KeysController,
    OAuthController,
  ],
  providers: [CallSearchRepository, KeyRotationService],
})
export class AuthModule {}
