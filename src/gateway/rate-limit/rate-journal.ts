import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../config/config.js';
import type { Job } from '../../jobs/job.js';
import { Scheduler } from '../../jobs/scheduler.js';
import { Store } from '../../store/store.js';
import { OwnCounts, type ServiceCalls } from './own-counts.js';

const SAVE_INTERVAL_MS = 1000;
const SWEEP_INTERVAL_MS = 60_000;
const ROWS_PER_BATCH = 500;

interface Batch {
  readonly id: string;
  readonly rows: readonly object[];
}

const INSERT_BATCH = `
  INSERT INTO rate_admission (batch_id, program_id, service, first_ms, last_ms, expires_ms, offsets_ms)
  SELECT $1::uuid, c."programId", c.service, c.times[1], c.times[cardinality(c.times)], c.times[cardinality(c.times)] + c."retainedMs",
    ARRAY(SELECT (at - c.times[1])::integer FROM unnest(c.times) AS at)
  FROM jsonb_to_recordset($2::jsonb) AS c("programId" integer, service text, times bigint[], "retainedMs" bigint)
  ON CONFLICT DO NOTHING`;
const FIND_COUNTED = `
  SELECT program_id AS "programId", service, ARRAY(SELECT first_ms + milliseconds FROM unnest(offsets_ms) AS milliseconds)::float8[] AS stamps,
    expires_ms - last_ms AS "retainedMs"
  FROM rate_admission WHERE expires_ms > $1`;
const DELETE_AGED = 'DELETE FROM rate_admission WHERE expires_ms <= $1';

/** Saves the counts every second and loads them at the next start, unless they are in Redis. */
@Injectable()
export class RateJournal implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly isNeeded: boolean;
  private readonly job: Job<'gateway'>;
  private batches: Batch[] = [];
  private since = -Infinity;

  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
    private readonly counts: OwnCounts,
    config: Config,
  ) {
    this.isNeeded = config.redisUrl === null;
    const places = ['gateway'] as const;
    this.job = scheduler.add({ name: 'save rate counts', everyMs: SAVE_INTERVAL_MS, places, pass: () => this.save() });
    scheduler.add({ name: 'delete aged rate counts', everyMs: SWEEP_INTERVAL_MS, places, pass: () => this.sweep() });
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.isNeeded) await this.load();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.save().catch((error: unknown) => this.job.reportFailure('gateway', error));
  }

  async load(): Promise<void> {
    this.counts.restore(await this.store.query<ServiceCalls>('gateway', FIND_COUNTED, [this.nowMs()]));
    this.since = this.counts.time.stamp();
  }

  /** After a failure the next save writes the same batches again. */
  async save(): Promise<void> {
    if (!this.isNeeded) return;
    await this.write();
    const stamp = this.counts.time.stamp();
    const rows = this.counts
      .callsSince(this.since)
      .map(({ stamps, ...calls }) => ({ ...calls, times: stamps.map((each) => this.counts.time.toWallMs(each)) }));
    this.since = stamp;
    for (let from = 0; from < rows.length; from += ROWS_PER_BATCH)
      this.batches.push({ id: randomUUID(), rows: rows.slice(from, from + ROWS_PER_BATCH) });
    await this.write();
  }

  async sweep(): Promise<void> {
    this.counts.deleteAged();
    if (this.isNeeded) await this.store.query('gateway', DELETE_AGED, [this.nowMs()]);
  }

  private async write(): Promise<void> {
    for (let batch = this.batches[0]; batch !== undefined; batch = this.batches[0]) {
      await this.store.query('gateway', INSERT_BATCH, [batch.id, JSON.stringify(batch.rows)]);
      this.batches.shift();
    }
  }

  private nowMs(): number {
    return this.counts.time.toWallMs(this.counts.time.nowMs());
  }
}
