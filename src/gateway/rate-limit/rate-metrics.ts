import { Counter, Gauge, type Registry } from 'prom-client';
import type { RateLimiter } from './rate-limiter.js';

/** The numbers of the rate limit for Prometheus; those of Redis only where there is one. */
export function gaugeRateLimit(registry: Registry, limiter: RateLimiter): void {
  const registers = [registry];
  const held = {
    programs: 'Programs with calls in memory',
    calls: 'Calls counted in memory',
    bytes: 'Bytes that their times take',
  } as const;
  for (const [name, help] of Object.entries(held) as [keyof typeof held, string][])
    new Gauge({
      name: `rate_limit_${name}`,
      help,
      registers,
      collect() {
        this.set(limiter.statistics()[name]);
      },
    });
  if (limiter.redisState === null) return;
  new Gauge({
    name: 'rate_limit_redis_up',
    help: '1 while the rate limit is counted in Redis for all nodes, 0 while this node counts alone',
    registers,
    collect() {
      this.set(limiter.redisState?.isUp === true ? 1 : 0);
    },
  });
  new Counter({
    name: 'rate_limit_alone_total',
    help: 'Calls decided by the count of this node because Redis did not answer',
    registers,
    collect() {
      this.reset();
      this.inc(limiter.redisState?.alone ?? 0);
    },
  });
}
