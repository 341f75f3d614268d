import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Bulkheads } from '../../config/bulkheads.js';
import { Store } from '../../store/store.js';
import type { Call } from '../call/call.js';
import type { PrometheusMetric } from './telemetry/prometheus-producer.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';

const BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const NO_ROUTE = { method: 'none', template: 'none' };

const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

export type Reading<Label extends string = string> = readonly [labels: Record<Label, string>, value: number];

@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly durations = new Histogram({
    name: 'gateway_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response',
    labelNames: ['environment', 'method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [this.registry],
  });
  private readonly refusals = new Counter({
    name: 'gateway_refusals_total',
    help: 'Calls that failed, by error code',
    labelNames: ['code', 'environment'],
    registers: [this.registry],
  });

  readonly replays = new Counter({
    name: 'gateway_replays_total',
    help: 'Calls that got the stored response of their idempotency key',
    registers: [this.registry],
  });
  readonly droppedRows = new Counter({
    name: 'gateway_call_log_dropped_rows_total',
    help: 'Rows of the request log that could not be written',
    registers: [this.registry],
  });

  constructor(store: Store, limiter: RateLimiter, bulkheads: Bulkheads) {
    collectDefaultMetrics({ register: this.registry });
    for (const name of MISNAMED) this.registry.removeSingleMetric(name);
    this.gaugePools(store);
    this.countReads(store);
    this.gaugeReplication(store);
    this.gaugeShares(bulkheads);
    this.gaugeRateLimit(limiter);
  }

  observe({ route, errorCode, environment }: Call, status: number, elapsedMs: number): void {
    const { method, template } = route ?? NO_ROUTE;
    this.durations.observe({ environment, method, route: template, status }, elapsedMs / 1000);
    if (errorCode !== null) this.refusals.inc({ code: errorCode, environment });
  }

  gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    read: () => Promise<Reading<Label>[]> | Reading<Label>[],
  ): void {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.registry],
      async collect() {
        this.reset();
        const readings = await Promise.resolve(read()).catch(() => []);
        for (const [labels, value] of readings) this.set(labels, value);
      },
    });
  }

  counter<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
  ): (labels: Record<Label, string>, by: number) => void {
    const counter = new Counter({ name, help, labelNames: [...labelNames], registers: [this.registry] });
    return (labels, by) => counter.inc(labels, by);
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  async readAll(): Promise<readonly PrometheusMetric[]> {
    const read: unknown = await this.registry.getMetricsAsJSON();
    return read as PrometheusMetric[];
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  private gaugePools(store: Store): void {
    this.gauge('store_pool_connections', 'Database connections by schema and state, and calls waiting for one', ['schema', 'state'], () =>
      Object.entries(store.poolStatistics()).flatMap(([schema, counts]) =>
        Object.entries(counts).map(([state, count]) => [{ schema, state }, count] as const),
      ),
    );
  }

  private countReads(store: Store): void {
    new Counter({
      name: 'gateway_reads_total',
      help: 'Searches, lists and reports by the server that answered: standby or primary',
      labelNames: ['server'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [server, count] of Object.entries(store.readCounts)) this.inc({ server }, count);
      },
    });
  }

  private gaugeReplication(store: Store): void {
    this.gauge('gateway_commits_held', 'Whether commits wait for a standby, so that writes are refused (1)', [], () => [
      [{}, Number(store.isHeld)],
    ]);
    this.gauge(
      'gateway_commits_unreplicated',
      'Whether commits may be on one database server alone, with DATABASE_REPLICATED (1)',
      [],
      () => [[{}, Number(store.replicationProblem !== null)]],
    );
  }

  private gaugeShares({ all }: Bulkheads): void {
    const units = 'Units of shared resources: size of a lane, units in use, and waiting calls';
    this.gauge('gateway_shared_units', units, ['resource', 'lane', 'state'], () =>
      all.flatMap(([resource, { usage }]) =>
        usage.flatMap(({ lane, ...counts }) => Object.entries(counts).map(([state, count]) => [{ resource, lane, state }, count] as const)),
      ),
    );
    this.gauge('gateway_shared_refusals', 'Calls refused since the start because a lane or a share was in use', ['resource'], () =>
      all.map(([resource, { refusedCount }]) => [{ resource }, refusedCount] as const),
    );
  }

  private gaugeRateLimit(limiter: RateLimiter): void {
    this.gauge('rate_limit_programs', 'Programs with calls in memory', [], () => [[{}, limiter.statistics().programs]]);
    this.gauge('rate_limit_calls', 'Calls in memory', [], () => [[{}, limiter.statistics().calls]]);
    if (limiter.redisState === null) return;
    const upHelp = '1 while the rate limit is counted in Redis for all nodes, 0 while this node counts alone';
    this.gauge('rate_limit_redis_up', upHelp, [], () => [[{}, Number(limiter.redisState?.isUp)]]);
    new Counter({
      name: 'rate_limit_alone_total',
      help: 'Calls decided by the count of this node because Redis did not respond',
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(limiter.redisState?.alone ?? 0);
      },
    });
  }
}
