import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { buildTextCheck, EMAIL_CHECK } from '../../../common/validation/checks.js';
import { Config } from '../../../config/config.js';
import { ConfigError } from '../../../common/operator-error.js';
import { lockUser, lockWithAdmins, normalizeEmail, ROLES, UserService, type Role } from '../../../identity/user.service.js';
import { AppUserEntity, StaffSessionEntity } from '../../../store/entities/app-user.entity.js';
import { UserIdentityEntity } from '../../../store/entities/oidc.entity.js';
import { Store, toGatewayWriter, type Transaction } from '../../../store/store.js';
import { buildNotFound } from '../../common/errors.js';
import type { StaffCaller, Visitor } from '../../common/staff-caller.js';
import type { SignedInAccount } from '../accounts/recorded-sessions.js';
import { AuditService, toAuditActor, toVisitingActor } from '../audit/audit.service.js';
import { isClaimTrue, listClaimValues, type Claims } from './claims.js';
import { buildSignInFailed, OidcProvider, type ProviderIdentity } from './oidc-provider.js';

const NAME_CHECK = buildTextCheck(100, 1);

const NOT_INVITED = {
  el: 'Δεν έχετε πρόσβαση. Ζητήστε πρόσκληση από έναν διαχειριστή.',
  en: 'You have no access. Ask an administrator for an invitation.',
};
const NO_ROLE = {
  el: 'Ο λογαριασμός σας στον πάροχο σύνδεσης δεν έχει ρόλο εδώ. Απευθυνθείτε σε έναν διαχειριστή.',
  en: 'Your account at the sign-in provider has no role here. Ask an administrator.',
};
const NOT_VERIFIED = {
  el: 'Ο πάροχος σύνδεσης δεν έχει επαληθεύσει το email σας. Επαληθεύστε το ή απευθυνθείτε σε έναν διαχειριστή.',
  en: 'The sign-in provider has not verified your email. Verify it, or ask an administrator.',
};
const DISABLED = {
  el: 'Ο χρήστης σας είναι απενεργοποιημένος. Απευθυνθείτε σε έναν διαχειριστή.',
  en: 'Your user is disabled. Ask an administrator.',
};
const SANDBOX_ONLY = {
  el: 'Το email σας ανήκει σε λογαριασμό API του sandbox. Ζητήστε πρόσκληση με άλλο email.',
  en: 'Your email belongs to a developer account of the sandbox. Ask for an invitation with another email.',
};
const OTHER_SUBJECT = {
  el: 'Ο χρήστης με το email σας είναι συνδεδεμένος με άλλον λογαριασμό του παρόχου. Απευθυνθείτε σε έναν διαχειριστή.',
  en: 'The user with your email is bound to another account of the provider. Ask an administrator.',
};
const AGENT_MISSING = {
  el: 'Ο ρόλος σας χρειάζεται συνεργάτη. Ζητήστε από έναν διαχειριστή να σας προσκαλέσει για τον συνεργάτη σας.',
  en: 'Your role needs an agent. Ask an administrator to invite you for your agent.',
};
const LAST_ADMIN = {
  el: 'Ο πάροχος σύνδεσης αφαιρεί τον ρόλο από τον τελευταίο ενεργό διαχειριστή. Ορίστε πρώτα άλλον διαχειριστή.',
  en: 'The sign-in provider removes the role of the last active administrator. Appoint another administrator first.',
};

@Injectable()
export class OidcUserService {
  constructor(
    private readonly store: Store,
    private readonly provider: OidcProvider,
    private readonly users: UserService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    config: Config,
  ) {
    for (const { role } of config.oidc?.roles ?? [])
      if (!ROLES.some((known) => known === role))
        throw new ConfigError(`OIDC_ROLES names the role ${role}. Roles are ${ROLES.join(', ')}.`);
  }

