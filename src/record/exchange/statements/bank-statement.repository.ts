import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Amount } from '../../../common/money.js';
import type { LocalDate } from '../../../common/athens.js';
import { buildLease, buildLeaseEnd } from '../../../store/lease.js';
import { getRow, Store, type Transaction } from '../../../store/store.js';
import { lockTurn } from '../../../store/turn.js';
import type { CamtStatement } from './camt.js';
import type { EntryResult, StatementRow } from './statement-rows.js';

export interface SealedRow extends Omit<StatementRow, 'senderIban'> {
  /** Encrypted, in hex. */
  readonly senderIban: string | null;
}

export interface NewStatement extends Pick<
  CamtStatement,
  'format' | 'account' | 'statementId' | 'messageId' | 'page' | 'createdOn' | 'from' | 'to'
> {
  readonly openingBalance: Amount | null;
  readonly closingBalance: Amount | null;
  readonly gapReason: string | null;
  readonly entryCount: number;
  readonly rows: readonly SealedRow[];
  readonly sha256: Buffer;
  readonly content: Buffer;
}

export interface Uploader {
  readonly userId: number;
  readonly name: string;
  readonly at: Date;
  readonly actor: object;
}

export interface LeasedStatement {
  readonly id: number;
  readonly uploadedById: number;
  readonly uploadedBy: string;
  readonly actor: unknown;
}

export interface WaitingTransfer {
  readonly id: number;
  readonly statementId: number;
  readonly isCredit: boolean;
  readonly amount: Amount;
  readonly bankReference: string | null;
  readonly reference: string;
  readonly valueDate: LocalDate | null;
  readonly bookingDate: LocalDate | null;
  readonly paymentCode: string | null;
  readonly paymentCodes: readonly string[] | null;
  readonly ownRefundId: number | null;
  readonly ownPayoutId: number | null;
  readonly batchId: number | null;
  readonly returned: string | null;
  readonly bankCode: string | null;
  readonly remittance: string | null;
  /** A credit that is no return and whose payment codes do not exist. */
  readonly isUnmatched: boolean;
}

export type OpenDebit = Pick<WaitingTransfer, 'id' | 'statementId' | 'isCredit' | 'amount' | 'reference' | 'valueDate' | 'bookingDate'>;

export interface TransferOutcome {
  readonly result: EntryResult;
  readonly reason?: string | null;
  readonly applicationId?: number | null;
  readonly receiptNo?: number | null;
  readonly suspenseId?: number | null;
  readonly refundId?: number | null;
  readonly payoutBatchId?: number | null;
  readonly transactionId?: number | null;
  readonly account?: string | null;
}

export interface BookedPayment {
  readonly transferId: number;
  readonly amount: Amount;
  readonly applicationId: number | null;
  readonly receiptNo: number | null;
  readonly suspenseId: number | null;
  readonly transactionId: number;
}

export interface OwnPayout {
  readonly payoutId: number;
  readonly refundId: number;
  readonly batchId: number;
  readonly amount: Amount;
  readonly isPaid: boolean;
  readonly isReturned: boolean;
  readonly returnTransactionId: number | null;
}

interface BatchOfPayouts {
  readonly id: number;
  readonly total: Amount;
  readonly isConfirmed: boolean;
}

const FIND = `
  SELECT id FROM bank_statement
  WHERE sha256 = $1 OR (format = $2 AND account = $3 AND bank_statement_id = $4 AND page = $5 AND content = $6) ORDER BY id LIMIT 1`;
const INSERT = `
  INSERT INTO bank_statement (format, account, bank_statement_id, message_id, page, created_on, from_date, to_date, opening_balance, closing_balance,
    entry_count, transfer_count, sha256, content, uploaded_by_id, uploaded_by, actor, uploaded_at, gap_reason)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) RETURNING id`;
/**
 * An entry that occurred before, in this or another file, is a duplicate. OFFSET 0 makes the planner look up each key,
 * whatever it knows of a table that has just grown.
 */
