import { Injectable } from '@nestjs/common';
import { type CountStatistics, OwnCounts } from './own-counts.js';
import { decideFree, type RateDecision, type RateTerms, type RateUsage } from './rate-decision.js';
import { SharedCounts } from './shared-counts.js';

/** At once where this process counts for itself, a promise where Redis is asked. */
type Soon<T> = T | Promise<T>;

/** The rate limit (gateway.13, gateway.17): counted in Redis for all nodes while there is one that responds, else by this process alone. */
@Injectable()
export class RateLimiter {
  constructor(
    private readonly own: OwnCounts,
    private readonly shared: SharedCounts,
  ) {}

  /** Lengths of the windows in milliseconds. */
  get windows(): { readonly windowMs: number; readonly dayMs: number } {
    return this.own;
  }

  /** Admits and counts the call, or refuses it without a trace. Never fails. */
  admit(terms: RateTerms, service: string): Soon<RateDecision> {
    return this.shared.isUp ? this.shared.admit(terms, service) : this.shared.admitAlone(terms, service);
  }

  /** Admits one call a second per program of those that the quota does not count, and returns the quota as it stands. */
  admitFree(terms: RateTerms): Soon<RateDecision> {
    if (this.shared.isUp) return this.shared.admitFree(terms);
    return decideFree(this.own.usage(terms, []), this.own.admitFree(terms.programId));
  }

  /** How far the limits are used; counts nothing. */
  usage(terms: RateTerms, services: readonly string[]): Soon<RateUsage> {
    return this.shared.isUp ? this.shared.usage(terms, services) : this.own.usage(terms, services);
  }

  /** What this process holds. */
  statistics(): CountStatistics {
    return this.own.statistics();
  }

  /** Whether Redis counts, and how many calls this process decided without it; null without REDIS_URL. */
  get redisState(): SharedCounts['state'] {
    return this.shared.state;
  }
}
