import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Store } from '../../store/store.js';
import { RateLimiter, type ProgramCalls } from './rate-limiter.js';

const SAVE_INTERVAL_MS = 1000;
const SWEEP_EVERY_SAVES = 60;
/** One write; whatever is beyond goes with the next. */
const MAX_CALLS_PER_BATCH = 20_000;

interface Batch {
  readonly id: string;
  readonly calls: readonly ProgramCalls[];
}

const INSERT_BATCH = `
  INSERT INTO rate_admission (batch_id, program_id, first_ms, last_ms, offsets_ms)
  SELECT $1::uuid, row.program_id, row.first_ms, row.last_ms, row.offsets_ms
  FROM jsonb_to_recordset($2::jsonb) AS row (program_id integer, first_ms bigint, last_ms bigint, offsets_ms integer[])
  ON CONFLICT DO NOTHING`;

/**
 * Carries the counts of the rate limit over a restart: what was admitted is appended to Postgres about once a second, and read back
 * before the first call is served. While the database is down calls go on; what is unsaved is held by the windows themselves, so it is
 * bounded as they are, and one batch whose outcome is unknown is repeated under its number.
 */
@Injectable()
export class RateJournal implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(RateJournal.name);
  private timer: NodeJS.Timeout | undefined;
  private saving: Promise<void> | undefined;
  private pending: Batch | undefined;
  private failing = false;
  private saves = 0;

  constructor(
    private readonly store: Store,
    private readonly limiter: RateLimiter,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.load();
    this.timer = setInterval(() => void this.tick(), SAVE_INTERVAL_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.tick();
  }

  /** Reads the window's calls back; before the first call is admitted. */
  async load(): Promise<void> {
    const rows = await this.store.query<{ program_id: number; first_ms: number; offsets_ms: number[] }>(
      'gateway',
      'SELECT program_id, first_ms, offsets_ms FROM rate_admission WHERE last_ms > $1',
      [this.limiter.windowStartMs()],
    );
    this.limiter.restore(
      rows.map((row) => ({ programId: row.program_id, admittedMs: row.offsets_ms.map((offsetMs) => row.first_ms + offsetMs) })),
    );
  }

  /** Writes everything admitted so far. Fails when the database does; then nothing is lost and the next save repeats it. */
  save(): Promise<void> {
    this.saving ??= this.saveBatches().finally(() => (this.saving = undefined));
    return this.saving;
  }

  /** Drops what has aged out, from memory and from the table. */
  async sweep(): Promise<void> {
    this.limiter.dropIdle();
    await this.store.query('gateway', 'DELETE FROM rate_admission WHERE last_ms <= $1', [this.limiter.windowStartMs()]);
  }

  private async saveBatches(): Promise<void> {
    for (;;) {
      this.pending ??= this.nextBatch();
      if (this.pending === undefined) return;
      await this.store.query('gateway', INSERT_BATCH, [this.pending.id, JSON.stringify(this.pending.calls.map(toRow))]);
      this.pending = undefined;
    }
  }

  private nextBatch(): Batch | undefined {
    const calls = this.limiter.takeUnsaved(MAX_CALLS_PER_BATCH);
    return calls.length === 0 ? undefined : { id: randomUUID(), calls };
  }

  private async tick(): Promise<void> {
    try {
      await this.save();
      this.saves += 1;
      if (this.saves % SWEEP_EVERY_SAVES === 0) await this.sweep();
      if (this.failing) this.logger.log('The rate counts are saved again.');
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.logger.warn(`The rate counts are not saved for now: ${String(error)}`);
      this.failing = true;
    }
  }
}

function toRow({ programId, admittedMs }: ProgramCalls): object {
  const firstMs = admittedMs[0] ?? 0;
  return {
    program_id: programId,
    first_ms: firstMs,
    last_ms: admittedMs.at(-1) ?? firstMs,
    offsets_ms: admittedMs.map((atMs) => atMs - firstMs),
  };
}
