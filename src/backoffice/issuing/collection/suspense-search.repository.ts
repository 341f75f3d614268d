import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../../common/athens.js';
import type { ErrorCode } from '../../../common/error-codes.js';
import type { Language } from '../../../common/language.js';
import { toNumber } from '../../../common/money.js';
import { getSuspenseText } from '../../../record/contract/payments/bank-advice.js';
import { Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { buildNotFound } from '../../common/errors.js';
import { findPage, mapPage } from '../../common/page.js';
import type { SuspenseItemResponse, SuspenseListResponse, SuspenseQueryDto } from './suspense.dto.js';

interface SuspenseRow extends Omit<SuspenseItemResponse, 'amount' | 'reason' | 'createdAt' | 'resolvedAt'> {
  readonly amount: string;
  readonly reason: ErrorCode;
  readonly createdAt: Date;
  readonly resolvedAt: Date | null;
}

const SELECT = `
  SELECT s.id, s.amount, b.payment_code AS "paymentCode", b.reference, b.value_date AS "valueDate", s.application_id AS "applicationId", a.application_no AS "applicationNo",
    a.policy_no AS "policyNo", a.client_name AS "clientName", s.reason, s.created_at AS "createdAt", s.resolution,
    s.resolved_application_id AS "resolvedApplicationId", s.resolved_by AS "resolvedBy", s.resolved_at AS "resolvedAt"
  FROM suspense_item s JOIN bank_advice b ON b.id = s.advice_id LEFT JOIN application a ON a.id = s.application_id`;

@Injectable()
export class SuspenseSearchRepository {
  constructor(private readonly store: Store) {}

  async find({ environment, language }: StaffCaller, query: SuspenseQueryDto): Promise<SuspenseListResponse> {
    const { state, applicationId } = query;
    const conditions = ['true'];
    if (state !== undefined) conditions.push(`s.resolved_at IS ${state === 'open' ? '' : 'NOT '}NULL`);
    if (applicationId !== undefined) conditions.push('s.application_id = $1');
    const select = `${SELECT} WHERE ${conditions.join(' AND ')}`;
    const values = applicationId === undefined ? [] : [applicationId];
    const page = await findPage<SuspenseRow>(this.store, environment, { select, order: 'id', values }, query);
    return mapPage(page, (item) => toDto(item, language));
  }

  async get(staff: StaffCaller, id: number): Promise<SuspenseItemResponse> {
    const [item] = await this.store.query<SuspenseRow>(staff, `${SELECT} WHERE s.id = $1`, [id]);
    if (!item) throw buildNotFound();
    return toDto(item, staff.language);
  }
}

function toDto(row: SuspenseRow, language: Language): SuspenseItemResponse {
  return {
    ...row,
    amount: toNumber(row.amount),
    reason: { code: row.reason, message: getSuspenseText(row.reason)[language] },
    createdAt: toLocalDateTime(row.createdAt),
    resolvedAt: row.resolvedAt && toLocalDateTime(row.resolvedAt),
  };
}
