import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { Clock, SystemClock } from '../../src/common/clock.js';
import { type Config, readConfig } from '../../src/config/config.js';
import { OwnCounts } from '../../src/gateway/rate-limit/own-counts.js';
import type { RateDecision, RateTerms } from '../../src/gateway/rate-limit/rate-decision.js';
import { RateLimiter } from '../../src/gateway/rate-limit/rate-limiter.js';
import { SharedCounts } from '../../src/gateway/rate-limit/shared-counts.js';
import { hasRedis, RedisServer } from '../support/redis-server.js';

const A = 'fire-api';
const B = 'mtr-api';

class Node {
  readonly own: OwnCounts;
  readonly shared: SharedCounts;
  readonly limiter: RateLimiter;

  constructor(config: Config, clock: Clock = new SystemClock()) {
    this.own = new OwnCounts(clock, config);
    this.shared = new SharedCounts(config, this.own);
    this.limiter = new RateLimiter(config, this.own, this.shared);
  }

  admit(terms: RateTerms, service = A): Promise<RateDecision> {
    return this.limiter.admit(terms, service);
  }

  async admitted(terms: RateTerms, calls: number, service = A): Promise<number> {
    const decisions = await Promise.all(Array.from({ length: calls }, () => this.admit(terms, service)));
    return decisions.filter((decision) => decision.admitted).length;
  }

  async until(isUp: boolean): Promise<void> {
    for (const deadline = Date.now() + 10_000; this.shared.isUp !== isUp; await sleep(10))
      if (Date.now() > deadline) throw new Error(`Redis is not ${isUp ? 'up' : 'gone'} for this node`);
  }
}

/** A clock with an offset. */
class SkewedClock extends Clock {
  constructor(private readonly aheadMs: number) {
    super();
  }
  now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }
}

function listTerms(programId: number, ratePerHour: number, changes: Partial<RateTerms> = {}): RateTerms {
  return { programId, ratePerHour, ratePerDay: null, serviceRates: {}, ...changes };
}

const describeWithRedis = hasRedis() ? describe : describe.skip;

