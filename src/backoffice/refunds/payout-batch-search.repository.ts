import { Injectable } from '@nestjs/common';
import { toLocalDateTime, type LocalDate } from '../../common/athens.js';
import { amountToNumber, type Amount } from '../../common/money.js';
import { endToEndIdOf } from '../../record/payouts/end-to-end-id.js';
import { Store } from '../../store/store.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { notFound } from '../lists/not-found.js';
import { findPage, mapPage } from '../lists/page.js';
import { windowOf, type PageQueryDto } from '../lists/page.dto.js';
import type {
  PayoutBatchPageResponse,
  PayoutBatchQuery,
  PayoutBatchResponse,
  PayoutBatchWithPayoutsResponse,
  PayoutPageResponse,
  PayoutResponse,
} from './payout-batches.dto.js';

/** $1 status, $2 the batch itself. */
const SELECT = `
  SELECT b.id, b.status, b.execution_date::text AS "executionDate", p.count, p.amount, b.prepared_by AS "preparedBy", b.prepared_at AS "preparedAt",
    b.ended_by AS "endedBy", b.ended_at AS "endedAt", b.reference
  FROM payout_batch b
  CROSS JOIN LATERAL (SELECT count(*)::int AS count, coalesce(sum(amount), 0.00) AS amount FROM payout WHERE batch_id = b.id) AS p
  WHERE ($1::text IS NULL OR b.status = $1) AND ($2::bigint IS NULL OR b.id = $2)`;
/** Of a refund that was paid otherwise since, the account is that of the later payout. */
const PAYOUTS = `
  SELECT p.id, p.refund_id AS "refundId", p.amount, p.returned_at AS "returnedAt", p.return_reason AS "returnReason",
    CASE WHEN r.payout_id = p.id THEN r.iban_shown END AS iban, CASE WHEN r.payout_id = p.id THEN r.holder END AS holder
  FROM payout p JOIN refund r ON r.id = p.refund_id WHERE p.batch_id = $1`;
const BY_REFUND = '"refundId"';

interface Row {
  readonly id: number;
  readonly status: string;
  readonly executionDate: LocalDate;
  readonly count: number;
  readonly amount: Amount;
  readonly preparedBy: string;
  readonly preparedAt: Date;
  readonly endedBy: string | null;
  readonly endedAt: Date | null;
  readonly reference: string | null;
}

interface PayoutRow {
  readonly id: number;
  readonly refundId: number;
  readonly amount: Amount;
  readonly returnedAt: Date | null;
  readonly returnReason: string | null;
  readonly iban: string | null;
  readonly holder: string | null;
}

/** Looks into the batches of payouts. */
@Injectable()
export class PayoutBatchSearchRepository {
  constructor(private readonly store: Store) {}

  async find({ environment }: StaffCaller, query: PayoutBatchQuery): Promise<PayoutBatchPageResponse> {
    const list = { select: SELECT, order: 'id DESC', values: [query.status ?? null, query.id ?? null] };
    return mapPage(await findPage<Row>(this.store, environment, list, windowOf(query)), toDto);
  }

  /** @throws DomainError CHILD_NOT_FOUND */
  async get(staff: StaffCaller, id: number): Promise<PayoutBatchWithPayoutsResponse> {
    const [row] = await this.store.query<Row>(staff, SELECT, [null, id]);
    if (!row) throw notFound();
    const payouts = await this.store.query<PayoutRow>(staff, `${PAYOUTS} ORDER BY ${BY_REFUND}`, [id]);
    return { ...toDto(row), payouts: payouts.map(toPayout) };
  }

  /** @throws DomainError CHILD_NOT_FOUND */
  async findPayouts(staff: StaffCaller, id: number, query: PageQueryDto): Promise<PayoutPageResponse> {
    const [batch] = await this.store.query(staff, 'SELECT FROM payout_batch WHERE id = $1', [id]);
    if (batch === undefined) throw notFound();
    const list = { select: PAYOUTS, order: BY_REFUND, values: [id] };
    return mapPage(await findPage<PayoutRow>(this.store, staff.environment, list, windowOf(query)), toPayout);
  }
}

function toPayout({ id, refundId, amount, returnedAt, ...payout }: PayoutRow): PayoutResponse {
  const { iban, holder, returnReason } = payout;
  return {
    ...{ refundId, endToEndId: endToEndIdOf(refundId, id), amount: amountToNumber(amount) },
    ...{ iban, holder, returnedAt: returnedAt && toLocalDateTime(returnedAt), returnReason },
  };
}

function toDto({ amount, preparedAt, endedAt, ...row }: Row): PayoutBatchResponse {
  const { id, status, executionDate, count, preparedBy, endedBy, reference } = row;
  return {
    ...{ id, status, executionDate, count, amount: amountToNumber(amount), preparedBy, preparedAt: toLocalDateTime(preparedAt) },
    ...{ endedBy, endedAt: endedAt && toLocalDateTime(endedAt), reference },
  };
}
