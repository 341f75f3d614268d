import { Global, Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { AgentClocks } from './agent-clocks.js';
import { ClosedAgents } from './closed-agents.js';
import { Store } from './store.js';

@Global()
@Module({
  providers: [{ provide: Store, useFactory: (config: Config) => Store.open(config), inject: [Config] }, AgentClocks, ClosedAgents],
  exports: [Store, AgentClocks, ClosedAgents],
})
export class StoreModule {}
