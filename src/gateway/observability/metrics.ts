import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Bulkheads } from '../../config/bulkheads.js';
import { Store } from '../../store/store.js';
import type { Call } from '../call/call.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import { gaugeRateLimit } from '../rate-limit/rate-metrics.js';
import { gaugeShares } from './share-metrics.js';

const BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const NO_ROUTE = { method: 'none', template: 'none' };

/** Gauges that are named like counters. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Labels and value of a line of a gauge. */
export type Reading<Label extends string = string> = readonly [labels: Record<Label, string>, value: number];

/** Metrics of the process, for Prometheus on the admin port. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly durations = new Histogram({
    name: 'gateway_request_duration_seconds',
    help: 'Time from the first byte of a call to the last byte of its answer',
    labelNames: ['environment', 'method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [this.registry],
  });
  private readonly refusals = new Counter({
    name: 'gateway_refusals_total',
    help: 'Calls answered with an error, by its code',
    labelNames: ['code', 'environment'],
    registers: [this.registry],
  });

  private readonly replays = new Counter({
    name: 'gateway_replays_total',
    help: 'Calls that were answered again what was kept for their idempotency key',
    registers: [this.registry],
  });

  private readonly droppedRows = new Counter({
    name: 'gateway_call_log_dropped_rows_total',
    help: 'Rows of the request log that could not be written',
    registers: [this.registry],
  });

  constructor(store: Store, limiter: RateLimiter, bulkheads: Bulkheads) {
    collectDefaultMetrics({ register: this.registry });
    for (const name of MISNAMED) this.registry.removeSingleMetric(name);
    this.gaugePools(store);
    gaugeRateLimit(this.registry, limiter);
    gaugeShares(this.registry, bulkheads);
  }

  observe({ route, refusal, environment }: Call, status: number, elapsedMs: number): void {
    const { method, template } = route ?? NO_ROUTE;
    this.durations.observe({ environment, method, route: template, status }, elapsedMs / 1000);
    if (refusal !== null) this.refusals.inc({ code: refusal, environment });
  }

  /** Adds a gauge that is read at each scrape, and left out when that fails. */
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

  /** Adds a counter. Returns what increases it. */
  counter<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
  ): (labels: Record<Label, string>, by: number) => void {
    const counter = new Counter({ name, help, labelNames: [...labelNames], registers: [this.registry] });
    return (labels, by) => counter.inc(labels, by);
  }

  countReplay(): void {
    this.replays.inc();
  }

  countDroppedRows(count: number): void {
    this.droppedRows.inc(count);
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  private gaugePools(store: Store): void {
    new Gauge({
      name: 'store_pool_connections',
      help: 'Database connections by schema and state, and calls waiting for one',
      labelNames: ['schema', 'state'],
      registers: [this.registry],
      collect() {
        for (const [schema, counts] of Object.entries(store.poolStatistics()))
          for (const [state, count] of Object.entries(counts) as [string, number][]) this.set({ schema, state }, count);
      },
    });
  }
}
