import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { deleteSessionsOf, SessionService } from '../../../identity/session.service.js';
import { lockUser } from '../../../identity/user.service.js';
import { Store, type Transaction } from '../../../store/store.js';
import { buildNotFound } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService } from '../audit/audit.service.js';
import { isSecondFactorRequired } from '../sign-in-settings/access-setting.repository.js';
import { FactorNoticeMailer } from './factor-notice.mailer.js';
import { deleteRecoveryCodes, FactorRepository, hasFactor, type UserFactors } from './factor.repository.js';
import type { FactorsResponse } from './factors.dto.js';

export interface NewFactor {
  readonly kind: 'totp' | 'passkey';
  readonly details?: object;
  readonly insert: (tx: Transaction) => Promise<void>;
}

const SIGN_IN_WITH_IT = {
  el: 'Συνδεθείτε ξανά με τον δεύτερο παράγοντά σας και μετά αλλάξτε τον.',
  en: 'Sign in again with your second factor before you change it.',
};
const LAST_ONE = {
  el: 'Ο ρόλος σας απαιτεί δεύτερο παράγοντα. Ορίστε πρώτα έναν άλλο.',
  en: 'Your role requires a second factor. Set up another one first.',
};
const NONE = { el: 'Ορίστε πρώτα εφαρμογή κωδικών ή passkey.', en: 'Set up an authenticator app or a passkey first.' };

@Injectable()
export class FactorService {
  constructor(
    private readonly store: Store,
    private readonly factors: FactorRepository,
    private readonly sessions: SessionService,
    private readonly audit: AuditService,
    private readonly notices: FactorNoticeMailer,
  ) {}

  async get({ userId, role }: StaffCaller): Promise<FactorsResponse> {
    const { totp, passkeys, recoveryCodesLeft } = await this.factors.find(userId);
    return {
      isRequired: await isSecondFactorRequired(this.store.withoutTransaction('gateway'), role),
      totp: totp && { createdAt: totp.createdAt.toISOString(), lastUsedAt: totp.lastUsedAt.toISOString() },
      passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => {
        return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
      }),
      recoveryCodesLeft,
    };
  }

  /** @throws DomainError SECOND_FACTOR_MISSING if the user has a factor that the session did not prove */
  async assertMayChange(caller: StaffCaller): Promise<void> {
    assertProven(caller, await this.factors.find(caller.userId));
  }

  /** The first factor ends the user's other sessions and creates recovery codes, which are returned. */
  async add(caller: StaffCaller, { kind, details = {}, insert }: NewFactor): Promise<string[] | null> {
    const { userId, sessionId, email } = caller;
    const { codes, saved } = await this.store.transaction('gateway', async (tx) => {
      const before = await this.lock(tx, caller);
      await insert(tx);
      const event = { action: 'create', subject: 'second_factor', id: userId, details: { kind, ...details } } as const;
      await this.audit.record(tx, toAuditActor(caller), event);
      const notice = await this.notices.save(tx, email, 'added');
      if (hasFactor(before)) return { codes: null, saved: notice };
      await deleteSessionsOf(tx, userId, sessionId);
      await this.sessions.saveSecondFactor(tx, sessionId, kind);
      return { codes: await this.factors.replaceRecoveryCodes(tx, userId), saved: notice };
    });
    await this.notices.send(saved);
    return codes;
  }

  async remove(caller: StaffCaller, passkeyId: number | null): Promise<void> {
    const { userId, role, email } = caller;
    const saved = await this.store.transaction('gateway', async (tx) => {
      await this.lock(tx, caller);
      const isDeleted = passkeyId === null ? this.factors.deleteTotp(tx, userId) : this.factors.deletePasskey(tx, userId, passkeyId);
      if (!(await isDeleted)) throw buildNotFound();
      if (!hasFactor(await this.factors.findIn(tx, userId))) {
        if (await isSecondFactorRequired(tx, role)) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: LAST_ONE });
        await deleteRecoveryCodes(tx, userId);
      }
      const details = passkeyId === null ? { kind: 'totp' } : { kind: 'passkey', passkeyId };
      await this.audit.record(tx, toAuditActor(caller), { action: 'delete', subject: 'second_factor', id: userId, details });
      return this.notices.save(tx, email, 'removed');
    });
    await this.notices.send(saved);
  }

  async replaceRecoveryCodes(caller: StaffCaller): Promise<string[]> {
    const { userId } = caller;
    return this.store.transaction('gateway', async (tx) => {
      if (!hasFactor(await this.lock(tx, caller))) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: NONE });
      const details = { kind: 'recovery_code' };
      await this.audit.record(tx, toAuditActor(caller), { action: 'change', subject: 'second_factor', id: userId, details });
      return this.factors.replaceRecoveryCodes(tx, userId);
    });
  }

  /** Locks the user, so that changes of the factors follow one another. */
  private async lock(tx: Transaction, caller: StaffCaller): Promise<UserFactors> {
    await lockUser(tx, { id: caller.userId });
    const before = await this.factors.findIn(tx, caller.userId);
    assertProven(caller, before);
    return before;
  }
}

function assertProven({ secondFactor, signInMethod }: StaffCaller, factors: UserFactors): void {
  if (signInMethod === 'password' && secondFactor === null && hasFactor(factors))
    throw new DomainError(ErrorCode.SECOND_FACTOR_MISSING, { text: SIGN_IN_WITH_IT });
}
