import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { FREE, OwnCounts } from './own-counts.js';
import { ALL, decide, decideFree, fits, type RateDecision, type RateTerms, type RateUsage } from './rate-decision.js';
import type { RateWindow, WindowUsage } from './rate-decision.js';
import { SharedCounts } from './shared-counts.js';

/** A promise only where Redis is asked. */
type Soon<T> = T | Promise<T>;

/** Calls outside the quota: one a second. */
const FREE_WINDOW: RateWindow = { of: FREE, spanMs: 1000, limit: 1 };

/** Applies the rate limit (gateway.13, gateway.17): by Redis while it responds, otherwise by the calls of this process. */
@Injectable()
export class RateLimiter {
  private alone = 0;

  constructor(
    private readonly config: Config,
    private readonly own: OwnCounts,
    private readonly shared: SharedCounts,
  ) {}

  /** Lengths of the windows in milliseconds. */
  get windows(): { readonly windowMs: number; readonly dayMs: number } {
    return this.own;
  }

  /** Admits and counts the call, or refuses it without a trace. Never fails. */
  admit(terms: RateTerms, service: string): Soon<RateDecision> {
    return map(this.count(terms.programId, this.windowsOf(terms, [service])), decide);
  }

  /** Admits one call a second per program of those that the quota does not count, and returns the quota unchanged. */
  admitFree(terms: RateTerms): Soon<RateDecision> {
    const quota = this.read(terms.programId, this.windowsOf(terms, []));
    const free = this.count(terms.programId, [FREE_WINDOW]);
    if (!(quota instanceof Promise) && !(free instanceof Promise)) return decideFree(quota, free[0]?.waitMs ?? 0);
    return Promise.all([quota, free]).then(([usages, [usage]]) => decideFree(usages, usage?.waitMs ?? 0));
  }

  /** Returns the use of all limits and counts nothing. */
  usage(terms: RateTerms, services: readonly string[]): Soon<RateUsage> {
    return map(this.read(terms.programId, this.windowsOf(terms, services)), (usages) => {
      const hasDay = terms.ratePerDay !== null;
      const ofServices = usages.slice(hasDay ? 2 : 1);
      return {
        hour: usages[0]!,
        day: hasDay ? usages[1]! : null,
        services: ofServices.map((usage, index) => ({ ...usage, service: services[index] ?? '' })),
      };
    });
  }

  /** Counts what this process holds. */
  statistics(): ReturnType<OwnCounts['statistics']> {
    return this.own.statistics();
  }

  /** State for the operator; null without REDIS_URL. `alone`: calls decided by this node's own count. */
  get redisState(): { readonly isUp: boolean; readonly alone: number } | null {
    return this.config.redisUrl === null ? null : { isUp: this.shared.isUp, alone: this.alone };
  }

  private count(programId: number, windows: readonly RateWindow[]): Soon<WindowUsage[]> {
    const stamp = this.own.time.stamp();
    const countAlone = (): WindowUsage[] => {
      this.alone += 1;
      return this.own.admit(programId, windows, stamp);
    };
    if (!this.shared.isUp) return countAlone();
    return this.shared.count(programId, windows, stamp).then((usages) => {
      if (fits(usages)) this.own.add(programId, windows, stamp);
      return usages;
    }, countAlone);
  }

  private read(programId: number, windows: readonly RateWindow[]): Soon<WindowUsage[]> {
    const readAlone = (): WindowUsage[] => this.own.read(programId, windows);
    return this.shared.isUp ? this.shared.count(programId, windows).catch(readAlone) : readAlone();
  }

  /** Windows of the limits: hour, day if it is limited, then the services. */
  private windowsOf({ ratePerHour, ratePerDay, serviceRates }: RateTerms, services: readonly string[]): RateWindow[] {
    const { windowMs, dayMs } = this.own;
    const windows: RateWindow[] = [{ of: ALL, spanMs: windowMs, limit: ratePerHour ?? this.config.rateLimitPerHour }];
    if (ratePerDay !== null) windows.push({ of: ALL, spanMs: dayMs, limit: ratePerDay });
    return [...windows, ...services.map((service) => ({ of: service, spanMs: windowMs, limit: serviceRates[service] ?? null }))];
  }
}

function map<From, To>(soon: Soon<From>, change: (value: From) => To): Soon<To> {
  return soon instanceof Promise ? soon.then(change) : change(soon);
}
