import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { FREE, OwnCounts } from './own-counts.js';
import { ALL, decide, decideOutsideQuota, hasRoom } from './rate-decision.js';
import type { NamedRateDecision, PlacedRateDecision, RateTerms, RateUsage, RateWindow, WindowUsage } from './rate-decision.js';
import { SharedCounts } from './shared-counts.js';

const FREE_WINDOW: RateWindow = { of: FREE, spanMs: 1000, limit: 1 };

@Injectable()
export class RateLimiter {
  private alone = 0;

  constructor(
    private readonly config: Config,
    private readonly own: OwnCounts,
    private readonly shared: SharedCounts,
  ) {}

  get windows(): { readonly windowMs: number; readonly dayMs: number } {
    return this.own;
  }

  /** Never fails. */
  async admit(terms: RateTerms, service: string): Promise<NamedRateDecision> {
    const windows = this.listWindows(terms, [service]);
    return this.nameLimit(decide(await this.count(terms.programId, windows)), windows);
  }

  async admitFree(terms: RateTerms): Promise<NamedRateDecision> {
    const windows = this.listWindows(terms, []);
    const quota = this.read(terms.programId, windows);
    const [free] = await this.count(terms.programId, [FREE_WINDOW]);
    return this.nameLimit(decideOutsideQuota(await quota, free?.waitMs ?? 0), windows);
  }

  private nameLimit(
    { place, admitted, limit, remaining, retryAfterSeconds }: PlacedRateDecision,
    windows: readonly RateWindow[],
  ): NamedRateDecision {
    const { of: name, spanMs } = windows[place]!;
    const policy = name !== ALL ? name : spanMs > this.own.windowMs ? 'day' : 'program';
    return { admitted, limit, remaining, retryAfterSeconds, policy, windowSeconds: spanMs / 1000 };
  }

  async usage(terms: RateTerms, services: readonly string[]): Promise<RateUsage> {
    const usages = await this.read(terms.programId, this.listWindows(terms, services));
    const hasDay = terms.ratePerDay !== null;
    return {
      hour: usages[0]!,
      day: hasDay ? usages[1]! : null,
      services: usages.slice(hasDay ? 2 : 1).map((usage, index) => ({ ...usage, service: services[index] ?? '' })),
    };
  }

  statistics(): ReturnType<OwnCounts['statistics']> {
    return this.own.statistics();
  }

  get redisState(): { readonly isUp: boolean; readonly alone: number } | null {
    return this.config.redisUrl === null ? null : { isUp: this.shared.isUp, alone: this.alone };
  }

  private async count(programId: number, windows: readonly RateWindow[]): Promise<WindowUsage[]> {
    const stamp = this.own.time.stamp();
    const shared = this.shared.isUp ? await this.shared.count(programId, windows, stamp) : null;
    if (shared === null) this.alone += 1;
    const usages = shared ?? this.own.read(programId, windows, Math.floor(stamp));
    if (hasRoom(usages)) this.own.add(programId, windows, stamp);
    return usages;
  }

  private async read(programId: number, windows: readonly RateWindow[]): Promise<WindowUsage[]> {
    const shared = this.shared.isUp ? await this.shared.count(programId, windows) : null;
    return shared ?? this.own.read(programId, windows);
  }

  private listWindows({ ratePerHour, ratePerDay, serviceRates }: RateTerms, services: readonly string[]): RateWindow[] {
    const { windowMs, dayMs } = this.own;
    const windows: RateWindow[] = [{ of: ALL, spanMs: windowMs, limit: ratePerHour ?? this.config.rateLimitPerHour }];
    if (ratePerDay !== null) windows.push({ of: ALL, spanMs: dayMs, limit: ratePerDay });
    return [...windows, ...services.map((service) => ({ of: service, spanMs: windowMs, limit: serviceRates[service] ?? null }))];
  }
}
