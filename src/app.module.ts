import { Module } from '@nestjs/common';
import { ClockModule } from './clock.module.js';
import { ConfigModule } from './config/config.module.js';
import { GatewayModule } from './gateway/gateway.module.js';
import { AuthModule } from './services/auth/auth.module.js';
import { StoreModule } from './store/store.module.js';

/** The parts of the process. Configuration, time and store come first: global modules shut down last, in this order. */
@Module({
  imports: [ConfigModule, ClockModule, StoreModule, GatewayModule, AuthModule],
})
export class AppModule {}
