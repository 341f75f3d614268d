import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import type { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import type { Amount } from '../../../common/money.js';
import { getRow, Store, type Transaction } from '../../../store/store.js';
import { MessageKind } from '../../../store/entities/staff-message.entity.js';

interface NewSuspenseItem {
  readonly adviceId: number;
  readonly transactionId: number;
  /** Application of the payment code; null for an unknown code. */
  readonly applicationId: number | null;
  readonly amount: Amount;
  readonly reason: ErrorCode;
  readonly at: Date;
}

export interface Resolution {
  readonly kind: 'APPLICATION' | 'REFUND' | 'REVERSED';
  readonly transactionId: number;
  readonly applicationId: number | null;
  readonly by: string;
  readonly at: Date;
}

export interface SuspenseItem {
  readonly id: number;
  readonly transactionId: number;
  readonly applicationId: number | null;
  /** Agent of the application, or the agent that played the bank in the sandbox. */
  readonly agentCode: string | null;
  readonly amount: Amount;
  readonly reference: string;
  readonly valueDate: LocalDate;
  readonly isOpen: boolean;
}

/** Sender of money in suspense, from a file of the bank. */
interface Sender {
  readonly name: string | null;
  /** Encrypted. */
  readonly iban: Buffer | null;
}

/** Locks the application before other rows, so that locks are taken in the same order everywhere. */
const LOCK_APPLICATION = `SELECT id FROM application WHERE id = $1 FOR KEY SHARE`;

const INSERT = `
  WITH item AS (
    INSERT INTO suspense_item (advice_id, transaction_id, application_id, amount, reason, created_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id),
  messaged AS (
    INSERT INTO staff_message (kind, application_id, suspense_id, text, created_at)
    SELECT '${MessageKind.SUSPENSE}', $3, id, $7::jsonb, $6 FROM item)
  SELECT id FROM item`;

const FIND = `
  SELECT s.id, s.transaction_id AS "transactionId", s.application_id AS "applicationId", coalesce(a.agent_code, b.agent_code) AS "agentCode", s.amount, b.reference, b.value_date AS "valueDate",
    s.resolved_at IS NULL AS "isOpen"
  FROM suspense_item s JOIN bank_advice b ON b.id = s.advice_id LEFT JOIN application a ON a.id = s.application_id WHERE s.id = $1`;

/** Locks the sender, so that its name cannot be erased during the refund. */
const LOCK_SENDER = `SELECT sender AS name, sender_iban AS iban FROM bank_statement_entry WHERE suspense_id = $1 FOR UPDATE`;

const RESOLVE = `
  WITH resolved AS (
    UPDATE suspense_item
    SET resolution = $2, resolution_transaction_id = $3, resolved_application_id = $4, resolved_by = $5, resolved_at = $6
    WHERE id = $1 AND resolved_at IS NULL RETURNING id),
  settled AS (
    UPDATE staff_message SET resolved_at = $6 FROM resolved WHERE staff_message.suspense_id = resolved.id),
  erased AS (
    UPDATE bank_statement_entry SET sender = NULL, sender_iban = NULL, remittance = NULL FROM resolved WHERE bank_statement_entry.suspense_id = resolved.id)
  SELECT id FROM resolved`;

/** Payments in suspense. Plain SQL, because one statement writes an item and its message (ADR-2). */
@Injectable()
export class SuspenseRepository {
  constructor(private readonly store: Store) {}

  async lockApplication(tx: Transaction, id: number): Promise<void> {
    await tx.query(LOCK_APPLICATION, [id]);
  }

  /** Inserts an item and a message to staff, and returns the id of the item. */
  async insert(
    tx: Transaction,
    { adviceId, transactionId, applicationId, amount, reason, at }: NewSuspenseItem,
    message: Text,
  ): Promise<number> {
    const values = [adviceId, transactionId, applicationId, amount, reason, at, JSON.stringify(message)];
    return getRow(await tx.query<{ id: number }>(INSERT, values)).id;
  }

  async find(environment: Environment, id: number): Promise<SuspenseItem | null> {
    const [row] = await this.store.query<SuspenseItem>(environment, FIND, [id]);
    return row ?? null;
  }

  async lockSender(tx: Transaction, id: number): Promise<Sender | null> {
    const [row] = await tx.query<Sender>(LOCK_SENDER, [id]);
    return row ?? null;
  }

  /** Resolves an item; returns false when it is already resolved. */
  async resolve(tx: Transaction, id: number, { kind, transactionId, applicationId, by, at }: Resolution): Promise<boolean> {
    return (await tx.query(RESOLVE, [id, kind, transactionId, applicationId, by, at])).length === 1;
  }
}
