import { Global, Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { OwnerShares } from './redis/owner-shares.js';
import { SharedLimits } from './redis/shared-limits.js';
import { AgentClocks } from './agent-clocks.js';
import { ClosedAgents } from './closed-agents.js';
import { Store } from './store.js';

/** The state that nodes share: Postgres, and Redis where it is configured. */
@Global()
@Module({
  providers: [
    { provide: Store, useFactory: (config: Config) => Store.open(config), inject: [Config] },
    AgentClocks,
    ClosedAgents,
    OwnerShares,
    SharedLimits,
  ],
  exports: [Store, AgentClocks, ClosedAgents, OwnerShares, SharedLimits],
})
export class StoreModule {}
