import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import type { Amount } from '../../../common/money.js';
import { Store, type Transaction } from '../../../store/store.js';
import { MessageKind } from '../../../store/entities/staff-message.entity.js';

export type ResolutionKind = 'APPLICATION' | 'REFUND';

export interface NewSuspenseItem {
  readonly adviceId: number;
  readonly transactionId: number;
  /** Application of the payment code; null for an unknown code. */
  readonly applicationId: number | null;
  readonly amount: Amount;
  readonly reason: ErrorCode;
  readonly at: Date;
}

export interface Resolution {
  readonly kind: ResolutionKind;
  readonly transactionId: number;
  readonly applicationId: number | null;
  readonly by: string;
  readonly at: Date;
}

export interface SuspenseItem {
  readonly id: number;
  readonly transactionId: number;
  readonly applicationId: number | null;
  /** Agent of the application, or that played the bank in the sandbox; otherwise null. */
  readonly agentCode: string | null;
  readonly amount: Amount;
  readonly reference: string;
  readonly isOpen: boolean;
}

/** Sender of money in suspense, from a file of the bank. */
export interface Sender {
  readonly name: string | null;
  /** Sealed. */
  readonly iban: Buffer | null;
}

/** Waits for the application first, before other rows are locked. */
const LOCK_APPLICATION = `SELECT id FROM application WHERE id = $1 FOR KEY SHARE`;

const INSERT = `
  WITH item AS (
    INSERT INTO suspense_item (advice_id, transaction_id, application_id, amount, reason, created_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id),
  told AS (
    INSERT INTO staff_message (kind, application_id, suspense_id, text, created_at)
    SELECT '${MessageKind.SUSPENSE}', $3, id, $7::jsonb, $6 FROM item)
  SELECT id FROM item`;

const FIND = `
  SELECT s.id, s.transaction_id AS "transactionId", s.application_id AS "applicationId", coalesce(a.agent_code, b.agent_code) AS "agentCode", s.amount, b.reference,
    s.resolved_at IS NULL AS "isOpen"
  FROM suspense_item s JOIN bank_advice b ON b.id = s.advice_id LEFT JOIN application a ON a.id = s.application_id WHERE s.id = $1`;

/** Locked, so that an erasure of the sender's name comes before or after the refund. */
const LOCK_SENDER = `SELECT sender AS name, sender_iban AS iban FROM bank_statement_entry WHERE suspense_id = $1 FOR UPDATE`;

const RESOLVE = `
  WITH resolved AS (
    UPDATE suspense_item
    SET resolution = $2, resolution_transaction_id = $3, resolved_application_id = $4, resolved_by = $5, resolved_at = $6
    WHERE id = $1 AND resolved_at IS NULL RETURNING id),
  settled AS (
    UPDATE staff_message SET resolved_at = $6 FROM resolved WHERE staff_message.suspense_id = resolved.id),
  forgotten AS (
    UPDATE bank_statement_entry SET sender = NULL, sender_iban = NULL, remittance = NULL FROM resolved WHERE bank_statement_entry.suspense_id = resolved.id)
  SELECT id FROM resolved`;

/** Payments in suspense. SQL of our own: an item and its message in one statement (ADR-2). */
@Injectable()
export class SuspenseRepository {
  constructor(private readonly store: Store) {}

  async lockApplication(tx: Transaction, id: number): Promise<void> {
    await tx.query(LOCK_APPLICATION, [id]);
  }

  /** Inserts an item and a message to staff; returns the id of the item. */
  async insert(
    tx: Transaction,
    { adviceId, transactionId, applicationId, amount, reason, at }: NewSuspenseItem,
    message: Text,
  ): Promise<number> {
    const values = [adviceId, transactionId, applicationId, amount, reason, at, JSON.stringify(message)];
    const [row] = await tx.query<{ id: number }>(INSERT, values);
    if (!row) throw new Error('an inserted item must come back');
    return row.id;
  }

  async find(environment: Environment, id: number): Promise<SuspenseItem | null> {
    const [row] = await this.store.query<SuspenseItem>(environment, FIND, [id]);
    return row ?? null;
  }

  async lockSender(tx: Transaction, id: number): Promise<Sender | null> {
    const [row] = await tx.query<Sender>(LOCK_SENDER, [id]);
    return row ?? null;
  }

  /** False when it was resolved already. */
  async resolve(tx: Transaction, id: number, { kind, transactionId, applicationId, by, at }: Resolution): Promise<boolean> {
    return (await tx.query(RESOLVE, [id, kind, transactionId, applicationId, by, at])).length === 1;
  }
}