const INSERT_ENTRIES = `
  INSERT INTO bank_statement_entry (statement_id, entry_no, detail_no, is_credit, amount, currency, booking_date, value_date, bank_reference, reference,
    payment_code, own_refund_id, own_payout_id, batch_id, returned, sender, sender_iban, remittance, entry_key, result, reason, duplicate_of,
    line_day, is_open, bank_code, payment_codes)
  SELECT $1, r."entryNo", r."detailNo", r."isCredit", r.amount, r.currency, r."bookingDate", r."valueDate", r."bankReference", r.reference,
    r."paymentCode", (r."ownTransfer"->>'refundId')::bigint, (r."ownTransfer"->>'payoutId')::bigint, r."batchId", r.returned,
    CASE WHEN d.is_one THEN NULL ELSE r.sender END, CASE WHEN d.is_one THEN NULL ELSE decode(r."senderIban", 'hex') END,
    CASE WHEN d.is_one THEN NULL ELSE r.remittance END, decode(r.key, 'hex'),
    CASE WHEN d.is_one THEN 'DUPLICATE' ELSE r.result END, CASE WHEN d.is_one THEN NULL ELSE r.reason END, known.id,
    r."lineDay", r."lineDay" IS NOT NULL, r."bankCode", r."paymentCodes"
  FROM jsonb_to_recordset($2::jsonb) AS r("entryNo" integer, "detailNo" integer, "isCredit" boolean, amount numeric, currency text, "bookingDate" date,
    "valueDate" date, "bankReference" text, reference text, "paymentCode" text, "ownTransfer" jsonb, "batchId" bigint, returned text, sender text,
    "senderIban" text, remittance text, key text, "isPlaced" boolean, "isRepeated" boolean, result text, reason text,
    "lineDay" date, "bankCode" text, "paymentCodes" text[])
  LEFT JOIN LATERAL (
    SELECT e.id FROM (SELECT id, payment_code FROM bank_statement_entry WHERE entry_key = decode(r.key, 'hex') OFFSET 0) e
    WHERE NOT r."isPlaced" OR e.payment_code = r."paymentCode" IS NOT FALSE
    ORDER BY e.id LIMIT 1) known ON true
  CROSS JOIN LATERAL (SELECT known.id IS NOT NULL OR r."isRepeated" AS is_one) d
  ORDER BY r."entryNo", r."detailNo"`;
const LINK_DUPLICATES = `
  UPDATE bank_statement_entry e
  SET duplicate_of = (
    SELECT f.id FROM bank_statement_entry f WHERE f.entry_key = e.entry_key
    ORDER BY f.payment_code IS NOT DISTINCT FROM e.payment_code DESC, f.id LIMIT 1)
  WHERE e.statement_id = $1 AND e.result = 'DUPLICATE' AND e.duplicate_of IS NULL`;

const LEASE_SECONDS = 10;
const LEASE = buildLease({
  table: 'bank_statement',
  key: 'id',
  where: `state = 'BOOKING' AND id > $1`,
  orderBy: 'id',
  until: buildLeaseEnd(LEASE_SECONDS),
  returning: 'id, uploaded_by_id AS "uploadedById", uploaded_by AS "uploadedBy", actor',
});
const PROLONG = `UPDATE bank_statement SET leased_until = ${buildLeaseEnd(LEASE_SECONDS)} WHERE id = $1`;
const RELEASE = `UPDATE bank_statement SET leased_until = NULL WHERE id = $1 AND leased_until IS NOT NULL`;
/** Compares the lines with the books first, so that both are complete when the statement is done. */
const FINISH = `
  WITH done AS (
    UPDATE bank_statement SET state = 'DONE', done_at = $2, leased_until = NULL
    WHERE id = $1 AND state = 'BOOKING' AND NOT EXISTS (SELECT FROM bank_statement_entry WHERE statement_id = $1 AND result = 'WAITING') RETURNING id)
  SELECT match_bank_lines(id) FROM done`;
const FIND_PREVIOUS = `
  SELECT closing_balance AS closing, coalesce(to_date, created_on)::text AS "lastDay" FROM bank_statement
  WHERE account = $1 AND format = 'camt.053.001.08' AND closing_balance IS NOT NULL AND coalesce(to_date, created_on) <= $2
  ORDER BY coalesce(to_date, created_on) DESC FETCH FIRST 1 ROW WITH TIES`;
const FIND_WAITING = `
  SELECT id, statement_id AS "statementId", is_credit AS "isCredit", amount, bank_reference AS "bankReference", reference,
    value_date::text AS "valueDate", booking_date::text AS "bookingDate", payment_code AS "paymentCode", own_refund_id AS "ownRefundId", own_payout_id AS "ownPayoutId",
    batch_id AS "batchId", returned, bank_code AS "bankCode", remittance, payment_codes AS "paymentCodes",
    is_credit AND returned IS NULL AND NOT EXISTS (SELECT FROM payment_code c WHERE c.code = ANY (coalesce(e.payment_codes, ARRAY[e.payment_code]))) AS "isUnmatched"
  FROM bank_statement_entry e WHERE statement_id = $1 AND result = 'WAITING' AND id > $2 ORDER BY id LIMIT $3`;

