import fc from 'fast-check';
import { Clock } from '../../common/clock.js';
import { readConfig } from '../../config/config.js';
import { OwnCounts } from './own-counts.js';
import { DAY_MS, type RateDecision, type RateTerms } from './rate-decision.js';

class SetClock extends Clock {
  ms = Date.parse('2026-11-20T10:00:00Z');
  now(): Date {
    return new Date(this.ms);
  }
}

const WINDOW_MS = 60_000;

function termsOf(programId: number, changes: Partial<RateTerms> = {}): RateTerms {
  return { programId, ratePerHour: null, ratePerDay: null, serviceRates: {}, ...changes };
}

interface Limit {
  readonly limit: number;
  readonly spanMs: number;
  readonly service: string | null;
}

/** The rules as written: a list of all admitted calls, counted again for every limit at every call. */
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

  /** Found at the moments when a call ages out, by trying. */
  private msUntilFree(nowMs: number, limit: Limit): number {
    const moments = this.admitted.map(({ atMs }) => atMs + limit.spanMs).filter((atMs) => atMs > nowMs);
    return Math.min(...moments.filter((atMs) => this.leftAt(atMs, nowMs, limit) > 0)) - nowMs;
  }

  /** As if no call came in between. */
  private leftAt(laterMs: number, nowMs: number, limit: Limit): number {
    const list = new PlainList();
    list.admitted.push(...this.admitted.filter(({ atMs }) => atMs <= nowMs));
    return list.left(laterMs, limit);
  }
}

