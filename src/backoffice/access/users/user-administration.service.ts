import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Clock } from '../../../common/clock.js';
import { assertNoFaults, DomainError, type Fault } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { Config } from '../../../config/config.js';
import { revokeTokensOfUser } from '../../../identity/token-revocation.js';
import { AgentEntity } from '../../../store/entities/agent.entity.js';
import { AppUserEntity } from '../../../store/entities/app-user.entity.js';
import { inGateway, isUniqueViolation, Store, type Transaction } from '../../../store/store.js';
import { endSessionsOf } from '../../../identity/session.service.js';
import { assertShown } from '../../common/expected-state.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { deleteDevicesOf } from '../accounts/device.service.js';
import { deleteOneTimeTokensOf } from '../accounts/one-time-token.service.js';
import { actorOf, AuditService, changedFields } from '../audit/audit.service.js';
import { notFound } from '../../common/errors.js';
import { InvitationService } from './invitation.service.js';
import { toUserResponse } from './user.reader.js';
import type { NewUserRequest, UserChangeRequest } from './users.dto.js';
import { findDelegations, UserService, type Role, type UserStatus } from '../../../identity/user.service.js';

const EMAIL_TAKEN = { el: 'Υπάρχει ήδη χρήστης με αυτό το email.', en: 'A user with this email already exists.' };
const LAST_ADMIN = {
  el: 'Πρέπει να παραμένει τουλάχιστον ένας ενεργός διαχειριστής.',
  en: 'At least one active administrator must remain.',
};
const NOT_AN_AGENT = { el: 'Μόνο για χρήστες συνεργατών.', en: 'For users of agents only.' };
const AGENT_REQUIRED = { el: 'Για χρήστη συνεργάτη απαιτείται κωδικός συνεργάτη.', en: 'An agent user requires an agent code.' };
const STAYS_IN_SANDBOX = {
  el: 'Δεν μεταβάλλεται για χρήστη που δημιούργησε ο ίδιος τον λογαριασμό του.',
  en: 'It cannot be changed for a user who signed up.',
};
const UNKNOWN_AGENT = { el: 'Άγνωστος συνεργάτης.', en: 'Unknown agent.' };

/** Fields that bind users who signed up to the sandbox and to their own agent. */
const BOUND_FIELDS = ['role', 'agentCode', 'delegates'] as const;

/** Changeable fields of a user. */
interface Standing {
  readonly name: string;
  readonly role: Role;
  readonly agentCode: string | null;
  readonly delegates: readonly string[];
  readonly status: UserStatus;
}

