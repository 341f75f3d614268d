import { Injectable, Logger } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { DueService } from './due.service.js';

const INTERVAL_MS = 20_000;

/** Runs the clock's work. */
@Injectable()
export class DueScheduler {
  readonly job: Job<Environment>;
  private readonly logger = new Logger(DueScheduler.name);

  constructor(
    scheduler: Scheduler,
    private readonly work: DueService,
  ) {
    this.job = scheduler.addToEnvironments({
      name: 'apply due changes',
      everyMs: INTERVAL_MS,
      pass: (environment, { at }) => this.run(environment, at),
    });
  }

  private async run(environment: Environment, at: Date): Promise<void> {
    const moved = await this.work.run({ environment, at });
    if (moved > 0) this.logger.log(`${moved} applications moved by the clock in ${environment}`);
  }
}
