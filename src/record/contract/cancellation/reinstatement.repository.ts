import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { Receipt } from '../../core/applications/receipt.js';
import type { RefundStatus } from '../../money/payouts/refund.repository.js';
import type { CancellationKind } from './cancellation-terms.js';

export interface EndingAct {
  readonly actNo: number;
  readonly kind: CancellationKind;
  readonly coverEnds: LocalDate;
  readonly cancelledAt: Date;
  /** Null for a lapse, and when the only payment of the policy was reversed. */
  readonly reasonCode: string | null;
  readonly isEarnedPaid: boolean;
}

export type UnpaidInstalment = Pick<Receipt, 'kind' | 'periodFrom' | 'periodTo' | 'noticeOn'>;

export interface RefundBooking {
  readonly transactionId: number;
  readonly receiptNo: number;
  readonly refundId: number | null;
  readonly refundStatus: RefundStatus | null;
}

const FIND_ACT = `
  SELECT c.act_no AS "actNo", c.kind, c.cover_ends AS "coverEnds", c.cancelled_at AS "cancelledAt", c.reason_code AS "reasonCode",
    EXISTS (SELECT FROM receipt r WHERE r.application_id = c.application_id AND r.kind = 'EARNED' AND r.status = 'PAID') AS "isEarnedPaid"
  FROM cancellation c WHERE c.application_id = $1 AND c.reinstated_at IS NULL`;

const FIND_UNPAID = `
  SELECT r.kind, r.period_from AS "periodFrom", r.period_to AS "periodTo", r.notice_on AS "noticeOn" FROM receipt r
  WHERE r.application_id = $1 AND r.status = 'CANCELLED' AND r.changed_at = $2 AND r.kind NOT IN ('REFUND', 'EARNED') ORDER BY r.instalment_no LIMIT 1`;

const LOCK_REFUNDS = `
  SELECT t.id AS "transactionId", t.receipt_no AS "receiptNo", f.id AS "refundId", f.status AS "refundStatus"
  FROM ledger_transaction t LEFT JOIN refund f ON f.transaction_id = t.id
  WHERE t.application_id = $1 AND t.kind = 'REFUND' AND t.reverses IS NOT NULL AND NOT t.is_reversed ORDER BY t.id FOR UPDATE OF t`;

const CANCEL_REFUNDS = `
  UPDATE receipt SET status = 'CANCELLED', payment_method = NULL, payment_reference = NULL, paid_at = NULL, changed_at = $2
  WHERE application_id = $1 AND kind = 'REFUND' AND status = 'PAID'`;

/** Issues the receipts again that were cancelled at $2, with new numbers: the books of the old ones are closed. */
const RESTORE = `
  WITH restored AS (
    INSERT INTO receipt (application_id, policy_no, instalment_no, kind, period_from, period_to, issue_date, due_date, status, net, fee, tax, levy, gross,
      taxes, levies, changed_at, notice_on, agent_code, amendment_id, restores)
    SELECT application_id, policy_no, instalment_no, kind, period_from, period_to, $3, due_date, 'PENDING', net, fee, tax, levy, gross,
      taxes, levies, $4, notice_on, agent_code, amendment_id, receipt_no
    FROM receipt r WHERE application_id = $1 AND status = 'CANCELLED' AND changed_at = $2 AND kind NOT IN ('REFUND', 'EARNED')
      AND NOT EXISTS (SELECT FROM receipt later WHERE r.receipt_no IN (later.replaces, later.restores))
    ORDER BY instalment_no RETURNING receipt_no, restores)
  INSERT INTO receipt_cover (receipt_no, position, object_id, code, title, sum_insured, net, tax_class)
  SELECT n.receipt_no, c.position, c.object_id, c.code, c.title, c.sum_insured, c.net, c.tax_class
  FROM restored n JOIN receipt_cover c ON c.receipt_no = n.restores`;

const WITHDRAW_REFUND = `
  UPDATE refund SET status = 'WITHDRAWN', iban = NULL, iban_shown = NULL, holder = NULL, version = version + 1
  WHERE id = $1 AND status = 'OWED' RETURNING id`;

const SAVE = `UPDATE cancellation SET reinstated_at = $2 WHERE act_no = $1`;

@Injectable()
export class ReinstatementRepository {
  constructor(private readonly store: Store) {}

  async findAct(where: Writer, applicationId: number): Promise<EndingAct | null> {
    const [act] = await this.store.query<EndingAct>(where, FIND_ACT, [applicationId]);
    return act ?? null;
  }

  async findUnpaid(where: Writer, applicationId: number, cancelledAt: Date): Promise<UnpaidInstalment | null> {
    const [unpaid] = await this.store.query<UnpaidInstalment>(where, FIND_UNPAID, [applicationId, cancelledAt]);
    return unpaid ?? null;
  }

  lockRefunds(tx: Transaction, applicationId: number): Promise<RefundBooking[]> {
    return tx.query<RefundBooking>(LOCK_REFUNDS, [applicationId]);
  }

  async cancelRefunds(tx: Transaction, applicationId: number, at: Date): Promise<void> {
    await tx.query(CANCEL_REFUNDS, [applicationId, at]);
  }

  async restoreReceipts(
    tx: Transaction,
    applicationId: number,
    { cancelledAt, issueDate, at }: { readonly cancelledAt: Date; readonly issueDate: LocalDate; readonly at: Date },
  ): Promise<void> {
    await tx.query(RESTORE, [applicationId, cancelledAt, issueDate, at]);
  }

  async withdrawRefund(tx: Transaction, id: number): Promise<boolean> {
    return (await tx.query(WITHDRAW_REFUND, [id])).length === 1;
  }

  async save(tx: Transaction, actNo: number, at: Date): Promise<void> {
    await tx.query(SAVE, [actNo, at]);
  }
}
