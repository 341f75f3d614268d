import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Amount } from '../../../common/money.js';
import { getRow, isUniqueViolation, type Transaction } from '../../../store/store.js';
import type { RefundKind } from '../ledger/ledger.repository.js';
import { HEAD_BYTES } from '../../reference/secrets/secret-box.js';
import type { PayoutMarks } from './payout-marks.js';

/** PREPARED: in a batch; PAID: by the bank; WITHDRAWN: returned to the agent's account. */
export type RefundStatus = 'OWED' | 'PREPARED' | 'PAID' | 'WITHDRAWN';

export interface Refund {
  readonly id: number;
  readonly kind: RefundKind;
  readonly status: RefundStatus;
  readonly applicationId: number | null;
  readonly agentCode: string | null;
  readonly reference: string;
  readonly policyNo: string | null;
  readonly creditorName: string | null;
  readonly transactionId: number;
  readonly amount: Amount;
  readonly owedSince: Date;
  /** Encrypted; null without an account and after the payment. */
  readonly iban: Buffer | null;
  readonly holder: string | null;
  readonly payoutId: number | null;
}

export interface PayoutBatch {
  readonly id: number;
  readonly status: 'PREPARED' | 'APPROVED' | 'CONFIRMED' | 'CANCELLED';
  readonly executionDate: LocalDate;
  readonly debtorName: string;
  readonly debtorIban: string;
  readonly preparedById: number;
  readonly preparedAt: Date;
  readonly approvedById: number | null;
  readonly approvedBy: string | null;
  readonly reference: string | null;
}

interface NewPayoutBatch {
  readonly executionDate: LocalDate;
  readonly debtorName: string;
  readonly debtorIban: string;
  readonly preparedById: number;
  readonly preparedBy: string;
  readonly at: Date;
}

export interface NewPayout extends PayoutMarks {
  readonly refundId: number;
}

interface PayoutReturn {
  readonly payoutId: number;
  readonly transactionId: number;
  readonly at: Date;
  readonly reference: string;
  readonly reason: string;
}

const COLUMNS = `
  r.id, r.kind, r.status, r.application_id AS "applicationId", r.agent_code AS "agentCode",
  (SELECT a.policy_no FROM application a WHERE a.id = r.application_id) AS "policyNo",
  CASE WHEN r.agent_code IS NULL THEN (SELECT a.client_name FROM application a WHERE a.id = r.application_id)
    ELSE (SELECT g.name FROM agent g WHERE g.code = r.agent_code) END AS "creditorName", r.transaction_id AS "transactionId", r.amount,
  (SELECT t.reference FROM ledger_transaction t WHERE t.id = r.transaction_id) AS reference,
  r.owed_since AS "owedSince", r.iban, r.holder, r.payout_id AS "payoutId"`;

const LOCK = `SELECT ${COLUMNS} FROM refund r WHERE r.id = ANY ($1::bigint[]) ORDER BY r.id FOR UPDATE OF r`;
/** Skips locked refunds. $1: heads of the keys that can decrypt an IBAN; $2: limit. */
const LOCK_PAYABLE = `
  SELECT ${COLUMNS} FROM refund r WHERE r.status = 'OWED' AND substring(r.iban FROM 1 FOR ${HEAD_BYTES}) = ANY ($1::bytea[])
  ORDER BY r.id LIMIT $2 FOR UPDATE OF r SKIP LOCKED`;
const SAVE_ACCOUNT = `UPDATE refund SET iban = $2, iban_shown = $3, holder = $4, version = version + 1 WHERE id = $1`;
const WITHDRAW = `UPDATE refund SET status = 'WITHDRAWN', iban = NULL, iban_shown = NULL, holder = NULL, version = version + 1 WHERE id = $1`;

const INSERT_BATCH = `
  INSERT INTO payout_batch (execution_date, debtor_name, debtor_iban, prepared_by_id, prepared_by, prepared_at) VALUES ($1, $2, $3, $4, $5, $6)
  RETURNING id`;
