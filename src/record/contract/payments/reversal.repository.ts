import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Amount } from '../../../common/money.js';
import type { Writer } from '../../../common/unit-of-work.js';
import type { RefundStatus } from '../../money/payouts/refund.repository.js';
import { Store, type Transaction } from '../../../store/store.js';

/** RESOLUTION is a payment by money in suspense; the others are kinds of ledger transactions. */
export type BookingKind =
  | 'PAYMENT'
  | 'SETTLEMENT'
  | 'SUSPENSE'
  | 'RESOLUTION'
  | 'SUSPENSE_REFUND'
  | 'SUSPENSE_CREDIT'
  | 'SUSPENSE_SETTLEMENT'
  | 'BANK_ITEM';

export interface Booking {
  readonly transactionId: number;
  readonly kind: BookingKind;
  readonly at: Date;
  readonly amount: Amount;
  readonly reference: string;
  readonly valueDate: LocalDate | null;
  readonly applicationId: number | null;
  readonly policyNo: string | null;
  readonly agentCode: string | null;
  readonly receiptNo: number | null;
  readonly adviceId: number | null;
  readonly suspenseId: number | null;
  readonly refundId: number | null;
  readonly refundStatus: RefundStatus | null;
  readonly isFromFile: boolean;
  readonly isReversed: boolean;
  readonly reversedAt: Date | null;
  readonly reversedBy: string | null;
  readonly reversalReason: string | null;
}

const KINDS = `t.kind IN ('PAYMENT', 'SETTLEMENT', 'SUSPENSE', 'SUSPENSE_REFUND', 'SUSPENSE_CREDIT', 'SUSPENSE_SETTLEMENT', 'BANK_ITEM')`;

export const SELECT_BOOKINGS = `
  SELECT t.id, t.id AS "transactionId", CASE WHEN t.kind = 'PAYMENT' AND used.id IS NOT NULL THEN 'RESOLUTION' ELSE t.kind END AS kind, t.at,
    (SELECT sum(e.amount) FROM ledger_entry e WHERE e.transaction_id = t.id AND e.amount > 0) AS amount, t.reference,
    coalesce(t.value_date, b.value_date) AS "valueDate", t.application_id AS "applicationId", a.policy_no AS "policyNo",
    coalesce(a.agent_code, settled.agent_code) AS "agentCode", t.receipt_no AS "receiptNo", b.id AS "adviceId", coalesce(put.id, used.id) AS "suspenseId",
    r.id AS "refundId", r.status AS "refundStatus", t.is_reversed AS "isReversed", back.at AS "reversedAt", v.reversed_by AS "reversedBy",
    v.reason AS "reversalReason",
    t.kind <> 'BANK_ITEM' AND EXISTS (SELECT FROM bank_statement_entry e WHERE e.transaction_id = t.id) AS "isFromFile"
  FROM ledger_transaction t LEFT JOIN bank_advice b ON b.transaction_id = t.id LEFT JOIN LATERAL (SELECT min(s.id) AS id FROM suspense_item s WHERE s.transaction_id = t.id) put ON true
    LEFT JOIN LATERAL (
      SELECT coalesce((SELECT min(s.id) FROM suspense_item s WHERE s.resolution_transaction_id = t.id),
        (SELECT min(s.id) FROM suspense_item s WHERE s.credit_transaction_id = t.id)) AS id) used ON true LEFT JOIN refund r ON r.transaction_id = t.id
    LEFT JOIN application a ON a.id = t.application_id
    LEFT JOIN ledger_transaction back ON back.reverses = t.id AND back.kind = 'REVERSAL' LEFT JOIN reversal v ON v.transaction_id = back.id
    LEFT JOIN LATERAL (
      SELECT c.agent_code FROM ledger_entry e JOIN account c ON c.id = e.account_id
      WHERE t.kind IN ('SETTLEMENT', 'SUSPENSE_SETTLEMENT') AND e.transaction_id = t.id AND c.agent_code IS NOT NULL) AS settled ON true
  WHERE ${KINDS}`;

