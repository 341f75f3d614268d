import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { Store } from '../../../store/store.js';
import { EventPublicationRepository, PUBLISHED_AT_ONCE } from './event-publication.repository.js';

/**
 * Gives the events of ended transactions their places in the feed, and addresses them to webhooks (ADR-18). Any number of nodes may try at once: of
 * an environment one does it at a time, and the others pass by.
 */
@Injectable()
export class EventPublisher {
  /** Emits the environment after a pass that published, with how many events. */
  readonly published = new EventEmitter<Record<Environment, [count: number]>>();

  constructor(
    private readonly store: Store,
    private readonly repository: EventPublicationRepository,
  ) {}

  /** Publishes what can be, and returns how many events that was. */
  async publish(environment: Environment): Promise<number> {
    let all = 0;
    if (!(await this.repository.look(environment))) return all;
    for (;;) {
      const published = await this.pass(environment);
      if (published > 0) this.published.emit(environment, published);
      all += published;
      if (published < PUBLISHED_AT_ONCE) return all;
    }
  }

  private pass(environment: Environment): Promise<number> {
    return this.store.transaction(environment, async (tx) => {
      if (!(await this.repository.takeTurn(tx))) return 0;
      const { published, isKnownOrigin } = await this.repository.publish(tx);
      return isKnownOrigin ? published : this.repository.openEpoch(tx);
    });
  }
}
