import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { Config } from '../../config/config.js';
import { RateWindow, type RateDecision } from './rate-window.js';
import { SteadyTime } from './steady-time.js';

/** Calls of one program in wall-clock milliseconds, ascending. */
export interface ProgramCalls {
  readonly programId: number;
  readonly admittedMs: readonly number[];
}

interface Counter {
  readonly window: RateWindow;
  /** How many of the newest calls are not yet on their way to the database. */
  unsaved: number;
}

/**
 * The rate limit of this process (decisions §1): one exact rolling window per program, over all services and both environments. In memory
 * alone; `RateJournal` carries it over a restart.
 */
@Injectable()
export class RateLimiter {
  private readonly counters = new Map<number, Counter>();
  private readonly unsaved = new Set<number>();
  private readonly time: SteadyTime;
  private readonly windowMs: number;
  private readonly defaultLimit: number;

  constructor(clock: Clock, config: Config) {
    this.time = new SteadyTime(clock);
    this.windowMs = config.rateLimitWindowSeconds * 1000;
    this.defaultLimit = config.rateLimitPerHour;
  }

  /** Admits and counts the call, or refuses it without a trace. `limit` is calls per window; null: the default. */
  admit(programId: number, limit: number | null): RateDecision {
    const counter = this.counterOf(programId);
    const decision = counter.window.admit(this.time.nowMs(), limit ?? this.defaultLimit);
    if (decision.admitted) {
      counter.unsaved += 1;
      this.unsaved.add(programId);
    }
    return decision;
  }

  /** Programs with calls in memory. */
  get programs(): number {
    return this.counters.size;
  }

  /** The moment since which calls count, by the wall clock. */
  windowStartMs(): number {
    return this.time.toWallMs(this.time.nowMs()) - this.windowMs;
  }

  /** Takes over the calls of a former process, before the first call is admitted. Those that its clock dated ahead of ours count as of now. */
  restore(calls: Iterable<ProgramCalls>): void {
    const nowMs = this.time.nowMs();
    const byProgram = new Map<number, number[]>();
    for (const { programId, admittedMs } of calls) {
      const times = byProgram.get(programId) ?? [];
      for (const atMs of admittedMs) if (atMs > nowMs - this.windowMs) times.push(Math.min(atMs, nowMs));
      byProgram.set(programId, times);
    }
    for (const [programId, times] of byProgram) {
      const { window } = this.counterOf(programId);
      for (const atMs of times.sort((one, other) => one - other)) window.restore(atMs);
    }
  }

  /** The next calls to save, at most `maxCalls`, each given out once; those that aged out unsaved are left out. */
  takeUnsaved(maxCalls: number): ProgramCalls[] {
    const taken: ProgramCalls[] = [];
    let room = maxCalls;
    for (const programId of this.unsaved) {
      if (room === 0) break;
      const counter = this.counterOf(programId);
      const times = counter.window.times(counter.unsaved, room);
      room -= times.length;
      counter.unsaved = Math.min(counter.unsaved, counter.window.count) - times.length;
      if (counter.unsaved === 0) this.unsaved.delete(programId);
      if (times.length > 0) taken.push({ programId, admittedMs: times.map((atMs) => this.time.toWallMs(atMs)) });
    }
    return taken;
  }

  /** Forgets programs whose calls have all aged out. */
  dropIdle(): void {
    const nowMs = this.time.nowMs();
    for (const [programId, { window }] of this.counters) {
      if (!window.isIdle(nowMs)) continue;
      this.counters.delete(programId);
      this.unsaved.delete(programId);
    }
  }

  private counterOf(programId: number): Counter {
    let counter = this.counters.get(programId);
    if (counter === undefined) {
      counter = { window: new RateWindow(this.windowMs), unsaved: 0 };
      this.counters.set(programId, counter);
    }
    return counter;
  }
}
