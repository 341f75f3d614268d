import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { Config } from '../../config/config.js';
import { DAY_MS, FREE_CALL_MS, decide, type RateDecision, type RateState, type RateTerms, type RateUsage } from './rate-decision.js';
import { RateWindow } from './rate-window.js';
import { SteadyTime } from './steady-time.js';

/** Calls of one program to one service in wall-clock milliseconds, ascending. */
export interface ServiceCalls {
  readonly programId: number;
  readonly service: string;
  readonly admittedMs: readonly number[];
  /** Whether they count for a day, not only for the window. */
  readonly keepsDay: boolean;
}

interface ServiceCounter {
  readonly programId: number;
  readonly service: string;
  readonly window: RateWindow;
  /** How many of the newest calls only this process knows so far. */
  unsaved: number;
}

interface ProgramCounter {
  readonly all: RateWindow;
  readonly services: Map<string, ServiceCounter>;
  /** Until when the calls of a whole day are held: a day after the last call under a limit per day. */
  keepsDayUntilMs: number;
}

export interface CountStatistics {
  readonly programs: number;
  readonly calls: number;
  readonly bytes: number;
}

/**
 * The counts of this process (gateway.13, gateway.14): per program exact rolling windows over all services and both environments, per service, and,
 * where there is a limit per day, over 24 hours. Each admitted call stands twice, once for its program and once for its service, so that
 * a limit per service that is new is exact at once; less than 16 bytes in all.
 */
@Injectable()
export class OwnCounts {
  private readonly counters = new Map<number, ProgramCounter>();
  private readonly unsaved = new Set<ServiceCounter>();
  /** When each program last made a call outside the quota. */
  private readonly freeCalls = new Map<number, number>();
  private readonly time: SteadyTime;
  readonly windowMs: number;
  readonly dayMs: number;
  private readonly defaultLimit: number;

  constructor(clock: Clock, config: Config) {
    this.time = new SteadyTime(clock);
    this.windowMs = config.rateLimitWindowSeconds * 1000;
    this.dayMs = Math.max(DAY_MS, this.windowMs);
    this.defaultLimit = config.rateLimitPerHour;
  }

  /** Admits and counts the call when every limit allows it, or refuses it without a trace. `isKnown`: others have counted it already. */
  admit(terms: RateTerms, service: string, isKnown = false): RateDecision {
    const nowMs = this.time.nowMs();
    const program = this.programOf(terms.programId);
    const counter = this.serviceOf(terms.programId, program, service);
    this.advance(program, counter, nowMs, terms.ratePerDay !== null);
    const decision = decide(this.statesOf(terms, program, counter));
    if (decision.admitted) this.count(program, counter, isKnown);
    return decision;
  }

  /** Counts a call that was admitted elsewhere; `momentMs` is that of `steadyMs` when the request was sent. */
  record(terms: RateTerms, service: string, momentMs: number): void {
    const program = this.programOf(terms.programId);
    const counter = this.serviceOf(terms.programId, program, service);
    this.advance(program, counter, momentMs, terms.ratePerDay !== null);
    this.count(program, counter, true);
  }

  /** How far the limits are used; counts nothing. */
  usage(terms: RateTerms, services: readonly string[]): RateUsage {
    const nowMs = this.time.nowMs();
    const { ratePerDay } = terms;
    const program = this.counters.get(terms.programId);
    const keepsDay = program !== undefined && nowMs < program.keepsDayUntilMs;
    program?.all.advance(nowMs, keepsDay);
    return {
      hour: { limit: this.hourLimit(terms), used: program?.all.count ?? 0, freedInMs: program?.all.freedInMs() ?? null },
      day:
        ratePerDay === null
          ? null
          : { limit: ratePerDay, used: program?.all.longCount ?? 0, freedInMs: program?.all.longFreedInMs() ?? null },
      services: services.map((service) => {
        const window = program?.services.get(service)?.window;
        window?.advance(nowMs, keepsDay);
        return { service, limit: terms.serviceRates[service] ?? null, used: window?.count ?? 0, freedInMs: window?.freedInMs() ?? null };
      }),
    };
  }

  /** Milliseconds until the program may make a call outside the quota; 0 when it may, and then it has made it. */
  admitFree(programId: number): number {
    const nowMs = this.time.nowMs();
    const waitMs = (this.freeCalls.get(programId) ?? -Infinity) + FREE_CALL_MS - nowMs;
    if (waitMs > 0) return waitMs;
    this.freeCalls.set(programId, nowMs);
    return 0;
  }

  hourLimit(terms: RateTerms): number {
    return terms.ratePerHour ?? this.defaultLimit;
  }

  /** Programs with calls in memory, and what they take. */
  statistics(): CountStatistics {
    let calls = 0;
    let bytes = 0;
    for (const { all, services } of this.counters.values()) {
      calls += all.longCount;
      bytes += all.bytes;
      for (const { window } of services.values()) bytes += window.bytes;
    }
    return { programs: this.counters.size, calls, bytes };
  }

  /** The moment as calls are counted. */
  steadyMs(): number {
    return this.time.nowMs();
  }

  /** The moment by the wall clock. */
  nowMs(): number {
    return this.time.toWallMs(this.time.nowMs());
  }

