import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock.js';
import type { Environment } from '../../../common/environment.js';
import type { Role } from '../../../identity/user.service.js';
import type { Transaction } from '../../../store/store.js';
import type { StaffCaller, Visitor } from '../../common/staff-caller.js';

export const AUDIT_SUBJECTS = [
  'program',
  'api_key',
  'user',
  'agent',
  'user_key',
  'session',
  'payment',
  'suspense',
  'application',
  'settings',
  'message',
  'party',
  'signup',
  'refund',
  'payout_batch',
  'bank_statement',
  'webhook',
  'pending_action',
  'letter',
  'commission',
  'booking',
  'month',
  'bonus_malus',
  'claim',
  'amendment_run',
  'withdrawal',
] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

export const AUDIT_ACTIONS = [
  'create',
  'change',
  'rotate',
  'signup',
  'verify',
  'invite',
  'set_password',
  'enable',
  'disable',
  'delete',
  'recreate',
  'open',
  'close',
  'book',
  'resolve',
  'reverse',
  'cancel',
  'unschedule',
  'reinstate',
  'answer',
  'decide',
  'settle',
  'erase',
  'export',
  'approve',
  'reject',
  'confirm',
  'return',
  'assign',
  'release',
  'send',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Actor of an action. `userId` is null without a session; `name` is an e-mail address or a name such as `clock`. */
export interface AuditActor {
  readonly userId: number | null;
  readonly name: string;
  readonly role?: Role | null;
  readonly address: string | null;
  readonly requestId: string | null;
}

export interface AuditEvent {
  readonly action: AuditAction;
  readonly subject: AuditSubject;
  readonly id: number | string;
  /** Absent for keys, programs and users, which both environments share. */
  readonly environment?: Environment;
  /** New values or changed fields; never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
}

// Names its schema, because changes of an environment are recorded in their own transaction.
const INSERT = `
  INSERT INTO gateway.audit_entry (at, actor_id, actor, action, subject_type, subject_id, environment, address, request_id, details, role)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

@Injectable()
export class AuditService {
  constructor(private readonly clock: Clock) {}

  async record(tx: Transaction, actor: AuditActor, event: AuditEvent): Promise<void> {
    const { action, subject, id, environment = null, details = {} } = event;
    const { userId, name, address, requestId, role = null } = actor;
    const values = [userId, name, action, subject, String(id), environment, address, requestId, JSON.stringify(details), role];
    await tx.query(INSERT, [this.clock.now(), ...values]);
  }
}

export function toAuditActor({ userId, email, role, address, requestId }: StaffCaller): AuditActor {
  return { userId, name: email, role, address, requestId };
}

/** Returns an actor without a session. `name` must be proven by a password or a mailed link. */
export function toVisitingActor({ address, requestId }: Visitor, name: string, userId: number | null = null): AuditActor {
  return { userId, name, address, requestId };
}

/** Returns the changed fields as `{field: [before, after]}`; null without any. */
export function findChangedFields<T extends object>(
  before: T,
  after: Partial<T>,
): Readonly<Record<string, readonly [unknown, unknown]>> | null {
  const changes = Object.entries(after)
    .map(([field, value]) => [field, [before[field as keyof T] ?? null, value ?? null]] as const)
    .filter(([, [one, other]]) => JSON.stringify(one) !== JSON.stringify(other));
  return changes.length === 0 ? null : Object.fromEntries(changes);
}
