import { Injectable } from '@nestjs/common';
import { Slots } from '../../common/slots.js';
import type { Place } from './sign-in-backoff.service.js';

/** How many of the four threads, which files, names and compression use too. */
const MAX_AT_ONCE = 2;
/** The most of one place: what more it sends waits in its own line, and delays no other place. */
const MAX_OF_ONE_PLACE = 2;
/** Beside these: strangers of many addresses must not delay known users. */
const MAX_KNOWN_AT_ONCE = 1;
const LONGEST_WAIT_MS = 5_000;

interface Caller {
  readonly slots: Slots;
  /** Pieces of work that run or wait. */
  count: number;
}

/** Passwords are hashed off the event loop, few at a time: strangers who try passwords must not take the threads or delay others. */
@Injectable()
export class PasswordWorkQueue {
  private readonly slots = new Slots(MAX_AT_ONCE, LONGEST_WAIT_MS);
  private readonly slotsOfKnown = new Slots(MAX_KNOWN_AT_ONCE, LONGEST_WAIT_MS);
  private readonly callers = new Map<string, Caller>();

  /**
   * Runs what hashes or compares passwords when its turn comes: among the caller's own, then among all.
   * @throws DomainError UNAVAILABLE when either took too long: nothing of the work was done; and what the work throws
   */
  async inTurn<T>({ name, isStrange }: Place, work: () => Promise<T>): Promise<T> {
    const caller = this.callers.get(name) ?? { slots: new Slots(MAX_OF_ONE_PLACE, LONGEST_WAIT_MS), count: 0 };
    this.callers.set(name, caller);
    const slots = isStrange ? this.slots : this.slotsOfKnown;
    caller.count += 1;
    try {
      return await caller.slots.run(() => slots.run(work));
    } finally {
      caller.count -= 1;
      if (caller.count === 0) this.callers.delete(name);
    }
  }
}
