import fc from 'fast-check';
import { Clock } from '../../common/clock.js';
import { readConfig } from '../../config/config.js';
import { OwnCounts } from './own-counts.js';
import type { RateDecision, RateTerms, RateUsage } from './rate-decision.js';
import { RateLimiter } from './rate-limiter.js';
import { SharedCounts } from './shared-counts.js';

class SetClock extends Clock {
  ms = Date.parse('2026-11-20T10:00:00Z');
  now(): Date {
    return new Date(this.ms);
  }
}

const WINDOW_MS = 60_000;
const DAY_MS = 86_400_000;

function listTerms(programId: number, changes: Partial<RateTerms> = {}): RateTerms {
  return { programId, ratePerHour: null, ratePerDay: null, serviceRates: {}, ...changes };
}

interface Limit {
  readonly limit: number;
  readonly spanMs: number;
  readonly service: string | null;
}

class PlainList {
  readonly admitted: { readonly atMs: number; readonly service: string }[] = [];

  admit(nowMs: number, terms: RateTerms, service: string): RateDecision {
    const limits: Limit[] = [{ limit: terms.ratePerHour!, spanMs: WINDOW_MS, service: null }];
    if (terms.ratePerDay !== null) limits.push({ limit: terms.ratePerDay, spanMs: DAY_MS, service: null });
    const perService = terms.serviceRates[service];
    if (perService !== undefined) limits.push({ limit: perService, spanMs: WINDOW_MS, service });
    const refusing = limits.filter((limit) => this.left(nowMs, limit) <= 0);
    if (refusing.length === 0) {
      this.admitted.push({ atMs: nowMs, service });
      const [tightest] = limits.toSorted((one, other) => this.left(nowMs, one) - this.left(nowMs, other) || one.limit - other.limit);
      return { admitted: true, limit: tightest!.limit, remaining: this.left(nowMs, tightest!), retryAfterSeconds: 0 };
    }
    const waits = refusing.map((limit) => ({ limit: limit.limit, seconds: this.secondsUntilFree(nowMs, limit) }));
    const retryAfterSeconds = Math.max(...waits.map(({ seconds }) => seconds));
    const longest = refusing.toSorted((one, other) => this.msUntilFree(nowMs, other) - this.msUntilFree(nowMs, one))[0]!;
    return { admitted: false, limit: longest.limit, remaining: 0, retryAfterSeconds };
  }

  private left(nowMs: number, { limit, spanMs, service }: Limit): number {
    const counts = (call: { atMs: number; service: string }): boolean =>
      call.atMs > nowMs - spanMs && call.atMs <= nowMs && (service === null || call.service === service);
    return limit - this.admitted.filter(counts).length;
  }

  private secondsUntilFree(nowMs: number, limit: Limit): number {
    return Math.ceil(this.msUntilFree(nowMs, limit) / 1000);
  }

  private msUntilFree(nowMs: number, limit: Limit): number {
    const moments = this.admitted.map(({ atMs }) => atMs + limit.spanMs).filter((atMs) => atMs > nowMs);
    return Math.min(...moments.filter((atMs) => this.leftAt(atMs, nowMs, limit) > 0)) - nowMs;
  }

  private leftAt(laterMs: number, nowMs: number, limit: Limit): number {
    const list = new PlainList();
    list.admitted.push(...this.admitted.filter(({ atMs }) => atMs <= nowMs));
    return list.left(laterMs, limit);
  }
}

class LimiterAlone {
  readonly own: OwnCounts;
  private readonly limiter: RateLimiter;

  constructor(clock: Clock) {
    const config = readConfig({ RATE_LIMIT_PER_HOUR: '3', RATE_LIMIT_WINDOW_SECONDS: '60' });
    this.own = new OwnCounts(clock, config);
    this.limiter = new RateLimiter(config, this.own, new SharedCounts(config, this.own));
  }

  admit(terms: RateTerms, service: string): Promise<RateDecision> {
    return this.limiter.admit(terms, service);
  }

  usage(terms: RateTerms, services: readonly string[]): Promise<RateUsage> {
    return this.limiter.usage(terms, services);
  }

  admitFree(terms: RateTerms): Promise<RateDecision> {
    return this.limiter.admitFree(terms);
  }
}

