import { Clock } from '../../src/common/clock.js';
import { DomainError } from '../../src/common/domain-error.js';
import { ErrorCode } from '../../src/common/error-codes.js';
import { OwnCounts } from '../../src/gateway/rate-limit/own-counts.js';
import type { RateTerms } from '../../src/gateway/rate-limit/rate-decision.js';
import { RateJournal } from '../../src/gateway/rate-limit/rate-journal.js';
import { RateLimiter } from '../../src/gateway/rate-limit/rate-limiter.js';
import { SharedCounts } from '../../src/gateway/rate-limit/shared-counts.js';
import { Scheduler } from '../../src/jobs/scheduler.js';
import { Store } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

class SetClock extends Clock {
  ms = Date.parse('2026-11-20T10:00:00Z');
  now(): Date {
    return new Date(this.ms);
  }
}

/** A store whose writes fail before or after the database has executed them. */
class FailingStore {
  fails: 'no' | 'before' | 'after' = 'no';

  constructor(private readonly store: Store) {}

  async query<Row>(...call: Parameters<Store['query']>): Promise<Row[]> {
    if (this.fails === 'before') throw new DomainError(ErrorCode.UNAVAILABLE);
    const rows = await this.store.query<Row>(...call);
    if (this.fails === 'after') throw new DomainError(ErrorCode.UNAVAILABLE);
    return rows;
  }
}

const LIMIT = 5;
const WINDOW_SECONDS = 60;
const SERVICE = 'fire-api';

function listTerms(programId: number, changes: Partial<RateTerms> = {}): RateTerms {
  return { programId, ratePerHour: null, ratePerDay: null, serviceRates: {}, ...changes };
}

