import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Scheduler } from '../jobs/scheduler.js';
import { ClosedAgents } from '../store/closed-agents.js';

const INTERVAL_MS = 2_000;

@Injectable()
export class ClosedAgentsScheduler implements OnModuleInit {
  constructor(
    scheduler: Scheduler,
    private readonly closedAgents: ClosedAgents,
    private readonly config: Config,
  ) {
    scheduler.addToEnvironments({
      name: 'read closed agents',
      everyMs: INTERVAL_MS,
      pass: (environment) => this.closedAgents.refresh(environment),
    });
  }

  async onModuleInit(): Promise<void> {
    for (const environment of this.config.environments) await this.closedAgents.refresh(environment);
  }
}
