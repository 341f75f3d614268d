import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../common/athens.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Language, Text } from '../../common/language.js';
import { Store } from '../../store/store.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { actorOf, AuditService } from '../audit/audit.service.js';
import { idOf, notFound } from '../lists/not-found.js';
import { findPage, mapPage } from '../lists/page.js';
import { windowOf } from '../lists/page.dto.js';
import type { StaffMessageResponse, StaffMessageListResponse, StaffMessageQueryDto } from './messages.dto.js';

const MESSAGES = `
  SELECT id, kind, text, application_id AS "applicationId", party_id AS "partyId", suspense_id AS "suspenseId", created_at AS "createdAt",
    resolved_at AS "resolvedAt"
  FROM staff_message`;

const FIND = `${MESSAGES}
  WHERE ($1::text IS NULL OR kind = $1) AND ($2::text IS NULL OR (resolved_at IS NULL) = ($2 = 'open'))
    AND ($3::bigint IS NULL OR application_id = $3)`;

const LOCK = `${MESSAGES} WHERE id = $1 FOR UPDATE`;

const RESOLVE = `UPDATE staff_message SET resolved_at = $2 WHERE id = $1`;

type Row = Omit<StaffMessageResponse, 'text' | 'createdAt' | 'resolvedAt'> & {
  readonly text: Text;
  readonly createdAt: Date;
  readonly resolvedAt: Date | null;
};

/** What the system tells the insurer's people: persons who differ from the register, payments that paid nothing, files with a virus. */
@Injectable()
export class StaffMessageService {
  constructor(
    private readonly store: Store,
    private readonly audit: AuditService,
  ) {}

  async find({ environment, language }: StaffCaller, query: StaffMessageQueryDto): Promise<StaffMessageListResponse> {
    const select = { select: FIND, order: 'id DESC', values: [query.kind, query.state, query.applicationId] };
    return mapPage(await findPage<Row>(this.store, environment, select, windowOf(query)), (row) => toDto(row, language));
  }

  /** @throws DomainError CHILD_NOT_FOUND, NOT_ALLOWED_IN_STATUS when it is dealt with, or about an item of suspense */
  resolve(staff: StaffCaller, idText: string): Promise<StaffMessageResponse> {
    const id = idOf(idText);
    const { environment } = staff;
    return this.store.transaction(environment, async (tx) => {
      const [row] = await tx.query<Row>(LOCK, [id]);
      if (!row) throw notFound();
      if (row.resolvedAt !== null || row.suspenseId !== null) throw cannotResolve(row.resolvedAt !== null);
      const resolvedAt = staff.at;
      await tx.query(RESOLVE, [id, resolvedAt]);
      await this.audit.record(tx, actorOf(staff), { action: 'resolve', subject: 'message', id, environment, details: { kind: row.kind } });
      return toDto({ ...row, resolvedAt }, staff.language);
    });
  }
}

function toDto({ text, createdAt, resolvedAt, ...row }: Row, language: Language): StaffMessageResponse {
  const { id, kind, applicationId, partyId, suspenseId } = row;
  return {
    ...{ id, kind, text: text[language], applicationId, partyId, suspenseId },
    ...{ createdAt: toLocalDateTime(createdAt), resolvedAt: resolvedAt && toLocalDateTime(resolvedAt) },
  };
}

function cannotResolve(isResolved: boolean): DomainError {
  const text = isResolved
    ? { el: 'Έχει ήδη τακτοποιηθεί.', en: 'It is dealt with already.' }
    : { el: 'Τακτοποιήστε την πληρωμή από τις εκκρεμείς.', en: 'Resolve its item of suspense.' };
  return new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text });
}
