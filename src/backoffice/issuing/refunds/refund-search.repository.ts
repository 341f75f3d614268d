import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../../common/athens.js';
import { toNumber, type Amount } from '../../../common/money.js';
import { SecretBox } from '../../../record/reference/secrets/secret-box.js';
import { Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { buildNotFound } from '../../common/errors.js';
import { findPage, mapPage } from '../../common/page.js';
import type { RefundPageResponse, RefundQuery, OwedRefundResponse } from './refunds.dto.js';

const PAYOUT = `
  json_build_object('batchId', b.id,
    'status', CASE WHEN p.returned_at IS NOT NULL THEN 'RETURNED' WHEN b.status = 'CONFIRMED' THEN 'PAID' ELSE b.status END,
    'executionDate', b.execution_date, 'reference', b.reference, 'paidAt', CASE WHEN b.status = 'CONFIRMED' THEN b.ended_at END,
    'returnedAt', p.returned_at, 'returnReason', p.return_reason)`;
const LAST_PAYOUT = `
  (SELECT ${PAYOUT} FROM payout p JOIN payout_batch b ON b.id = p.batch_id WHERE p.refund_id = r.id ORDER BY p.id DESC LIMIT 1)`;

const SELECT = `
  SELECT r.id, r.kind, r.status, r.amount, r.owed_since AS "owedSince", r.application_id AS "applicationId", a.policy_no AS "policyNo",
    a.client_name AS "clientName", c.id AS "clientId", g.code AS "agentCode", g.name AS "agentName", r.receipt_no AS "receiptNo", r.iban, r.iban_shown AS "ibanShown",
    r.holder, s.id AS "suspenseId", ${LAST_PAYOUT} AS payout
  FROM refund r LEFT JOIN application a ON a.id = r.application_id LEFT JOIN party c ON c.afm = a.client_afm LEFT JOIN agent g ON g.code = coalesce(r.agent_code, a.agent_code)
    LEFT JOIN suspense_item s ON s.resolution_transaction_id = r.transaction_id
  WHERE ($1::text IS NULL OR r.status = $1) AND ($2::text IS NULL OR r.kind = $2) AND ($3::boolean IS NULL OR (r.iban_shown IS NOT NULL) = $3)
    AND ($4::text IS NULL OR r.agent_code = $4 OR a.agent_code = $4) AND ($5::bigint IS NULL OR r.application_id = $5)
    AND ($6::bigint IS NULL OR r.id = $6) AND ($7::bigint IS NULL OR s.id = $7)`;

interface Row extends Omit<OwedRefundResponse, 'amount' | 'owedSince' | 'account'> {
  readonly amount: Amount;
  readonly owedSince: Date;
  readonly iban: Buffer | null;
  readonly ibanShown: string | null;
  readonly holder: string | null;
}

@Injectable()
export class RefundSearchRepository {
  constructor(
    private readonly store: Store,
    private readonly box: SecretBox,
  ) {}

  async find({ environment }: StaffCaller, query: RefundQuery): Promise<RefundPageResponse> {
    const { status = null, kind = null, hasAccount, agentCode = null, applicationId = null, suspenseId = null } = query;
    const values = [status, kind, hasAccount === undefined ? null : hasAccount === 'yes', agentCode, applicationId, null, suspenseId];
    const page = await findPage<Row>(this.store, environment, { select: SELECT, order: 'id', values }, query);
    return mapPage(page, (row) => this.toDto(row));
  }

  async get(staff: StaffCaller, id: number): Promise<OwedRefundResponse> {
    const [row] = await this.store.query<Row>(staff, SELECT, [null, null, null, null, null, id, null]);
    if (!row) throw buildNotFound();
    return this.toDto(row);
  }

  private toDto({ iban, ibanShown, holder, payout, ...row }: Row): OwedRefundResponse {
    // An account encrypted with an unknown key counts as missing.
    const isKnown = ibanShown !== null && holder !== null && (iban === null || this.box.knows(iban));
    return {
      ...row,
      amount: toNumber(row.amount),
      owedSince: toLocalDateTime(row.owedSince),
      account: isKnown ? { iban: ibanShown, holder } : null,
      payout: payout && { ...payout, paidAt: toLocalText(payout.paidAt), returnedAt: toLocalText(payout.returnedAt) },
    };
  }
}

function toLocalText(instant: string | null): string | null {
  return instant === null ? null : toLocalDateTime(new Date(instant));
}
