import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Request } from 'express';
import { Clock } from '../../common/clock.js';
import { DomainError } from '../../common/domain-error.js';
import type { Job } from '../../jobs/job.js';
import { Scheduler } from '../../jobs/scheduler.js';
import { isUniqueViolation, Store, type Transaction } from '../../store/store.js';
import type { Call } from '../call/call.js';
import { CallLogPartitions } from './call-log-partitions.js';
import type { LoggedCall } from './logged-call.js';
import { Metrics } from './metrics.js';
import { RefusalSampler } from './refusal-sampler.js';

const SAVE_INTERVAL_MS = 1000;
const MAX_WAITING = 20_000;
/** Limits memory, and how long one batch occupies the process. */
const MAX_WAITING_EXCHANGES = 200;
const ROWS_PER_STATEMENT = 500;
const COLUMNS =
  'at, request_id, program_id, key_prefix, environment, agent_code, method, route, status, error_code, duration_ms, repeats, address, exchange';
const INSERT = `INSERT INTO call_log (${COLUMNS}) SELECT ${COLUMNS} FROM json_populate_recordset(NULL::call_log, $1::json)`;

/** Writes one row for each call with a key, every second (auth.10). No call waits for it. */
@Injectable()
export class CallLog implements OnApplicationShutdown {
  private readonly job: Job<'gateway'>;
  private readonly sampler = new RefusalSampler();
  private waiting: LoggedCall[] = [];
  /** Batch that is being written, or failed and is written again. */
  private batch: LoggedCall[] = [];
  private overflow = 0;
  private waitingExchanges = 0;
  private saving: Promise<void> | undefined;

  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly partitions: CallLogPartitions,
  ) {
    this.job = scheduler.add({
      name: 'write the request log',
      everyMs: SAVE_INTERVAL_MS,
      places: ['gateway'],
      pass: () => this.save(),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.job.stop();
    const save = (): Promise<void> => this.save().catch((error: unknown) => this.job.reportFailure('gateway', error));
    await save();
    if (this.batch.length === 0) await save();
  }

  add(
    { atMs, key, route, token, requestId, environment, errorCode, address, exchange }: Call,
    request: Pick<Request, 'headers' | 'method'>,
    status: number,
    durationMs: number,
  ): void {
    if (key === null || route === null) return;
    const row: LoggedCall = {
      at: new Date(atMs),
      request_id: requestId,
      program_id: key.programId,
      key_prefix: key.prefix,
      environment,
      agent_code: token.kind === 'live' ? token.user.agentCode : null,
      method: request.method,
      route: route.template,
      status,
      error_code: errorCode,
      duration_ms: durationMs.toFixed(2),
      repeats: 1,
      address,
      exchange: null,
    };
    if (status >= 400 && !this.sampler.admits(row)) return;
    if (exchange !== null && this.waitingExchanges < MAX_WAITING_EXCHANGES) {
      this.waitingExchanges += 1;
      row.exchange = exchange.toRecord(request);
    }
    this.push(row);
  }

  save(): Promise<void> {
    return (this.saving ??= this.saveWaiting().finally(() => (this.saving = undefined)));
  }

  private async saveWaiting(): Promise<void> {
    const now = this.clock.now();
    for (const row of this.sampler.releaseHeld(now.getTime())) this.push(row);
    await this.partitions.prepare(now);
    if (this.batch.length === 0) {
      [this.batch, this.waiting] = [this.waiting, this.batch];
      this.waitingExchanges = 0;
    }
    if (this.batch.length > 0) await this.writeBatch();
    const { overflow } = this;
    this.overflow = 0;
    if (overflow > 0) throw missing(overflow, 'too many waited');
  }

  private push(row: LoggedCall): void {
    if (this.waiting.length < MAX_WAITING) this.waiting.push(row);
    else {
      this.overflow += 1;
      this.metrics.droppedRows.inc();
    }
  }

  private async writeBatch(): Promise<void> {
    const rows = this.batch;
    try {
      await this.write(rows);
      this.batch = [];
    } catch (error) {
      if (error instanceof DomainError) throw error;
      this.batch = [];
      this.metrics.droppedRows.inc(rows.length);
      throw missing(rows.length, error instanceof Error ? error.message : String(error));
    }
  }

  private async write(rows: readonly LoggedCall[]): Promise<void> {
    try {
      await this.store.transaction('gateway', (tx) => insertRows(tx, rows));
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }
}

function missing(count: number, reason: string): Error {
  return new Error(`${count} rows of the request log are missing: ${reason}`);
}

async function insertRows(tx: Transaction, rows: readonly LoggedCall[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
    await tx.query(INSERT, [JSON.stringify(rows.slice(from, from + ROWS_PER_STATEMENT))]);
}