const SAVE_REVERSED = `UPDATE bank_advice SET reversed_at = $2 WHERE id = $1`;
const LIST_DEPOSITED = `
  SELECT id, resolved_at IS NULL AND credit_of IS NULL AS "isUnused" FROM suspense_item WHERE transaction_id = $1 ORDER BY id FOR UPDATE`;
const TAKE_CREDIT_BACK = `
  WITH items AS (SELECT id, resolved_at FROM suspense_item WHERE credit_transaction_id = $1 FOR UPDATE),
  suspended AS (
    UPDATE suspense_item SET credit_of = NULL, credit_transaction_id = NULL
    WHERE credit_transaction_id = $1 AND NOT EXISTS (SELECT FROM items WHERE resolved_at IS NOT NULL) RETURNING id),
  messaged AS (UPDATE staff_message SET resolved_at = NULL FROM suspended WHERE staff_message.suspense_id = suspended.id)
  SELECT id FROM suspended`;
const REOPEN_ITEMS = `
  WITH opened AS (
    UPDATE suspense_item
    SET resolution = NULL, resolution_transaction_id = NULL, resolved_application_id = NULL, resolved_agent_code = NULL, resolved_by = NULL, resolved_at = NULL
    WHERE resolution_transaction_id = $1 RETURNING id, credit_of)
  UPDATE staff_message SET resolved_at = NULL FROM opened WHERE staff_message.suspense_id = opened.id AND opened.credit_of IS NULL`;
/** A debit waits for staff; a credit waits for the worker, which applies the present rules. */
const REOPEN_LINE = `
  WITH opened AS (
    UPDATE bank_statement_entry SET result = CASE WHEN is_credit THEN 'WAITING' ELSE 'NOT_BOOKED' END, reason = CASE WHEN NOT is_credit THEN 'DEBIT' END,
      account = NULL, transaction_id = NULL, is_open = line_day IS NOT NULL
    WHERE transaction_id = $1 RETURNING statement_id, is_credit),
  waiting AS (UPDATE bank_statement s SET state = 'BOOKING', done_at = NULL FROM opened o WHERE o.is_credit AND s.id = o.statement_id)
  UPDATE bank_booking SET entry_id = NULL, cleared_on = NULL WHERE transaction_id = $1`;
const WITHDRAW_REFUND = `
  UPDATE refund SET status = 'WITHDRAWN', iban = NULL, iban_shown = NULL, holder = NULL, version = version + 1
  WHERE id = $1 AND status = 'OWED' RETURNING id`;

@Injectable()
export class ReversalRepository {
  constructor(private readonly store: Store) {}

  async find(where: Writer, transactionId: number): Promise<Booking | null> {
    const [row] = await this.store.query<Booking>(where, `${SELECT_BOOKINGS} AND t.id = $1`, [transactionId]);
    return row ?? null;
  }

  /** Saves that the booking of an advice is reversed, so that its reference can be booked again. */
  async saveReversed(tx: Transaction, adviceId: number, at: Date): Promise<void> {
    await tx.query(SAVE_REVERSED, [adviceId, at]);
  }

  async reopenItems(tx: Transaction, transactionId: number): Promise<void> {
    await tx.query(REOPEN_ITEMS, [transactionId]);
  }

  lockDeposited(tx: Transaction, transactionId: number): Promise<{ readonly id: number; readonly isUnused: boolean }[]> {
    return tx.query(LIST_DEPOSITED, [transactionId]);
  }

  async takeCreditBack(tx: Transaction, transactionId: number): Promise<boolean> {
    return (await tx.query(TAKE_CREDIT_BACK, [transactionId])).length > 0;
  }

  async reopenLine(tx: Transaction, transactionId: number): Promise<void> {
    await tx.query(REOPEN_LINE, [transactionId]);
  }

  async withdrawRefund(tx: Transaction, id: number): Promise<boolean> {
    return (await tx.query(WITHDRAW_REFUND, [id])).length === 1;
  }
}
