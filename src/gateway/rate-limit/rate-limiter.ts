import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { FREE_CALL_MS, OwnCounts, type RatedCall } from './own-counts.js';
import {
  decide,
  decideFree,
  type RateDecision,
  type RateTerms,
  type RateUsage,
  type RateWindow,
  type WindowUsage,
} from './rate-decision.js';
import { SharedCounts } from './shared-counts.js';

/** A promise only where Redis is asked. */
type Soon<T> = T | Promise<T>;

/** Applies the rate limit (gateway.13, gateway.17): by Redis while it responds, otherwise by the calls of this process. */
@Injectable()
export class RateLimiter {
  private readonly defaultLimit: number;
  private alone = 0;

  constructor(
    config: Config,
    private readonly own: OwnCounts,
    private readonly shared: SharedCounts,
  ) {
    this.defaultLimit = config.rateLimitPerHour;
  }

  /** Lengths of the windows in milliseconds. */
  get windows(): { readonly windowMs: number; readonly dayMs: number } {
    return this.own;
  }

  /** Admits and counts the call, or refuses it without a trace. Never fails. */
  admit(terms: RateTerms, service: string): Soon<RateDecision> {
    const { programId, ratePerDay } = terms;
    const windows = this.windowsOf(terms, [service]);
    const call = { programId, service, stamp: this.own.time.stamp(), windows, keepsDay: ratePerDay !== null };
    if (!this.shared.isUp) return this.admitAlone(call);
    return this.shared.count(call).then(
      ({ usages }) => {
        const decision = decide(usages);
        if (decision.admitted) this.own.add(call);
        return decision;
      },
      () => this.admitAlone(call),
    );
  }

  /** Admits one call a second per program of those that the quota does not count, and returns the quota unchanged. */
  admitFree(terms: RateTerms): Soon<RateDecision> {
    const { programId } = terms;
    const windows = this.windowsOf(terms, []);
    const alone = (): RateDecision => decideFree(this.own.read(programId, windows), this.own.admitFree(programId));
    if (!this.shared.isUp) return alone();
    return this.shared.count({ programId, windows, freeMs: FREE_CALL_MS }).then(({ waitMs, usages }) => decideFree(usages, waitMs), alone);
  }

  /** Returns the use of all limits and counts nothing. */
  usage(terms: RateTerms, services: readonly string[]): Soon<RateUsage> {
    const windows = this.windowsOf(terms, services);
    const toUsage = (usages: readonly WindowUsage[]): RateUsage => toRateUsage(usages, terms, services);
    const alone = (): RateUsage => toUsage(this.own.read(terms.programId, windows));
    if (!this.shared.isUp) return alone();
    return this.shared.count({ programId: terms.programId, windows }).then(({ usages }) => toUsage(usages), alone);
  }

  /** Counts what this process holds. */
  statistics(): ReturnType<OwnCounts['statistics']> {
    return this.own.statistics();
  }

  /** State for the operator; null without REDIS_URL. `alone`: calls decided by this node's own count. */
  get redisState(): { readonly isUp: boolean; readonly alone: number } | null {
    return this.shared.isConfigured ? { isUp: this.shared.isUp, alone: this.alone } : null;
  }

  private admitAlone(call: RatedCall): RateDecision {
    this.alone += 1;
    return decide(this.own.admit(call));
  }

  /** Windows of the limits: hour, day if it is limited, then the services. */
  private windowsOf({ ratePerHour, ratePerDay, serviceRates }: RateTerms, services: readonly string[]): RateWindow[] {
    const { windowMs, dayMs } = this.own;
    const windows: RateWindow[] = [{ service: null, spanMs: windowMs, limit: ratePerHour ?? this.defaultLimit }];
    if (ratePerDay !== null) windows.push({ service: null, spanMs: dayMs, limit: ratePerDay });
    return [...windows, ...services.map((service) => ({ service, spanMs: windowMs, limit: serviceRates[service] ?? null }))];
  }
}

function toRateUsage(usages: readonly WindowUsage[], { ratePerDay }: RateTerms, services: readonly string[]): RateUsage {
  const [hour, ...others] = usages;
  if (hour === undefined) throw new RangeError('At least one limit applies.');
  const day = ratePerDay === null ? null : (others.shift() ?? null);
  return { hour, day, services: others.map((usage, index) => ({ ...usage, service: services[index] ?? '' })) };
}
