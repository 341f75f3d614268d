import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../../common/athens.js';
import type { ErrorCode } from '../../../common/error-codes.js';
import type { Language, Text } from '../../../common/language.js';
import { toNumber, type Amount } from '../../../common/money.js';
import type { CancellationKind } from '../../../record/contract/cancellation/cancellation-terms.js';
import { getSuspenseText } from '../../../record/contract/payments/bank-advice.js';
import { buildEndToEndId } from '../../../record/money/payouts/credit-transfer.js';
import { Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { buildNotFound } from '../../common/errors.js';
import { findPage, mapPage } from '../../common/page.js';
import type { PageQueryDto } from '../../common/page.dto.js';
import type {
  PayoutBatchPageResponse,
  PayoutBatchQuery,
  PayoutBatchResponse,
  PayoutBatchWithPayoutsResponse,
  PayoutPageResponse,
  PayoutResponse,
  PayoutWarningResponse,
} from './payout-batches.dto.js';

const SELECT = `
  SELECT b.id, b.status, b.execution_date::text AS "executionDate", p.count, p.amount, b.prepared_by AS "preparedBy", b.prepared_by_id AS "preparedById", b.prepared_at AS "preparedAt",
    p."holderDiffersCount", p."ibanRepeatedCount", b.approved_by AS "approvedBy", b.approved_at AS "approvedAt", b.ended_by AS "endedBy", b.ended_at AS "endedAt", b.reference
  FROM payout_batch b
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS count, coalesce(sum(amount), 0.00) AS amount, (count(*) FILTER (WHERE holder_differs))::int AS "holderDiffersCount",
      (count(*) FILTER (WHERE iban_repeated))::int AS "ibanRepeatedCount"
    FROM payout WHERE batch_id = b.id) AS p
  WHERE ($1::text IS NULL OR b.status = $1) AND ($2::bigint IS NULL OR b.id = $2)`;
/** Only the last payout of a refund shows its account. */
const PAYOUTS = `
  SELECT p.id, p.refund_id AS "refundId", p.amount, p.returned_at AS "returnedAt", p.return_reason AS "returnReason",
    CASE WHEN r.payout_id = p.id THEN r.iban_shown END AS iban, CASE WHEN r.payout_id = p.id THEN r.holder END AS holder,
    coalesce(g.name, a.client_name) AS "clientName", k.id AS "clientId", a.policy_no AS "policyNo", r.application_id AS "applicationId",
    p.holder_differs AS "holderDiffers", p.iban_repeated AS "ibanRepeated", p.iban_count AS "ibanCount",
    CASE WHEN r.agent_code IS NOT NULL THEN 'AGENT_CREDIT' WHEN r.application_id IS NULL THEN 'RETURNED_TO_SENDER' WHEN r.kind = 'OVERPAYMENT' THEN r.kind
      ELSE coalesce(s.reason, c.kind, 'CANCELLATION') END AS reason
  FROM payout p JOIN refund r ON r.id = p.refund_id LEFT JOIN application a ON a.id = r.application_id LEFT JOIN party k ON k.afm = a.client_afm
    LEFT JOIN agent g ON g.code = r.agent_code
    LEFT JOIN suspense_item s ON s.resolution_transaction_id = r.transaction_id
    LEFT JOIN cancellation c ON c.application_id = r.application_id AND r.kind = 'CANCELLATION' AND c.reinstated_at IS NULL
  WHERE p.batch_id = $1`;
const BY_REFUND = '"refundId"';

type TitledReason = CancellationKind | 'OVERPAYMENT' | 'AGENT_CREDIT' | 'RETURNED_TO_SENDER';

const REASONS: Readonly<Record<TitledReason, Text>> = {
  CANCELLATION: { el: 'Ακύρωση συμβολαίου', en: 'Policy cancelled' },
  VOID: { el: 'Ακύρωση από ενάρξεως', en: 'Policy cancelled from its start' },
  WITHDRAWAL: { el: 'Υπαναχώρηση', en: 'Withdrawal from the policy' },
  NON_PAYMENT: { el: 'Λύση λόγω μη καταβολής δόσης', en: 'Policy lapsed for non-payment' },
  OVERPAYMENT: { el: 'Ασφάλιστρο ημερών χωρίς κάλυψη', en: 'Premium of days without cover' },
  AGENT_CREDIT: { el: 'Πιστωτικό υπόλοιπο συνεργάτη', en: "Credit of the agent's account" },
  RETURNED_TO_SENDER: { el: 'Επιστροφή στον αποστολέα', en: 'Returned to sender' },
};

const MANY_TO_ONE_IBAN = 3;
type PayoutWarning = 'IBAN_THRICE' | 'HOLDER_DIFFERS';
const WARNINGS: Readonly<Record<PayoutWarning, Text>> = {
  IBAN_THRICE: { el: 'Τρεις ή περισσότερες επιστροφές στο ίδιο IBAN.', en: 'Three or more refunds go to the same IBAN.' },
  HOLDER_DIFFERS: { el: 'Ο δικαιούχος του λογαριασμού δεν είναι ο πελάτης.', en: 'The holder of the account is not the client.' },
};

interface Row extends Omit<PayoutBatchResponse, 'amount' | 'preparedAt' | 'approvedAt' | 'endedAt'> {
  readonly amount: Amount;
  readonly preparedAt: Date;
  readonly approvedAt: Date | null;
  readonly endedAt: Date | null;
}

interface PayoutRow extends Omit<PayoutResponse, 'endToEndId' | 'amount' | 'reason' | 'returnedAt'> {
  readonly id: number;
  readonly amount: Amount;
  readonly reason: TitledReason | ErrorCode;
  readonly returnedAt: Date | null;
}

@Injectable()
export class PayoutBatchSearchRepository {
  constructor(private readonly store: Store) {}

  async find({ environment }: StaffCaller, query: PayoutBatchQuery): Promise<PayoutBatchPageResponse> {
    const list = { select: SELECT, order: 'id DESC', values: [query.status ?? null, query.id ?? null] };
    return mapPage(await findPage<Row>(this.store, environment, list, query), toDto);
  }

  async get(staff: StaffCaller, id: number): Promise<PayoutBatchWithPayoutsResponse> {
    const [row] = await this.store.query<Row>(staff, SELECT, [null, id]);
    if (!row) throw buildNotFound();
    const payouts = await this.store.query<PayoutRow>(staff, `${PAYOUTS} ORDER BY ${BY_REFUND}`, [id]);
    return {
      ...toDto(row),
      warnings: toWarnings(payouts, staff.language),
      payouts: payouts.map((payout) => toPayout(payout, staff.language)),
    };
  }

  async findPayouts(staff: StaffCaller, id: number, query: PageQueryDto): Promise<PayoutPageResponse> {
    const [batch] = await this.store.query(staff, 'SELECT FROM payout_batch WHERE id = $1', [id]);
    if (batch === undefined) throw buildNotFound();
    const list = { select: PAYOUTS, order: BY_REFUND, values: [id] };
    const page = await findPage<PayoutRow>(this.store, staff.environment, list, query);
    return mapPage(page, (payout) => toPayout(payout, staff.language));
  }
}

function toWarnings(payouts: readonly PayoutRow[], language: Language): PayoutWarningResponse[] {
  const suspects: Readonly<Record<PayoutWarning, readonly PayoutRow[]>> = {
    IBAN_THRICE: payouts.filter(({ ibanCount }) => ibanCount !== null && ibanCount >= MANY_TO_ONE_IBAN),
    HOLDER_DIFFERS: payouts.filter(({ holderDiffers }) => holderDiffers === true),
  };
  return (Object.keys(suspects) as PayoutWarning[]).flatMap((code) => {
    const refundIds = suspects[code].map(({ refundId }) => refundId);
    return refundIds.length === 0 ? [] : [{ code, message: WARNINGS[code][language], refundIds }];
  });
}

function toPayout({ id, ...payout }: PayoutRow, language: Language): PayoutResponse {
  const { refundId, amount, reason, returnedAt } = payout;
  return {
    ...payout,
    endToEndId: buildEndToEndId(refundId, id),
    amount: toNumber(amount),
    reason: { code: reason, message: (isTitled(reason) ? REASONS[reason] : getSuspenseText(reason))[language] },
    returnedAt: returnedAt && toLocalDateTime(returnedAt),
  };
}

function isTitled(reason: TitledReason | ErrorCode): reason is TitledReason {
  return reason in REASONS;
}

function toDto(row: Row): PayoutBatchResponse {
  const { amount, preparedAt, approvedAt, endedAt } = row;
  return {
    ...row,
    amount: toNumber(amount),
    preparedAt: toLocalDateTime(preparedAt),
    approvedAt: approvedAt && toLocalDateTime(approvedAt),
    endedAt: endedAt && toLocalDateTime(endedAt),
  };
}
