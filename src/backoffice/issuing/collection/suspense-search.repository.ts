import { Injectable } from '@nestjs/common';
import { IsNull, Not, type FindOptionsSelect } from 'typeorm';
import { toLocalDateTime } from '../../../common/athens.js';
import type { Language } from '../../../common/language.js';
import { amountToNumber } from '../../../common/money.js';
import { suspenseReasonText } from '../../../record/contract/payments/suspense-reason.js';
import { SuspenseItemEntity } from '../../../store/entities/suspense-item.entity.js';
import { Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { notFound } from '../../common/not-found.js';
import { findEntities, given, mapPage } from '../../common/page.js';
import { pageWindowOf } from '../../common/page.dto.js';
import type { SuspenseItemResponse, SuspenseListResponse, SuspenseQueryDto } from './suspense.dto.js';

const SELECT: FindOptionsSelect<SuspenseItemEntity> = {
  id: true,
  amount: true,
  applicationId: true,
  reason: true,
  createdAt: true,
  resolution: true,
  resolvedApplicationId: true,
  resolvedBy: true,
  resolvedAt: true,
  advice: { id: true, paymentCode: true, reference: true },
  application: { id: true, applicationNo: true, policyNo: true, clientName: true },
};
const ITEMS = { select: SELECT, relations: { advice: true, application: true } };

/** Looks into the suspense account. */
@Injectable()
export class SuspenseSearchRepository {
  constructor(private readonly store: Store) {}

  async find({ environment, language }: StaffCaller, query: SuspenseQueryDto): Promise<SuspenseListResponse> {
    const { state, applicationId } = query;
    const resolvedAt = state === undefined ? undefined : state === 'open' ? IsNull() : Not(IsNull());
    const options = { ...ITEMS, where: given({ applicationId, resolvedAt }), order: { id: 'ASC' as const } };
    const page = await findEntities(this.store, environment, SuspenseItemEntity, options, pageWindowOf(query));
    return mapPage(page, (item) => toDto(item, language));
  }

  /** @throws DomainError CHILD_NOT_FOUND */
  async get(staff: StaffCaller, id: number): Promise<SuspenseItemResponse> {
    const [item] = await this.store.read(staff, (manager) => manager.find(SuspenseItemEntity, { ...ITEMS, where: { id } }));
    if (!item) throw notFound();
    return toDto(item, staff.language);
  }
}

function toDto(item: SuspenseItemEntity, language: Language): SuspenseItemResponse {
  const { id, amount, advice, applicationId, application, reason, createdAt, resolution, resolvedApplicationId, resolvedBy } = item;
  const { paymentCode, reference } = advice;
  const { applicationNo = null, policyNo = null, clientName = null } = application ?? {};
  return {
    id,
    amount: amountToNumber(amount),
    paymentCode,
    reference,
    applicationId,
    applicationNo,
    policyNo,
    clientName,
    reason: { code: reason, message: suspenseReasonText(reason)[language] },
    createdAt: toLocalDateTime(createdAt),
    resolution,
    resolvedApplicationId,
    resolvedBy,
    resolvedAt: item.resolvedAt && toLocalDateTime(item.resolvedAt),
  };
}
