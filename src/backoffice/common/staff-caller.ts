import type { Request } from 'express';
import { getCall } from '../../gateway/call/call.js';
import type { Holder } from '../../common/bulkhead.js';
import type { OperationContext } from '../../common/caller.js';
import type { Language } from '../../common/language.js';
import type { UnitOfWork } from '../../common/unit-of-work.js';
import type { SessionKind, SessionUser } from '../../identity/session.service.js';
import type { Expectation } from './expected-state.js';

/** Users and keys exist in both environments; applications and agents in one. */
export interface Visitor extends OperationContext {
  readonly language: Language;
  readonly root: string;
  readonly requestId: string;
  readonly address: string | null;
  readonly userAgent: string | null;
}

export interface CallSession {
  readonly kind: SessionKind;
  readonly expiresAt: Date;
  readonly idleExpiresAt: Date | null;
  readonly csrfToken: string | null;
}

export type StaffCaller = Visitor &
  SessionUser &
  Expectation & {
    readonly session: CallSession;
    readonly isDeciding: boolean;
    readonly unitOfWork?: UnitOfWork | undefined;
  };

export function toStaffHolder(caller: Visitor | StaffCaller): Holder {
  if (!('userId' in caller)) return { lane: 'visitors', owner: caller.address ?? '' };
  return { lane: caller.sandboxOnly ? 'visitors' : 'staff', owner: caller.userId };
}

const visitors = new WeakMap<Request, Visitor | StaffCaller>();

export function saveCaller(request: Request, caller: Visitor | StaffCaller): void {
  visitors.set(request, caller);
  const call = getCall(request);
  call.holder = toStaffHolder(caller);
  if ('userId' in caller) call.keyOwner = { scope: ['staff', caller.userId], table: 'staff', name: call.environment };
}

export function getCaller(request: Request): Visitor | StaffCaller {
  const caller = visitors.get(request);
  if (caller === undefined) throw new Error('The request has no caller, because StaffGuard did not run');
  return caller;
}

export function getStaff(request: Request): StaffCaller {
  const caller = getCaller(request);
  if (!('userId' in caller)) throw new Error('A keyless route has no signed-in user');
  const { unitOfWork } = getCall(request);
  return unitOfWork === null ? caller : { ...caller, unitOfWork };
}