describe('RateLimiter without other processes', () => {
  let clock: SetClock;
  const countsOf = (): LimiterAlone => new LimiterAlone(clock);
  const admitted = async (counts: LimiterAlone, terms: RateTerms, service: string, calls: number): Promise<number> => {
    const decisions: RateDecision[] = [];
    for (let call = 0; call < calls; call += 1) decisions.push(await counts.admit(terms, service));
    return decisions.filter((decision) => decision.admitted).length;
  };

  beforeEach(() => {
    clock = new SetClock();
  });

  it('counts each program separately, by its own limit or the default', async () => {
    const counts = countsOf();
    for (const remaining of [2, 1, 0])
      expect(await counts.admit(listTerms(1), 'a')).toMatchObject({ admitted: true, limit: 3, remaining, retryAfterSeconds: 0 });
    expect(await counts.admit(listTerms(1), 'b')).toMatchObject({ admitted: false, limit: 3, remaining: 0, retryAfterSeconds: 60 });
    expect(await counts.admit(listTerms(1, { ratePerHour: 5 }), 'a')).toMatchObject({ admitted: true, limit: 5, remaining: 1 });
    expect(await counts.admit(listTerms(2, { ratePerHour: 1 }), 'a')).toMatchObject({ admitted: true, limit: 1, remaining: 0 });
  });

  it('does not reset at the full hour', async () => {
    clock.ms = Date.parse('2026-11-20T10:59:59.999Z');
    const counts = countsOf();
    expect((await counts.admit(listTerms(1, { ratePerHour: 1 }), 'a')).admitted).toBe(true);
    clock.ms += 1;
    expect((await counts.admit(listTerms(1, { ratePerHour: 1 }), 'a')).admitted).toBe(false);
  });

  it('neither frees nor blocks a caller longer when the clock is set back', async () => {
    const counts = countsOf();
    const terms = listTerms(1, { ratePerHour: 1 });
    await counts.admit(terms, 'a');
    clock.ms -= 3_600_000;
    expect(await counts.admit(terms, 'a')).toMatchObject({ admitted: false, retryAfterSeconds: 60 });
    clock.ms += WINDOW_MS - 1;
    expect((await counts.admit(terms, 'a')).admitted).toBe(false);
    clock.ms += 1;
    expect((await counts.admit(terms, 'a')).admitted).toBe(true);
  });

  it('refuses by service, leaves other services alone, and does not count the refused call', async () => {
    const counts = countsOf();
    const terms = listTerms(1, { ratePerHour: 10, serviceRates: { a: 2 } });
    expect(await counts.admit(terms, 'a')).toMatchObject({ limit: 2, remaining: 1 });
    clock.ms += 10_000;
    expect(await counts.admit(terms, 'a')).toMatchObject({ limit: 2, remaining: 0 });
    expect(await admitted(counts, terms, 'a', 50)).toBe(0);
    expect(await counts.admit(terms, 'a')).toMatchObject({ admitted: false, limit: 2, remaining: 0, retryAfterSeconds: 50 });
    expect(await counts.admit(terms, 'b')).toMatchObject({ admitted: true, limit: 10, remaining: 7, retryAfterSeconds: 0 });
  });

  it('counts the earlier calls of a service for its new limit', async () => {
    const counts = countsOf();
    expect(await admitted(counts, listTerms(1, { ratePerHour: 100 }), 'a', 7)).toBe(7);
    expect(await admitted(counts, listTerms(1, { ratePerHour: 100, serviceRates: { a: 9 } }), 'a', 7)).toBe(2);
    expect(await admitted(counts, listTerms(1, { ratePerHour: 100, serviceRates: { a: 0 } }), 'a', 7)).toBe(0);
  });

  it('limits any 24 hours, not the calendar day', async () => {
    const counts = countsOf();
    const terms = listTerms(1, { ratePerHour: 4, ratePerDay: 6 });
    clock.ms = Date.parse('2026-11-20T21:59:00Z'); // A minute before midnight in Athens.
    expect(await admitted(counts, terms, 'a', 9)).toBe(4);
    clock.ms += 2 * WINDOW_MS;
    expect(await counts.admit(terms, 'b')).toMatchObject({ admitted: true, limit: 6, remaining: 1 });
    expect(await counts.admit(terms, 'a')).toMatchObject({ admitted: true, limit: 6, remaining: 0 });
    expect(await counts.admit(terms, 'a')).toMatchObject({ admitted: false, limit: 6, remaining: 0, retryAfterSeconds: 86_400 - 120 });
    clock.ms += DAY_MS - 2 * WINDOW_MS - 1;
    expect(await counts.admit(terms, 'a')).toMatchObject({ admitted: false, retryAfterSeconds: 1 });
    clock.ms += 1;
    expect(await admitted(counts, terms, 'a', 9)).toBe(4);
  });

  it('reports the limit that frees last when several refuse', async () => {
    const counts = countsOf();
    const terms = listTerms(1, { ratePerHour: 2, ratePerDay: 2, serviceRates: { a: 2 } });
    expect(await admitted(counts, terms, 'a', 3)).toBe(2);
    expect(await counts.admit(terms, 'a')).toMatchObject({ admitted: false, limit: 2, remaining: 0, retryAfterSeconds: 86_400 });
  });

  it('decides like plain lists for any schedule, services and changing limits', async () => {
    const limit = (max: number) => fc.integer({ min: 1, max });
    const step = fc.record({
      waitMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: WINDOW_MS }), fc.constant(DAY_MS / 5)),
      calls: fc.integer({ min: 1, max: 6 }),
      service: fc.constantFrom('a', 'b', 'c'),
      ratePerHour: limit(12),
      ratePerDay: limit(30),
      serviceRates: fc.record({ a: limit(8), b: limit(5) }, { requiredKeys: [] }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 50 }), fc.boolean(), async (steps, isLimitedPerDay) => {
        clock = new SetClock();
        const counts = countsOf();
        const list = new PlainList();
        for (const { waitMs, calls, service, ratePerHour, ratePerDay, serviceRates } of steps) {
          clock.ms += waitMs;
          const terms = listTerms(1, { ratePerHour, ratePerDay: isLimitedPerDay ? ratePerDay : null, serviceRates });
          for (let call = 0; call < calls; call += 1)
            expect(await counts.admit(terms, service)).toMatchObject(list.admit(clock.ms, terms, service));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('stores at most twice as many calls as count', async () => {
    const counts = countsOf();
    const terms = listTerms(1, { ratePerHour: 1_000_000 });
    for (let call = 0; call < 5000; call += 1, clock.ms += 100) {
      await counts.admit(terms, call % 3 === 0 ? 'a' : 'b');
      expect(counts.own.statistics().calls).toBeLessThanOrEqual(2 * (await counts.usage(terms, [])).hour.used + 1);
    }
    expect((await counts.usage(terms, [])).hour.used).toBe(WINDOW_MS / 100 - 1);
  });

  it('counts the calls of the window, and no older ones, for a new limit per day', async () => {
    const counts = countsOf();
    const terms = listTerms(1, { ratePerHour: 9 });
    await counts.admit(terms, 'a');
    clock.ms += 10_000;
    for (let call = 0; call < 3; call += 1) await counts.admit(terms, 'b');
    clock.ms += WINDOW_MS - 10_000;
    expect(await counts.admit({ ...terms, ratePerDay: 5 }, 'a')).toMatchObject({ admitted: true, limit: 5, remaining: 1 });
    clock.ms += WINDOW_MS;
    expect(await counts.usage({ ...terms, ratePerDay: 5 }, [])).toMatchObject({ hour: { used: 0 }, day: { used: 4 } });
  });

  it('returns the usage of every limit without counting a call', async () => {
    const counts = countsOf();
    const terms = listTerms(1, { ratePerDay: 9, serviceRates: { a: 2 } });
    expect(await counts.usage(terms, ['a'])).toMatchObject({
      hour: { limit: 3, used: 0, freedInMs: null },
      day: { limit: 9, used: 0, freedInMs: null },
      services: [{ service: 'a', limit: 2, used: 0, freedInMs: null }],
    });
    await counts.admit(terms, 'a');
    clock.ms += 1000;
    await counts.admit(terms, 'b');
    expect(await counts.usage(terms, ['a', 'b', 'c'])).toMatchObject({
      hour: { limit: 3, used: 2, freedInMs: 59_000 },
      day: { limit: 9, used: 2, freedInMs: DAY_MS - 1000 },
      services: [
        { service: 'a', limit: 2, used: 1, freedInMs: 59_000 },
        { service: 'b', limit: null, used: 1, freedInMs: 60_000 },
        { service: 'c', limit: null, used: 0, freedInMs: null },
      ],
    });
    clock.ms += WINDOW_MS;
    expect(await counts.usage(listTerms(1), ['a'])).toMatchObject({
      hour: { limit: 3, used: 0, freedInMs: null },
      day: null,
      services: [{ service: 'a', limit: null, used: 0, freedInMs: null }],
    });
    expect(await counts.usage(terms, [])).toMatchObject({ day: { used: 2, freedInMs: DAY_MS - 61_000 } });
  });

  it('admits one call per second outside the quota', async () => {
    const counts = countsOf();
    const free = async (programId: number): Promise<number> => (await counts.admitFree(listTerms(programId))).retryAfterSeconds;
    expect([await free(1), await free(1), await free(2)]).toEqual([0, 1, 0]);
    clock.ms += 999;
    expect(await free(1)).toBe(1);
    clock.ms += 1;
    expect(await counts.admitFree(listTerms(1))).toMatchObject({ admitted: true, limit: 3, remaining: 3, retryAfterSeconds: 0 });
  });

  it('removes expired calls and nothing else', async () => {
    const counts = countsOf();
    await counts.admit(listTerms(1), 'a');
    await counts.admit(listTerms(3, { ratePerDay: 5 }), 'a');
    clock.ms += 30_000;
    await counts.admit(listTerms(2), 'a');
    clock.ms += 30_000;
    counts.own.deleteAged();
    expect(counts.own.statistics()).toEqual({ programs: 2, calls: 2 });
    clock.ms += DAY_MS;
    counts.own.deleteAged();
    expect(counts.own.statistics()).toEqual({ programs: 0, calls: 0 });
  });

  it('lists the calls since a stamp, and separates those of the same millisecond', async () => {
    const counts = countsOf();
    await counts.admit(listTerms(1), 'a');
    const stamp = counts.own.time.stamp();
    await counts.admit(listTerms(1), 'b');
    await counts.admit(listTerms(1), 'a');
    await counts.admit(listTerms(1), 'a');
    const later = counts.own.callsSince(stamp).toSorted((one, other) => one.service.localeCompare(other.service));
    expect(later.map(({ programId, service, retainedMs, stamps }) => [programId, service, retainedMs, stamps.map(Math.floor)])).toEqual([
      [1, 'a', WINDOW_MS, [clock.ms]],
      [1, 'b', WINDOW_MS, [clock.ms]],
    ]);
    const all = counts.own.callsSince(-Infinity).flatMap(({ stamps }) => stamps);
    expect(new Set(all).size).toBe(3);
    clock.ms += WINDOW_MS;
    expect(counts.own.callsSince(-Infinity)).toEqual([]);
  });

  it('puts a call that is counted later in its place by time', async () => {
    const counts = countsOf();
    const stamp = counts.own.time.stamp();
    const windows = ['all', 'a'].map((name) => ({ of: name, spanMs: WINDOW_MS, limit: null }));
    clock.ms += 500;
    await counts.admit(listTerms(1), 'a');
    counts.own.add(1, windows, stamp);
    expect(await counts.usage(listTerms(1), ['a'])).toMatchObject({
      hour: { used: 2, freedInMs: WINDOW_MS - 500 },
      services: [{ used: 2 }],
    });
  });

  it('loads the calls of a previous process that still count', async () => {
    const counts = countsOf();
    counts.own.restore([
      { programId: 1, service: 'a', stamps: [clock.ms - WINDOW_MS, clock.ms - 1000], retainedMs: WINDOW_MS },
      { programId: 1, service: 'b', stamps: [clock.ms - 5000, clock.ms + 9_000_000], retainedMs: WINDOW_MS },
      { programId: 2, service: 'a', stamps: [], retainedMs: WINDOW_MS },
      { programId: 3, service: 'a', stamps: [clock.ms - 2 * WINDOW_MS, clock.ms - WINDOW_MS], retainedMs: DAY_MS },
    ]);
    const terms = listTerms(1, { ratePerHour: 4 });
    expect(await counts.admit(terms, 'a')).toMatchObject({ admitted: true, remaining: 0 });
    expect(await counts.admit(terms, 'a')).toMatchObject({ admitted: false, retryAfterSeconds: 55 });
    expect(await counts.admit(listTerms(3, { ratePerDay: 3 }), 'a')).toMatchObject({ limit: 3, remaining: 0 });
  });
});
