import { Global, Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { AgentClocks } from './agent-clocks.js';
import { Store } from './store.js';

/**
 * Provides `Store`, and the clocks that are kept in it, ready to use when anything that depends on it is made. Import
 * it right after ConfigModule and before every other module: global modules shut down last, the first one imported last
 * of all, so the database outlives whoever still writes at the end.
 */
@Global()
@Module({
  providers: [{ provide: Store, useFactory: (config: Config) => Store.open(config), inject: [Config] }, AgentClocks],
  exports: [Store, AgentClocks],
})
export class StoreModule {}
