import { once } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { OwnerShares } from '../../../store/redis/owner-shares.js';
import { EventFeedRepository } from './event-feed.repository.js';
import { EventPublisher } from './event-publisher.js';

const POLL_INTERVAL_MS = 250;

export interface Wait {
  readonly environment: Environment;
  readonly programId: number;
  readonly agentCodes: readonly string[];
  readonly after: number;
  /** End by `performance.now()`. */
  readonly untilMs: number;
  readonly signal: AbortSignal;
}

interface Waiter {
  readonly wait: Wait;
  readonly end: (hasNews: boolean) => void;
}

interface Watched {
  readonly waiters: Set<Waiter>;
  seen: number;
  isPolling: boolean;
}

/** Calls wait without a connection, because one polling statement serves all of them (events.5). */
@Injectable()
export class EventWatch {
  private readonly watched: Readonly<Record<Environment, Watched>> = {
    production: { waiters: new Set(), seen: 0, isPolling: false },
    sandbox: { waiters: new Set(), seen: 0, isPolling: false },
  };
  private isStopped = false;

  constructor(
    private readonly repository: EventFeedRepository,
    private readonly shares: OwnerShares,
    private readonly publisher: EventPublisher,
  ) {}

  get waitingCount(): number {
    return this.watched.production.waiters.size + this.watched.sandbox.waiters.size;
  }

  /** Returns false at the timeout, on abort, or when too many calls wait. */
  async wait(wait: Wait): Promise<boolean> {
    const { environment, programId, after, untilMs, signal } = wait;
    if (this.isStopped) return false;
    const leave = await this.shares.tryEnter('eventWaits', { lane: environment, owner: programId });
    if (leave === null) return false;
    try {
      const ms = untilMs - performance.now();
      if (this.isStopped || signal.aborted || ms <= 0) return false;
      const watched = this.watched[environment];
      // The loop has seen events that the caller has not read.
      if (watched.waiters.size > 0 && watched.seen > after) return true;
      return await this.waitForEvent(watched, wait, ms);
    } finally {
      leave();
    }
  }

  stop(): void {
    this.isStopped = true;
    for (const { waiters } of Object.values(this.watched)) waiters.forEach(({ end }) => end(false));
  }

  private waitForEvent(watched: Watched, wait: Wait, ms: number): Promise<boolean> {
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
      if (!watched.isPolling) void this.poll(environment, watched);
    });
  }

  private async poll(environment: Environment, watched: Watched): Promise<void> {
    watched.isPolling = true;
    while (watched.waiters.size > 0) {
      // After a failure the next poll finds everything.
      await this.pollOnce(environment, watched).catch(() => undefined);
      if (watched.waiters.size > 0) await this.waitForPublication(environment);
    }
    watched.isPolling = false;
  }

  private async pollOnce(environment: Environment, watched: Watched): Promise<void> {
    const from = watched.seen;
    const { head, agentCodes } = await this.repository.findNews(environment, from);
    // A waiter that has read less may have been added.
    if (watched.seen !== from) return;
    watched.seen = head;
    const isRestored = head < from;
    for (const { wait, end } of [...watched.waiters])
      if (isRestored || agentCodes.some((code) => wait.agentCodes.includes(code))) end(true);
  }

  private async waitForPublication(environment: Environment): Promise<void> {
    await once(this.publisher.published, environment, { signal: AbortSignal.timeout(POLL_INTERVAL_MS) }).catch(() => undefined);
  }
}
