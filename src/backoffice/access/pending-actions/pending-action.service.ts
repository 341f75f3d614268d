import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { toNumber } from '../../../common/money.js';
import type { Role } from '../../../identity/user.service.js';
import { Store, type Transaction } from '../../../store/store.js';
import { buildNotFound } from '../../common/errors.js';
import { mapPage } from '../../common/page.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { AuditService, toAuditActor, type AuditAction } from '../audit/audit.service.js';
import {
  PENDING_ACTION_TITLES,
  DAYS_TO_DECIDE,
  type ActionHandler,
  type ActionKind,
  type ActionState,
  type PendingAction,
  type ProposedAction,
} from './pending-action.js';
import { PendingActionRepository } from './pending-action.repository.js';
import { PendingActionResponse, type PendingActionPageResponse, type PendingActionQuery } from './pending-actions.dto.js';

const DAY_MS = 86_400_000;

/** Each kind has one handler, which its service registers (money.92). */
@Injectable()
export class PendingActionService {
  private readonly handlers = new Map<ActionKind, ActionHandler<never>>();

  constructor(
    private readonly store: Store,
    private readonly repository: PendingActionRepository,
    private readonly audit: AuditService,
  ) {}

  register<Request extends object>(kind: ActionKind, handler: ActionHandler<Request>): void {
    this.handlers.set(kind, handler);
  }

  /** Rehearses the action, so that a refusal has its own error. */
  async create(staff: StaffCaller, action: ProposedAction): Promise<PendingActionResponse> {
    const { run } = this.getHandler(action.kind);
    await this.store.runAndRollBack((unitOfWork) => run({ ...staff, unitOfWork }, action.request as never));
    const expiresAt = new Date(staff.at.getTime() + DAYS_TO_DECIDE * DAY_MS);
    const id = await this.store.transaction(staff, async (tx) => {
      const created = await this.repository.insert(tx, action, staff, expiresAt);
      const { kind, amount, applicationId, agentCode } = action;
      await this.record(tx, staff, 'create', created, { kind, amount, applicationId, agentCode });
      return created;
    });
    return Object.assign(new PendingActionResponse(), await this.get(staff, id));
  }

  async list(staff: StaffCaller, query: PendingActionQuery): Promise<PendingActionPageResponse> {
    const page = await this.repository.findPage(staff, this.listKindsOf(staff.role), query);
    return mapPage(page, (action) => toDto(action, staff));
  }

  async get(staff: StaffCaller, id: number): Promise<PendingActionResponse> {
    const action = await this.repository.find(staff, id);
    if (!action || !this.listKindsOf(staff.role).includes(action.kind)) throw buildNotFound();
    return toDto(action, staff);
  }

  async approve(staff: StaffCaller, id: number): Promise<PendingActionResponse> {
    await this.store.runTogether(staff, async (approver) => {
      const { kind, request } = await this.store.transaction(approver, (tx) => this.lock(tx, approver, id));
      const result = await this.getHandler(kind).run(approver, request as never);
      await this.decide(approver, id, { kind, decision: 'DONE', note: null, result });
    });
    return this.get(staff, id);
  }

  async reject(staff: StaffCaller, id: number, note: string): Promise<PendingActionResponse> {
    await this.store.runTogether(staff, async (decider) => {
      const { kind } = await this.store.transaction(decider, (tx) => this.lock(tx, decider, id));
      await this.decide(decider, id, { kind, decision: 'REJECTED', note, result: null });
    });
    return this.get(staff, id);
  }

  private async decide(
    staff: StaffCaller,
    id: number,
    decided: { kind: ActionKind; decision: 'DONE' | 'REJECTED'; note: string | null; result: object | null },
  ): Promise<void> {
    const { userId, name, at } = staff;
    const { kind, ...decision } = decided;
    await this.store.transaction(staff, async (tx) => {
      await this.repository.saveDecision(tx, id, { ...decision, userId, name, at });
      await this.record(tx, staff, decision.decision === 'DONE' ? 'approve' : 'reject', id, { kind });
    });
  }

  private async lock(tx: Transaction, { userId, role, at }: StaffCaller, id: number): Promise<PendingAction> {
    const action = await this.repository.lock(tx, id, at);
    if (!action || !this.listKindsOf(role).includes(action.kind)) throw buildNotFound();
    if (action.requestedById === userId) throw new DomainError(ErrorCode.ROLE_REFUSED, { text: SECOND_PERSON });
    if (action.state !== 'PENDING') throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: DECIDED[action.state] });
    return action;
  }

  private async record(tx: Transaction, staff: StaffCaller, action: AuditAction, id: number, details: object): Promise<void> {
    const { environment } = staff;
    const event = { action, subject: 'pending_action', id, environment, details: { ...details } } as const;
    await this.audit.record(tx, toAuditActor(staff), event);
  }

  private getHandler(kind: ActionKind): ActionHandler<never> {
    const handler = this.handlers.get(kind);
    if (!handler) throw new Error(`No service has registered a handler for ${kind}.`);
    return handler;
  }

  private listKindsOf(role: Role): ActionKind[] {
    return [...this.handlers].filter(([, { roles }]) => role === 'auditor' || roles.includes(role)).map(([kind]) => kind);
  }
}

const SECOND_PERSON: Text = {
  el: 'Την ενέργεια εγκρίνει ή απορρίπτει χρήστης διαφορετικός από εκείνον που τη ζήτησε.',
  en: 'The person who requested the action cannot approve or reject it. Another person must do so.',
};
const DECIDED: Readonly<Record<Exclude<ActionState, 'PENDING'>, Text>> = {
  DONE: { el: 'Η ενέργεια έχει ήδη εγκριθεί και εκτελεστεί.', en: 'The action has already been approved and carried out.' },
  REJECTED: { el: 'Η ενέργεια έχει ήδη απορριφθεί.', en: 'The action has already been rejected.' },
  EXPIRED: {
    el: 'Η προθεσμία έγκρισης έχει λήξει. Ζητήστε ξανά την ενέργεια.',
    en: 'The time to approve is over. Request the action again.',
  },
};

function toDto(action: PendingAction, { language, userId }: StaffCaller): PendingActionResponse {
  const { id, kind, state, summary, why, amount, applicationId, agentCode, request } = action;
  const { requestedById, requestedBy, requestedAt, expiresAt, decidedBy, decidedAt, note, result } = action;
  return {
    id,
    kind,
    title: PENDING_ACTION_TITLES[kind][language],
    state,
    summary: summary[language],
    why: why[language],
    amount: amount === null ? null : toNumber(amount),
    applicationId,
    agentCode,
    request: { ...request },
    requestedBy,
    requestedAt: toLocalDateTime(requestedAt),
    isOwn: requestedById === userId,
    expiresAt: toLocalDateTime(expiresAt),
    decidedBy,
    decidedAt: decidedAt && toLocalDateTime(decidedAt),
    note,
    result: result && { ...result },
  };
}
