import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import type { Amount } from '../../../common/money.js';
import type { PageWindow } from '../../../common/paging.js';
import { getRow, Store } from '../../../store/store.js';
import type { TransactionKind } from '../../money/ledger/ledger.repository.js';

/** BOOKING without a line, LINE without a booking, OPENING before the first statement, GAP between statements. */
export const RECONCILIATION_KINDS = ['BOOKING', 'LINE', 'OPENING', 'GAP'] as const;
export type ReconciliationKind = (typeof RECONCILIATION_KINDS)[number];

export interface ReconciliationItem {
  readonly kind: ReconciliationKind;
  readonly day: LocalDate;
  readonly amount: Amount;
  readonly days: number;
  readonly reference: string;
  readonly transactionId: number | null;
  readonly transactionKind: TransactionKind | null;
  readonly isByHand: boolean | null;
  readonly applicationId: number | null;
  readonly policyNo: string | null;
  readonly statementId: number | null;
  readonly entryId: number | null;
  readonly text: string | null;
}

export interface Reconciliation {
  readonly books: Amount;
  readonly statements: Amount;
  readonly statementsTo: LocalDate | null;
  readonly explained: Amount;
  readonly count: number;
  readonly overdue: number;
}

export const DAYS_TO_MATCH = 5;

const STATEMENT = `
  SELECT id, account, bank_statement_id, coalesce(from_date, to_date, created_on) AS first_day, coalesce(to_date, created_on) AS last_day,
    opening_balance, closing_balance, lag(closing_balance) OVER (PARTITION BY account ORDER BY coalesce(to_date, created_on), id) AS closing_before
  FROM bank_statement WHERE format = 'camt.053.001.08' AND opening_balance IS NOT NULL AND closing_balance IS NOT NULL`;

const DIFFERENCES = `
  SELECT 'BOOKING' AS kind, b.day, b.amount, b.transaction_id, b.entry_id FROM bank_booking b WHERE b.cleared_on IS NULL AND b.day <= $1::date
  UNION ALL
  SELECT 'BOOKING', b.day, b.amount, b.transaction_id, b.entry_id FROM bank_booking b
  WHERE b.cleared_on <> b.day AND greatest(b.day, b.cleared_on) > $1::date AND b.day <= $1::date
  UNION ALL
  SELECT 'LINE', b.cleared_on, -b.amount, b.transaction_id, b.entry_id FROM bank_booking b
  WHERE b.cleared_on <> b.day AND greatest(b.day, b.cleared_on) > $1::date AND b.cleared_on <= $1::date
  UNION ALL
  SELECT 'LINE', e.line_day, CASE WHEN e.is_credit THEN -e.amount ELSE e.amount END, NULL, e.id FROM bank_statement_entry e
  WHERE e.is_open AND e.line_day <= $1::date
  UNION ALL
  SELECT CASE WHEN closing_before IS NULL THEN 'OPENING' ELSE 'GAP' END, first_day, coalesce(closing_before, 0) - opening_balance, NULL, NULL
  FROM statement WHERE first_day <= $1::date AND opening_balance <> coalesce(closing_before, 0)`;

/** Each item is looked up by its ids, because a join would read all bookings. */
const selectItems = (page: string): string => `
  WITH statement AS (${STATEMENT}), difference AS (${DIFFERENCES}),
  item AS MATERIALIZED (SELECT * FROM difference ORDER BY day, kind, transaction_id, entry_id ${page})
  SELECT d.kind, d.day, d.amount, $1::date - d.day AS days, coalesce(t.reference, e.reference, '') AS reference, d.transaction_id AS "transactionId",
    t.kind AS "transactionKind",
    CASE WHEN t.id IS NOT NULL THEN NOT EXISTS (SELECT FROM bank_statement_entry f WHERE f.transaction_id = t.id OFFSET 0) END AS "isByHand",
    t.application_id AS "applicationId", a.policy_no AS "policyNo", e.statement_id AS "statementId", e.id AS "entryId", e.remittance AS text
  FROM item d LEFT JOIN LATERAL (SELECT * FROM ledger_transaction WHERE id = d.transaction_id OFFSET 0) t ON true
    LEFT JOIN LATERAL (SELECT * FROM bank_statement_entry WHERE id = d.entry_id OFFSET 0) e ON true
    LEFT JOIN LATERAL (SELECT policy_no FROM application WHERE id = t.application_id OFFSET 0) a ON true
  ORDER BY d.day, d.kind, d.transaction_id, d.entry_id`;

const BOOKS = `
  SELECT coalesce((SELECT sum(debit - credit) FROM ledger_day WHERE account = 'bank' AND day <= $1::date), 0.00)
    + coalesce((SELECT sum(e.amount) FROM ledger_unfolded u JOIN ledger_transaction t ON t.id = u.transaction_id
        JOIN ledger_entry e ON e.transaction_id = t.id JOIN account a ON a.id = e.account_id
      WHERE a.code = 'bank' AND t.booked_on <= $1::date), 0.00)`;

/** The latest statement of each account has begun on the day, and is added up to it if it ends later. */
const SUMS = `
  WITH statement AS (${STATEMENT}), difference AS (${DIFFERENCES}),
  latest AS (SELECT DISTINCT ON (account) * FROM statement WHERE first_day <= $1::date ORDER BY account, last_day DESC, id DESC),
  balance AS (
    SELECT least(last_day, $1::date) AS last_day, CASE WHEN last_day <= $1::date THEN closing_balance ELSE opening_balance + coalesce((
      SELECT sum(CASE WHEN e.is_credit THEN e.amount ELSE -e.amount END) FROM bank_statement_entry e
      WHERE e.statement_id = latest.id AND e.line_day <= $1::date), 0) END AS balance
    FROM latest)
  SELECT (${BOOKS}) AS books, (SELECT coalesce(sum(balance), 0.00) FROM balance) AS statements, (SELECT max(last_day) FROM balance) AS "statementsTo",
    coalesce(sum(amount), 0.00) AS explained, count(*)::integer AS count,
    (count(*) FILTER (WHERE kind IN ('BOOKING', 'LINE') AND day < $1::date - ${DAYS_TO_MATCH}))::integer AS overdue
  FROM difference`;

@Injectable()
export class ReconciliationRepository {
  constructor(private readonly store: Store) {}

  async getSums(environment: Environment, on: LocalDate): Promise<Reconciliation> {
    return getRow(await this.store.readAnywhere(environment, (reader) => reader.query<Reconciliation>(SUMS, [on])));
  }

  listItems(environment: Environment, on: LocalDate, { start, limit }: PageWindow): Promise<ReconciliationItem[]> {
    return this.store.readAnywhere(environment, (reader) => reader.query(selectItems('OFFSET $2 LIMIT $3'), [on, start - 1, limit]));
  }

  readItems(environment: Environment, on: LocalDate): AsyncGenerator<ReconciliationItem[], void> {
    return this.store.stream<ReconciliationItem>(environment, selectItems(''), [on]);
  }
}
