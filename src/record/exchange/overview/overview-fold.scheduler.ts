import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { OverviewFold } from './overview-fold.js';

/** An overview may be a minute old. */
const INTERVAL_MS = 15_000;

/** Folds what happened into the figures of the overview. */
@Injectable()
export class OverviewFoldScheduler {
  readonly job: Job<Environment>;

  constructor(scheduler: Scheduler, fold: OverviewFold) {
    this.job = scheduler.addToEnvironments({
      name: 'update the overview',
      everyMs: INTERVAL_MS,
      pass: (environment, { at, signal }) => fold.run({ environment, at }, { isEnding: () => signal.aborted }),
    });
  }
}
