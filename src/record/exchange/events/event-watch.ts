import { once } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { Bulkheads } from '../../../config/bulkheads.js';
import { EventFeedRepository } from './event-feed.repository.js';
import { EventPublisher } from './event-publisher.js';

const LOOK_EVERY_MS = 250;

/** A call that waits for events of its agents. */
export interface Wait {
  readonly environment: Environment;
  readonly programId: number;
  readonly agentCodes: readonly string[];
  /** Position up to which the call has read. */
  readonly after: number;
  /** End of the wait by `performance.now()`. */
  readonly untilMs: number;
  /** Ends the wait when the caller has gone. */
  readonly signal: AbortSignal;
}

interface Waiter {
  readonly wait: Wait;
  readonly end: (hasNews: boolean) => void;
}

/** The calls that wait in one environment. One loop looks for all of them. */
interface Watched {
  readonly waiters: Set<Waiter>;
  /** Position up to which the looks have read. */
  seen: number;
  isLooking: boolean;
}

/** Lets calls wait for events without holding a connection: one repeated statement serves all that wait (events.5). */
@Injectable()
export class EventWatch {
  private readonly watched: Readonly<Record<Environment, Watched>> = {
    production: { waiters: new Set(), seen: 0, isLooking: false },
    sandbox: { waiters: new Set(), seen: 0, isLooking: false },
  };
  private isStopped = false;

  constructor(
    private readonly repository: EventFeedRepository,
    private readonly bulkheads: Bulkheads,
    private readonly publisher: EventPublisher,
  ) {}

  get waitingCount(): number {
    return this.watched.production.waiters.size + this.watched.sandbox.waiters.size;
  }

  /** Returns true once there may be events after the position; false when time is over, the caller has gone, or too many wait. */
  async wait(wait: Wait): Promise<boolean> {
    const { environment, programId, after, untilMs, signal } = wait;
    const ms = untilMs - performance.now();
    if (this.isStopped || signal.aborted || ms <= 0) return false;
    const watched = this.watched[environment];
    // The looks have passed events since the caller read.
    if (watched.waiters.size > 0 && watched.seen > after) return true;
    const leave = this.bulkheads.eventWaits.tryEnter({ lane: environment, owner: programId });
    if (leave === null) return false;
    try {
      return await this.untilNews(watched, wait, ms);
    } finally {
      leave();
    }
  }

  /** Ends every wait, now and from now on. */
  stop(): void {
    this.isStopped = true;
    for (const { waiters } of Object.values(this.watched)) waiters.forEach(({ end }) => end(false));
  }

  private untilNews(watched: Watched, wait: Wait, ms: number): Promise<boolean> {
    const { environment, after, signal } = wait;
    return new Promise((resolve) => {
      const end = (hasNews: boolean): void => {
        watched.waiters.delete(waiter);
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        resolve(hasNews);
      };
      const waiter: Waiter = { wait, end };
      const onAbort = (): void => end(false);
      const timer = setTimeout(() => end(false), ms);
      signal.addEventListener('abort', onAbort);
      if (watched.waiters.size === 0) watched.seen = after;
      watched.waiters.add(waiter);
      if (!watched.isLooking) void this.lookOn(environment, watched);
    });
  }

  private async lookOn(environment: Environment, watched: Watched): Promise<void> {
    watched.isLooking = true;
    while (watched.waiters.size > 0) {
      // The look after a failed one finds everything.
      await this.look(environment, watched).catch(() => undefined);
      if (watched.waiters.size > 0) await this.untilPublished(environment);
    }
    watched.isLooking = false;
  }

  private async look(environment: Environment, watched: Watched): Promise<void> {
    const from = watched.seen;
    const { head, agentCodes } = await this.repository.newsAfter(environment, from);
    // Another waiter may have come that has read less.
    if (watched.seen !== from) return;
    watched.seen = head;
    const isRestored = head < from;
    for (const { wait, end } of [...watched.waiters])
      if (isRestored || agentCodes.some((code) => wait.agentCodes.includes(code))) end(true);
  }

  /** Resolves when this node publishes, or when the next look is due. */
  private async untilPublished(environment: Environment): Promise<void> {
    await once(this.publisher.published, environment, { signal: AbortSignal.timeout(LOOK_EVERY_MS) }).catch(() => undefined);
  }
}
