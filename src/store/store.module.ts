import { Global, Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { AgentClocks } from './agent-clocks.js';
import { Store } from './store.js';

/**
 * Provides the open `Store`, and the clocks in it. Import it after ConfigModule and before all other modules: the first
 * global module shuts down last, so that all others can write until their end.
 */
@Global()
@Module({
  providers: [{ provide: Store, useFactory: (config: Config) => Store.open(config), inject: [Config] }, AgentClocks],
  exports: [Store, AgentClocks],
})
export class StoreModule {}
