import { Injectable } from '@nestjs/common';
import { In, IsNull, Not, Raw, type EntityManager, type FindOperator } from 'typeorm';
import { Clock } from '../../../common/clock.js';
import { assertNoViolations, DomainError, type Violation } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { Config } from '../../../config/config.js';
import { revokeTokensOfUser } from '../../../identity/token-user.js';
import { AgentEntity } from '../../../store/entities/agent.entity.js';
import { AppUserEntity, type DelegationEntity } from '../../../store/entities/app-user.entity.js';
import { toGatewayWriter, isUniqueViolation, Store, type Transaction } from '../../../store/store.js';
import { deleteSessionsOf } from '../../../identity/session.service.js';
import { assertShown } from '../../common/expected-state.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { deleteDevicesOf } from '../accounts/device.service.js';
import { deleteOneTimeTokensOf } from '../accounts/one-time-token.service.js';
import { toAuditActor, AuditService, findChangedFields } from '../audit/audit.service.js';
import { buildInvalidField, buildNotFound } from '../../common/errors.js';
import { buildContainsCondition, findEntities, findPage, omitUndefined, mapPage } from '../../common/page.js';
import { InvitationService, type Invitation } from './invitation.service.js';
import type {
  DelegationPageResponse,
  DelegationQuery,
  DelegationResponse,
  InvitationStatus,
  NewUserRequest,
  UserChangeRequest,
  UserListResponse,
  UserQueryDto,
  UserResponse,
} from './users.dto.js';
import { findDelegations, lockWithAdmins, UserService, type Role, type UserStatus } from '../../../identity/user.service.js';

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
const NOT_INVITED = {
  el: 'Ο χρήστης έχει αποδεχθεί την πρόσκληση ή είναι απενεργοποιημένος.',
  en: 'The user has accepted the invitation, or is disabled.',
};
const UNKNOWN_AGENT = { el: 'Άγνωστος συνεργάτης.', en: 'Unknown agent.' };

/** Fields that cannot change for users who signed up. */
const BOUND_FIELDS = ['role', 'agentCode', 'delegates'] as const;

interface LockedUser {
  readonly user: AppUserEntity & Pick<UserRights, 'delegates'>;
  readonly otherAdmins: number;
  readonly invitation: InvitationStatus;
}

interface UserRights {
  readonly name: string;
  readonly role: Role;
  readonly agentCode: string | null;
  readonly delegates: readonly string[];
  readonly status: UserStatus;
}

const SELECT_DELEGATIONS = `
  SELECT d.user_id || ' ' || d.agent_code AS id, u.id AS "userId", u.name AS "userName", u.email, u.agent_code AS "agentCode",
    d.agent_code AS "delegateCode", d.created_at AS since
  FROM delegation d JOIN app_user u ON u.id = d.user_id
  WHERE ($1::text IS NULL OR position(fold_name($1) IN fold_name(u.name)) > 0 OR position(lower($1) IN u.email) > 0)
    AND ($2::text IS NULL OR u.agent_code = $2) AND ($3::text IS NULL OR d.agent_code = $3)`;
const LATEST_FIRST = 'since DESC NULLS LAST, "userId", "delegateCode"';

