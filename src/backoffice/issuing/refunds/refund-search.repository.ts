import { Injectable } from '@nestjs/common';
import { toLocalDateTime, type LocalDate } from '../../../common/athens.js';
import { amountToNumber, type Amount } from '../../../common/money.js';
import { SecretBox } from '../../../record/reference/secrets/secret-box.js';
import { Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { notFound } from '../../common/not-found.js';
import { findPage, mapPage } from '../../common/page.js';
import { pageWindowOf } from '../../common/page.dto.js';
import type { RefundPageResponse, RefundPayoutResponse, RefundQuery, OwedRefundResponse } from './refunds.dto.js';

const PAYOUT = `
  json_build_object('batchId', b.id, 'batch', b.status, 'executionDate', b.execution_date, 'reference', b.reference, 'endedAt', b.ended_at,
    'returnedAt', p.returned_at, 'returnReason', p.return_reason)`;
/** The one that counts now, or the last one before. */
const LAST_PAYOUT = `
  (SELECT ${PAYOUT} FROM payout p JOIN payout_batch b ON b.id = p.batch_id WHERE p.refund_id = r.id ORDER BY p.id DESC LIMIT 1)`;

/** $1 status, $2 kind, $3 with an account or without, $4 agent, $5 application, $6 the refund itself, $7 item of suspense. */
const SELECT = `
  SELECT r.id, r.kind, r.status, r.amount, r.owed_since AS "owedSince", r.application_id AS "applicationId", a.policy_no AS "policyNo",
    a.client_name AS "clientName", g.code AS "agentCode", g.name AS "agentName", r.receipt_no AS "receiptNo", r.iban, r.iban_shown AS "ibanShown",
    r.holder, s.id AS "suspenseId", ${LAST_PAYOUT} AS payout
  FROM refund r LEFT JOIN application a ON a.id = r.application_id LEFT JOIN agent g ON g.code = coalesce(r.agent_code, a.agent_code)
    LEFT JOIN suspense_item s ON s.resolution_transaction_id = r.transaction_id
  WHERE ($1::text IS NULL OR r.status = $1) AND ($2::text IS NULL OR r.kind = $2) AND ($3::boolean IS NULL OR (r.iban_shown IS NOT NULL) = $3)
    AND ($4::text IS NULL OR r.agent_code = $4 OR a.agent_code = $4) AND ($5::bigint IS NULL OR r.application_id = $5)
    AND ($6::bigint IS NULL OR r.id = $6) AND ($7::bigint IS NULL OR s.id = $7)`;

interface Row {
  readonly id: number;
  readonly kind: string;
  readonly status: string;
  readonly amount: Amount;
  readonly owedSince: Date;
  readonly applicationId: number | null;
  readonly policyNo: string | null;
  readonly clientName: string | null;
  readonly agentCode: string | null;
  readonly agentName: string | null;
  readonly receiptNo: number | null;
  readonly iban: Buffer | null;
  readonly ibanShown: string | null;
  readonly holder: string | null;
  readonly suspenseId: number | null;
  readonly payout: PayoutRow | null;
}

interface PayoutRow {
  readonly batchId: number;
  readonly batch: string;
  readonly executionDate: LocalDate;
  readonly reference: string | null;
  readonly endedAt: string | null;
  readonly returnedAt: string | null;
  readonly returnReason: string | null;
}

/** Looks into what is owed and was paid. */
@Injectable()
export class RefundSearchRepository {
  constructor(
    private readonly store: Store,
    private readonly box: SecretBox,
  ) {}

  async find({ environment }: StaffCaller, query: RefundQuery): Promise<RefundPageResponse> {
    const { status = null, kind = null, hasAccount, agentCode = null, applicationId = null, suspenseId = null } = query;
    const values = [status, kind, hasAccount === undefined ? null : hasAccount === 'yes', agentCode, applicationId, null, suspenseId];
    const page = await findPage<Row>(this.store, environment, { select: SELECT, order: 'id', values }, pageWindowOf(query));
    return mapPage(page, (row) => this.toDto(row));
  }

  /** @throws DomainError CHILD_NOT_FOUND */
  async get(staff: StaffCaller, id: number): Promise<OwedRefundResponse> {
    const [row] = await this.store.query<Row>(staff, SELECT, [null, null, null, null, null, id, null]);
    if (!row) throw notFound();
    return this.toDto(row);
  }

  private toDto({ iban, ibanShown, holder, payout, ...row }: Row): OwedRefundResponse {
    const { id, kind, status, applicationId, policyNo, clientName, agentCode, agentName, receiptNo, suspenseId } = row;
    // What is owed and was encrypted with a key that is not here is asked for again.
    const isKnown = ibanShown !== null && holder !== null && (iban === null || this.box.knows(iban));
    return {
      id,
      kind,
      status,
      amount: amountToNumber(row.amount),
      owedSince: toLocalDateTime(row.owedSince),
      applicationId,
      policyNo,
      clientName,
      agentCode,
      agentName,
      receiptNo,
      suspenseId,
      account: isKnown ? { iban: ibanShown, holder } : null,
      payout: payout && toPayout(payout),
    };
  }
}

function toPayout({ batchId, batch, executionDate, reference, endedAt, returnedAt, returnReason }: PayoutRow): RefundPayoutResponse {
  const isPaid = batch === 'CONFIRMED';
  return {
    batchId,
    executionDate,
    reference,
    returnReason,
    status: returnedAt !== null ? 'RETURNED' : isPaid ? 'PAID' : batch,
    paidAt: isPaid && endedAt !== null ? toLocalDateTime(new Date(endedAt)) : null,
    returnedAt: returnedAt === null ? null : toLocalDateTime(new Date(returnedAt)),
  };
}
