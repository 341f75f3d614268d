import { Injectable } from '@nestjs/common';
import { Store, type Transaction } from '../../store/store.js';
import { OneTimeTokenService } from '../accounts/one-time-token.service.js';
import { type AuditActor, AuditService } from '../audit/audit.service.js';
import { MailService } from '../mail/mail.service.js';
import { foldEmail, UserService, type NewUser } from '../../identity/user.service.js';

/** New users and their invitations. */
@Injectable()
export class InvitationService {
  constructor(
    private readonly store: Store,
    private readonly users: UserService,
    private readonly tokens: OneTimeTokenService,
    private readonly correspondence: MailService,
    private readonly audit: AuditService,
  ) {}

  /** Makes the user and mails the invitation. Returns the id; a taken address fails as a violation of `app_user_email_key`. */
  async invite(actor: AuditActor, user: NewUser): Promise<number> {
    const { id, token } = await this.store.transaction('gateway', (tx) => this.create(tx, actor, user));
    await this.correspondence.invite(foldEmail(user.email), token);
    return id;
  }

  /** Makes the user; the token is for whoever brings the invitation. */
  async create(tx: Transaction, actor: AuditActor, user: NewUser): Promise<{ id: number; token: string }> {
    const { name, role, agentCode, delegates } = user;
    const id = await this.users.create(tx, user);
    const details = { email: foldEmail(user.email), name, role, agentCode, delegates };
    await this.audit.record(tx, actor, { action: 'create', subject: 'user', id, details });
    return { id, token: await this.tokens.issueForUser(tx, id, 'invitation') };
  }
}
