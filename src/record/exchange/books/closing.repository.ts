import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import type { Amount } from '../../../common/money.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { getRow, Store, type Transaction } from '../../../store/store.js';
import { lockTurn } from '../../../store/turn.js';

export interface Closing {
  readonly month: LocalDate;
  readonly closedAt: Date;
  readonly closedBy: string;
  readonly finishedAt: Date | null;
  readonly unearnedTransactionId: number | null;
}

export interface Missing {
  readonly earlierMonth: LocalDate | null;
  readonly unwrittenReceipts: number;
  readonly waitingTransfers: number;
}

const COLUMNS = `month, closed_at AS "closedAt", closed_by AS "closedBy", finished_at AS "finishedAt", unearned_transaction_id AS "unearnedTransactionId"`;
const LIST = `SELECT ${COLUMNS} FROM ledger_closing ORDER BY month DESC LIMIT $1`;
const FIND_FIRST_OPEN = `
  SELECT date_trunc('month', min(booked_on))::date AS month FROM ledger_transaction
  WHERE booked_on >= coalesce((SELECT max(month) + interval '1 month' FROM ledger_closing)::date, '-infinity')`;

const FIND_MISSING = `
  SELECT (SELECT date_trunc('month', min(booked_on))::date FROM ledger_transaction
      WHERE booked_on < $1::date AND booked_on >= coalesce((SELECT max(month) + interval '1 month' FROM ledger_closing)::date, '-infinity')) AS "earlierMonth",
    (SELECT count(*)::int FROM receipt r WHERE r.status = 'PENDING' AND r.period_from < $2::date AND r.gross <> 0
      AND NOT EXISTS (SELECT FROM ledger_transaction t WHERE t.receipt_no = r.receipt_no AND t.kind = 'PREMIUM')) AS "unwrittenReceipts",
    (SELECT count(*)::int FROM bank_statement s JOIN bank_statement_entry e ON e.statement_id = s.id
      WHERE s.state = 'BOOKING' AND e.result = 'WAITING' AND e.booking_date < $2::date) AS "waitingTransfers"`;

const INSERT = `
  INSERT INTO ledger_closing (month, closed_at, closed_by, last_transaction_id)
  SELECT $1, $2, $3, coalesce(max(id), 0) FROM ledger_transaction
  ON CONFLICT (month) DO NOTHING RETURNING ${COLUMNS}`;

const LOCK_UNFINISHED = `
  SELECT ${COLUMNS} FROM ledger_closing WHERE finished_at IS NULL ORDER BY month LIMIT 1 FOR UPDATE SKIP LOCKED`;

/** Premium of the days from $1 on, of receipts written before $1; each is rounded to the cent. */
const UNEARNED = `
  SELECT a.line, c.value ->> 'taxClass' AS "taxClass", sum(CASE t.kind WHEN 'PREMIUM' THEN 1 ELSE -1 END *
    round((c.value ->> 'net')::numeric * (r.period_to - greatest(r.period_from, $1::date)) / (r.period_to - r.period_from), 2)) AS amount
  FROM receipt r JOIN ledger_transaction t ON t.receipt_no = r.receipt_no AND t.kind IN ('PREMIUM', 'PREMIUM_CANCELLATION') AND t.booked_on < $1::date
    JOIN application a ON a.id = r.application_id CROSS JOIN LATERAL jsonb_array_elements(r.taxes) AS c(value)
  WHERE r.period_to > $1::date
  GROUP BY 1, 2 ORDER BY 1, 2`;

const UNEARNED_TIMEOUT_S = 300;

const FINISH = `UPDATE ledger_closing SET finished_at = $2, unearned_transaction_id = $3 WHERE month = $1`;

export interface Unearned {
  readonly line: LineCode;
  readonly taxClass: string;
  readonly amount: Amount;
}

@Injectable()
export class ClosingRepository {
  constructor(private readonly store: Store) {}

  list(environment: Environment, limit: number): Promise<Closing[]> {
    return this.store.readAnywhere(environment, (reader) => reader.query<Closing>(LIST, [limit]));
  }

  async findFirstOpen(environment: Environment): Promise<LocalDate | null> {
    return getRow(await this.store.query<{ month: LocalDate | null }>(environment, FIND_FIRST_OPEN)).month;
  }

  async findMissing(where: Pick<Transaction, 'query'>, month: LocalDate, nextMonth: LocalDate): Promise<Missing> {
    return getRow(await where.query<Missing>(FIND_MISSING, [month, nextMonth]));
  }

  /** Waits until no booking is under way, and lets none begin until the transaction ends. */
  async lock(tx: Transaction): Promise<void> {
    await lockTurn(tx, 'ledger closing');
  }

  async insert(tx: Transaction, month: LocalDate, closedAt: Date, closedBy: string): Promise<Closing | null> {
    const [row] = await tx.query<Closing>(INSERT, [month, closedAt, closedBy]);
    return row ?? null;
  }

  async lockUnfinished(tx: Transaction): Promise<Closing | null> {
    const [row] = await tx.query<Closing>(LOCK_UNFINISHED);
    return row ?? null;
  }

  async listUnearned(tx: Transaction, from: LocalDate): Promise<Unearned[]> {
    await tx.query(`SET LOCAL statement_timeout = '${UNEARNED_TIMEOUT_S}s'`);
    return tx.query<Unearned>(UNEARNED, [from]);
  }

  async finish(tx: Transaction, month: LocalDate, at: Date, transactionId: number | null): Promise<void> {
    await tx.query(FINISH, [month, at, transactionId]);
  }
}
