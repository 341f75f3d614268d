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
import type { SuspenseItemResponse, SuspenseListResponse, SuspenseQueryDto, SuspenseSiblingResponse } from './suspense.dto.js';

interface SuspenseRow extends Omit<SuspenseItemResponse, 'amount' | 'receivedAmount' | 'reason' | 'createdAt' | 'resolvedAt'> {
  readonly amount: string;
  readonly receivedAmount: string;
  readonly reason: ErrorCode;
  readonly createdAt: Date;
  readonly resolvedAt: Date | null;
}

const SELECT = `
  SELECT s.id, s.amount, b.amount AS "receivedAmount", s.credit_of AS "creditOf", s.resolved_agent_code AS "resolvedAgentCode", b.payment_code AS "paymentCode", b.reference, b.value_date AS "valueDate", s.application_id AS "applicationId", a.application_no AS "applicationNo",
    a.policy_no AS "policyNo", a.client_name AS "clientName", s.reason, s.created_at AS "createdAt", s.resolution,
    s.resolved_application_id AS "resolvedApplicationId", s.resolved_by AS "resolvedBy", s.resolved_at AS "resolvedAt"
  FROM suspense_item s JOIN bank_advice b ON b.id = s.advice_id LEFT JOIN application a ON a.id = coalesce(s.credit_of, s.application_id)`;
const STATES: Readonly<Record<string, string>> = {
  open: 's.resolved_at IS NULL AND s.credit_of IS NULL',
  credit: 's.resolved_at IS NULL AND s.credit_of IS NOT NULL',
  resolved: 's.resolved_at IS NOT NULL',
};

@Injectable()
export class SuspenseSearchRepository {
  constructor(private readonly store: Store) {}

  async find({ environment, language }: StaffCaller, query: SuspenseQueryDto): Promise<SuspenseListResponse> {
    const { state, applicationId } = query;
    const conditions = [state === undefined ? 'true' : STATES[state]];
    if (applicationId !== undefined) conditions.push('(s.application_id = $1 OR s.credit_of = $1)');
    const select = `${SELECT} WHERE ${conditions.join(' AND ')}`;
    const values = applicationId === undefined ? [] : [applicationId];
    const page = await findPage<SuspenseRow>(this.store, environment, { select, order: 'id', values }, query);
    return mapPage(page, (item) => toDto(item, language));
  }

  async listParts(staff: StaffCaller, id: number): Promise<SuspenseSiblingResponse[]> {
    const ofMoney = `s.advice_id = (SELECT o.advice_id FROM suspense_item o WHERE o.id = $1) AND s.id <> $1`;
    const rows = await this.store.query<SuspenseRow>(staff, `${SELECT} WHERE ${ofMoney} ORDER BY s.id`, [id]);
    return rows.map((row) => toSibling(toDto(row, staff.language)));
  }

  async get(staff: StaffCaller, id: number): Promise<SuspenseItemResponse> {
    const [item] = await this.store.query<SuspenseRow>(staff, `${SELECT} WHERE s.id = $1`, [id]);
    if (!item) throw buildNotFound();
    return toDto(item, staff.language);
  }
}

function toSibling({ id, amount, creditOf, resolution, ...item }: SuspenseItemResponse): SuspenseSiblingResponse {
  const { resolvedApplicationId, resolvedAgentCode, resolvedBy, resolvedAt } = item;
  return { id, amount, creditOf, resolution, resolvedApplicationId, resolvedAgentCode, resolvedBy, resolvedAt };
}

function toDto(row: SuspenseRow, language: Language): SuspenseItemResponse {
  return {
    ...row,
    amount: toNumber(row.amount),
    receivedAmount: toNumber(row.receivedAmount),
    reason: { code: row.reason, message: getSuspenseText(row.reason)[language] },
    createdAt: toLocalDateTime(row.createdAt),
    resolvedAt: row.resolvedAt && toLocalDateTime(row.resolvedAt),
  };
}
