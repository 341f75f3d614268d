import { Injectable } from '@nestjs/common';
import type { Text } from '../../../common/language.js';
import { Bulkheads } from '../../../config/bulkheads.js';
import { AppUserEntity } from '../../../store/entities/app-user.entity.js';
import { Store, type Transaction } from '../../../store/store.js';
import { deleteSessionsOf } from '../../../identity/session.service.js';
import { buildInvalidField } from '../../common/errors.js';
import type { StaffCaller, Visitor } from '../../common/staff-caller.js';
import { type AuditActor, toAuditActor, AuditService, toVisitingActor } from '../audit/audit.service.js';
import { hashPassword, isPassword } from './passwords.js';
import { lockUser, UserService } from '../../../identity/user.service.js';
import { deleteChallengesOf } from '../factors/factor-challenge.service.js';
import { deleteOneTimeTokensOf, OneTimeTokenService, type TokenOwner } from './one-time-token.service.js';
import { assertUnlike } from './password-policy.js';
import { toPasswordHolder, toProvenPlace, SignInBackoffService } from './sign-in-backoff.service.js';

const BAD_TOKEN: Text = { el: 'Ο σύνδεσμος δεν ισχύει, έληξε ή χρησιμοποιήθηκε.', en: 'The link is not valid, has expired or was used.' };
const WRONG_PASSWORD: Text = { el: 'Λανθασμένος κωδικός.', en: 'Wrong password.' };

@Injectable()
export class AccountPasswordService {
  constructor(
    private readonly store: Store,
    private readonly tokens: OneTimeTokenService,
    private readonly users: UserService,
    private readonly bulkheads: Bulkheads,
    private readonly backoff: SignInBackoffService,
    private readonly audit: AuditService,
  ) {}

  async getOwner(token: string): Promise<TokenOwner> {
    const owner = await this.store.read('gateway', (manager) => this.tokens.findOwner(manager, token));
    if (owner === null) throw buildInvalidField('token', BAD_TOKEN);
    return owner;
  }

  async setByToken(visitor: Visitor, token: string, password: string): Promise<string> {
    const { userId, email } = await this.getOwner(token);
    assertUnlike(password, email, 'password');
    const hash = await this.bulkheads.passwords.run(toPasswordHolder(toProvenPlace(visitor.address)), () => hashPassword(password));
    return this.store.transaction('gateway', async (tx) => {
      // Changes of users lock the user first.
      if ((await lockUser(tx, { id: userId, status: 'active' })) === null || !(await this.tokens.use(tx, token)))
        throw buildInvalidField('token', BAD_TOKEN);
      await this.savePassword(tx, toVisitingActor(visitor, email, userId), { userId, hash, ownSession: null });
      return this.backoff.reset(tx, { userId, email });
    });
  }

  async assertPassword({ userId, email, address }: StaffCaller, password: string): Promise<void> {
    const account = await this.store.read('gateway', (manager) => manager.findOneBy(AppUserEntity, { id: userId }));
    const place = toProvenPlace(address);
    const isRight = await this.bulkheads.passwords.run(toPasswordHolder(place), async () => {
      await this.backoff.countAttempt(email, place);
      return isPassword(password, account?.passwordHash ?? null);
    });
    if (!isRight) throw buildInvalidField('password', WRONG_PASSWORD);
    await this.store.transaction('gateway', (tx) => this.backoff.deleteFailures(tx, email, place));
  }

  /** Ends the account's other sessions and its links. */
  async change(caller: StaffCaller, passwords: { readonly old: string; readonly new: string }): Promise<void> {
    assertUnlike(passwords.new, caller.email, 'new');
    const account = await this.store.read('gateway', (manager) => manager.findOneBy(AppUserEntity, { id: caller.userId }));
    const stored = account?.passwordHash ?? null;
    const place = toProvenPlace(caller.address);
    const hash = await this.bulkheads.passwords.run(toPasswordHolder(place), async () => {
      await this.backoff.countAttempt(caller.email, place);
      return (await isPassword(passwords.old, stored)) ? hashPassword(passwords.new) : null;
    });
    if (hash === null) throw buildInvalidField('old', WRONG_PASSWORD);
    await this.store.transaction('gateway', async (tx) => {
      const current = await lockUser(tx, { id: caller.userId });
      if (current?.passwordHash !== stored) throw buildInvalidField('old', WRONG_PASSWORD);
      await this.savePassword(tx, toAuditActor(caller), { userId: caller.userId, hash, ownSession: caller.sessionId });
      await this.backoff.deleteFailures(tx, caller.email, place);
    });
  }

  private async savePassword(
    tx: Transaction,
    actor: AuditActor,
    { userId, hash, ownSession }: { userId: number; hash: string; ownSession: number | null },
  ): Promise<void> {
    await this.users.setPassword(tx, userId, hash);
    await deleteOneTimeTokensOf(tx, userId);
    await deleteChallengesOf(tx, userId);
    await deleteSessionsOf(tx, userId, ownSession);
    await this.audit.record(tx, actor, { action: 'set_password', subject: 'user', id: userId });
  }
}