const PAYMENT = `
  SELECT b.amount, b.application_id AS "applicationId", b.receipt_no AS "receiptNo", s.id AS "suspenseId", b.transaction_id AS "transactionId"
  FROM bank_advice b LEFT JOIN LATERAL (SELECT s.id FROM suspense_item s WHERE s.advice_id = b.id ORDER BY s.id LIMIT 1) s ON true
  WHERE b.agent_code IS NULL AND b.reversed_at IS NULL`;
const SETTLEMENT = `
  SELECT -e.amount AS amount, NULL::bigint AS "applicationId", NULL::bigint AS "receiptNo", NULL::bigint AS "suspenseId", t.id AS "transactionId"
  FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id AND e.amount < 0
  WHERE t.kind = 'SETTLEMENT' AND NOT t.is_reversed AND t.reference IN (w.reference, w."bankReference") ORDER BY t.id LIMIT 1`;
/** Matches amount and days as well, because the next statement has another entry at the same place. */
const PAYMENT_NEAR = `
  ${PAYMENT} AND b.reference = w."bankReference" AND b.amount = w.amount
    AND b.at BETWEEN w."valueDate" - interval '10 days' AND w."valueDate" + interval '10 days'`;
const PAYMENT_BY_HAND = `
  SELECT b.* FROM payment_code c CROSS JOIN LATERAL (
    ${PAYMENT} AND b.application_id = c.application_id AND b.payment_code = c.code AND b.amount = w.amount AND b.value_date BETWEEN w.day - 5 AND w.day + 5
      AND EXISTS (SELECT FROM bank_booking k WHERE k.transaction_id = b.transaction_id AND k.cleared_on IS NULL)
      AND NOT EXISTS (SELECT FROM bank_statement_entry e WHERE e.transaction_id = b.transaction_id)
    ORDER BY b.id LIMIT 1) AS b
  WHERE c.code = w."paymentCode"`;
/** Selects for each transfer the first of what the parts find, in their order. */
const FIND_BOOKED = `
  SELECT w.id AS "transferId", booked.amount, "applicationId", "receiptNo", "suspenseId", "transactionId"
  FROM jsonb_to_recordset($1::jsonb) AS w(id bigint, reference text, "bankReference" text, amount numeric, "valueDate" date, "paymentCode" text, day date)
  CROSS JOIN LATERAL (SELECT * FROM (
    ${[`${PAYMENT} AND b.reference = w.reference`, SETTLEMENT, PAYMENT_NEAR, PAYMENT_BY_HAND].map((part, place) => `SELECT ${place} AS place, * FROM (${part}) AS part`).join(' UNION ALL ')}
  ) AS part ORDER BY place LIMIT 1) AS booked`;
const FIND_PAYOUT = `
  SELECT p.id AS "payoutId", p.refund_id AS "refundId", p.batch_id AS "batchId", p.amount, p.transaction_id IS NOT NULL AS "isPaid", p.return_transaction_id AS "returnTransactionId",
    p.return_transaction_id IS NOT NULL AS "isReturned"
  FROM payout p WHERE p.id = $1 AND p.refund_id = $2`;
const FIND_BATCH = `
  SELECT b.id, b.status = 'CONFIRMED' AS "isConfirmed", (SELECT coalesce(sum(p.amount), 0.00) FROM payout p WHERE p.batch_id = b.id) AS total
  FROM payout_batch b WHERE b.id = $1 OR b.reference = $2 ORDER BY b.id = $1 DESC NULLS LAST LIMIT 1`;
const MARK = `
  UPDATE bank_statement_entry
  SET result = $2, reason = $3, application_id = $4, receipt_no = $5, suspense_id = $6, refund_id = $7, payout_batch_id = $8, transaction_id = $9, account = $10,
    sender = CASE WHEN $2 = 'SUSPENSE' THEN sender END, sender_iban = CASE WHEN $2 = 'SUSPENSE' THEN sender_iban END, remittance = CASE WHEN $2 = 'SUSPENSE' OR $3 = 'DEBIT' THEN remittance END
  WHERE id = $1 AND (result = 'WAITING' OR reason = 'DEBIT') RETURNING id`;
const LOCK_DEBIT = `
  SELECT id, statement_id AS "statementId", is_credit AS "isCredit", amount, reference, value_date::text AS "valueDate", booking_date::text AS "bookingDate"
  FROM bank_statement_entry WHERE statement_id = $1 AND id = $2 AND reason = 'DEBIT' FOR UPDATE`;
const MATCH = `SELECT match_bank_lines($1)`;
const ARE_ALL_SHOWN = `
  SELECT count(*) = count(e.own_payout_id) AS "areAll" FROM payout p
  LEFT JOIN LATERAL (SELECT e.own_payout_id FROM bank_statement_entry e WHERE e.payout_batch_id = p.batch_id AND e.own_payout_id = p.id LIMIT 1) e ON true
  WHERE p.batch_id = $1`;

