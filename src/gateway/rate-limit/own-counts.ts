import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { Config } from '../../config/config.js';
import type { RateWindow, WindowUsage } from './rate-decision.js';
import { SteadyTime } from './steady-time.js';

const DAY_MS = 86_400_000;
/** Time between two calls of a program outside the quota. */
export const FREE_CALL_MS = 1000;

/** A call to be admitted. */
export interface RatedCall {
  readonly programId: number;
  readonly service: string;
  /** Moment of the call, which also identifies it within the process. */
  readonly stamp: number;
  /** Windows that it must fit into. */
  readonly windows: readonly RateWindow[];
  /** Whether a limit per day applies, so that a day of calls is kept. */
  readonly keepsDay: boolean;
}

/** Admitted calls of one program to one service. */
export interface ServiceCalls {
  readonly programId: number;
  readonly service: string;
  /** Ascending. */
  readonly stamps: readonly number[];
  /** How long they count: the window, or a day. */
  readonly keptMs: number;
}

interface ProgramCounts {
  /** Stamps of admitted calls to any service, ascending. Some may have aged out. */
  readonly all: number[];
  readonly services: Map<string, number[]>;
  /** Until when a day of calls is kept: a day after the last call under a limit per day. */
  dayUntilMs: number;
  /** When the next call outside the quota is admitted. */
  freeAtMs: number;
}

/** Counts the calls that this process admitted (gateway.13, gateway.14). A new limit of a service is exact at once, because calls are counted by service too. */
@Injectable()
export class OwnCounts {
  readonly windowMs: number;
  readonly dayMs: number;
  readonly time: SteadyTime;
  private readonly programs = new Map<number, ProgramCounts>();

  constructor(clock: Clock, config: Config) {
    this.time = new SteadyTime(clock);
    this.windowMs = config.rateLimitWindowSeconds * 1000;
    this.dayMs = Math.max(DAY_MS, this.windowMs);
  }

  /** Counts the call when it fits all its windows. Returns their use before it. */
  admit(call: RatedCall): WindowUsage[] {
    const usages = this.read(call.programId, call.windows, Math.floor(call.stamp));
    if (usages.every(({ waitMs }) => waitMs === 0)) this.add(call);
    return usages;
  }

  /** Counts a call, whatever the limits say. */
  add({ programId, service, stamp, keepsDay }: RatedCall): void {
    const nowMs = Math.floor(stamp);
    const program = this.programOf(programId);
    const agedMs = nowMs - this.keptMs(program, nowMs);
    // Under a new limit per day the calls of the last hour count, and no older one.
    const isNewDay = keepsDay && nowMs >= program.dayUntilMs;
    for (const times of [program.all, ...program.services.values()]) {
      const aged = indexFrom(times, agedMs + 1);
      // Otherwise only once they are half of all, so that a call costs the same however many are counted.
      if (isNewDay || 2 * aged > times.length) times.splice(0, aged);
    }
    // A call that waited for Redis in vain may come after later ones.
    for (const times of [program.all, timesOf(program, service)]) times.splice(indexFrom(times, stamp), 0, stamp);
    if (keepsDay) program.dayUntilMs = nowMs + this.dayMs;
  }

  /** Returns the use of the windows and counts nothing. */
  read(programId: number, windows: readonly RateWindow[], nowMs = this.time.nowMs()): WindowUsage[] {
    const program = this.programs.get(programId) ?? newProgram();
    return windows.map(({ service, spanMs, limit }) => {
      const times = service === null ? program.all : (program.services.get(service) ?? []);
      const first = indexFrom(times, nowMs - Math.min(spanMs, this.keptMs(program, nowMs)) + 1);
      const used = times.length - first;
      const leftMs = (index: number): number => Math.floor(times[index] ?? nowMs) + spanMs - nowMs;
      return {
        limit,
        used,
        waitMs: limit === null || used < limit ? 0 : leftMs(times.length - limit),
        freedInMs: used === 0 ? null : leftMs(first),
      };
    });
  }

  /** Returns the milliseconds until the program may make a call outside the quota; with 0 it has made it. */
  admitFree(programId: number): number {
    const nowMs = this.time.nowMs();
    const program = this.programOf(programId);
    if (nowMs < program.freeAtMs) return program.freeAtMs - nowMs;
    program.freeAtMs = nowMs + FREE_CALL_MS;
    return 0;
  }

  /** Counts programs and calls in memory. */
  statistics(): { readonly programs: number; readonly calls: number } {
    return { programs: this.programs.size, calls: [...this.programs.values()].reduce((sum, { all }) => sum + all.length, 0) };
  }

  /** Lists the counted calls that were admitted after the stamp. */
  callsSince(stamp: number): ServiceCalls[] {
    const nowMs = this.time.nowMs();
    const found: ServiceCalls[] = [];
    for (const [programId, program] of this.programs) {
      if ((program.all.at(-1) ?? stamp) <= stamp) continue;
      const keptMs = this.keptMs(program, nowMs);
      for (const [service, times] of program.services) {
        const stamps = times.slice(indexFrom(times, Math.max(stamp, nowMs - keptMs + 1))).filter((each) => each > stamp);
        if (stamps.length > 0) found.push({ programId, service, stamps, keptMs });
      }
    }
    return found;
  }

  /** Adds the calls of a previous process. Those dated ahead of the clock count as of now. */
  restore(calls: readonly ServiceCalls[]): void {
    const nowMs = this.time.nowMs();
    for (const { programId, service, stamps, keptMs } of calls) {
      const program = this.programOf(programId);
      const counted = stamps.filter((stamp) => stamp > nowMs - keptMs).map((stamp) => Math.min(stamp, nowMs));
      if (keptMs > this.windowMs) program.dayUntilMs = Math.max(program.dayUntilMs, (counted.at(-1) ?? -Infinity) + this.dayMs);
      for (const times of [program.all, timesOf(program, service)]) for (const stamp of counted) times.push(stamp);
    }
    for (const { all, services } of this.programs.values())
      for (const times of [all, ...services.values()]) times.sort((one, other) => one - other);
  }

  /** Removes all calls that have aged out, and programs without any. */
  deleteAged(): void {
    const nowMs = this.time.nowMs();
    for (const [programId, program] of this.programs) {
      const agedMs = nowMs - this.keptMs(program, nowMs);
      for (const times of [program.all, ...program.services.values()]) times.splice(0, indexFrom(times, agedMs + 1));
      if (program.all.length === 0 && nowMs >= program.freeAtMs) this.programs.delete(programId);
    }
  }

  private keptMs(program: ProgramCounts, nowMs: number): number {
    return nowMs < program.dayUntilMs ? this.dayMs : this.windowMs;
  }

  private programOf(programId: number): ProgramCounts {
    let program = this.programs.get(programId);
    if (program === undefined) this.programs.set(programId, (program = newProgram()));
    return program;
  }
}

function newProgram(): ProgramCounts {
  return { all: [], services: new Map(), dayUntilMs: -Infinity, freeAtMs: -Infinity };
}

function timesOf({ services }: ProgramCounts, service: string): number[] {
  let times = services.get(service);
  if (times === undefined) services.set(service, (times = []));
  return times;
}

/** Returns the index of the first time that is not before `from`. */
function indexFrom(times: readonly number[], from: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! >= from) high = middle;
    else low = middle + 1;
  }
  return low;
}
