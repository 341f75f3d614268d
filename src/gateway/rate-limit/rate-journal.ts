import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Store } from '../../store/store.js';
import { OwnCounts, type ServiceCalls } from './own-counts.js';

const SAVE_INTERVAL_MS = 1000;
const SWEEP_EVERY_SAVES = 60;
/** One write; whatever is beyond goes with the next. */
const MAX_CALLS_PER_BATCH = 20_000;

interface Batch {
  readonly id: string;
  readonly calls: readonly ServiceCalls[];
}

const INSERT_BATCH = `
  INSERT INTO rate_admission (batch_id, program_id, service, first_ms, last_ms, expires_ms, offsets_ms)
  SELECT $1::uuid, row.program_id, row.service, row.first_ms, row.last_ms, row.expires_ms, row.offsets_ms
  FROM jsonb_to_recordset($2::jsonb)
    AS row (program_id integer, service text, first_ms bigint, last_ms bigint, expires_ms bigint, offsets_ms integer[])
  ON CONFLICT DO NOTHING`;

interface AdmissionRow {
  readonly program_id: number;
  readonly service: string;
  readonly first_ms: number;
  readonly last_ms: number;
  readonly expires_ms: number;
  readonly offsets_ms: number[];
}

/**
 * Carries the counts of the rate limit over a restart: what was admitted is appended to Postgres about once a second, and read back
 * before the first call is served; not where Redis keeps them. While the database is down calls go on; what is unsaved is held by the windows themselves, so it is
 * bounded as they are, and one batch whose outcome is unknown is repeated under its number.
 * SQL of our own: a second of calls in one statement (ADR-2).
 */
@Injectable()
export class RateJournal implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(RateJournal.name);
  private timer: NodeJS.Timeout | undefined;
  private saving: Promise<void> | undefined;
  private pending: Batch | undefined;
  private failing = false;
  private saves = 0;

  private readonly isKept: boolean;

  constructor(
    private readonly store: Store,
    private readonly counts: OwnCounts,
    config: Config,
  ) {
    this.isKept = config.redisUrl === null;
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.isKept) await this.load();
    this.timer = setInterval(() => void this.tick(), SAVE_INTERVAL_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.tick();
  }

  /** Reads the window's calls back; before the first call is admitted. */
  async load(): Promise<void> {
    const rows = await this.store.query<AdmissionRow>(
      'gateway',
      'SELECT program_id, service, first_ms, last_ms, expires_ms, offsets_ms FROM rate_admission WHERE expires_ms > $1',
      [this.counts.nowMs()],
    );
    this.counts.restore(
      rows.map((row) => ({
        programId: row.program_id,
        service: row.service,
        admittedMs: row.offsets_ms.map((offsetMs) => row.first_ms + offsetMs),
        keepsDay: row.expires_ms - row.last_ms > this.counts.windowMs,
      })),
    );
  }

  /** Writes everything admitted so far. Fails when the database does; then nothing is lost and the next save repeats it. */
  save(): Promise<void> {
    this.saving ??= this.saveBatches().finally(() => (this.saving = undefined));
    return this.saving;
  }

  /** Drops what has aged out, from memory and from the table. */
  async sweep(): Promise<void> {
    this.counts.dropIdle();
    if (this.isKept) await this.store.query('gateway', 'DELETE FROM rate_admission WHERE expires_ms <= $1', [this.counts.nowMs()]);
  }

  private async saveBatches(): Promise<void> {
    for (;;) {
      this.pending ??= this.nextBatch();
      if (this.pending === undefined) return;
      await this.store.query('gateway', INSERT_BATCH, [
        this.pending.id,
        JSON.stringify(this.pending.calls.map((calls) => this.toRow(calls))),
      ]);
      this.pending = undefined;
    }
  }

  private nextBatch(): Batch | undefined {
    const calls = this.counts.takeUnsaved(MAX_CALLS_PER_BATCH);
    return calls.length === 0 ? undefined : { id: randomUUID(), calls };
  }

  private async tick(): Promise<void> {
    try {
      if (this.isKept) await this.save();
      this.saves += 1;
      if (this.saves % SWEEP_EVERY_SAVES === 0) await this.sweep();
      if (this.failing) this.logger.log('The rate counts are saved again.');
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.logger.warn(`The rate counts are not saved for now: ${String(error)}`);
      this.failing = true;
    }
  }

  private toRow({ programId, service, admittedMs, keepsDay }: ServiceCalls): AdmissionRow {
    const firstMs = admittedMs[0] ?? 0;
    const lastMs = admittedMs.at(-1) ?? firstMs;
    return {
      program_id: programId,
      service,
      first_ms: firstMs,
      last_ms: lastMs,
      expires_ms: lastMs + (keepsDay ? this.counts.dayMs : this.counts.windowMs),
      offsets_ms: admittedMs.map((atMs) => atMs - firstMs),
    };
  }
}
