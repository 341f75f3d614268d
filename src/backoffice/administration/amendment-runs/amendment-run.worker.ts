import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock.js';
import type { Environment } from '../../../common/environment.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import type { LeasedRun } from '../../../record/contract/amendment-runs/amendment-run.js';
import { AmendmentRunRepository } from '../../../record/contract/amendment-runs/amendment-run.repository.js';
import { AmendmentRunService } from '../../../record/contract/amendment-runs/amendment-run.service.js';

const INTERVAL_MS = 2_000;
const BATCH = 50;

/** One node works on a run at a time; another one continues it when its lease ends. */
@Injectable()
export class AmendmentRunWorker {
  readonly job: Job<Environment>;

  constructor(
    scheduler: Scheduler,
    private readonly repository: AmendmentRunRepository,
    private readonly runs: AmendmentRunService,
    private readonly clock: Clock,
  ) {
    this.job = scheduler.addToEnvironments({
      name: 'work on amendment runs',
      everyMs: INTERVAL_MS,
      pass: (environment, { signal }) => this.workOnAll(environment, signal),
    });
  }

  private async workOnAll(environment: Environment, signal: AbortSignal): Promise<void> {
    for (let after = 0; !signal.aborted;) {
      const run = await this.repository.lease(environment, after);
      if (run === null) return;
      after = run.id;
      try {
        await this.work(environment, run, signal);
      } finally {
        await this.repository.release(environment, run);
      }
    }
  }

  private async work(environment: Environment, run: LeasedRun, signal: AbortSignal): Promise<void> {
    for (let after = 0; !signal.aborted;) {
      const ids = await this.repository.listWaiting(environment, run, after, BATCH);
      const last = ids.at(-1);
      if (last === undefined) return this.repository.finish(environment, run, this.clock.now());
      await this.runs.handle(environment, this.clock.now(), run, ids);
      if (!(await this.repository.prolongLease(environment, run))) return;
      after = last;
    }
  }
}