  /** Takes over the calls of a former process, before the first call is admitted. Those that its clock dated ahead of ours count as of now. */
  restore(calls: Iterable<ServiceCalls>): void {
    const nowMs = this.time.nowMs();
    const timesOf = new Map<RateWindow, number[]>();
    for (const { programId, service, admittedMs, keepsDay } of calls) {
      const program = this.programOf(programId);
      const lastMs = Math.min(admittedMs.at(-1) ?? -Infinity, nowMs);
      if (keepsDay) program.keepsDayUntilMs = Math.max(program.keepsDayUntilMs, lastMs + this.dayMs);
      const keepMs = keepsDay ? this.dayMs : this.windowMs;
      for (const window of [program.all, this.serviceOf(programId, program, service).window]) {
        const times = timesOf.get(window) ?? [];
        for (const atMs of admittedMs) if (atMs > nowMs - keepMs) times.push(Math.min(atMs, nowMs));
        timesOf.set(window, times);
      }
    }
    for (const [window, times] of timesOf) {
      for (const atMs of times.sort((one, other) => one - other)) {
        window.advance(atMs, true);
        window.push();
      }
    }
  }

  /** The next calls that only this process knows, at most `maxCalls`, each given out once; those that aged out are left out. */
  takeUnsaved(maxCalls: number): ServiceCalls[] {
    const nowMs = this.time.nowMs();
    const taken: ServiceCalls[] = [];
    let room = maxCalls;
    for (const counter of this.unsaved) {
      if (room === 0) break;
      const { programId, service, window } = counter;
      const keepsDay = nowMs < this.programOf(programId).keepsDayUntilMs;
      window.advance(nowMs, keepsDay);
      const times = window.times(counter.unsaved, room);
      room -= times.length;
      counter.unsaved = Math.min(counter.unsaved, window.longCount) - times.length;
      if (counter.unsaved === 0) this.unsaved.delete(counter);
      if (times.length > 0) taken.push({ programId, service, admittedMs: times.map((atMs) => this.time.toWallMs(atMs)), keepsDay });
    }
    return taken;
  }

  /** Whoever kept our calls has lost those later than the moment: they are to be given out again. */
  markUnsavedSince(wallMs: number): void {
    const sinceMs = this.time.nowMs() - (this.nowMs() - wallMs);
    for (const { services } of this.counters.values()) {
      for (const counter of services.values()) {
        counter.unsaved = Math.max(counter.unsaved, counter.window.countSince(sinceMs));
        if (counter.unsaved > 0) this.unsaved.add(counter);
      }
    }
  }

  /** Forgets programs and services whose calls have all aged out. */
  dropIdle(): void {
    const nowMs = this.time.nowMs();
    for (const [programId, { all, services, keepsDayUntilMs }] of this.counters) {
      const keepsDay = nowMs < keepsDayUntilMs;
      all.advance(nowMs, keepsDay);
      for (const [service, counter] of services) {
        counter.window.advance(nowMs, keepsDay);
        if (counter.window.longCount > 0) continue;
        services.delete(service);
        this.unsaved.delete(counter);
      }
      if (all.longCount === 0) this.counters.delete(programId);
    }
    for (const [programId, atMs] of this.freeCalls) if (atMs + FREE_CALL_MS <= nowMs) this.freeCalls.delete(programId);
  }

  private advance(program: ProgramCounter, counter: ServiceCounter, nowMs: number, isLimitedPerDay: boolean): void {
    if (isLimitedPerDay) program.keepsDayUntilMs = nowMs + this.dayMs;
    const keepsDay = nowMs < program.keepsDayUntilMs;
    program.all.advance(nowMs, keepsDay);
    counter.window.advance(nowMs, keepsDay);
  }

  private count(program: ProgramCounter, counter: ServiceCounter, isKnown: boolean): void {
    program.all.push();
    counter.window.push();
    // Only the newest calls can be unsaved ones: behind those that still are, a known call counts as one too.
    if (isKnown && counter.unsaved === 0) return;
    counter.unsaved += 1;
    this.unsaved.add(counter);
  }

  private statesOf(terms: RateTerms, { all }: ProgramCounter, { service, window }: ServiceCounter): RateState[] {
    const perHour = this.hourLimit(terms);
    const states: RateState[] = [{ limit: perHour, used: all.count, waitMs: all.waitMs(perHour) }];
    const { ratePerDay } = terms;
    if (ratePerDay !== null) states.push({ limit: ratePerDay, used: all.longCount, waitMs: all.longWaitMs(ratePerDay) });
    const perService = terms.serviceRates[service];
    if (perService !== undefined) states.push({ limit: perService, used: window.count, waitMs: window.waitMs(perService) });
    return states;
  }

  private programOf(programId: number): ProgramCounter {
    let program = this.counters.get(programId);
    if (program === undefined) {
      program = { all: new RateWindow(this.windowMs, this.dayMs), services: new Map(), keepsDayUntilMs: -Infinity };
      this.counters.set(programId, program);
    }
    return program;
  }

  private serviceOf(programId: number, program: ProgramCounter, service: string): ServiceCounter {
    let counter = program.services.get(service);
    if (counter === undefined) {
      counter = { programId, service, window: new RateWindow(this.windowMs, this.dayMs), unsaved: 0 };
      program.services.set(service, counter);
    }
    return counter;
  }
}
