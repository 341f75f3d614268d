import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Store, type Transaction } from '../../store/store.js';
import { lockTurn } from '../../store/turn.js';

const DAYS_AHEAD = 7;
const DAY_MS = 24 * 3_600_000;
const RETRY_MS = 10 * 60_000;
const PARTITION = /^call_log_(\d{8})$/;

// A backup may lock the table for a long time, and inserts would wait behind this transaction.
const LIMIT_WAIT = `SELECT set_config('lock_timeout', '1s', true)`;
// Rows never change, so a vacuum is useless.
const WITHOUT_VACUUM = 'WITH (autovacuum_vacuum_insert_threshold = -1)';
const PARTITIONS = `
  SELECT c.relname AS name FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'call_log'::regclass`;

@Injectable()
export class CallLogPartitions {
  private readonly logger = new Logger(CallLogPartitions.name);
  private preparedDay: string | null = null;
  private retryAtMs = -Infinity;

  constructor(
    private readonly store: Store,
    private readonly config: Config,
  ) {}

  /** Never throws: a failure is retried after ten minutes. */
  async prepare(now: Date): Promise<void> {
    const day = formatPartitionDay(now, 0);
    if (day === this.preparedDay || now.getTime() < this.retryAtMs) return;
    try {
      await this.store.alterTables('gateway', (tx) => this.createPartitions(tx, now));
      this.preparedDay = day;
    } catch (error) {
      this.retryAtMs = now.getTime() + RETRY_MS;
      this.logger.warn(
        `Partitions of the request log could not be created or dropped. Next attempt in ten minutes. Reason: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  private async createPartitions(tx: Transaction, now: Date): Promise<void> {
    await lockTurn(tx, 'partitions of call_log');
    const names = new Set((await tx.query<{ name: string }>(PARTITIONS)).map(({ name }) => name));
    // Includes yesterday, because a row is dated by the start of its call.
    const missing = Array.from({ length: DAYS_AHEAD + 2 }, (_, index) => index - 1).filter((days) => !names.has(getName(now, days)));
    const expired = [...names].filter((name) => (PARTITION.exec(name)?.[1] ?? '9') < formatDigits(now, -this.config.callLogDays));
    if (missing.length + expired.length === 0) return;
    await tx.query(LIMIT_WAIT);
    for (const days of missing)
      await tx.query(
        `CREATE TABLE ${getName(now, days)} PARTITION OF call_log FOR VALUES FROM ('${formatPartitionDay(now, days)}') TO ('${formatPartitionDay(now, days + 1)}')
         ${WITHOUT_VACUUM}`,
      );
    for (const name of expired) await tx.query(`DROP TABLE ${name}`);
  }
}

function getName(now: Date, days: number): string {
  return `call_log_${formatDigits(now, days)}`;
}

function formatDigits(now: Date, days: number): string {
  return formatPartitionDay(now, days).replaceAll('-', '');
}

function formatPartitionDay(now: Date, days: number): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}
