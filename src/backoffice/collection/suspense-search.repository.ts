import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../common/athens.js';
import { ERROR_TEXTS, type ErrorCode } from '../../common/error-codes.js';
import type { Language } from '../../common/language.js';
import { amountToNumber, type Amount } from '../../common/money.js';
import { Store } from '../../store/store.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { notFound } from '../lists/not-found.js';
import { findPage, mapPage } from '../lists/page.js';
import { windowOf } from '../lists/page.dto.js';
import type { SuspenseItemResponse, SuspenseListResponse, SuspenseQueryDto } from './suspense.dto.js';

const ITEMS = `
  SELECT s.id, s.amount, b.payment_code AS "paymentCode", b.reference, s.application_id AS "applicationId", a.application_no AS "applicationNo",
    a.policy_no AS "policyNo", a.client_name AS "clientName", s.reason, s.created_at AS "createdAt", s.resolution,
    s.resolved_application_id AS "resolvedApplicationId", s.resolved_by AS "resolvedBy", s.resolved_at AS "resolvedAt"
  FROM suspense_item s JOIN bank_advice b ON b.id = s.advice_id JOIN application a ON a.id = s.application_id`;

const FIND = `${ITEMS}
  WHERE ($1::text IS NULL OR (s.resolved_at IS NULL) = ($1 = 'open')) AND ($2::bigint IS NULL OR s.application_id = $2)`;

type Row = Omit<SuspenseItemResponse, 'amount' | 'reason' | 'createdAt' | 'resolvedAt'> & {
  readonly amount: Amount;
  readonly reason: ErrorCode;
  readonly createdAt: Date;
  readonly resolvedAt: Date | null;
};

/** Looks into the suspense account. */
@Injectable()
export class SuspenseSearchRepository {
  constructor(private readonly store: Store) {}

  async find({ environment, language }: StaffCaller, query: SuspenseQueryDto): Promise<SuspenseListResponse> {
    const select = { select: FIND, order: 'id', values: [query.state, query.applicationId] };
    return mapPage(await findPage<Row>(this.store, environment, select, windowOf(query)), (row) => toDto(row, language));
  }

  /** @throws DomainError CHILD_NOT_FOUND */
  async get({ environment, language }: StaffCaller, id: number): Promise<SuspenseItemResponse> {
    const [row] = await this.store.query<Row>(environment, `${ITEMS} WHERE s.id = $1`, [id]);
    if (!row) throw notFound();
    return toDto(row, language);
  }
}

function toDto(row: Row, language: Language): SuspenseItemResponse {
  const { id, paymentCode, reference, applicationId, applicationNo, policyNo, clientName, resolution, resolvedApplicationId, resolvedBy } =
    row;
  return {
    ...{ id, amount: amountToNumber(row.amount), paymentCode, reference, applicationId, applicationNo, policyNo, clientName },
    reason: { code: row.reason, message: ERROR_TEXTS[row.reason][language] },
    createdAt: toLocalDateTime(row.createdAt),
    ...{ resolution, resolvedApplicationId, resolvedBy, resolvedAt: row.resolvedAt && toLocalDateTime(row.resolvedAt) },
  };
}