  async resolve(tx: Transaction, visitor: Visitor, identity: ProviderIdentity): Promise<SignedInAccount> {
    const { issuer, subject } = identity;
    const role = this.findRole(identity.claims);
    const bound = await tx.manager.findOneBy(UserIdentityEntity, { issuer, subject });
    const id = bound?.userId ?? (await this.bind(tx, visitor, identity, role));
    const locked = await lockWithAdmins(tx, id);
    // An administrator may have freed the user meanwhile.
    if (!(await tx.manager.existsBy(UserIdentityEntity, { issuer, subject, userId: id }))) throw buildSignInFailed();
    const user = locked.find((row) => row.id === id);
    if (user === undefined || user.status !== 'active') throw refuse(DISABLED);
    if (role !== null && role !== user.role) {
      const others = locked.filter((row) => row.id !== id && row.role === 'admin' && row.status === 'active');
      if (user.role === 'admin' && others.length === 0) throw refuse(LAST_ADMIN);
      if (role === 'agent' && user.agentCode === null) throw refuse(AGENT_MISSING);
      await this.users.setRole(tx, user, role);
      const details = { changes: { role: [user.role, role] }, provider: issuer };
      await this.audit.record(tx, toVisitingActor(visitor, user.email, id), { action: 'change', subject: 'user', id, details });
    }
    return { id, email: user.email, role: role ?? user.role };
  }

  async unbind(caller: StaffCaller, userId: number): Promise<void> {
    await this.store.transaction(toGatewayWriter(caller), async (tx) => {
      // A sign-in that locked the user before has opened its session, which is deleted here.
      await lockUser(tx, { id: userId });
      const identities = await tx.manager.findBy(UserIdentityEntity, { userId });
      if (identities.length === 0) throw buildNotFound();
      await tx.manager.delete(UserIdentityEntity, { userId });
      await tx.manager.delete(StaffSessionEntity, { userId, method: 'oidc' });
      const details = { unbound: identities.map(({ issuer, subject }) => ({ provider: issuer, subject })) };
      await this.audit.record(tx, toAuditActor(caller), { action: 'change', subject: 'user', id: userId, details });
    });
  }

  private findRole(claims: Claims): Role | null {
    const { roleClaim, roles } = this.provider.settings;
    if (roleClaim === null) return null;
    const values = new Set(listClaimValues(claims, roleClaim));
    const found = roles.find(({ value }) => values.has(value));
    if (found === undefined) throw refuse(NO_ROLE);
    return found.role as Role;
  }

  /** Binds to the user with the verified address, or to a new one. */
  private async bind(tx: Transaction, visitor: Visitor, identity: ProviderIdentity, role: Role | null): Promise<number> {
    const { issuer, subject, claims } = identity;
    const email = this.getVerifiedEmail(claims);
    const existing = await tx.manager.findOneBy(AppUserEntity, { email });
    if (existing?.sandboxOnly === true) throw refuse(SANDBOX_ONLY);
    if (existing !== null && (await tx.manager.existsBy(UserIdentityEntity, { userId: existing.id, issuer }))) throw refuse(OTHER_SUBJECT);
    const userId = existing?.id ?? (await this.create(tx, visitor, email, claims, role));
    await tx.manager.insert(UserIdentityEntity, { issuer, subject, userId, createdAt: this.clock.now() });
    const details = { provider: issuer, subject };
    await this.audit.record(tx, toVisitingActor(visitor, email, userId), { action: 'change', subject: 'user', id: userId, details });
    return userId;
  }

  private getVerifiedEmail(claims: Claims): string {
    const { email } = claims;
    if (typeof email !== 'string' || !EMAIL_CHECK.accepts(email, {})) throw refuse(NOT_INVITED);
    if (!isClaimTrue(claims, this.provider.settings.emailVerifiedClaim)) throw refuse(NOT_VERIFIED);
    return normalizeEmail(email);
  }

  private async create(tx: Transaction, visitor: Visitor, email: string, claims: Claims, role: Role | null): Promise<number> {
    if (this.provider.settings.users !== 'create' || role === null) throw refuse(NOT_INVITED);
    if (role === 'agent') throw refuse(AGENT_MISSING);
    const given = claims['name'];
    const name = typeof given === 'string' && given.trim() !== '' && NAME_CHECK.accepts(given, {}) ? given.trim() : email;
    const user = { email, name, role, agentCode: null, delegates: [] };
    const id = await this.users.create(tx, user);
    await this.audit.record(tx, toVisitingActor(visitor, email, id), { action: 'create', subject: 'user', id, details: user });
    return id;
  }
}

function refuse(text: Text): DomainError {
  return new DomainError(ErrorCode.ROLE_REFUSED, { text });
}
