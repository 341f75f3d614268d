import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { PartyRegisterService } from './party-register.service.js';

const INTERVAL_MS = 2_000;

/** Brings the register up to date. */
@Injectable()
export class PartyRegisterScheduler {
  readonly job: Job<Environment>;

  constructor(scheduler: Scheduler, register: PartyRegisterService) {
    this.job = scheduler.addToEnvironments({
      name: 'update the party register',
      everyMs: INTERVAL_MS,
      pass: (environment, { at }) => register.run({ environment, at }),
    });
  }
}