const INSERT_PAYOUTS = `
  WITH paid AS (
    INSERT INTO payout (batch_id, refund_id, amount, holder_differs, iban_repeated, iban_count)
    SELECT $1, r.id, r.amount, m.holder_differs, m.iban_repeated, m.iban_count
    FROM unnest($2::bigint[], $3::boolean[], $4::boolean[], $5::integer[]) AS m(id, holder_differs, iban_repeated, iban_count) JOIN refund r ON r.id = m.id ORDER BY r.id
    RETURNING id, refund_id)
  UPDATE refund SET status = 'PREPARED', payout_id = paid.id, version = version + 1 FROM paid WHERE refund.id = paid.refund_id`;
const LOCK_BATCH = `
  SELECT id, status, execution_date::text AS "executionDate", debtor_name AS "debtorName", debtor_iban AS "debtorIban",
    prepared_by_id AS "preparedById", prepared_at AS "preparedAt", approved_by_id AS "approvedById", approved_by AS "approvedBy", reference
  FROM payout_batch WHERE id = $1 FOR UPDATE`;
const APPROVE_BATCH = `UPDATE payout_batch SET status = 'APPROVED', approved_by_id = $2, approved_by = $3, approved_at = $4 WHERE id = $1`;
const LOCK_REFUNDS_OF_BATCH = `
  SELECT ${COLUMNS} FROM payout p JOIN refund r ON r.payout_id = p.id WHERE p.batch_id = $1 ORDER BY r.id FOR UPDATE OF r`;
const END_BATCH = `UPDATE payout_batch SET status = $2, ended_by_id = $3, ended_by = $4, ended_at = $5, reference = $6 WHERE id = $1`;
const SAVE_SHOWN = `
  UPDATE bank_statement_entry SET result = 'PAYOUT', reason = NULL WHERE payout_batch_id = $1 AND reason = 'PAYOUT_NOT_CONFIRMED'
  RETURNING statement_id AS "statementId"`;
const MATCH = `SELECT match_bank_lines(id) FROM unnest($1::bigint[]) AS id`;
const ERASED_CLIENT_AFM = '000000000';
const unlessErased = (column: string): string => `
  CASE WHEN num_nonnulls(refund.application_id, refund.agent_code) > 0
    AND NOT EXISTS (SELECT FROM application a WHERE a.id = refund.application_id AND a.client_afm = '${ERASED_CLIENT_AFM}') THEN refund.${column} END`;
/** Deletes the IBAN; of erased clients (money.60) and unknown senders (money.71) also masked IBAN and holder. */
const MARK_PAID = `
  WITH paid AS (
    UPDATE payout SET transaction_id = b.transaction_id FROM unnest($1::bigint[], $2::bigint[]) AS b(id, transaction_id) WHERE payout.id = b.id RETURNING payout.id)
  UPDATE refund SET status = 'PAID', iban = NULL, iban_shown = ${unlessErased('iban_shown')}, holder = ${unlessErased('holder')}, version = version + 1
  FROM paid WHERE refund.payout_id = paid.id`;
const RELEASE_REFUNDS = `UPDATE refund SET status = 'OWED', payout_id = NULL, version = version + 1 FROM payout p WHERE p.batch_id = $1 AND refund.payout_id = p.id`;

const FIND_RETURNED_REFUND = `SELECT refund_id AS "refundId" FROM payout WHERE return_reference = $1`;
const FIND_PAYOUT_TRANSACTION = `SELECT transaction_id AS "transactionId" FROM payout WHERE id = $1`;
const SAVE_RETURN = `
  WITH back AS (
    UPDATE payout SET return_transaction_id = $2, returned_at = $3, return_reference = $4, return_reason = $5 WHERE id = $1 RETURNING id)
  UPDATE refund SET status = 'OWED', payout_id = NULL, iban = NULL, iban_shown = NULL, holder = NULL, version = version + 1
  FROM back WHERE refund.payout_id = back.id`;

@Injectable()
export class RefundRepository {
  lock(tx: Transaction, ids: readonly number[]): Promise<Refund[]> {
    return tx.query(LOCK, [ids]);
  }

  /** Locks owed refunds whose account can be decrypted, the oldest first. */
  lockPayable(tx: Transaction, heads: readonly Buffer[], limit: number): Promise<Refund[]> {
    return tx.query(LOCK_PAYABLE, [heads, limit]);
  }

