import { Logger } from '@nestjs/common';
import { SystemClock } from '../../src/common/clock.js';
import { ErrorCode } from '../../src/common/error-codes.js';
import { Bulkheads } from '../../src/config/bulkheads.js';
import { readConfig } from '../../src/config/config.js';
import { AddressLimiter } from '../../src/gateway/access/address-limiter.js';
import { OwnCounts } from '../../src/gateway/rate-limit/own-counts.js';
import { RateLimiter } from '../../src/gateway/rate-limit/rate-limiter.js';
import { SharedCounts } from '../../src/gateway/rate-limit/shared-counts.js';
import { OwnerShares } from '../../src/store/redis/owner-shares.js';
import { SharedLimits } from '../../src/store/redis/shared-limits.js';
import { eventually } from '../support/eventually.js';
import { RedisWithSentinel } from '../support/redis-sentinel.js';
import { hasRedis, RedisServer } from '../support/redis-server.js';

/** A program may read one report at once, because production has four of eight. */
const REPORT = { lane: 'production', owner: 7 } as const;
const RATE = { burst: 3, intervalMs: 60_000 };
const ADDRESS = '192.0.2.1';
const FAILOVER_MS = 30_000;

/** Limits and counts of one node. */
class LimitedNode {
  readonly limits: SharedLimits;
  readonly bulkheads: Bulkheads;
  readonly shares: OwnerShares;
  readonly addresses: AddressLimiter;
  readonly rate: RateLimiter;
  readonly counts: SharedCounts;

  private constructor(url: string) {
    const [config, clock] = [readConfig({ REDIS_URL: url }), new SystemClock()];
    this.limits = new SharedLimits(config);
    this.bulkheads = new Bulkheads(config);
    this.shares = new OwnerShares(this.bulkheads, this.limits);
    this.addresses = new AddressLimiter('test', RATE, clock, this.limits);
    const own = new OwnCounts(clock, config);
    this.counts = new SharedCounts(config, own);
    this.rate = new RateLimiter(config, own, this.counts);
  }

  static async start(url: string): Promise<LimitedNode> {
    const node = new LimitedNode(url);
    await Promise.all([node.limits.onApplicationBootstrap(), node.counts.onApplicationBootstrap()]);
    return node;
  }

  /** Ends the connections without a release, as a kill does. */
  stop(): void {
    this.limits.onApplicationShutdown();
    this.counts.onApplicationShutdown();
  }

  async admitted(programId: number, limit: number, calls: number): Promise<number> {
    const terms = { programId, ratePerHour: limit, ratePerDay: null, serviceRates: {} };
    const decisions = await Promise.all(Array.from({ length: calls }, () => this.rate.admit(terms, 'fire-api')));
    return decisions.filter(({ admitted }) => admitted).length;
  }
}

const describeWithRedis = hasRedis() ? describe : describe.skip;

describeWithRedis('The limits of several nodes in Redis', () => {
  let redis: RedisServer;
  let one: LimitedNode;
  let two: LimitedNode;

  beforeEach(async () => {
    redis = await RedisServer.start();
    [one, two] = await Promise.all([LimitedNode.start(redis.url), LimitedNode.start(redis.url)]);
  });
  afterEach(async () => {
    for (const node of [one, two]) node.stop();
    await redis.remove();
  });

  const claimed = async (node: LimitedNode): Promise<boolean> => (await node.shares.tryEnter('reports', REPORT)) !== null;

  it('give an owner its share once, and the next call after the release', async () => {
    const leave = await one.shares.enter('reports', REPORT);
    await expect(two.shares.enter('reports', REPORT)).rejects.toMatchObject({ code: ErrorCode.UNAVAILABLE });
    expect(two.bulkheads.reports.usage).toContainEqual({ lane: 'production', size: 4, used: 0, waiting: 0 });
    const another = await two.shares.enter('reports', { ...REPORT, owner: 8 });
    leave();
    const again = await two.shares.enter('reports', REPORT);
    expect(await claimed(one)).toBe(false);
    for (const release of [another, again]) release();
    expect(await redis.withClient((client) => client.keys('gateway:held:*'))).toEqual([]);
  });

  it('free the places of a killed node after their lease', async () => {
    await one.shares.enter('reports', REPORT);
    one.stop();
    expect(await claimed(two)).toBe(false);
    await redis.withClient(async (client) => {
      const key = 'gateway:held:reports:production:7';
      const [id, end] = await client.zrange(key, 0, -1, 'WITHSCORES');
      expect(Number(end)).toBeLessThanOrEqual(Date.now() + 30_000);
      expect(await client.pttl(key)).toBeLessThanOrEqual(30_000);
      await client.zadd(key, Date.now() - 1, id!);
    });
    expect(await claimed(two)).toBe(true);
  });

  it('count the calls of an address on all nodes together', async () => {
    expect([await one.addresses.admit(ADDRESS), await two.addresses.admit(ADDRESS), await one.addresses.admit(ADDRESS)]).toEqual([0, 0, 0]);
    expect(await two.addresses.admit(ADDRESS)).toBeGreaterThan(0);
    expect(await one.addresses.admit(ADDRESS)).toBeLessThanOrEqual(60);
    expect(await two.addresses.admit('192.0.2.2')).toBe(0);
  });

  it('are those of each node while Redis is away, with one line in the log, and shared again when it is back', async () => {
    const lines = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    await redis.kill();
    expect([await claimed(one), await claimed(two), await claimed(one)]).toEqual([true, true, false]);
    const waits = await Promise.all(Array.from({ length: 8 }, (_, call) => [one, two][call % 2]!.addresses.admit(ADDRESS)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(2 * RATE.burst);
    expect(lines.mock.calls.filter(([line]) => /applies its limits alone/.test(String(line)))).toHaveLength(2);
    lines.mockRestore();

    await redis.runServer();
    const isHeld = (): Promise<boolean> =>
      redis.withClient(async (client) => (await client.zcard('gateway:held:reports:production:7')) === 2);
    await eventually('both nodes have added what they hold', isHeld);
    const third = await LimitedNode.start(redis.url);
    expect(await claimed(third)).toBe(false);
    third.stop();
  });

  it('are those of each node at once while Redis does not reply', async () => {
    redis.pause();
    expect(await claimed(one)).toBe(true);
    expect(await claimed(two)).toBe(true);
    redis.resume();
  });
});

describeWithRedis('Limits and counts at Redis behind sentinels', () => {
  it(
    'follow the server that the sentinels promote',
    async () => {
      const redis = await RedisWithSentinel.start();
      const node = await LimitedNode.start(redis.url);
      try {
        expect(await node.admitted(1, 5, 8)).toBe(5);
        expect(node.counts.isUp).toBe(true);
        await redis.master.kill();
        await eventually('the node has lost the server', () => !node.counts.isUp);
        await eventually('the node has the promoted server', () => node.counts.isUp, FAILOVER_MS);
        expect(await node.admitted(1, 5, 8)).toBe(0);
        await eventually('the limits are there too', async () => (await node.limits.admit('place', RATE)) === 0, FAILOVER_MS);
      } finally {
        node.stop();
        await redis.remove();
      }
    },
    2 * FAILOVER_MS,
  );
});
