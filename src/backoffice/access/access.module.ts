import { Global, Module } from '@nestjs/common';
import { IdentityModule } from '../../identity/identity.module.js';
import { GatewayModule } from '../../gateway/gateway.module.js';
import { Forwarded } from '../../gateway/call/forwarded.js';
import { KeylessLimiter } from './keyless-limiter.js';

/** What the staff guard needs, and who may call: every module with a `@BackofficeController` makes a guard of its own. */
@Global()
@Module({
  imports: [GatewayModule, IdentityModule],
  providers: [Forwarded, KeylessLimiter],
  exports: [Forwarded, GatewayModule, IdentityModule, KeylessLimiter],
})
export class BackofficeAccessModule {}
