import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { ApplicationService } from '../../../record/core/applications/application.service.js';
import { buildRoleRefusal } from '../../../identity/role-refusal.js';
import type { Role } from '../../../identity/user.service.js';
import { FINAL_STATUSES } from '../../../record/core/applications/status.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { buildInvalidField } from '../../common/errors.js';
import { toAuditActor, AuditService, type AuditAction } from '../../access/audit/audit.service.js';
import { mapPage } from '../../common/page.js';
import type { PageQueryDto } from '../../common/page.dto.js';
import type { ApplicationNotePageResponse, ApplicationNoteResponse, AssigneeRequest, AssigneeResponse } from './application-work.dto.js';
import { ApplicationWorkRepository, type ApplicationNote, type Assignment } from './application-work.repository.js';

const MAX_NOTES = 500;

const ASSIGNERS: readonly Role[] = ['admin', 'underwriter'];

const NOT_A_WORKER = {
  el: 'Ο χρήστης δεν είναι ενεργός στην Ανάληψη Κινδύνων ή στην Έκδοση.',
  en: 'Not an active user of underwriting or issuing.',
};
const TOO_MANY_NOTES = { el: `Η αίτηση έχει ήδη ${MAX_NOTES} σημειώσεις.`, en: `The application already has ${MAX_NOTES} notes.` };

/** Creates no versions or events (backoffice.36, backoffice.37). */
@Injectable()
export class ApplicationWorkService {
  constructor(
    private readonly store: Store,
    private readonly applications: ApplicationService,
    private readonly work: ApplicationWorkRepository,
    private readonly agentClocks: AgentClocks,
    private readonly audit: AuditService,
  ) {}

  async assign(staff: StaffCaller, idText: string, { userId: given, takeOver }: AssigneeRequest): Promise<AssigneeResponse> {
    const userId = given ?? staff.userId;
    if (userId !== staff.userId) assertAssigner(staff);
    const { id, status, agentCode } = await this.applications.getAnyApplication(staff, idText);
    if (FINAL_STATUSES.has(status)) throw new DomainError(ErrorCode.FINAL_STATUS);
    const dated = await this.agentClocks.applyClock(staff, agentCode);
    return this.store.transaction(dated, async (tx) => {
      const worker = await this.work.findWorker(tx, userId);
      if (worker === null) throw buildInvalidField('userId', NOT_A_WORKER);
      const previous = await this.work.findAssignee(tx, id);
      if (previous?.id === userId) return toAssignee(previous);
      const isAssigned = await this.work.assign(tx, id, { userId, by: staff.userId, at: dated.at, takesOver: takeOver === true });
      if (!isAssigned) throw alreadyAssigned(await this.work.findAssignee(tx, id));
      await this.record(tx, staff, {
        action: 'assign',
        id,
        details: { userId, ...(previous === null ? {} : { formerUserId: previous.id }) },
      });
      return toAssignee({ ...worker, since: dated.at });
    });
  }

  async release(staff: StaffCaller, idText: string): Promise<void> {
    const { id, agentCode } = await this.applications.getAnyApplication(staff, idText);
    await this.store.transaction(await this.agentClocks.applyClock(staff, agentCode), async (tx) => {
      const userId = await this.work.lockAssignee(tx, id);
      if (userId === null) return;
      if (userId !== staff.userId) assertAssigner(staff);
      await this.work.release(tx, id);
      await this.record(tx, staff, { action: 'release', id, details: { userId } });
    });
  }

  async handUp(
    staff: StaffCaller,
    id: number,
    { userId, note, amendmentNo }: { readonly userId: number; readonly note: string; readonly amendmentNo: number | null },
  ): Promise<{ assignee: AssigneeResponse; note: ApplicationNoteResponse }> {
    return this.store.transaction(staff, async (tx) => {
      await this.work.assign(tx, id, { userId, by: staff.userId, at: staff.at, takesOver: true });
      const written = { userId: staff.userId, userName: staff.name, text: note, createdAt: staff.at };
      const added = await this.work.addNote(tx, id, written, MAX_NOTES);
      if (added === null) throw new DomainError(ErrorCode.LIMIT_REACHED, { text: TOO_MANY_NOTES });
      const assignee = await this.work.findAssignee(tx, id);
      if (assignee === null) throw buildInvalidField('userId', NOT_A_WORKER);
      await this.record(tx, staff, { action: 'hand_up', id, details: { userId, ...(amendmentNo !== null && { amendmentNo }) } });
      return { assignee: toAssignee(assignee), note: toNote(added) };
    });
  }

  async addNote(staff: StaffCaller, idText: string, text: string): Promise<ApplicationNoteResponse> {
    const { id, agentCode } = await this.applications.getAnyApplication(staff, idText);
    const dated = await this.agentClocks.applyClock(staff, agentCode);
    const note = { userId: staff.userId, userName: staff.name, text: text.trim(), createdAt: dated.at };
    const added = await this.store.transaction(dated, (tx) => this.work.addNote(tx, id, note, MAX_NOTES));
    if (added === null) throw new DomainError(ErrorCode.LIMIT_REACHED, { text: TOO_MANY_NOTES });
    return toNote(added);
  }

  async listNotes(staff: StaffCaller, idText: string, query: PageQueryDto): Promise<ApplicationNotePageResponse> {
    const { id } = await this.applications.getAnyApplication(staff, idText);
    return mapPage(await this.work.listNotes(staff.environment, id, query), toNote);
  }

  private record(
    tx: Transaction,
    staff: StaffCaller,
    event: { readonly action: AuditAction; readonly id: number; readonly details: Readonly<Record<string, unknown>> },
  ): Promise<void> {
    return this.audit.record(tx, toAuditActor(staff), { ...event, subject: 'application', environment: staff.environment });
  }
}

export function toAssignee(assignment: Assignment): AssigneeResponse {
  return { ...assignment, since: toLocalDateTime(assignment.since) };
}

export function toNote(note: ApplicationNote): ApplicationNoteResponse {
  return { ...note, createdAt: toLocalDateTime(note.createdAt) };
}

function assertAssigner({ role }: StaffCaller): void {
  if (!ASSIGNERS.includes(role)) throw buildRoleRefusal(ASSIGNERS);
}

function alreadyAssigned(assignee: Assignment | null): DomainError {
  // The assignee may have been removed meanwhile.
  const name = assignee?.name ?? '—';
  const text = { el: `Την αίτηση έχει ήδη αναλάβει: ${name}.`, en: `The application is already assigned to ${name}.` };
  return new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text });
}
