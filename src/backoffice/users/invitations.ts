import { Injectable } from '@nestjs/common';
import { Store, type Transaction } from '../../store/store.js';
import { OneTimeTokens } from '../accounts/one-time-tokens.js';
import { type Actor, Audit } from '../audit/audit.js';
import { Correspondence } from '../mail/correspondence.js';
import { foldEmail, Users, type NewUser } from './users.js';

/** New users and their invitations. */
@Injectable()
export class Invitations {
  constructor(
    private readonly store: Store,
    private readonly users: Users,
    private readonly tokens: OneTimeTokens,
    private readonly correspondence: Correspondence,
    private readonly audit: Audit,
  ) {}

  /** Makes the user and mails the invitation. Returns the id; a taken address fails as a violation of `app_user_email_key`. */
  async invite(actor: Actor, user: NewUser): Promise<number> {
    const { id, token } = await this.store.transaction('gateway', (tx) => this.create(tx, actor, user));
    await this.correspondence.invite(foldEmail(user.email), token);
    return id;
  }

  /** Makes the user; the token is for whoever brings the invitation. */
  async create(tx: Transaction, actor: Actor, user: NewUser): Promise<{ id: number; token: string }> {
    const { name, role, agentCode, delegates } = user;
    const id = await this.users.create(tx, user);
    const details = { email: foldEmail(user.email), name, role, agentCode, delegates };
    await this.audit.record(tx, actor, { action: 'create', subject: 'user', id, details });
    return { id, token: await this.tokens.issueForUser(tx, id, 'invitation') };
  }
}
