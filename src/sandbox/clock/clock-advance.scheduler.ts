import { Injectable } from '@nestjs/common';
import type { Job } from '../../jobs/job.js';
import { Scheduler } from '../../jobs/scheduler.js';
import { ClockAdvanceService } from './clock-advance.service.js';

const INTERVAL_MS = 1_000;
/** Clocks that advance side by side on a node. */
const LANES = ['sandbox 1', 'sandbox 2', 'sandbox 3', 'sandbox 4'] as const;

/** Advances clocks: at once where that was asked for, and what another process has left. */
@Injectable()
export class ClockAdvanceScheduler {
  private readonly job: Job<(typeof LANES)[number]>;

  constructor(scheduler: Scheduler, advances: ClockAdvanceService) {
    this.job = scheduler.add({
      name: "advance agents' clocks",
      everyMs: INTERVAL_MS,
      places: LANES,
      pass: (_, { signal }) => advances.run(() => signal.aborted),
    });
  }

  begin(): void {
    for (const lane of LANES) void this.job.run(lane);
  }
}
