import { Counter, Gauge, type Registry } from 'prom-client';
import type { RateLimiter } from './rate-limiter.js';

/** Adds the numbers of the rate limit for Prometheus; those of Redis only where there is one. */
export function gaugeRateLimit(registry: Registry, limiter: RateLimiter): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('rate_limit_programs', 'Programs with calls in memory', () => limiter.statistics().programs);
  gauge('rate_limit_calls', 'Calls in memory', () => limiter.statistics().calls);
  if (limiter.redisState === null) return;
  const upHelp = '1 while the rate limit is counted in Redis for all nodes, 0 while this node counts alone';
  gauge('rate_limit_redis_up', upHelp, () => Number(limiter.redisState?.isUp));
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
