import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock.js';
import { type AuditActor, type AuditEntry, insertAuditEntry } from '../../../identity/audit-entry.js';
import type { Transaction } from '../../../store/store.js';
import type { StaffCaller, Visitor } from '../../common/staff-caller.js';

export type { AuditActor } from '../../../identity/audit-entry.js';

export const AUDIT_SUBJECTS = [
  'program',
  'api_key',
  'user',
  'agent',
  'user_key',
  'second_factor',
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
  'authority',
  'portfolio_transfer',
  'message_template',
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
  'use',
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
  'hand_up',
  'refuse',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface AuditEvent extends AuditEntry {
  readonly action: AuditAction;
  readonly subject: AuditSubject;
}

@Injectable()
export class AuditService {
  constructor(private readonly clock: Clock) {}

  async record(tx: Transaction, actor: AuditActor, event: AuditEvent): Promise<void> {
    await insertAuditEntry(tx, this.clock.now(), actor, event);
  }
}

export function toAuditActor({ userId, email, role, address, requestId }: StaffCaller): AuditActor {
  return { userId, name: email, role, address, requestId };
}

/** `name` must be proven by a password or a mailed link. */
export function toVisitingActor({ address, requestId }: Visitor, name: string, userId: number | null = null): AuditActor {
  return { userId, name, address, requestId };
}

export function findChangedFields<T extends object>(
  before: T,
  after: Partial<T>,
): Readonly<Record<string, readonly [unknown, unknown]>> | null {
  const changes = Object.entries(after)
    .map(([field, value]) => [field, [before[field as keyof T] ?? null, value ?? null]] as const)
    .filter(([, [one, other]]) => JSON.stringify(one) !== JSON.stringify(other));
  return changes.length === 0 ? null : Object.fromEntries(changes);
}
