import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { DomainError } from '../../common/domain-error.js';
import { isUniqueViolation, Store, type Transaction } from '../../store/store.js';
import type { Call } from '../call/call.js';
import { CallLogPartitions } from './call-log-partitions.js';
import { CALL_COLUMNS, type LoggedCall, toCallRow } from './logged-call.js';
import { Metrics } from './metrics.js';
import { RefusalSampler } from './refusal-sampler.js';

const SAVE_INTERVAL_MS = 1000;
/** Rows that wait to be written; beyond them calls have no row. */
const MAX_WAITING = 20_000;
const ROWS_PER_STATEMENT = 500;
const INSERT = `INSERT INTO call_log (${CALL_COLUMNS}) SELECT ${CALL_COLUMNS} FROM json_populate_recordset(NULL::call_log, $1::json)`;

/**
 * The request log: a row for each call with a known key, written about once a second (auth.10). No call waits for it or fails with it: what waits is
 * bounded, what the database does not take is dropped and counted. While the database is away one batch waits for it.
 */
@Injectable()
export class CallLog implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(CallLog.name);
  private readonly sampler = new RefusalSampler();
  private waiting: LoggedCall[] = [];
  /** The batch that is being written, or is to be written again because nobody knows whether it was. */
  private batch: LoggedCall[] = [];
  private dropped = 0;
  private isFailing = false;
  private saving: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly partitions: CallLogPartitions,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.save(), SAVE_INTERVAL_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.saving;
    await this.save();
    // Calls that came while the database was away.
    if (this.batch.length === 0) await this.save();
  }

  note(
    { atMs, key, route, token, requestId, environment, refusal, address }: Call,
    method: string,
    status: number,
    durationMs: number,
  ): void {
    if (key === null || route === null) return;
    const row: LoggedCall = {
      atMs,
      requestId,
      programId: key.programId,
      keyPrefix: key.prefix,
      environment,
      agentCode: token.kind === 'live' ? token.user.agentCode : null,
      method,
      route: route.template,
      status,
      errorCode: refusal,
      durationMs,
      repeats: 1,
      address,
    };
    if (status < 400 || this.sampler.admits(row)) this.push(row);
  }

  /** Writes what waits; never throws. */
  save(): Promise<void> {
    return (this.saving ??= this.saveWaiting().finally(() => (this.saving = undefined)));
  }

  private push(row: LoggedCall): void {
    if (this.waiting.length < MAX_WAITING) this.waiting.push(row);
    else this.drop(1, 'too many wait');
  }

  private async saveWaiting(): Promise<void> {
    const now = this.clock.now();
    for (const row of this.sampler.takeHeld(now.getTime())) this.push(row);
    await this.partitions.prepare(now);
    if (this.batch.length === 0) [this.batch, this.waiting] = [this.waiting, this.batch];
    if (this.batch.length === 0) return;
    try {
      await this.write(this.batch);
      if (this.isFailing) this.logger.log(`The request log is written again; ${this.dropped} rows are missing.`);
      this.isFailing = false;
      this.dropped = 0;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (error instanceof DomainError) return this.noteFailure(reason);
      this.drop(this.batch.length, reason);
    }
    this.batch = [];
  }

  /** @throws DomainError when the database is away; it may have the batch all the same, and says so the next time */
  private async write(rows: readonly LoggedCall[]): Promise<void> {
    try {
      await this.store.transaction('gateway', (tx) => insertRows(tx, rows));
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }

  private drop(count: number, reason: string): void {
    this.dropped += count;
    this.metrics.countDroppedRows(count);
    this.noteFailure(reason);
  }

  private noteFailure(reason: string): void {
    if (!this.isFailing) this.logger.warn(`The request log is not written for now: ${reason}`);
    this.isFailing = true;
  }
}

async function insertRows(tx: Transaction, rows: readonly LoggedCall[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
    await tx.query(INSERT, [JSON.stringify(rows.slice(from, from + ROWS_PER_STATEMENT).map(toCallRow))]);
}
