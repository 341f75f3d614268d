import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { toLocalDateTime } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Language } from '../../../common/language.js';
import { StaffMessageEntity } from '../../../store/entities/staff-message.entity.js';
import { Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService } from '../../access/audit/audit.service.js';
import { buildNotFound } from '../../common/errors.js';
import { findEntities, omitUndefined, mapPage } from '../../common/page.js';
import type { StaffMessageResponse, StaffMessageListResponse, StaffMessageQueryDto } from './messages.dto.js';

@Injectable()
export class StaffMessageService {
  constructor(
    private readonly store: Store,
    private readonly audit: AuditService,
  ) {}

  async find({ environment, language }: StaffCaller, query: StaffMessageQueryDto): Promise<StaffMessageListResponse> {
    const { kind, state, applicationId } = query;
    const resolvedAt = state === undefined ? undefined : state === 'open' ? IsNull() : Not(IsNull());
    const options = { where: omitUndefined({ kind, applicationId, resolvedAt }), order: { id: 'DESC' as const } };
    const page = await findEntities(this.store, environment, StaffMessageEntity, options, query);
    return mapPage(page, (message) => toDto(message, language));
  }

  resolve(staff: StaffCaller, id: number): Promise<StaffMessageResponse> {
    const { environment } = staff;
    return this.store.transaction(staff, async (tx) => {
      const row = await tx.manager.findOne(StaffMessageEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!row) throw buildNotFound();
      if (row.resolvedAt !== null || row.suspenseId !== null) throw buildCannotResolve(row.resolvedAt !== null);
      const resolvedAt = staff.at;
      await tx.manager.update(StaffMessageEntity, { id }, { resolvedAt });
      await this.audit.record(tx, toAuditActor(staff), {
        action: 'resolve',
        subject: 'message',
        id,
        environment,
        details: { kind: row.kind },
      });
      return toDto({ ...row, resolvedAt }, staff.language);
    });
  }
}

function toDto(message: StaffMessageEntity, language: Language): StaffMessageResponse {
  const { id, kind, text, applicationId, partyId, suspenseId, createdAt, resolvedAt } = message;
  return {
    id,
    kind,
    text: text[language],
    applicationId,
    partyId,
    suspenseId,
    createdAt: toLocalDateTime(createdAt),
    resolvedAt: resolvedAt && toLocalDateTime(resolvedAt),
  };
}

function buildCannotResolve(isResolved: boolean): DomainError {
  const text = isResolved
    ? { el: 'Έχει ήδη τακτοποιηθεί.', en: 'It has already been resolved.' }
    : { el: 'Τακτοποιήστε πρώτα την εκκρεμότητα της είσπραξης.', en: 'Resolve its suspense item first.' };
  return new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text });
}