type DelegationRow = Omit<DelegationResponse, 'since'> & { readonly id: string; readonly since: Date | null };

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

  async find(query: UserQueryDto): Promise<UserListResponse> {
    const { role, status, agentCode, text, hasPassword } = query;
    const passwordHash = hasPassword === undefined ? undefined : hasPassword === 'no' ? IsNull() : Not(IsNull());
    const where = omitUndefined({ role, status, agentCode, passwordHash });
    const named =
      text === undefined
        ? where
        : [
            { ...where, name: buildContainsCondition(text) },
            { ...where, email: inLowerCase(text) },
          ];
    const page = await findEntities(this.store, 'gateway', AppUserEntity, { where: named, order: { id: 'DESC' } }, query);
    const items = await this.store.readAnywhere('gateway', ({ manager }) => this.describe(manager, page.items));
    return { ...page, items };
  }

  get(caller: StaffCaller, id: number): Promise<UserResponse> {
    return this.store.read(toGatewayWriter(caller), async (manager) => {
      const user = await manager.findOneBy(AppUserEntity, { id });
      if (user === null) throw buildNotFound();
      return (await this.describe(manager, [user]))[0]!;
    });
  }

  async searchDelegations(query: DelegationQuery): Promise<DelegationPageResponse> {
    const { text = null, agentCode = null, delegateCode = null } = query;
    const list = { select: SELECT_DELEGATIONS, order: LATEST_FIRST, values: [text, agentCode, delegateCode] };
    const page = await findPage<DelegationRow>(this.store, 'gateway', list, query);
    return mapPage(page, ({ id: _, since, ...delegation }) => ({ ...delegation, since: since?.toISOString() ?? null }));
  }

  async create(caller: StaffCaller, body: NewUserRequest): Promise<number> {
    const { email, name, role } = body;
    const user = { email, name, role, agentCode: body.agentCode ?? null, delegates: unique(body.delegates ?? []) };
    const unknown = await this.findUnknownCodes(body);
    assertNoViolations([...listInconsistencies(user), ...listUnknownAgents(role, body, unknown)]);
    try {
      return await this.invitations.invite(caller, user);
    } catch (error) {
      if (isUniqueViolation(error, 'app_user_email_key')) throw buildInvalidField('email', EMAIL_TAKEN);
      throw error;
    }
  }

  /** @throws DomainError NOT_ALLOWED_IN_STATUS for the last active administrator, CHANGED_MEANWHILE */
  async change(caller: StaffCaller, id: number, body: UserChangeRequest): Promise<void> {
    // Read before the transaction, because agents are in other schemas.
    const unknown = await this.findUnknownCodes(body);
    await this.store.transaction(toGatewayWriter(caller), async (tx) => {
      const { user, otherAdmins } = await this.lock(tx, caller, id);
      if (user.sandboxOnly) assertNoViolations(BOUND_FIELDS.filter((path) => body[path] !== undefined).map(toBoundViolation));
      const next = applyChange(user, body);
      assertNoViolations([...listInconsistencies(next), ...listUnknownAgents(next.role, body, unknown)]);
      const changes = findChangedFields<UserRights>(user, next);
      if (changes === null) return;
      if (isActiveAdmin(user) && !isActiveAdmin(next) && otherAdmins === 0) throw buildLastAdmin();
      await this.write(tx, user, next);
      await this.audit.record(tx, toAuditActor(caller), { action: 'change', subject: 'user', id, details: { changes } });
    });
  }

  /** @throws DomainError NOT_ALLOWED_IN_STATUS if the user accepted the invitation or is disabled, CHANGED_MEANWHILE */
  async sendInvitation(caller: StaffCaller, id: number): Promise<void> {
    const saved = await this.store.transaction(toGatewayWriter(caller), async (tx) => {
      const { user, invitation } = await this.lock(tx, caller, id);
      assertInvited(invitation);
      return this.invitations.renew(tx, caller, user);
    });
    await this.invitations.send(caller, saved);
  }

  /**
   * Disables the user too, who could request a link for a password otherwise.
   * @throws DomainError NOT_ALLOWED_IN_STATUS if the user accepted the invitation or is disabled, CHANGED_MEANWHILE
   */
  async withdrawInvitation(caller: StaffCaller, id: number): Promise<void> {
    await this.store.transaction(toGatewayWriter(caller), async (tx) => {
      const { user, otherAdmins, invitation } = await this.lock(tx, caller, id);
      assertInvited(invitation);
      if (isActiveAdmin(user) && otherAdmins === 0) throw buildLastAdmin();
      await this.write(tx, user, { ...user, status: 'disabled' });
      const details = { email: user.email, invitation: 'revoked' };
      await this.audit.record(tx, toAuditActor(caller), { action: 'disable', subject: 'user', id, details });
    });
  }

  private async lock(tx: Transaction, caller: StaffCaller, id: number): Promise<LockedUser> {
    const locked = await lockWithAdmins(tx, id);
    const found = locked.find((row) => row.id === id);
    if (found === undefined) throw buildNotFound();
    const [shown] = await this.describe(tx.manager, [found]);
    assertShown(caller, () => shown!);
    return {
      user: { ...found, delegates: unique(shown!.delegates) },
      otherAdmins: locked.filter((row) => row.id !== id && isActiveAdmin(row)).length,
      invitation: shown!.invitation,
    };
  }

  private async describe(manager: EntityManager, users: readonly AppUserEntity[]): Promise<UserResponse[]> {
    const ids = users.map(({ id }) => id);
    const delegations = await findDelegations(manager, ids);
    const invitations = await this.invitations.find(manager, users);
    return users.map((user) => toUserResponse(user, delegations, invitations.get(user.id)!));
  }

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

  private async write(tx: Transaction, user: UserRights & { readonly id: number }, next: UserRights): Promise<void> {
    const { name, role, agentCode } = next;
    await tx.manager.update(AppUserEntity, { id: user.id }, { name, role, agentCode, updatedAt: this.clock.now() });
    if (user.delegates.join() !== next.delegates.join()) await this.users.setDelegates(tx, user.id, next.delegates);
    if (next.status !== user.status) await this.users.setStatus(tx, user.id, next.status);
    if (next.role !== user.role || next.agentCode !== user.agentCode) await revokeTokensOfUser(tx, user.id);
    if (next.status !== 'disabled') return;
    await deleteSessionsOf(tx, user.id);
    await deleteDevicesOf(tx, user.id);
    await deleteOneTimeTokensOf(tx, user.id);
  }
}

