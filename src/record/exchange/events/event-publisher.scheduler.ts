import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { EventPublisher } from './event-publisher.js';

const INTERVAL_MS = 400;
/** Keeps a new epoch that gets no lock from making writers wait for it all the time. */
const PAUSE_MS = 4_000;

/** Publishes events. */
@Injectable()
export class EventPublisherScheduler {
  readonly job: Job<Environment>;

  constructor(scheduler: Scheduler, publisher: EventPublisher) {
    this.job = scheduler.addToEnvironments({
      name: 'publish events',
      everyMs: INTERVAL_MS,
      pauseMs: PAUSE_MS,
      pass: (environment) => publisher.publish(environment),
    });
  }
}
