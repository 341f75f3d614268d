import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import type { Amount } from '../../../common/money.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { Store, type Transaction } from '../../../store/store.js';
import { MessageKind } from '../../../store/entities/staff-message.entity.js';

interface NewSuspenseItem {
  readonly adviceId: number;
  readonly transactionId: number;
  readonly applicationId: number | null;
  readonly amount: Amount;
  readonly reason: ErrorCode;
  readonly message: Text;
}

export interface Resolution {
  readonly kind: 'APPLICATION' | 'AGENT' | 'REFUND' | 'REVERSED';
  readonly transactionId: number;
  readonly applicationId: number | null;
  readonly agentCode?: string | null;
  readonly by: string;
  readonly at: Date;
}

export interface SuspenseItem {
  readonly id: number;
  readonly transactionId: number;
  readonly applicationId: number | null;
  /** Application whose customer has it as credit; null in suspense. */
  readonly creditOf: number | null;
  readonly agentCode: string | null;
  readonly amount: Amount;
  readonly reference: string;
  readonly valueDate: LocalDate;
  readonly isOpen: boolean;
}

export interface Sender {
  readonly name: string | null;
  readonly iban: Buffer | null;
}

/** Locks the applications before other rows, so that locks are taken in the same order everywhere. */
const LOCK_APPLICATIONS = `SELECT id FROM application WHERE id = ANY ($1) ORDER BY id FOR KEY SHARE`;
const LOCK_PAID = `SELECT id FROM application WHERE id = ANY ($1) ORDER BY id FOR UPDATE`;

const INSERT = `
  WITH item AS (
    INSERT INTO suspense_item (advice_id, transaction_id, application_id, amount, reason, created_at)
    SELECT "adviceId", "transactionId", "applicationId", amount, reason, $1
    FROM jsonb_to_recordset($2::jsonb) AS i("adviceId" bigint, "transactionId" bigint, "applicationId" bigint, amount numeric, reason text)
    RETURNING id, advice_id, application_id),
  messaged AS (
    INSERT INTO staff_message (kind, application_id, suspense_id, text, created_at)
    SELECT '${MessageKind.SUSPENSE}', item.application_id, item.id, m.message, $1
    FROM item JOIN jsonb_to_recordset($2) AS m("adviceId" bigint, message jsonb) ON m."adviceId" = item.advice_id)
  SELECT id FROM item ORDER BY id`;

const FIND = `
  SELECT s.id, s.credit_of AS "creditOf", s.transaction_id AS "transactionId", s.application_id AS "applicationId", coalesce(a.agent_code, b.agent_code) AS "agentCode", s.amount, b.reference, b.value_date AS "valueDate",
    s.resolved_at IS NULL AS "isOpen"
  FROM suspense_item s JOIN bank_advice b ON b.id = s.advice_id LEFT JOIN application a ON a.id = coalesce(s.credit_of, s.application_id)
  WHERE s.id = ANY ($1) ORDER BY s.id`;

const PARTS = `SELECT o.id FROM suspense_item s JOIN suspense_item o ON o.advice_id = s.advice_id WHERE s.id = $1`;
/** Locks the sender, so that its name cannot be erased during the refund. */
const LOCK_SENDER = `SELECT sender AS name, sender_iban AS iban FROM bank_statement_entry WHERE suspense_id IN (${PARTS}) FOR UPDATE`;
const SPLIT = `
  WITH rest AS (
    UPDATE suspense_item SET amount = amount - $2 WHERE id = $1 AND amount > $2 AND resolved_at IS NULL RETURNING *)
  INSERT INTO suspense_item (advice_id, transaction_id, application_id, amount, reason, created_at, credit_of, credit_transaction_id)
  SELECT advice_id, transaction_id, application_id, $2, reason, created_at, credit_of, credit_transaction_id FROM rest RETURNING id`;
const CREDIT = `
  WITH credited AS (
    UPDATE suspense_item SET credit_of = $2, credit_transaction_id = $3 WHERE id = $1 AND resolved_at IS NULL AND credit_of IS NULL RETURNING id)
  UPDATE staff_message m SET resolved_at = $4 FROM credited WHERE m.suspense_id = credited.id`;

const RESOLVE = `
  WITH resolved AS (
    UPDATE suspense_item
    SET resolution = $2, resolution_transaction_id = $3, resolved_application_id = $4, resolved_by = $5, resolved_at = $6, resolved_agent_code = $7
    WHERE id = $1 AND resolved_at IS NULL AND ($8::numeric IS NULL OR amount = $8) RETURNING id, advice_id),
  settled AS (
    UPDATE staff_message SET resolved_at = $6 FROM resolved WHERE staff_message.suspense_id = resolved.id),
  erased AS (
    UPDATE bank_statement_entry SET sender = NULL, sender_iban = NULL, remittance = NULL FROM resolved
    WHERE suspense_id IN (SELECT o.id FROM suspense_item o WHERE o.advice_id = resolved.advice_id)
      AND NOT EXISTS (SELECT FROM suspense_item o WHERE o.advice_id = resolved.advice_id AND o.id <> resolved.id AND o.resolved_at IS NULL))
  SELECT id FROM resolved`;

@Injectable()
export class SuspenseRepository {
  constructor(private readonly store: Store) {}

  async lockApplications(tx: Transaction, ids: readonly number[]): Promise<void> {
    await tx.query(LOCK_APPLICATIONS, [ids]);
  }

  async lockPaid(tx: Transaction, ids: readonly number[]): Promise<void> {
    await tx.query(LOCK_PAID, [ids]);
  }

  /** Returns the ids in the order of the items. */
  async insertAll(tx: Transaction, at: Date, items: readonly NewSuspenseItem[]): Promise<number[]> {
    const rows = await tx.query<{ id: number }>(INSERT, [at, JSON.stringify(items)]);
    return rows.map(({ id }) => id);
  }

  find(where: Writer, ids: readonly number[]): Promise<SuspenseItem[]> {
    return this.store.query<SuspenseItem>(where, FIND, [ids]);
  }

  async split(tx: Transaction, id: number, amount: Amount): Promise<number | null> {
    const [row] = await tx.query<{ id: number }>(SPLIT, [id, amount]);
    return row?.id ?? null;
  }

  async saveCredit(tx: Transaction, id: number, applicationId: number, transactionId: number, at: Date): Promise<void> {
    await tx.query(CREDIT, [id, applicationId, transactionId, at]);
  }

  async lockSender(tx: Transaction, id: number): Promise<Sender | null> {
    const [row] = await tx.query<Sender>(LOCK_SENDER, [id]);
    return row ?? null;
  }

  /** Resolves an item; returns false when it is already resolved, or has another amount than the given one. */
  async resolve(
    tx: Transaction,
    id: number,
    { kind, transactionId, applicationId, by, at, agentCode = null, amount = null }: Resolution & { readonly amount?: Amount | null },
  ): Promise<boolean> {
    return (await tx.query(RESOLVE, [id, kind, transactionId, applicationId, by, at, agentCode, amount])).length === 1;
  }
}
