import { Injectable, Logger } from '@nestjs/common';
import { inGateway, Store, type Transaction } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { OneTimeTokenService } from '../accounts/one-time-token.service.js';
import { actorOf, type AuditActor, AuditService } from '../audit/audit.service.js';
import { MailService } from '../mail/mail.service.js';
import { foldEmail, UserService, type NewUser } from '../../../identity/user.service.js';

/** New users and their invitations. */
@Injectable()
export class InvitationService {
  private readonly logger = new Logger(InvitationService.name);

  constructor(
    private readonly store: Store,
    private readonly users: UserService,
    private readonly tokens: OneTimeTokenService,
    private readonly correspondence: MailService,
    private readonly audit: AuditService,
  ) {}

  /** Makes the user and mails the invitation. Returns the id; a taken address fails as a violation of `app_user_email_key`. */
  async invite(caller: StaffCaller, user: NewUser): Promise<number> {
    const { id, token } = await this.store.transaction(inGateway(caller), (tx) => this.create(tx, actorOf(caller), user));
    const send = (): Promise<void> => this.correspondence.invite(foldEmail(user.email), token);
    if (!caller.unitOfWork) await send();
    // The user is there by then: one who got no mail asks for a new password.
    else caller.unitOfWork.afterCommit(() => void send().catch(() => this.logger.error(`The invitation of user ${id} could not be sent`)));
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
