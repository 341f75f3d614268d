import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { PartyRegisterRepository } from './party-register.repository.js';

const INTERVAL_MS = 2_000;

@Injectable()
export class PartyRegisterScheduler {
  readonly job: Job<Environment>;

  constructor(scheduler: Scheduler, register: PartyRegisterRepository) {
    this.job = scheduler.addToEnvironments({
      name: 'update the party register',
      everyMs: INTERVAL_MS,
      pass: (environment, { at }) => register.applyChanges({ environment, at }),
    });
  }
}
