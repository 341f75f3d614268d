import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { ApplicationService } from '../../../record/core/applications/application.service.js';
import { FINAL_STATUSES } from '../../../record/core/applications/status.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { actorOf, AuditService, type AuditAction } from '../../access/audit/audit.service.js';
import { mapPage } from '../../common/page.js';
import type { PageQueryDto } from '../../common/page.dto.js';
import type { ApplicationNotePageResponse, ApplicationNoteResponse, AssigneeRequest, AssigneeResponse } from './application-work.dto.js';
import { ApplicationWorkRepository, type ApplicationNote, type Assignment } from './application-work.repository.js';

/** The file of an application shows all of its notes. */
const MAX_NOTES = 500;

const NOT_A_WORKER = {
  el: 'Ο χρήστης δεν είναι ενεργός στην Ανάληψη Κινδύνων ή στην Έκδοση.',
  en: 'Not an active user of underwriting or issuing.',
};
const TOO_MANY_NOTES = { el: `Η αίτηση έχει ήδη ${MAX_NOTES} σημειώσεις.`, en: `The application has ${MAX_NOTES} notes already.` };

/** Assigns and annotates applications, which neither raises a version nor makes an event (backoffice.36, backoffice.37). */
@Injectable()
export class ApplicationWorkService {
  constructor(
    private readonly store: Store,
    private readonly applications: ApplicationService,
    private readonly work: ApplicationWorkRepository,
    private readonly agentClocks: AgentClocks,
    private readonly audit: AuditService,
  ) {}

  /**
   * @throws DomainError APPLICATION_NOT_FOUND, FINAL_STATUS; ROLE_REFUSED when issuing assigns it to somebody else;
   * INVALID at `userId` of who cannot work on it; NOT_ALLOWED_IN_STATUS, naming who, when somebody else has it and is
   * not to lose it
   */
  async assign(staff: StaffCaller, idText: string, { userId: given, takeOver }: AssigneeRequest): Promise<AssigneeResponse> {
    const userId = given ?? staff.userId;
    if (userId !== staff.userId) requireAssigner(staff);
    const { id, status, agentCode } = await this.applications.getAnyApplication(staff, idText);
    if (FINAL_STATUSES.has(status)) throw new DomainError(ErrorCode.FINAL_STATUS);
    const dated = await this.agentClocks.dated(staff, agentCode);
    return this.store.transaction(dated, async (tx) => {
      const worker = await this.work.findWorker(tx, userId);
      if (worker === null) throw DomainError.ofFaults([{ path: 'userId', code: ErrorCode.INVALID, text: NOT_A_WORKER }]);
      const former = await this.work.findHolder(tx, id);
      if (former?.id === userId) return toAssignee(former);
      const isAssigned = await this.work.assign(tx, id, { userId, by: staff.userId, at: dated.at, takesOver: takeOver === true });
      if (!isAssigned) throw heldBy(await this.work.findHolder(tx, id));
      await this.record(tx, staff, { action: 'assign', id, details: { userId, ...(former === null ? {} : { formerUserId: former.id }) } });
      return toAssignee({ ...worker, since: dated.at });
    });
  }

  /** Does nothing when it is unassigned. @throws DomainError APPLICATION_NOT_FOUND; ROLE_REFUSED when issuing takes it from somebody else */
  async release(staff: StaffCaller, idText: string): Promise<void> {
    const { id, agentCode } = await this.applications.getAnyApplication(staff, idText);
    await this.store.transaction(await this.agentClocks.dated(staff, agentCode), async (tx) => {
      const userId = await this.work.lockHolder(tx, id);
      if (userId === null) return;
      if (userId !== staff.userId) requireAssigner(staff);
      await this.work.release(tx, id);
      await this.record(tx, staff, { action: 'release', id, details: { userId } });
    });
  }

  /** @throws DomainError APPLICATION_NOT_FOUND, LIMIT_REACHED */
  async addNote(staff: StaffCaller, idText: string, text: string): Promise<ApplicationNoteResponse> {
    const { id, agentCode } = await this.applications.getAnyApplication(staff, idText);
    const dated = await this.agentClocks.dated(staff, agentCode);
    const note = { userId: staff.userId, userName: staff.name, text: text.trim(), createdAt: dated.at };
    const added = await this.store.transaction(dated, (tx) => this.work.addNote(tx, id, note, MAX_NOTES));
    if (added === null) throw new DomainError(ErrorCode.LIMIT_REACHED, { text: TOO_MANY_NOTES });
    return toNote(added);
  }

  /** @throws DomainError APPLICATION_NOT_FOUND */
  async listNotes(staff: StaffCaller, idText: string, query: PageQueryDto): Promise<ApplicationNotePageResponse> {
    const { id } = await this.applications.getAnyApplication(staff, idText);
    return mapPage(await this.work.listNotes(staff.environment, id, query), toNote);
  }

  private record(
    tx: Transaction,
    staff: StaffCaller,
    event: { readonly action: AuditAction; readonly id: number; readonly details: Readonly<Record<string, unknown>> },
  ): Promise<void> {
    return this.audit.record(tx, actorOf(staff), { ...event, subject: 'application', environment: staff.environment });
  }
}

export function toAssignee(assignment: Assignment): AssigneeResponse {
  return { ...assignment, since: toLocalDateTime(assignment.since) };
}

export function toNote(note: ApplicationNote): ApplicationNoteResponse {
  return { ...note, createdAt: toLocalDateTime(note.createdAt) };
}

/** Only underwriters and administrators assign what is somebody else's. @throws DomainError ROLE_REFUSED */
function requireAssigner({ role }: StaffCaller): void {
  if (role !== 'underwriter' && role !== 'admin') throw new DomainError(ErrorCode.ROLE_REFUSED);
}

function heldBy(holder: Assignment | null): DomainError {
  // It may have been released meanwhile.
  const name = holder?.name ?? '—';
  const text = { el: `Την αίτηση έχει ήδη αναλάβει: ${name}.`, en: `The application is with ${name} already.` };
  return new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text });
}
