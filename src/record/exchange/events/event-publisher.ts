import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { Store } from '../../../store/store.js';
import { EventPublicationRepository, PUBLISHED_AT_ONCE } from './event-publication.repository.js';

const INTERVAL_MS = 400;
/** Keeps a new epoch that gets no lock from blocking writers all the time. */
const PAUSE_MS = 4_000;

/** Runs on one node per environment at a time (ADR-18). */
@Injectable()
export class EventPublisher {
  readonly job: Job<Environment>;
  readonly published = new EventEmitter<Record<Environment, [count: number]>>();

  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
    private readonly repository: EventPublicationRepository,
  ) {
    this.job = scheduler.addToEnvironments({
      name: 'publish events',
      everyMs: INTERVAL_MS,
      pauseMs: PAUSE_MS,
      pass: (environment) => this.publish(environment),
    });
  }

  async publish(environment: Environment): Promise<number> {
    let all = 0;
    if (!(await this.repository.hasWork(environment))) return all;
    for (;;) {
      const published = await this.pass(environment);
      if (published > 0) this.published.emit(environment, published);
      all += published;
      if (published < PUBLISHED_AT_ONCE) return all;
    }
  }

  private pass(environment: Environment): Promise<number> {
    return this.store.transaction(environment, async (tx) => {
      if (!(await this.repository.claimTurn(tx))) return 0;
      const { published, isKnownOrigin } = await this.repository.publish(tx);
      return isKnownOrigin ? published : this.repository.openEpoch(tx);
    });
  }
}
