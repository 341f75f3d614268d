import { Injectable } from '@nestjs/common';
import { And, Equal, LessThan, MoreThanOrEqual, Not, type FindOperator } from 'typeorm';
import { parseInstant } from '../../../common/athens.js';
import { AuditEntryEntity } from '../../../store/entities/audit-entry.entity.js';
import { Store } from '../../../store/store.js';
import { findEntities, omitUndefined, mapPage } from '../../common/page.js';
import type { AuditEntryResponse, AuditListResponse, AuditQueryDto } from './audit.dto.js';

@Injectable()
export class AuditSearchRepository {
  constructor(private readonly store: Store) {}

  async find(query: AuditQueryDto): Promise<AuditListResponse> {
    const { actor, role, action, subjectId } = query;
    const where = omitUndefined({
      actor: actor?.trim().toLowerCase(),
      role,
      action,
      subjectType: buildTypeCondition(query),
      subjectId,
      at: buildPeriodCondition(query),
    });
    const page = await findEntities(this.store, 'gateway', AuditEntryEntity, { where, order: { id: 'DESC' } }, query);
    return mapPage(page, toDto);
  }
}

function buildTypeCondition({ subjectType, sessions }: AuditQueryDto): FindOperator<string> | undefined {
  const conditions = [...(subjectType === undefined ? [] : [Equal(subjectType)]), ...(sessions === 'no' ? [Not('session')] : [])];
  return conditions.length === 0 ? undefined : And(...conditions);
}

function buildPeriodCondition({ from, to }: AuditQueryDto): FindOperator<Date> | undefined {
  const [since, until] = [from, to].map((text) => (text === undefined ? null : parseInstant(text)));
  const limits = [...(since ? [MoreThanOrEqual(since)] : []), ...(until ? [LessThan(until)] : [])];
  return limits.length === 0 ? undefined : And(...limits);
}

function toDto(entry: AuditEntryEntity): AuditEntryResponse {
  const { id, at, actorId, actor, role, action, subjectType, subjectId, environment, address, requestId, details } = entry;
  return { id, at: at.toISOString(), actorId, actor, role, action, subjectType, subjectId, environment, address, requestId, details };
}
