import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ENVIRONMENTS, type Environment } from '../../../common/environment.js';
import { Bulkheads } from '../../../config/bulkheads.js';
import { EventFeedRepository } from './event-feed.repository.js';
import { EventPublisher } from './event-publisher.js';

const LOOK_EVERY_MS = 250;

/** Who waits for what. */
export interface Wait {
  readonly environment: Environment;
  readonly programId: number;
  readonly agentCodes: readonly string[];
  /** The position up to which the waiting one has read. */
  readonly after: number;
  /** By `performance.now()`. */
  readonly untilMs: number;
  /** Ends the wait when whoever asked went away. */
  readonly signal: AbortSignal;
}

interface Waiter {
  readonly wait: Wait;
  readonly end: (hasNews: boolean) => void;
}

/** The calls that wait in one environment; while there are any, one look goes on for all of them. */
interface Watched {
  readonly waiters: Set<Waiter>;
  /** The looks know all positions up to it. */
  seen: number;
  isLooking: boolean;
  /** Ends the pause between two looks. */
  hurry: () => void;
}

/** Lets calls wait for events without holding a connection: one statement in a while for all that wait (events.5). */
@Injectable()
export class EventWatch {
  private readonly watched = new Map<Environment, Watched>(
    ENVIRONMENTS.map((environment) => [environment, { waiters: new Set(), seen: 0, isLooking: false, hurry: () => undefined }]),
  );
  private isStopped = false;

  constructor(
    private readonly repository: EventFeedRepository,
    private readonly bulkheads: Bulkheads,
    publisher: EventPublisher,
  ) {
    for (const environment of ENVIRONMENTS) publisher.published.on(environment, () => this.watchedIn(environment).hurry());
  }

  /** How many calls wait, in all environments. */
  get waitingCount(): number {
    return [...this.watched.values()].reduce((count, { waiters }) => count + waiters.size, 0);
  }

  /**
   * True once there may be events of these agents after the position; false when there is nothing to wait for any more: the time is over, the caller
   * is gone, the process stops, or too many wait already.
   */
  async wait(wait: Wait): Promise<boolean> {
    const { environment, programId, after, untilMs, signal } = wait;
    const ms = untilMs - performance.now();
    if (this.isStopped || signal.aborted || ms <= 0) return false;
    const watched = this.watchedIn(environment);
    // What the looks have passed by since the caller read.
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
    for (const { waiters, hurry } of this.watched.values()) {
      waiters.forEach(({ end }) => end(false));
      hurry();
    }
  }

  private async untilNews(watched: Watched, wait: Wait, ms: number): Promise<boolean> {
    const { environment, after, signal } = wait;
    return new Promise<boolean>((resolve) => {
      const end = (hasNews: boolean): void => {
        watched.waiters.delete(waiter);
        clearTimeout(timer);
        signal.removeEventListener('abort', onGone);
        if (watched.waiters.size === 0) watched.hurry();
        resolve(hasNews);
      };
      const waiter: Waiter = { wait, end };
      const onGone = (): void => end(false);
      const timer = setTimeout(() => end(false), ms);
      signal.addEventListener('abort', onGone);
      if (watched.waiters.size === 0) watched.seen = after;
      watched.waiters.add(waiter);
      if (!watched.isLooking) void this.lookOn(environment, watched);
    });
  }

  private async lookOn(environment: Environment, watched: Watched): Promise<void> {
    watched.isLooking = true;
    while (watched.waiters.size > 0) {
      await this.look(environment, watched).catch(() => undefined);
      if (watched.waiters.size > 0) await this.pause(watched);
    }
    watched.isLooking = false;
  }

  /** A look that fails says nothing: the next one sees it all. */
  private async look(environment: Environment, watched: Watched): Promise<void> {
    const from = watched.seen;
    const { head, agentCodes } = await this.repository.newsAfter(environment, from);
    // Others may have come to wait meanwhile, from a place further back.
    if (watched.seen !== from) return;
    watched.seen = head;
    const isRestored = head < from;
    for (const { wait, end } of [...watched.waiters])
      if (isRestored || agentCodes.some((code) => wait.agentCodes.includes(code))) end(true);
  }

  private async pause(watched: Watched): Promise<void> {
    const hurried = new AbortController();
    watched.hurry = () => hurried.abort();
    await sleep(LOOK_EVERY_MS, undefined, { signal: hurried.signal }).catch(() => undefined);
    watched.hurry = () => undefined;
  }

  private watchedIn(environment: Environment): Watched {
    const watched = this.watched.get(environment);
    if (watched === undefined) throw new Error(`There is no environment ${environment as string}.`);
    return watched;
  }
}
