import { once } from 'node:events';
import type { Cluster, Redis, RedisOptions } from 'ioredis';
import { parseRedisUrl } from '../config/redis-url.js';

export type RedisClient = Redis | Cluster;

const RETRY_MS = 500;
const READY_TIMEOUT_MS = 2_000;
const OPTIONS = {
  enableReadyCheck: false,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  disableClientInfo: true,
  connectTimeout: 2000,
  disconnectTimeout: 100,
} as const satisfies RedisOptions;

const retryStrategy = (): number => RETRY_MS;

/** Creates a client for a server, for the server that sentinels name, or for a cluster. `connectRedis` opens it. */
export async function createRedisClient(url: string, more: RedisOptions = {}): Promise<RedisClient> {
  // Loaded only with REDIS_URL.
  const ioredis = await import('ioredis');
  const { kind, hosts, hasTls, username, password, db, masterName, sentinelPassword } = parseRedisUrl(url);
  const [first] = hosts;
  const tls = hasTls ? { tls: {} } : {};
  const options: RedisOptions = { ...OPTIONS, ...more, ...tls, username, password };
  if (kind === 'cluster') {
    // Without a queue, a call would fail while the connection to a node is opened.
    const redisOptions = { ...options, enableOfflineQueue: true };
    return new ioredis.Cluster([...hosts], {
      redisOptions,
      lazyConnect: true,
      enableOfflineQueue: false,
      clusterRetryStrategy: retryStrategy,
    });
  }
  const shared = { ...options, lazyConnect: true, retryStrategy };
  if (kind === 'server') return new ioredis.Redis({ ...shared, ...first, db: db ?? 0 });
  return new ioredis.Redis({
    ...shared,
    sentinels: [...hosts],
    ...(masterName === undefined ? {} : { name: masterName }),
    sentinelPassword,
    sentinelRetryStrategy: retryStrategy,
    enableTLSForSentinelMode: hasTls,
  });
}

/** Connects the client, which also connects later if Redis is not available now. */
export async function connectRedis(client: RedisClient): Promise<void> {
  try {
    await client.connect();
    // A cluster is connected before it is ready.
    if (client.status !== 'ready') await once(client, 'ready', { signal: AbortSignal.timeout(READY_TIMEOUT_MS) });
  } catch {
    // The client repeats it.
  }
}
