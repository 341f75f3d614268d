import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { AppUserEntity } from '../../../store/entities/app-user.entity.js';
import { UserIdentityEntity } from '../../../store/entities/oidc.entity.js';
import { toGatewayWriter, Store, type Transaction } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { deleteOneTimeTokensOf, OneTimeTokenService } from '../accounts/one-time-token.service.js';
import { toAuditActor, AuditService } from '../audit/audit.service.js';
import { AccountMailer, type SavedMail } from '../mail/account-mailer.js';
import { MailTextService } from '../mail/mail-text.service.js';
import { normalizeEmail, UserService, type NewUser } from '../../../identity/user.service.js';
import type { InvitationStatus } from './users.dto.js';

export interface Invitation {
  readonly status: InvitationStatus;
  /** End of the open link. */
  readonly expiresAt: Date | null;
}

type InvitedUser = Pick<AppUserEntity, 'id' | 'email' | 'status' | 'passwordHash' | 'sandboxOnly'>;

@Injectable()
export class InvitationService {
  constructor(
    private readonly store: Store,
    private readonly users: UserService,
    private readonly tokens: OneTimeTokenService,
    private readonly texts: MailTextService,
    private readonly mails: AccountMailer,
    private readonly audit: AuditService,
  ) {}

  async invite(caller: StaffCaller, user: NewUser): Promise<number> {
    const { name, role, agentCode, delegates } = user;
    const email = normalizeEmail(user.email);
    const { id, saved } = await this.store.transaction(toGatewayWriter(caller), async (tx) => {
      const userId = await this.users.create(tx, user);
      const details = { email, name, role, agentCode, delegates };
      await this.audit.record(tx, toAuditActor(caller), { action: 'create', subject: 'user', id: userId, details });
      return { id: userId, saved: await this.saveMail(tx, { id: userId, email }) };
    });
    await this.send(caller, saved);
    return id;
  }

  /** Replaces the user's link by a new one. The mail is sent by `send`. */
  async renew(tx: Transaction, caller: StaffCaller, { id, email }: Pick<InvitedUser, 'id' | 'email'>): Promise<SavedMail> {
    await deleteOneTimeTokensOf(tx, id);
    await this.audit.record(tx, toAuditActor(caller), { action: 'invite', subject: 'user', id, details: { email } });
    return this.saveMail(tx, { id, email });
  }

  send(caller: StaffCaller, saved: SavedMail): Promise<void> {
    return this.mails.sendAfterCommit(caller, saved);
  }

  /** Finds the invitation of each user. Users who signed up, or signed in at the provider, have accepted. */
  async find(manager: EntityManager, users: readonly InvitedUser[]): Promise<Map<number, Invitation>> {
    const pending = users.filter(({ passwordHash, sandboxOnly }) => passwordHash === null && !sandboxOnly).map(({ id }) => id);
    const identities = await manager.findBy(UserIdentityEntity, { userId: In(pending) });
    const signedIn = new Set(identities.map(({ userId }) => userId));
    const links = await this.tokens.findOpenInvitations(manager, pending);
    return new Map(
      users.map((user) => {
        const isPending = pending.includes(user.id) && !signedIn.has(user.id);
        return [user.id, isPending ? this.toInvitation(user, links.get(user.id) ?? null) : ACCEPTED];
      }),
    );
  }

  private toInvitation({ status, email }: InvitedUser, expiresAt: Date | null): Invitation {
    if (status === 'disabled') return { status: 'REVOKED', expiresAt: null };
    // Without passwords the invited person signs in at the provider, at any time.
    if (!this.tokens.isUsableFor(email)) return { status: 'SENT', expiresAt: null };
    return { status: expiresAt === null ? 'EXPIRED' : 'SENT', expiresAt };
  }

  private async saveMail(tx: Transaction, { id, email }: Pick<InvitedUser, 'id' | 'email'>): Promise<SavedMail> {
    return this.mails.save(tx, this.texts.invitation(email, await this.tokens.issueForUser(tx, id, 'invitation')));
  }
}

const ACCEPTED: Invitation = { status: 'ACCEPTED', expiresAt: null };