function isActiveAdmin({ role, status }: Pick<UserRights, 'role' | 'status'>): boolean {
  return role === 'admin' && status === 'active';
}

function buildLastAdmin(): DomainError {
  return new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: LAST_ADMIN });
}

function assertInvited(invitation: InvitationStatus): void {
  if (invitation !== 'SENT' && invitation !== 'EXPIRED') throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: NOT_INVITED });
}

function applyChange(user: UserRights, { name, role, agentCode, delegates, status }: UserChangeRequest): UserRights {
  const nextRole = role ?? user.role;
  const previous = nextRole === 'agent' ? user : { agentCode: null, delegates: [] };
  return {
    name: name ?? user.name,
    role: nextRole,
    agentCode: agentCode === undefined ? previous.agentCode : agentCode,
    delegates: delegates === undefined ? previous.delegates : unique(delegates),
    status: status ?? user.status,
  };
}

function listInconsistencies({ role, agentCode, delegates }: Pick<UserRights, 'role' | 'agentCode' | 'delegates'>): Violation[] {
  if (role === 'agent') return agentCode === null ? [{ path: 'agentCode', code: ErrorCode.REQUIRED, text: AGENT_REQUIRED }] : [];
  const violations: Violation[] = [];
  if (agentCode !== null) violations.push({ path: 'agentCode', code: ErrorCode.INVALID, text: NOT_AN_AGENT });
  if (delegates.length > 0) violations.push({ path: 'delegates', code: ErrorCode.INVALID, text: NOT_AN_AGENT });
  return violations;
}

function toBoundViolation(path: string): Violation {
  return { path, code: ErrorCode.INVALID, text: STAYS_IN_SANDBOX };
}

type NamedAgents = Pick<NewUserRequest, 'agentCode' | 'delegates'>;

function listUnknownAgents(role: Role, { agentCode, delegates }: NamedAgents, unknown: ReadonlySet<string>): Violation[] {
  if (role !== 'agent') return [];
  const violation = (path: string): Violation => ({ path, code: ErrorCode.UNKNOWN_CODE, text: UNKNOWN_AGENT });
  const own = agentCode && unknown.has(agentCode) ? [violation('agentCode')] : [];
  return [...own, ...(delegates ?? []).flatMap((code, index) => (unknown.has(code) ? [violation(`delegates[${index}]`)] : []))];
}

function unique(codes: readonly string[]): readonly string[] {
  return [...new Set(codes)].sort();
}

function inLowerCase(text: string): FindOperator<string> {
  return Raw((column) => `position(lower(CAST(:text AS text)) IN ${column}) > 0`, { text }) as FindOperator<string>;
}

function toUserResponse(user: AppUserEntity, delegations: readonly DelegationEntity[], invitation: Invitation): UserResponse {
  const { id, email, name, role, agentCode, passwordHash, status, sandboxOnly, createdAt, updatedAt } = user;
  const delegates = delegations.filter(({ userId }) => userId === id).map((delegation) => delegation.agentCode);
  return {
    id,
    email,
    name,
    role,
    agentCode,
    delegates,
    status,
    hasPassword: passwordHash !== null,
    invitation: invitation.status,
    invitationExpiresAt: invitation.expiresAt?.toISOString() ?? null,
    sandboxOnly,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
