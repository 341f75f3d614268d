import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { Config } from '../../config/config.js';
import { ALL, type RateWindow, type WindowUsage } from './rate-decision.js';
import { SteadyTime } from './steady-time.js';

const DAY_MS = 86_400_000;
export const FREE = 'free';

export interface ServiceCalls {
  readonly programId: number;
  readonly service: string;
  readonly stamps: readonly number[];
  readonly retainedMs: number;
}

interface ProgramCounts {
  /** Times are ascending, by service and of all. Some may be too old to count. */
  readonly stamps: Map<string, number[]>;
  dayUntilMs: number;
}

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

  add(programId: number, windows: readonly RateWindow[], stamp: number): void {
    const nowMs = Math.floor(stamp);
    const program = this.getProgram(programId);
    const agedMs = nowMs - this.retainedMs(program, nowMs);
    const keepsDay = this.isLimitedPerDay(windows);
    // A new daily limit counts the calls of the last hour only.
    const isNewDay = keepsDay && nowMs >= program.dayUntilMs;
    for (const times of program.stamps.values()) {
      const aged = findIndexFrom(times, agedMs + 1);
      // Old calls are removed once they are half of all, so the cost of a call is constant.
      if (isNewDay || 2 * aged > times.length) times.splice(0, aged);
    }
    for (const name of new Set(windows.map((window) => window.of))) {
      const times = getTimes(program, name);
      // A call that waited for Redis may arrive after later ones.
      times.splice(findIndexFrom(times, stamp), 0, stamp);
    }
    if (keepsDay) program.dayUntilMs = nowMs + this.dayMs;
  }

  read(programId: number, windows: readonly RateWindow[], nowMs = this.time.nowMs()): WindowUsage[] {
    const program = this.programs.get(programId) ?? createProgram();
    return windows.map(({ of: name, spanMs, limit }) => {
      const times = program.stamps.get(name) ?? [];
      const first = findIndexFrom(times, nowMs - Math.min(spanMs, this.retainedMs(program, nowMs)) + 1);
      const used = times.length - first;
      const leftMs = (index: number): number => Math.floor(times[index] ?? nowMs) + spanMs - nowMs;
      const waitMs = limit === null || used < limit ? 0 : leftMs(times.length - limit);
      return { limit, used, waitMs, freedInMs: used === 0 ? null : leftMs(first) };
    });
  }

  isLimitedPerDay(windows: readonly RateWindow[]): boolean {
    return windows.some(({ spanMs }) => spanMs > this.windowMs);
  }

  statistics(): { readonly programs: number; readonly calls: number } {
    const calls = [...this.programs.values()].map(({ stamps }) => stamps.get(ALL)?.length ?? 0);
    return { programs: this.programs.size, calls: calls.reduce((sum, count) => sum + count, 0) };
  }

  callsSince(stamp: number): ServiceCalls[] {
    const nowMs = this.time.nowMs();
    const found: ServiceCalls[] = [];
    for (const [programId, program] of this.programs) {
      const retainedMs = this.retainedMs(program, nowMs);
      for (const [service, times] of program.stamps) {
        if (service === ALL || service === FREE) continue;
        const stamps = times.slice(findIndexFrom(times, Math.max(stamp, nowMs - retainedMs + 1))).filter((each) => each > stamp);
        if (stamps.length > 0) found.push({ programId, service, stamps, retainedMs });
      }
    }
    return found;
  }

  restore(calls: readonly ServiceCalls[]): void {
    const nowMs = this.time.nowMs();
    for (const { programId, service, stamps, retainedMs } of calls) {
      const program = this.getProgram(programId);
      const counted = stamps.filter((stamp) => stamp > nowMs - retainedMs).map((stamp) => Math.min(stamp, nowMs));
      if (retainedMs > this.windowMs) program.dayUntilMs = Math.max(program.dayUntilMs, (counted.at(-1) ?? -Infinity) + this.dayMs);
      for (const times of [getTimes(program, ALL), getTimes(program, service)]) for (const stamp of counted) times.push(stamp);
    }
    for (const { stamps } of this.programs.values()) for (const times of stamps.values()) times.sort((one, other) => one - other);
  }

  deleteAged(): void {
    const nowMs = this.time.nowMs();
    for (const [programId, program] of this.programs) {
      const agedMs = nowMs - this.retainedMs(program, nowMs);
      const times = [...program.stamps.values()];
      for (const each of times) each.splice(0, findIndexFrom(each, agedMs + 1));
      if (times.every((each) => each.length === 0)) this.programs.delete(programId);
    }
  }

  private retainedMs(program: ProgramCounts, nowMs: number): number {
    return nowMs < program.dayUntilMs ? this.dayMs : this.windowMs;
  }

  private getProgram(programId: number): ProgramCounts {
    let program = this.programs.get(programId);
    if (program === undefined) this.programs.set(programId, (program = createProgram()));
    return program;
  }
}

function createProgram(): ProgramCounts {
  return { stamps: new Map(), dayUntilMs: -Infinity };
}

function getTimes({ stamps }: ProgramCounts, name: string): number[] {
  let times = stamps.get(name);
  if (times === undefined) stamps.set(name, (times = []));
  return times;
}

function findIndexFrom(times: readonly number[], from: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! >= from) high = middle;
    else low = middle + 1;
  }
  return low;
}