  async saveAccount(tx: Transaction, id: number, account: { iban: Buffer; shown: string; holder: string }): Promise<void> {
    await tx.query(SAVE_ACCOUNT, [id, account.iban, account.shown, account.holder]);
  }

  async withdraw(tx: Transaction, id: number): Promise<void> {
    await tx.query(WITHDRAW, [id]);
  }

  async insertBatch(tx: Transaction, batch: NewPayoutBatch, payouts: readonly NewPayout[]): Promise<number> {
    const { executionDate, debtorName, debtorIban, preparedById, preparedBy, at } = batch;
    const values = [executionDate, debtorName, debtorIban, preparedById, preparedBy, at];
    const { id } = getRow(await tx.query<{ id: number }>(INSERT_BATCH, values));
    const columns = [payouts.map((payout) => payout.refundId), payouts.map((payout) => payout.holderDiffers)];
    const ibans = [payouts.map((payout) => payout.ibanRepeated), payouts.map((payout) => payout.ibanCount)];
    await tx.query(INSERT_PAYOUTS, [id, ...columns, ...ibans]);
    return id;
  }

  async lockBatch(tx: Transaction, id: number): Promise<PayoutBatch | null> {
    const [row] = await tx.query<PayoutBatch>(LOCK_BATCH, [id]);
    return row ?? null;
  }

  async approveBatch(tx: Transaction, id: number, by: { userId: number; name: string; at: Date }): Promise<void> {
    await tx.query(APPROVE_BATCH, [id, by.userId, by.name, by.at]);
  }

  lockRefundsOfBatch(tx: Transaction, id: number): Promise<Refund[]> {
    return tx.query(LOCK_REFUNDS_OF_BATCH, [id]);
  }

  /** @throws DomainError IDEMPOTENCY_KEY_REUSED when another batch has the reference */
  async endBatch(
    tx: Transaction,
    id: number,
    end: { status: 'CONFIRMED' | 'CANCELLED'; userId: number; name: string; at: Date; reference: string | null },
  ): Promise<void> {
    await tx.query(END_BATCH, [id, end.status, end.userId, end.name, end.at, end.reference]).catch((error: unknown) => {
      throw isUniqueViolation(error, 'payout_batch_reference_key') ? buildReferenceReused(error) : error;
    });
  }

  async saveShown(tx: Transaction, batchId: number): Promise<void> {
    const shown = await tx.query<{ statementId: number }>(SAVE_SHOWN, [batchId]);
    if (shown.length > 0) await tx.query(MATCH, [[...new Set(shown.map(({ statementId }) => statementId))]]);
  }

  async markPaid(tx: Transaction, booked: readonly { readonly payoutId: number; readonly transactionId: number }[]): Promise<void> {
    await tx.query(MARK_PAID, [booked.map(({ payoutId }) => payoutId), booked.map(({ transactionId }) => transactionId)]);
  }

  async releaseRefunds(tx: Transaction, batchId: number): Promise<void> {
    await tx.query(RELEASE_REFUNDS, [batchId]);
  }

  async findReturnedRefund(tx: Transaction, reference: string): Promise<number | null> {
    const [row] = await tx.query<{ refundId: number }>(FIND_RETURNED_REFUND, [reference]);
    return row?.refundId ?? null;
  }

  async getPayoutTransaction(tx: Transaction, payoutId: number): Promise<number> {
    const [row] = await tx.query<{ transactionId: number | null }>(FIND_PAYOUT_TRANSACTION, [payoutId]);
    if (!row?.transactionId) throw new Error(`Payout ${payoutId} has no transaction.`);
    return row.transactionId;
  }

  async saveReturn(tx: Transaction, { payoutId, transactionId, at, reference, reason }: PayoutReturn): Promise<void> {
    await tx.query(SAVE_RETURN, [payoutId, transactionId, at, reference, reason]).catch((error: unknown) => {
      throw isUniqueViolation(error, 'payout_return_reference_key') ? buildReferenceReused(error) : error;
    });
  }
}

export function buildReferenceReused(cause?: unknown): DomainError {
  const text = { el: 'Η αναφορά της τράπεζας ανήκει σε άλλη κίνηση.', en: 'The bank reference belongs to another transaction.' };
  return new DomainError(ErrorCode.IDEMPOTENCY_KEY_REUSED, { text, cause });
}
