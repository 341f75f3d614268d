import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { KeyNoticeRepository } from '../mail/key-notice.repository.js';

const INTERVAL_MS = 10 * 60_000;

@Injectable()
export class KeyExpiryEventsScheduler {
  readonly job: Job<Environment>;

  constructor(scheduler: Scheduler, notices: KeyNoticeRepository) {
    this.job = scheduler.addToEnvironments({
      name: 'announce expiring keys',
      everyMs: INTERVAL_MS,
      pass: (environment, { at }) => notices.addEvents(environment, at),
    });
  }
}
