import type { Redis, RedisOptions } from 'ioredis';
import { parseRedisUrl } from '../../config/redis-url.js';

const RETRY_MS = 500;
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

export async function createRedisClient(url: string): Promise<Redis> {
  const ioredis = await import('ioredis');
  const { kind, hosts, hasTls, username, password, db, masterName, sentinelPassword } = parseRedisUrl(url);
  const [first] = hosts;
  const tls = hasTls ? { tls: {} } : {};
  const options: RedisOptions = { ...OPTIONS, ...tls, username, password };
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
