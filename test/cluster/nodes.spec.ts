import { setTimeout as sleep } from 'node:timers/promises';
import { SystemClock } from '../../src/common/clock.js';
import { readConfig } from '../../src/config/config.js';
import { ApiKeyRegistry, type KeyTerms } from '../../src/identity/api-key-registry.js';
import { Store } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { findFreePort } from '../support/program.js';
import { NodeProcess } from '../support/node-process.js';
import { buildServer } from '../support/process.js';
import { hasRedis, RedisServer } from '../support/redis-server.js';
import { eventually } from '../support/eventually.js';

const LIMIT = 50;
const CALLS = 52;
const KEYS = 60;
/** A call that the limit admits and the service refuses: a token request without a user-key. */
const PATH = '/auth-api/resources/tokens';
const USAGE = '/auth-api/resources/usage';
const START_TIMEOUT_MS = 240_000;

const TERMS: KeyTerms = {
  name: 'test',
  status: 'active',
  services: ['auth-api'],
  environments: ['production'],
  ipAddresses: [],
  ratePerHour: LIMIT,
  ratePerDay: null,
  serviceRates: {},
};

const describeWithRedis = hasRedis() ? describe : describe.skip;

describeWithRedis('Two nodes on one database and one Redis', () => {
  const registry = new ApiKeyRegistry(new SystemClock(), readConfig({}));
  let database: TestDatabase;
  let store: Store;
  let redis: RedisServer;
  let nodes: NodeProcess[] = [];
  let adminPort: number;

  beforeAll(async () => {
    await buildServer();
    [database, redis, adminPort] = await Promise.all([createTestDatabase(), RedisServer.start(), findFreePort()]);
    store = await Store.open(database.config);
    const variables = { DATABASE_URL: database.url, REDIS_URL: redis.url };
    nodes = await Promise.all([
      NodeProcess.start({ ...variables, DATA_DIR: `${database.config.dataDir}/one`, ADMIN_PORT: String(adminPort) }),
      NodeProcess.start({ ...variables, DATA_DIR: `${database.config.dataDir}/two`, DRAIN_SECONDS: '1' }),
    ]);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await store.close();
    await redis.remove();
    await database.drop();
  });

  async function newKey(changes: Partial<KeyTerms> = {}): Promise<{ id: number; apiKey: string }> {
    return store.transaction('gateway', async (tx) =>
      registry.createKey(tx, await registry.createProgram(tx, { name: 'Program', owner: 'Owner' }), { ...TERMS, ...changes }),
    );
  }

  function call(node: number, apiKey: string): Promise<number> {
    return nodes[node % nodes.length]!.client.withKey(apiKey)
      .post(PATH, {})
      .then(({ status }) => status);
  }

  /** Sends all calls of all keys in random order to both nodes; counts the statuses by key. */
  async function storm(keys: readonly string[], calls: number): Promise<Map<string, Record<number, number>>> {
    const responses = new Map<string, Record<number, number>>(keys.map((key) => [key, {}]));
    const queue = shuffled(keys.flatMap((key) => Array.from({ length: calls }, () => key)));
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let index = next++; index < queue.length; index = next++) {
        let status = await call(index, queue[index]!);
        // On an overloaded machine the look-up of the key may time out, which is refused before the limit and not
        // counted.
        while (status === 503) status = await call(index, queue[index]!);
        const counts = responses.get(queue[index]!)!;
        counts[status] = (counts[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: 100 }, worker));
    return responses;
  }

  async function metric(name: string): Promise<string | undefined> {
    const text = await fetch(`http://127.0.0.1:${adminPort}/metrics`).then((response) => response.text());
    return new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1];
  }

  it(
    `several nodes admit exactly ${LIMIT} of ${CALLS} shuffled parallel calls of each of ${KEYS} keys`,
    async () => {
      const keys = await Promise.all(Array.from({ length: KEYS }, async () => (await newKey()).apiKey));
      const responses = await storm(keys, CALLS);
      expect([...responses.values()]).toEqual(Array(KEYS).fill({ 400: LIMIT, 429: CALLS - LIMIT }));
      expect(await metric('rate_limit_redis_up')).toBe('1');
      expect(await metric('rate_limit_alone_total')).toBe('0');
    },
    START_TIMEOUT_MS,
  );

  it('several nodes refuse a disabled key within two seconds, and apply a changed limit as fast', async () => {
    const { id, apiKey } = await newKey({ ratePerHour: 3 });
    for (const node of [0, 1, 0]) expect(await call(node, apiKey)).toBe(400);
    expect([await call(0, apiKey), await call(1, apiKey)]).toEqual([429, 429]);
    await store.query('gateway', 'UPDATE api_key SET rate_per_hour = 5 WHERE id = $1', [id]);
    for (const node of [0, 1]) await eventually('the node applies the new limit', async () => (await call(node, apiKey)) === 400, 2_000);
    expect(await call(0, apiKey)).toBe(429);
    await store.transaction('gateway', (tx) => registry.changeKey(tx, id, { status: 'disabled' }));
    for (const node of [0, 1]) await eventually('the node refuses the key', async () => (await call(node, apiKey)) === 403, 2_000);
  });

  it('several nodes show the same usage, which is read once a second', async () => {
    const { apiKey } = await newKey();
    for (const node of [0, 1, 1]) await call(node, apiKey);
    const usage = await nodes[0]!.client.withKey(apiKey).get(USAGE);
    expect(usage.json()).toMatchObject({ used: 3, remaining: 47, services: [{ service: 'auth-api', used: 3 }] });
    expect((await nodes[1]!.client.withKey(apiKey).get(USAGE)).status).toBe(429);
  });

  it('several nodes continue with their own counts when Redis is killed, and are exact again when it is back', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, async () => (await newKey()).apiKey));
    const calm = storm(keys, 20);
    await sleep(30);
    await redis.kill();
    const counted = new Map((await calm).entries());
    const startedMs = performance.now();
    const alone = await storm(keys, 10);
    // No call below the limit is refused, and none waits for Redis.
    for (const responses of [counted, alone]) for (const counts of responses.values()) expect(Object.keys(counts)).toEqual(['400']);
    expect(performance.now() - startedMs).toBeLessThan(5000);
    for (const node of nodes) expect(node.log.match(/is not available .* This node counts the rate limit alone/g)).toHaveLength(1);
    expect(await metric('rate_limit_redis_up')).toBe('0');
    expect(Number(await metric('rate_limit_alone_total'))).toBeGreaterThan(0);
    await redis.runServer();
    for (const node of nodes) await eventually('the node counts in Redis', () => node.log.match(/is counted in Redis/g)?.length === 2);
    const rest = await storm(keys, 30);
    expect([...rest.values()]).toEqual(Array(10).fill({ 400: LIMIT - 30, 429: 10 }));
  }, 60_000);

  it('a node that is told to stop reports it first, keeps answering, and closes each connection', async () => {
    const { client } = nodes[1]!;
    const { apiKey } = await newKey();
    expect((await client.get('/health/ready')).headers.connection).not.toBe('close');
    const stopped = nodes[1]!.stop();
    let ready = await client.get('/health/ready');
    for (let round = 0; round < 100 && ready.status === 200; round += 1) ready = await client.get('/health/ready');
    expect([ready.status, ready.json(), ready.headers.connection]).toEqual([503, { status: 'draining' }, 'close']);
    const response = await client.withKey(apiKey).post(PATH, {});
    expect([response.status, response.headers.connection]).toEqual([400, 'close']);
    await stopped;
    await expect(client.get('/health/live')).rejects.toThrow(/ECONNREFUSED/);
  });
});

function shuffled<T>(items: readonly T[]): T[] {
  const result = [...items];
  for (let index = result.length - 1; index > 0; index -= 1) {
    const other = Math.floor(Math.random() * (index + 1));
    [result[index], result[other]] = [result[other]!, result[index]!];
  }
  return result;
}