export class TransferTakenError extends Error {}

@Injectable()
export class BankStatementRepository {
  constructor(private readonly store: Store) {}

  /** Each upload must find the entries of earlier ones. */
  async claimTurn(tx: Transaction): Promise<void> {
    await lockTurn(tx, 'bank statements');
  }

  async find(tx: Transaction, { sha256, format, account, statementId, page, content }: NewStatement): Promise<number | null> {
    const [row] = await tx.query<{ id: number }>(FIND, [sha256, format, account, statementId, page, content]);
    return row?.id ?? null;
  }

  findPrevious(tx: Transaction, account: string, day: LocalDate): Promise<{ readonly closing: Amount; readonly lastDay: LocalDate }[]> {
    return tx.query(FIND_PREVIOUS, [account, day]);
  }

  async insert(tx: Transaction, statement: NewStatement, { userId, name, actor, at }: Uploader): Promise<number> {
    const { format, account, statementId, messageId, page, createdOn, from, to, openingBalance, closingBalance, rows } = statement;
    const header = [format, account, statementId, messageId, page, createdOn, from, to, openingBalance, closingBalance];
    const files = [statement.entryCount, rows.length, statement.sha256, statement.content];
    const values = [...header, ...files, userId, name, actor, at, statement.gapReason];
    const { id } = getRow(await tx.query<{ id: number }>(INSERT, values));
    await tx.query(INSERT_ENTRIES, [id, JSON.stringify(rows)]);
    await tx.query(LINK_DUPLICATES, [id]);
    return id;
  }

  async lease(environment: Environment, after: number): Promise<LeasedStatement | null> {
    const [row] = await this.store.query<LeasedStatement>(environment, LEASE, [after]);
    return row ?? null;
  }

  async prolongLease(environment: Environment, id: number): Promise<void> {
    await this.store.query(environment, PROLONG, [id]);
  }

  async release(environment: Environment, id: number): Promise<void> {
    await this.store.query(environment, RELEASE, [id]);
  }

  async finish(environment: Environment, id: number, at: Date): Promise<void> {
    await this.store.query(environment, FINISH, [id, at]);
  }

  findWaiting(environment: Environment, statementId: number, after: number, limit: number): Promise<WaitingTransfer[]> {
    return this.store.query(environment, FIND_WAITING, [statementId, after, limit]);
  }

  /** Finds what has been booked of these transfers already, from another file or by hand (money.23). */
  findBooked(environment: Environment, transfers: readonly WaitingTransfer[]): Promise<BookedPayment[]> {
    const sought = transfers.map(({ id, reference, bankReference, amount, valueDate, bookingDate, paymentCode }) => {
      const day = valueDate === null ? null : (bookingDate ?? valueDate);
      return { id, reference, bankReference, amount, valueDate, paymentCode, day };
    });
    return this.store.query<BookedPayment>(environment, FIND_BOOKED, [JSON.stringify(sought)]);
  }

  async lockDebit(tx: Transaction, statementId: number, id: number): Promise<OpenDebit | null> {
    const [row] = await tx.query<OpenDebit>(LOCK_DEBIT, [statementId, id]);
    return row ?? null;
  }

  async match(tx: Transaction, statementId: number): Promise<void> {
    await tx.query(MATCH, [statementId]);
  }

  async areAllShown(environment: Environment, batchId: number): Promise<boolean> {
    const [row] = await this.store.query<{ areAll: boolean }>(environment, ARE_ALL_SHOWN, [batchId]);
    return row?.areAll ?? false;
  }

  async findPayout(environment: Environment, payoutId: number, refundId: number): Promise<OwnPayout | null> {
    const [row] = await this.store.query<OwnPayout>(environment, FIND_PAYOUT, [payoutId, refundId]);
    return row ?? null;
  }

  async findBatch(environment: Environment, id: number | null, reference: string | null): Promise<BatchOfPayouts | null> {
    const [row] = await this.store.query<BatchOfPayouts>(environment, FIND_BATCH, [id, reference]);
    return row ?? null;
  }

  async mark(tx: Transaction, id: number, outcome: TransferOutcome): Promise<void> {
    const {
      result,
      reason = null,
      applicationId = null,
      receiptNo = null,
      suspenseId = null,
      refundId = null,
      payoutBatchId = null,
      transactionId = null,
      account = null,
    } = outcome;
    const about = [applicationId, receiptNo, suspenseId, refundId, payoutBatchId, transactionId, account];
    const marked = await tx.query(MARK, [id, result, reason, ...about]);
    if (marked.length === 0) throw new TransferTakenError(`Another node has booked transfer ${id}.`);
  }
}