describe('the rate limit over a restart', () => {
  let database: TestDatabase;
  let store: Store;
  let failing: FailingStore;
  let clock: SetClock;

  beforeAll(async () => {
    database = await createTestDatabase({ rateLimitPerHour: LIMIT, rateLimitWindowSeconds: WINDOW_SECONDS });
    store = await Store.open(database.config);
  });
  beforeEach(async () => {
    clock = new SetClock();
    failing = new FailingStore(store);
    await store.query('gateway', 'DELETE FROM rate_admission');
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  /** Starts the limiter of a new process. */
  async function start(): Promise<{ limiter: RateLimiter; journal: RateJournal; scheduler: Scheduler }> {
    const { config } = database;
    const own = new OwnCounts(clock, config);
    const scheduler = new Scheduler(clock, config);
    const journal = new RateJournal(scheduler, failing as unknown as Store, own, config);
    await journal.load();
    return { limiter: new RateLimiter(config, own, new SharedCounts(config, own)), journal, scheduler };
  }

  async function admitted(limiter: RateLimiter, programId: number, calls: number): Promise<number> {
    const decisions = await Promise.all(Array.from({ length: calls }, () => limiter.admit(listTerms(programId), SERVICE)));
    return decisions.filter((decision) => decision.admitted).length;
  }

  it('counts the calls of the previous process to the millisecond', async () => {
    const previous = await start();
    await previous.limiter.admit(listTerms(1), SERVICE);
    clock.ms += 250;
    expect(await admitted(previous.limiter, 1, 2)).toBe(2);
    expect(await admitted(previous.limiter, 2, 9)).toBe(LIMIT);
    await previous.journal.save();
    clock.ms += 1000;

    const { limiter } = await start();
    expect(await admitted(limiter, 1, 9)).toBe(LIMIT - 3);
    expect(await admitted(limiter, 2, 9)).toBe(0);
    clock.ms += WINDOW_SECONDS * 1000 - 1251;
    expect(await admitted(limiter, 1, 9)).toBe(0);
    clock.ms += 1;
    expect(await admitted(limiter, 1, 9)).toBe(1);
  });

  it('loses only the calls not saved yet', async () => {
    const previous = await start();
    await admitted(previous.limiter, 1, 3);
    await previous.journal.save();
    await admitted(previous.limiter, 1, 1);
    const { limiter } = await start();
    expect(await admitted(limiter, 1, 9)).toBe(LIMIT - 3);
  });

  it('saves about once a second while it runs, and the rest when it stops', async () => {
    const { limiter, journal, scheduler } = await start();
    scheduler.onApplicationBootstrap();
    await admitted(limiter, 1, 2);
    await eventually('the calls are saved', async () => (await store.query('gateway', 'SELECT FROM rate_admission')).length > 0, 2_000);
    await scheduler.beforeApplicationShutdown();
    expect(await admitted((await start()).limiter, 1, 9)).toBe(LIMIT - 2);
    await admitted(limiter, 1, 1);
    await journal.onApplicationShutdown();
    expect(await admitted((await start()).limiter, 1, 9)).toBe(LIMIT - 3);
  });

  it('continues without the database and writes everything later', async () => {
    const previous = await start();
    failing.fails = 'before';
    await admitted(previous.limiter, 1, 2);
    await expect(previous.journal.save()).rejects.toMatchObject({ code: ErrorCode.UNAVAILABLE });
    expect(await admitted(previous.limiter, 1, 1)).toBe(1);
    await expect(previous.journal.save()).rejects.toMatchObject({ code: ErrorCode.UNAVAILABLE });
    failing.fails = 'no';
    await previous.journal.save();
    expect(await admitted((await start()).limiter, 1, 9)).toBe(LIMIT - 3);
  });

  it('counts no call twice when the result of a write is unknown', async () => {
    const previous = await start();
    await admitted(previous.limiter, 1, 2);
    failing.fails = 'after';
    await expect(previous.journal.save()).rejects.toMatchObject({ code: ErrorCode.UNAVAILABLE });
    failing.fails = 'no';
    await previous.journal.save();
    expect(await admitted((await start()).limiter, 1, 9)).toBe(LIMIT - 2);
  });

  it('writes more calls than fit in one batch', async () => {
    const previous = await start();
    const many = 45_000;
    for (let call = 0; call < many; call += 1) await previous.limiter.admit(listTerms(1 + (call % 3), { ratePerHour: many }), SERVICE);
    await previous.journal.save();
    const [sum] = await store.query<{ calls: number; programs: number }>(
      'gateway',
      'SELECT sum(cardinality(offsets_ms))::integer AS calls, count(DISTINCT program_id)::integer AS programs FROM rate_admission',
    );
    expect(sum).toEqual({ calls: many, programs: 3 });
    const { limiter } = await start();
    expect(await limiter.admit(listTerms(1, { ratePerHour: many / 3 }), SERVICE)).toMatchObject({ admitted: false });
    expect(await limiter.admit(listTerms(1, { ratePerHour: many / 3 + 1 }), SERVICE)).toMatchObject({ admitted: true });
  });

  it('deletes expired calls from memory and table, and nothing else', async () => {
    const { limiter, journal } = await start();
    await admitted(limiter, 1, 1);
    await journal.save();
    clock.ms += 30_000;
    await admitted(limiter, 2, 1);
    await journal.save();
    clock.ms += 30_000;
    await journal.sweep();
    expect(limiter.statistics().programs).toBe(1);
    expect(await store.query('gateway', 'SELECT program_id FROM rate_admission')).toEqual([{ program_id: 2 }]);
  });

  it('keeps the counts of each service, and a day of them under a limit per day', async () => {
    const terms = listTerms(1, { ratePerHour: 4, ratePerDay: 6, serviceRates: { [SERVICE]: 3 } });
    const previous = await start();
    for (const service of [SERVICE, 'mtr-api', SERVICE, SERVICE]) await previous.limiter.admit(terms, service);
    await previous.journal.save();
    expect(await (await start()).limiter.admit(listTerms(1, { ratePerHour: 9, serviceRates: { [SERVICE]: 3 } }), SERVICE)).toEqual({
      admitted: false,
      limit: 3,
      policy: SERVICE,
      remaining: 0,
      retryAfterSeconds: WINDOW_SECONDS,
      windowSeconds: WINDOW_SECONDS,
    });
    clock.ms += 3_600_000;
    const { limiter, journal } = await start();
    await journal.sweep();
    expect(await limiter.admit(terms, SERVICE)).toMatchObject({ admitted: true, limit: 6, remaining: 1 });
    expect(await limiter.admit(terms, SERVICE)).toMatchObject({ admitted: true, limit: 6, remaining: 0 });
    expect(await limiter.admit(terms, SERVICE)).toMatchObject({ admitted: false, limit: 6, retryAfterSeconds: 82_800 });
    await journal.save();
    clock.ms += 82_800_000;
    await journal.sweep();
    const rows = await store.query('gateway', 'SELECT cardinality(offsets_ms) AS calls FROM rate_admission');
    expect(rows).toEqual([{ calls: 2 }]);
  });

  it('counts calls that the previous process dated in the future as of now', async () => {
    const previous = await start();
    await admitted(previous.limiter, 1, LIMIT);
    await previous.journal.save();
    clock.ms -= 3_600_000;
    const { limiter } = await start();
    expect(await limiter.admit(listTerms(1), SERVICE)).toMatchObject({ admitted: false, retryAfterSeconds: WINDOW_SECONDS });
  });
});