describeWithRedis('The counts of several nodes in Redis', () => {
  let redis: RedisServer;
  let nodes: Node[] = [];
  let programId = 0;

  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  beforeEach(() => {
    programId += 1;
  });
  afterEach(() => {
    for (const node of nodes) node.shared.onApplicationShutdown();
    nodes = [];
  });
  afterAll(() => redis.remove());

  async function start(windowSeconds = 3600, clock?: Clock, url = redis.url): Promise<Node> {
    const node = new Node(readConfig({ REDIS_URL: url, RATE_LIMIT_WINDOW_SECONDS: String(windowSeconds) }), clock);
    nodes.push(node);
    await node.shared.onApplicationBootstrap();
    return node;
  }

  it('the shared counts admit exactly the limit, however many calls arrive at once', async () => {
    const [one, other] = [await start(), await start()];
    const terms = listTerms(programId, 50);
    const counts = await Promise.all([one, other, one, other].map((node) => node.admitted(terms, 40)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(50);
    expect(await one.admit(terms)).toMatchObject({ admitted: false, limit: 50, remaining: 0, retryAfterSeconds: 3600 });
  });

  it('the shared counts use one clock, whatever the clocks of the nodes show', async () => {
    const [behind, ahead] = [await start(2, new SkewedClock(-7_200_000)), await start(2, new SkewedClock(7_200_000))];
    const terms = listTerms(programId, 4);
    expect(await behind.admitted(terms, 3)).toBe(3);
    expect(await ahead.admitted(terms, 3)).toBe(1);
    await sleep(2010);
    expect(await ahead.admitted(terms, 9)).toBe(4);
  });

  it('each admitted call is freed one window later, and no refused call extends it', async () => {
    const node = await start(1);
    const terms = listTerms(programId, 2);
    const admitted: { askedMs: number; answeredMs: number }[] = [];
    for (; admitted.length < 8; await sleep(3)) {
      const askedMs = performance.now();
      const isAdmitted = (await node.admit(terms)).admitted;
      const call = { askedMs, answeredMs: performance.now() };
      const before = admitted.at(-2);
      // The call was counted between request and response; 5 ms allow for the difference of two clocks.
      if (isAdmitted && before !== undefined) expect(call.answeredMs - before.askedMs).toBeGreaterThan(995);
      if (!isAdmitted) expect(call.askedMs - before!.answeredMs).toBeLessThan(1005);
      if (isAdmitted) admitted.push(call);
    }
  });

  it('the shared counts apply the limits per service and per day like a single node', async () => {
    const [shared, alone] = [await start(), new Node(readConfig({}))];
    const plans: [Partial<RateTerms>, string, number][] = [
      [{ ratePerHour: 6, ratePerDay: 9, serviceRates: { [A]: 2 } }, A, 3],
      [{ ratePerHour: 6, ratePerDay: 9, serviceRates: { [A]: 2 } }, B, 5],
      [{ ratePerHour: 9, ratePerDay: 9, serviceRates: { [A]: 4, [B]: 5 } }, B, 3],
      [{ ratePerHour: 9, ratePerDay: 8, serviceRates: { [A]: 3 } }, A, 3],
      [{ ratePerHour: 20, ratePerDay: 8, serviceRates: { [A]: 0 } }, A, 1],
      [{ ratePerHour: 20, ratePerDay: null, serviceRates: {} }, B, 20],
      [{ ratePerHour: 30, ratePerDay: 15, serviceRates: { [B]: 1 } }, B, 2],
    ];
    for (const [changes, service, calls] of plans) {
      const terms = listTerms(programId, 0, changes);
      for (let call = 0; call < calls; call += 1) expect(await shared.admit(terms, service)).toEqual(await alone.admit(terms, service));
      const used = ({ hour, day, services }: Awaited<ReturnType<RateLimiter['usage']>>): unknown => [
        hour.used,
        day?.used,
        services.map((usage) => [usage.service, usage.limit, usage.used]),
      ];
      expect(used(await shared.limiter.usage(terms, [A, B, 'docs-api']))).toEqual(
        used(await alone.limiter.usage(terms, [A, B, 'docs-api'])),
      );
    }
  });

  it('the shared counts decide like a single node for any calls and changing limits', async () => {
    const [one, other] = [await start(), await start()];
    const limit = (max: number): fc.Arbitrary<number> => fc.integer({ min: 1, max });
    const step = fc.record({
      calls: limit(6),
      service: fc.constantFrom(A, B),
      ratePerHour: limit(12),
      ratePerDay: fc.option(limit(15)),
      serviceRates: fc.record({ [A]: limit(8), [B]: limit(5) }, { requiredKeys: [] }),
    });
    let program = 1_000_000;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
        program += 1;
        const alone = new Node(readConfig({}));
        for (const { calls, service, ...rates } of steps) {
          const terms: RateTerms = { programId: program, ...rates };
          for (let call = 0; call < calls; call += 1) {
            const shared = await (call % 2 === 0 ? one : other).admit(terms, service);
            const expected = await alone.admit(terms, service);
            // The two count at slightly different moments, so the refusing limit and the last second may differ.
            if (expected.admitted) expect(shared).toEqual(expected);
            else expect(shared).toMatchObject({ admitted: false, remaining: 0 });
            expect(Math.abs(shared.retryAfterSeconds - expected.retryAfterSeconds)).toBeLessThanOrEqual(1);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('the shared counts move calls that leave the window to the day', async () => {
    const node = await start(1);
    const terms = listTerms(programId, 3, { ratePerDay: 5 });
    expect(await node.admitted(terms, 9)).toBe(3);
    await sleep(1010);
    expect(await node.limiter.usage(terms, [A])).toMatchObject({
      hour: { used: 0, freedInMs: null },
      day: { used: 3 },
      services: [{ used: 0 }],
    });
    expect(await node.admit(terms)).toMatchObject({ admitted: true, limit: 5, remaining: 1 });
    expect(await node.admit(terms)).toMatchObject({ admitted: true, limit: 5, remaining: 0 });
    expect(await node.admit(terms)).toMatchObject({ admitted: false, limit: 5, retryAfterSeconds: 86_399 });
    const usage = await node.limiter.usage(terms, []);
    expect(usage.day?.freedInMs).toBeGreaterThan(86_398_000);
    expect(usage.hour.freedInMs).toBeLessThanOrEqual(1000);
  });

  it('the shared counts keep the day of a program when only one of its keys is limited per day, and delete it a day later', async () => {
    const node = await start(1);
    const [limited, free] = [listTerms(programId, 3, { ratePerDay: 9 }), listTerms(programId, 3)];
    await node.admitted(limited, 2);
    await sleep(1010);
    await node.admitted(free, 4);
    await sleep(1010);
    expect(await node.limiter.usage(limited, [A])).toMatchObject({ hour: { used: 0 }, day: { used: 5 } });
    expect(await node.admitted(free, 1)).toBe(1);
    const ttls = await redis.withClient(async (client) => {
      const keys = await client.keys(`gateway:calls:${programId}:*`);
      return Promise.all(keys.map((key) => client.pttl(key)));
    });
    expect(Math.min(...ttls)).toBeGreaterThan(0);
    expect(Math.max(...ttls)).toBeLessThanOrEqual(86_400_000);
  });

  it('the shared counts admit one call per second outside the quota on any node', async () => {
    const [one, other] = [await start(), await start()];
    const terms = listTerms(programId, 7);
    await one.admit(terms);
    expect(await one.limiter.admitFree(terms)).toMatchObject({ admitted: true, limit: 7, remaining: 6, retryAfterSeconds: 0 });
    expect(await other.limiter.admitFree(terms)).toMatchObject({ admitted: false, limit: 7, remaining: 6, retryAfterSeconds: 1 });
    await sleep(1010);
    expect((await other.limiter.admitFree(terms)).admitted).toBe(true);
  });

  it('the shared counts continue from the latest call when the clock of Redis is set back, and free it neither sooner nor later', async () => {
    const node = await start(2);
    const terms = listTerms(programId, 2, { serviceRates: { [A]: 2 } });
    await node.admit(terms);
    // Simulates a clock that was one hour ahead when the call arrived.
    await redis.withClient(async (client) => {
      for (const key of [`gateway:calls:${programId}:all`, `gateway:calls:${programId}:of:${A}`]) {
        await client.zincrby(key, 3_600_000, (await client.zrange(key, 0, 0))[0]!);
        await client.persist(key);
      }
    });
    expect(await node.admitted(terms, 9)).toBe(1);
    await sleep(1900);
    expect(await node.admitted(terms, 9)).toBe(0);
    await sleep(150);
    expect(await node.admitted(terms, 9)).toBe(2);
  });

  it('the shared counts leave nothing in Redis once all calls have expired', async () => {
    const node = await start(2);
    const calls = 200;
    expect(await node.admitted(listTerms(programId, calls), calls)).toBe(calls);
    const ttls = await redis.withClient(async (client) => {
      const keys = await client.keys(`gateway:calls:${programId}:*`);
      return Promise.all(keys.map((key) => client.pttl(key)));
    });
    expect(Math.min(...ttls)).toBeGreaterThan(0);
    await sleep(2100);
    expect(await redis.withClient((client) => client.keys(`gateway:calls:${programId}:*`))).toEqual([]);
  });

  it('the shared counts send the script again when Redis has forgotten it', async () => {
    const node = await start();
    await node.admit(listTerms(programId, 9));
    await redis.withClient((client) => client.script('FLUSH'));
    expect(await node.admit(listTerms(programId, 9))).toMatchObject({ admitted: true, remaining: 7 });
    expect(node.limiter.redisState).toEqual({ isUp: true, alone: 0 });
  });
});

describeWithRedis('A node that loses its Redis', () => {
  let redis: RedisServer;
  let nodes: Node[] = [];

  beforeEach(async () => {
    redis = await RedisServer.start();
  });
  afterEach(async () => {
    for (const node of nodes) node.shared.onApplicationShutdown();
    nodes = [];
    await redis.remove();
  });

  async function start(): Promise<Node> {
    const node = new Node(readConfig({ REDIS_URL: redis.url }));
    nodes.push(node);
    await node.shared.onApplicationBootstrap();
    return node;
  }

  it('a node continues with its own count, and submits it when an empty Redis comes back', async () => {
    const [one, other] = [await start(), await start()];
    const terms = listTerms(1, 20);
    expect([await one.admitted(terms, 4), await other.admitted(terms, 3)]).toEqual([4, 3]);
    await redis.kill();
    expect(await one.admitted(terms, 2)).toBe(2);
    expect(await one.admit(terms)).toMatchObject({ admitted: true, remaining: 20 - 4 - 3 });
    expect(await other.admitted(terms, 1)).toBe(1);
    expect(one.limiter.redisState).toEqual({ isUp: false, alone: 3 });
    await redis.runServer();
    await Promise.all([one.until(true), other.until(true)]);
    const usage = await one.limiter.usage(terms, [A]);
    expect(usage).toMatchObject({ hour: { used: 11 }, services: [{ used: 11 }] });
    expect(await Promise.all([one.admitted(terms, 20), other.admitted(terms, 20)]).then(([a, b]) => a + b)).toBe(9);
  });

  it('a node submits nothing twice when Redis still has the counts', async () => {
    await redis.remove();
    redis = await RedisServer.start({ appendonly: true });
    const [one, other] = [await start(), await start()];
    const terms = listTerms(1, 20, { ratePerDay: 30 });
    await one.admitted(terms, 4);
    await other.admitted(terms, 3);
    await sleep(20);
    await redis.kill();
    await one.admitted(terms, 2);
    await redis.runServer();
    await Promise.all([one.until(true), other.until(true)]);
    expect(await one.limiter.usage(terms, [A])).toMatchObject({ hour: { used: 9 }, day: { used: 9 }, services: [{ used: 9 }] });
  });

  it('a node submits only the calls it counted alone when the connection was lost and Redis survived', async () => {
    const one = await start();
    const terms = listTerms(1, 20);
    await one.admitted(terms, 4);
    await redis.withClient((client) => client.client('KILL', 'TYPE', 'normal'));
    await one.until(false);
    expect(await one.admitted(terms, 3)).toBe(3);
    await one.until(true);
    expect((await one.limiter.usage(terms, [])).hour.used).toBe(7);
  });

  it('a call waits at most half a second when Redis hangs', async () => {
    const one = await start();
    const terms = listTerms(1, 20);
    await one.admit(terms);
    redis.pause();
    const startedMs = performance.now();
    expect(await one.admitted(terms, 5)).toBe(5);
    expect(performance.now() - startedMs).toBeLessThan(1000);
    const next = performance.now();
    expect(await one.admitted(terms, 5)).toBe(5);
    expect(performance.now() - next).toBeLessThan(100);
    redis.resume();
    await one.until(true);
    // The five pending calls were executed when Redis resumed, and are not counted again.
    expect((await one.limiter.usage(terms, [])).hour.used).toBe(11);
  });

  it('Redis counts as available while its reply waits in the socket of a busy process', async () => {
    const one = await start();
    const terms = listTerms(1, 2000);
    const calls = one.admitted(terms, 1000);
    await sleep(1);
    for (const end = performance.now() + 900; performance.now() < end;);
    expect(await calls).toBe(1000);
    expect(one.limiter.redisState).toEqual({ isUp: true, alone: 0 });
  });

  it('a node starts without Redis and joins it when it appears', async () => {
    await redis.kill();
    const one = await start();
    const terms = listTerms(1, 5);
    expect(await one.admitted(terms, 3)).toBe(3);
    await redis.runServer();
    await one.until(true);
    expect(await one.admitted(terms, 9)).toBe(2);
  });

  it('a node counts alone when Redis refuses to write, and logs the reason once', async () => {
    const one = await start();
    const terms = listTerms(1, 9);
    await one.admit(terms);
    await redis.withClient((client) => client.config('SET', 'maxmemory', '1'));
    expect(await one.admitted(terms, 9)).toBe(8);
    expect(one.shared.isUp).toBe(false);
    await redis.withClient((client) => client.config('SET', 'maxmemory', '0'));
    await one.until(true);
    expect((await one.limiter.usage(terms, [])).hour.used).toBe(9);
  });

  it('the calls that two nodes counted alone are merged in the order of time', async () => {
    const [one, other] = [await start(), await start()];
    const terms = listTerms(1, 100, { ratePerDay: 100 });
    await redis.kill();
    for (let turn = 0; turn < 5; turn += 1) {
      await one.admitted(terms, 2);
      await sleep(15);
      await other.admitted(terms, 2);
      await sleep(15);
    }
    await redis.runServer();
    await Promise.all([one.until(true), other.until(true)]);
    const ids = await redis.withClient((client) => client.zrange('gateway:calls:1:all', 0, -1));
    expect(ids).toHaveLength(20);
    // The calls alternate as they were made: two of one node, then two of the other.
    const byNode = ids.map((id) => id.slice(0, 8));
    expect(byNode).toEqual(Array.from({ length: 5 }, () => [byNode[0], byNode[0], byNode[2], byNode[2]]).flat());
    expect(byNode[0]).not.toBe(byNode[2]);
  });

  it('a node submits many thousand calls of many programs', async () => {
    const one = await start();
    await redis.kill();
    for (let call = 0; call < 30_000; call += 1) await one.admit(listTerms(call % 40, 10_000));
    await redis.runServer();
    await one.until(true);
    const usage = await Promise.all(Array.from({ length: 40 }, async (_, id) => one.limiter.usage(listTerms(id, 10_000), [A])));
    expect(usage.map(({ hour, services }) => [hour.used, services[0]?.used])).toEqual(Array(40).fill([750, 750]));
  });
});