/** Creates and changes users. Sessions know at once, tokens within two seconds. */
@Injectable()
export class UserAdministrationService {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly users: UserService,
    private readonly config: Config,
    private readonly invitations: InvitationService,
    private readonly audit: AuditService,
  ) {}

  /** Returns the id. @throws DomainError with every fault of role, agent and delegates; INVALID at `email` when it is taken */
  async create(caller: StaffCaller, body: NewUserRequest): Promise<number> {
    const { email, name, role } = body;
    const user = { email, name, role, agentCode: body.agentCode ?? null, delegates: unique(body.delegates ?? []) };
    const unknown = await this.findUnknownCodes(body);
    assertNoFaults([...inconsistencies(user), ...unknownAgents(role, body, unknown)]);
    try {
      return await this.invitations.invite(caller, user);
    } catch (error) {
      if (isUniqueViolation(error, 'app_user_email_key'))
        throw DomainError.ofFaults([{ path: 'email', code: ErrorCode.INVALID, text: EMAIL_TAKEN }]);
      throw error;
    }
  }

  /** @throws DomainError CHILD_NOT_FOUND; CHANGED_MEANWHILE; NOT_ALLOWED_IN_STATUS for the last active administrator; faults as in `create` */
  async change(caller: StaffCaller, id: number, body: UserChangeRequest): Promise<void> {
    // Agents are in other schemas, so they are read before the transaction.
    const unknown = await this.findUnknownCodes(body);
    await this.store.transaction(inGateway(caller), async (tx) => {
      const locked = await lockWithAdmins(tx, id);
      const found = locked.find((row) => row.id === id);
      if (found === undefined) throw notFound();
      const delegations = await findDelegations(tx.manager, [id]);
      assertShown(caller, () => toUserResponse(found, delegations));
      const user = { ...found, delegates: unique(delegations.map(({ agentCode }) => agentCode)) };
      if (found.sandboxOnly) assertNoFaults(BOUND_FIELDS.filter((path) => body[path] !== undefined).map(toBoundFault));
      const next = standingAfter(user, body);
      assertNoFaults([...inconsistencies(next), ...unknownAgents(next.role, body, unknown)]);
      const changes = changedFields<Standing>(user, next);
      if (changes === null) return;
      const wasAdmin = user.role === 'admin' && user.status === 'active';
      const staysAdmin = next.role === 'admin' && next.status === 'active';
      const others = locked.filter((row) => row.id !== id && row.role === 'admin' && row.status === 'active');
      if (wasAdmin && !staysAdmin && others.length === 0) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: LAST_ADMIN });
      await this.write(tx, user, next);
      await this.audit.record(tx, actorOf(caller), { action: 'change', subject: 'user', id, details: { changes } });
    });
  }

  /** Finds the codes of agents that none of the served environments has. */
  private async findUnknownCodes({ agentCode, delegates }: NamedAgents): Promise<Set<string>> {
    const unknown = new Set([...(delegates ?? []), ...(agentCode ? [agentCode] : [])]);
    for (const environment of this.config.environments) {
      if (unknown.size === 0) break;
      const where = { code: In([...unknown]) };
      const rows = await this.store.read(environment, (manager) => manager.find(AgentEntity, { select: { code: true }, where }));
      for (const { code } of rows) unknown.delete(code);
    }
    return unknown;
  }

  private async write(tx: Transaction, user: Standing & { readonly id: number }, next: Standing): Promise<void> {
    const { name, role, agentCode } = next;
    await tx.manager.update(AppUserEntity, { id: user.id }, { name, role, agentCode, updatedAt: this.clock.now() });
    if (user.delegates.join() !== next.delegates.join()) await this.users.setDelegates(tx, user.id, next.delegates);
    if (next.status !== user.status) await this.users.setStatus(tx, user.id, next.status);
    if (next.role !== user.role || next.agentCode !== user.agentCode) await revokeTokensOfUser(tx, user.id);
    if (next.status !== 'disabled') return;
    await endSessionsOf(tx, user.id);
    await deleteDevicesOf(tx, user.id);
    await deleteOneTimeTokensOf(tx, user.id);
  }
}

/** Locks the user and the active administrators in one order: of two who disable each other, one is refused. */
function lockWithAdmins(tx: Transaction, id: number): Promise<AppUserEntity[]> {
  const where = [{ id }, { role: 'admin' as const, status: 'active' as const }];
  return tx.manager.find(AppUserEntity, { where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
}

/** Applies the changes. Another role than agent loses agent code and delegates. */
function standingAfter(user: Standing, { name, role, agentCode, delegates, status }: UserChangeRequest): Standing {
  const nextRole = role ?? user.role;
  const former = nextRole === 'agent' ? user : { agentCode: null, delegates: [] };
  return {
    name: name ?? user.name,
    role: nextRole,
    agentCode: agentCode === undefined ? former.agentCode : agentCode,
    delegates: delegates === undefined ? former.delegates : unique(delegates),
    status: status ?? user.status,
  };
}

function inconsistencies({ role, agentCode, delegates }: Pick<Standing, 'role' | 'agentCode' | 'delegates'>): Fault[] {
  if (role === 'agent') return agentCode === null ? [{ path: 'agentCode', code: ErrorCode.REQUIRED, text: AGENT_REQUIRED }] : [];
  const faults: Fault[] = [];
  if (agentCode !== null) faults.push({ path: 'agentCode', code: ErrorCode.INVALID, text: NOT_AN_AGENT });
  if (delegates.length > 0) faults.push({ path: 'delegates', code: ErrorCode.INVALID, text: NOT_AN_AGENT });
  return faults;
}

function toBoundFault(path: string): Fault {
  return { path, code: ErrorCode.INVALID, text: STAYS_IN_SANDBOX };
}

type NamedAgents = Pick<NewUserRequest, 'agentCode' | 'delegates'>;

function unknownAgents(role: Role, { agentCode, delegates }: NamedAgents, unknown: ReadonlySet<string>): Fault[] {
  if (role !== 'agent') return [];
  const fault = (path: string): Fault => ({ path, code: ErrorCode.UNKNOWN_CODE, text: UNKNOWN_AGENT });
  const own = agentCode && unknown.has(agentCode) ? [fault('agentCode')] : [];
  return [...own, ...(delegates ?? []).flatMap((code, index) => (unknown.has(code) ? [fault(`delegates[${index}]`)] : []))];
}

function unique(codes: readonly string[]): readonly string[] {
  return [...new Set(codes)].sort();
}