describe('OwnCounts', () => {
  let clock: SetClock;
  const countsOf = (): OwnCounts => new OwnCounts(clock, readConfig({ RATE_LIMIT_PER_HOUR: '3', RATE_LIMIT_WINDOW_SECONDS: '60' }));
  const admitted = (counts: OwnCounts, terms: RateTerms, service: string, calls: number): number =>
    Array.from({ length: calls }, () => counts.admit(terms, service)).filter((decision) => decision.admitted).length;

  beforeEach(() => {
    clock = new SetClock();
  });

  it('counts each program for itself, by its own limit or the default', () => {
    const counts = countsOf();
    for (const remaining of [2, 1, 0])
      expect(counts.admit(termsOf(1), 'a')).toEqual({ admitted: true, limit: 3, remaining, retryAfterSeconds: 0 });
    expect(counts.admit(termsOf(1), 'b')).toEqual({ admitted: false, limit: 3, remaining: 0, retryAfterSeconds: 60 });
    expect(counts.admit(termsOf(1, { ratePerHour: 5 }), 'a')).toMatchObject({ admitted: true, limit: 5, remaining: 1 });
    expect(counts.admit(termsOf(2, { ratePerHour: 1 }), 'a')).toMatchObject({ admitted: true, limit: 1, remaining: 0 });
  });

  it('ignores the turn of the clock hour', () => {
    clock.ms = Date.parse('2026-11-20T10:59:59.999Z');
    const counts = countsOf();
    expect(counts.admit(termsOf(1, { ratePerHour: 1 }), 'a').admitted).toBe(true);
    clock.ms += 1;
    expect(counts.admit(termsOf(1, { ratePerHour: 1 }), 'a').admitted).toBe(false);
  });

  it('neither frees nor blocks anybody longer when the clock is set back', () => {
    const counts = countsOf();
    const terms = termsOf(1, { ratePerHour: 1 });
    counts.admit(terms, 'a');
    clock.ms -= 3_600_000;
    expect(counts.admit(terms, 'a')).toMatchObject({ admitted: false, retryAfterSeconds: 60 });
    clock.ms += WINDOW_MS - 1;
    expect(counts.admit(terms, 'a').admitted).toBe(false);
    clock.ms += 1;
    expect(counts.admit(terms, 'a').admitted).toBe(true);
  });

  it('refuses by service and leaves the other services alone, a refused call costing nothing anywhere', () => {
    const counts = countsOf();
    const terms = termsOf(1, { ratePerHour: 10, serviceRates: { a: 2 } });
    expect(counts.admit(terms, 'a')).toMatchObject({ limit: 2, remaining: 1 });
    clock.ms += 10_000;
    expect(counts.admit(terms, 'a')).toMatchObject({ limit: 2, remaining: 0 });
    expect(admitted(counts, terms, 'a', 50)).toBe(0);
    expect(counts.admit(terms, 'a')).toEqual({ admitted: false, limit: 2, remaining: 0, retryAfterSeconds: 50 });
    expect(counts.admit(terms, 'b')).toEqual({ admitted: true, limit: 10, remaining: 7, retryAfterSeconds: 0 });
  });

  it('counts for a service limit that is new what the service has had', () => {
    const counts = countsOf();
    expect(admitted(counts, termsOf(1, { ratePerHour: 100 }), 'a', 7)).toBe(7);
    expect(admitted(counts, termsOf(1, { ratePerHour: 100, serviceRates: { a: 9 } }), 'a', 7)).toBe(2);
    expect(admitted(counts, termsOf(1, { ratePerHour: 100, serviceRates: { a: 0 } }), 'a', 7)).toBe(0);
  });

  it('limits any 24 hours, not the calendar day', () => {
    const counts = countsOf();
    const terms = termsOf(1, { ratePerHour: 4, ratePerDay: 6 });
    clock.ms = Date.parse('2026-11-20T21:59:00Z'); // A minute before midnight in Athens.
    expect(admitted(counts, terms, 'a', 9)).toBe(4);
    clock.ms += 2 * WINDOW_MS;
    expect(counts.admit(terms, 'b')).toMatchObject({ admitted: true, limit: 6, remaining: 1 });
    expect(counts.admit(terms, 'a')).toMatchObject({ admitted: true, limit: 6, remaining: 0 });
    expect(counts.admit(terms, 'a')).toEqual({ admitted: false, limit: 6, remaining: 0, retryAfterSeconds: 86_400 - 120 });
    clock.ms += DAY_MS - 2 * WINDOW_MS - 1;
    expect(counts.admit(terms, 'a')).toMatchObject({ admitted: false, retryAfterSeconds: 1 });
    clock.ms += 1;
    expect(admitted(counts, terms, 'a', 9)).toBe(4);
  });

  it('names the limit that frees last when several refuse', () => {
    const counts = countsOf();
    const terms = termsOf(1, { ratePerHour: 2, ratePerDay: 2, serviceRates: { a: 2 } });
    expect(admitted(counts, terms, 'a', 3)).toBe(2);
    expect(counts.admit(terms, 'a')).toEqual({ admitted: false, limit: 2, remaining: 0, retryAfterSeconds: 86_400 });
  });

  it('decides like plain lists for any schedule, any services and changing limits', () => {
    const limit = (max: number) => fc.integer({ min: 1, max });
    const step = fc.record({
      waitMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: WINDOW_MS }), fc.constant(DAY_MS / 5)),
      calls: fc.integer({ min: 1, max: 6 }),
      service: fc.constantFrom('a', 'b', 'c'),
      ratePerHour: limit(12),
      ratePerDay: limit(30),
      serviceRates: fc.record({ a: limit(8), b: limit(5) }, { requiredKeys: [] }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 50 }), fc.boolean(), (steps, isLimitedPerDay) => {
        clock = new SetClock();
        const counts = countsOf();
        const list = new PlainList();
        for (const { waitMs, calls, service, ratePerHour, ratePerDay, serviceRates } of steps) {
          clock.ms += waitMs;
          const terms = termsOf(1, { ratePerHour, ratePerDay: isLimitedPerDay ? ratePerDay : null, serviceRates });
          for (let call = 0; call < calls; call += 1) expect(counts.admit(terms, service)).toEqual(list.admit(clock.ms, terms, service));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('holds at most 16 bytes per admitted call in all', () => {
    const counts = countsOf();
    const terms = termsOf(1, { ratePerHour: 1_000_000, ratePerDay: 1_000_000, serviceRates: { a: 1_000_000 } });
    for (let call = 0; call < 50_000; call += 1) {
      if (call % 100 === 0) clock.ms += 10;
      counts.admit(terms, call % 3 === 0 ? 'a' : 'b');
      if (call > 100 && call % 97 === 0) expect(counts.statistics().bytes).toBeLessThanOrEqual(16 * counts.statistics().calls);
    }
    expect(counts.statistics()).toMatchObject({ programs: 1, calls: 50_000 });
  });

  it('tells how far every limit is used and counts nothing by it', () => {
    const counts = countsOf();
    const terms = termsOf(1, { ratePerDay: 9, serviceRates: { a: 2 } });
    expect(counts.usage(terms, ['a'])).toEqual({
      hour: { limit: 3, used: 0, freedInMs: null },
      day: { limit: 9, used: 0, freedInMs: null },
      services: [{ service: 'a', limit: 2, used: 0, freedInMs: null }],
    });
    counts.admit(terms, 'a');
    clock.ms += 1000;
    counts.admit(terms, 'b');
    expect(counts.usage(terms, ['a', 'b', 'c'])).toEqual({
      hour: { limit: 3, used: 2, freedInMs: 59_000 },
      day: { limit: 9, used: 2, freedInMs: DAY_MS - 1000 },
      services: [
        { service: 'a', limit: 2, used: 1, freedInMs: 59_000 },
        { service: 'b', limit: null, used: 1, freedInMs: 60_000 },
        { service: 'c', limit: null, used: 0, freedInMs: null },
      ],
    });
    clock.ms += WINDOW_MS;
    expect(counts.usage(termsOf(1), ['a'])).toEqual({
      hour: { limit: 3, used: 0, freedInMs: null },
      day: null,
      services: [{ service: 'a', limit: null, used: 0, freedInMs: null }],
    });
    expect(counts.usage(terms, [])).toMatchObject({ day: { used: 2, freedInMs: DAY_MS - 61_000 } });
  });

  it('admits one call outside the quota a second', () => {
    const counts = countsOf();
    expect([counts.admitFree(1), counts.admitFree(1), counts.admitFree(2)]).toEqual([0, 1000, 0]);
    clock.ms += 999;
    expect(counts.admitFree(1)).toBe(1);
    clock.ms += 1;
    expect(counts.admitFree(1)).toBe(0);
  });

  it('forgets idle programs and services, and only those', () => {
    const counts = countsOf();
    counts.admit(termsOf(1), 'a');
    counts.admit(termsOf(3, { ratePerDay: 5 }), 'a');
    clock.ms += 30_000;
    counts.admit(termsOf(2), 'a');
    clock.ms += 30_000;
    counts.dropIdle();
    expect(counts.statistics()).toMatchObject({ programs: 2, calls: 2 });
    clock.ms += DAY_MS;
    counts.dropIdle();
    expect(counts.statistics()).toEqual({ programs: 0, calls: 0, bytes: 0 });
    expect(counts.takeUnsaved(9)).toEqual([]);
  });

  it('gives each admitted call out for saving once, in parts, the oldest first', () => {
    const counts = countsOf();
    const terms = termsOf(1, { ratePerHour: 4 });
    const startMs = clock.ms;
    for (let call = 0; call < 4; call += 1, clock.ms += 1) counts.admit(terms, 'a');
    counts.admit(terms, 'a');
    counts.admit(termsOf(2), 'b');
    expect(counts.takeUnsaved(3)).toEqual([
      { programId: 1, service: 'a', admittedMs: [startMs, startMs + 1, startMs + 2], keepsDay: false },
    ]);
    expect(counts.takeUnsaved(3)).toEqual([
      { programId: 1, service: 'a', admittedMs: [startMs + 3], keepsDay: false },
      { programId: 2, service: 'b', admittedMs: [startMs + 4], keepsDay: false },
    ]);
    expect(counts.takeUnsaved(3)).toEqual([]);
    counts.record(terms, 'a', counts.steadyMs());
    expect(counts.takeUnsaved(3)).toEqual([]);
    counts.markUnsavedSince(startMs + 2);
    expect(counts.takeUnsaved(9)).toMatchObject([{ admittedMs: [startMs + 3, startMs + 4] }, { admittedMs: [startMs + 4] }]);
  });

  it('does not save what counts nowhere any more after the database was down', () => {
    const counts = countsOf();
    const daily = termsOf(2, { ratePerHour: 10, ratePerDay: 10 });
    counts.admit(termsOf(1), 'a');
    counts.admit(daily, 'a');
    clock.ms += WINDOW_MS;
    counts.admit(termsOf(1), 'a');
    expect(counts.takeUnsaved(100)).toEqual([
      { programId: 1, service: 'a', admittedMs: [clock.ms], keepsDay: false },
      { programId: 2, service: 'a', admittedMs: [clock.ms - WINDOW_MS], keepsDay: true },
    ]);
  });

  it('saves by the clock as it was set, so that another process reads the same moments', () => {
    const counts = countsOf();
    counts.admit(termsOf(1), 'a');
    clock.ms -= 10_000;
    clock.ms += 500;
    counts.admit(termsOf(1), 'a');
    expect(counts.takeUnsaved(9)).toMatchObject([{ admittedMs: [clock.ms, clock.ms] }]);
  });

  it('takes over what still counts of a former process', () => {
    const counts = countsOf();
    counts.restore([
      { programId: 1, service: 'a', admittedMs: [clock.ms - WINDOW_MS, clock.ms - 1000], keepsDay: false },
      { programId: 1, service: 'b', admittedMs: [clock.ms - 5000, clock.ms + 9_000_000], keepsDay: false },
      { programId: 2, service: 'a', admittedMs: [], keepsDay: false },
      { programId: 3, service: 'a', admittedMs: [clock.ms - 2 * WINDOW_MS, clock.ms - WINDOW_MS], keepsDay: true },
    ]);
    const terms = termsOf(1, { ratePerHour: 4 });
    expect(counts.admit(terms, 'a')).toMatchObject({ admitted: true, remaining: 0 });
    expect(counts.admit(terms, 'a')).toMatchObject({ admitted: false, retryAfterSeconds: 55 });
    expect(counts.takeUnsaved(9)).toMatchObject([{ programId: 1, admittedMs: [clock.ms] }]);
    expect(counts.admit(termsOf(3, { ratePerDay: 3 }), 'a')).toMatchObject({ limit: 3, remaining: 0 });
  });
});
