import { Injectable, Logger } from '@nestjs/common';
import { toGatewayWriter, Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { OneTimeTokenService } from '../accounts/one-time-token.service.js';
import { toAuditActor, AuditService } from '../audit/audit.service.js';
import { AccountMailer } from '../mail/account-mailer.js';
import { MailTextService } from '../mail/mail-text.service.js';
import { normalizeEmail, UserService, type NewUser } from '../../../identity/user.service.js';

@Injectable()
export class InvitationService {
  private readonly logger = new Logger(InvitationService.name);

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
      const token = await this.tokens.issueForUser(tx, userId, 'invitation');
      return { id: userId, saved: await this.mails.save(tx, this.texts.invitation(email, token)) };
    });
    const send = (): Promise<void> => this.mails.send(saved);
    if (!caller.unitOfWork) await send();
    else
      caller.unitOfWork.afterCommit(
        () =>
          void send().catch(() =>
            this.logger.error(`The invitation of user ${id} could not be sent; the user can request a new password.`),
          ),
      );
    return id;
  }
}
