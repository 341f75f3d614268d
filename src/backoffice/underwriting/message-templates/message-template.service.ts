import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { toLocalDateTime } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { MessageTemplateEntity } from '../../../store/entities/message-template.entity.js';
import { Store, type Transaction } from '../../../store/store.js';
import { lockTurn } from '../../../store/turn.js';
import { AuditService, findChangedFields, toAuditActor } from '../../access/audit/audit.service.js';
import { buildNotFound } from '../../common/errors.js';
import { assertVersion } from '../../common/expected-state.js';
import { findEntities, mapPage, omitUndefined } from '../../common/page.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type {
  MessageTemplatePageResponse,
  MessageTemplateQuery,
  MessageTemplateRequest,
  MessageTemplateResponse,
} from './message-templates.dto.js';

const MAX_TEMPLATES = 100;
const TOO_MANY = { el: `Υπάρχουν ήδη ${MAX_TEMPLATES} πρότυπα μηνυμάτων.`, en: `There are ${MAX_TEMPLATES} message templates already.` };

@Injectable()
export class MessageTemplateService {
  constructor(
    private readonly store: Store,
    private readonly audit: AuditService,
  ) {}

  async list({ environment }: StaffCaller, { decision, ...window }: MessageTemplateQuery): Promise<MessageTemplatePageResponse> {
    const options = { where: omitUndefined({ decision }), order: { decision: 'ASC', title: 'ASC', id: 'ASC' } as const };
    return mapPage(await findEntities(this.store, environment, MessageTemplateEntity, options, window), toResponse);
  }

  get(staff: StaffCaller, id: number): Promise<MessageTemplateResponse> {
    return this.store.read(staff, async (manager) => toResponse(await getTemplate(manager, id)));
  }

  create(staff: StaffCaller, request: MessageTemplateRequest): Promise<MessageTemplateResponse> {
    return this.store.transaction(staff, async (tx) => {
      await lockTurn(tx, 'message templates');
      if ((await tx.manager.count(MessageTemplateEntity)) >= MAX_TEMPLATES)
        throw new DomainError(ErrorCode.LIMIT_REACHED, { text: TOO_MANY });
      const created = { ...toTexts(request), version: 1, updatedAt: staff.at };
      const { identifiers } = await tx.manager.insert(MessageTemplateEntity, created);
      const id = Number(identifiers[0]?.id);
      await this.record(tx, staff, 'create', id, toTexts(request));
      return toResponse({ ...created, id });
    });
  }

  /** @throws DomainError CHILD_NOT_FOUND; CHANGED_MEANWHILE */
  replace(staff: StaffCaller, id: number, request: MessageTemplateRequest): Promise<MessageTemplateResponse> {
    return this.store.transaction(staff, async (tx) => {
      const before = await getTemplate(tx.manager, id, true);
      assertVersion(staff, before.version);
      const after = toTexts(request);
      const changes = findChangedFields(toTexts(before), after);
      if (changes === null) return toResponse(before);
      const changed = { ...after, version: before.version + 1, updatedAt: staff.at };
      await tx.manager.update(MessageTemplateEntity, { id }, changed);
      await this.record(tx, staff, 'change', id, { changes });
      return toResponse({ id, ...changed });
    });
  }

  delete(staff: StaffCaller, id: number): Promise<void> {
    return this.store.transaction(staff, async (tx) => {
      const template = await getTemplate(tx.manager, id, true);
      await tx.manager.delete(MessageTemplateEntity, { id });
      await this.record(tx, staff, 'delete', id, toTexts(template));
    });
  }

  private record(tx: Transaction, staff: StaffCaller, action: 'create' | 'change' | 'delete', id: number, details: object): Promise<void> {
    const { environment } = staff;
    return this.audit.record(tx, toAuditActor(staff), { action, subject: 'message_template', id, environment, details: { ...details } });
  }
}

async function getTemplate(manager: EntityManager, id: number, isLocked = false): Promise<MessageTemplateEntity> {
  const lock = isLocked ? { lock: { mode: 'pessimistic_write' } as const } : {};
  const found = await manager.findOne(MessageTemplateEntity, { where: { id }, ...lock });
  if (found === null) throw buildNotFound();
  return found;
}

type Texts = Pick<MessageTemplateEntity, 'decision' | 'title' | 'text'>;

function toTexts({ decision, title, text }: Texts): Texts {
  return { decision, title, text };
}

function toResponse({ id, decision, title, text, version, updatedAt }: MessageTemplateEntity): MessageTemplateResponse {
  return { id, decision, title, text, version, updatedAt: toLocalDateTime(updatedAt) };
}
