import { Global, Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { AgentClocks } from './agent-clocks.js';
import { Store } from './store.js';

/** Provides `Store` and `AgentClocks`. Import it first after ConfigModule, so that it shuts down last. */
@Global()
@Module({
  providers: [{ provide: Store, useFactory: (config: Config) => Store.open(config), inject: [Config] }, AgentClocks],
  exports: [Store, AgentClocks],
})
export class StoreModule {}
