import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { SessionKind } from '../../../identity/session.service.js';
import type { Role } from '../../../identity/user.service.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { Visitor } from '../../common/staff-caller.js';
import { BreakGlassService } from './break-glass.service.js';
import { buildDeviceConditions } from './device.service.js';
import { PasswordSessionService } from './password-session.service.js';
import type { SignedIn } from './recorded-sessions.js';
import { SignInBackoffService, toFactorPlace, toPlace } from './sign-in-backoff.service.js';
import { FactorProofService, type FactorProof, type PresentedFactor } from '../factors/factor-proof.service.js';
import { FactorUseService } from '../factors/factor-use.service.js';

export interface SecondFactorSignIn extends PresentedFactor {
  readonly device: string | undefined;
  readonly kind: SessionKind;
}

interface Account {
  readonly id: number;
  readonly email: string;
  readonly role: Role;
  readonly deviceId: number | null;
}

const IS_OPEN_TO = `u.id = $1 AND u.status = 'active' AND (NOT u.sandbox_only OR $2::text = 'sandbox')`;
const FIND_ACCOUNT = `
  SELECT u.id, u.email, u.role, d.id AS "deviceId"
  FROM app_user u LEFT JOIN staff_device d ON d.user_id = u.id AND d.token_hash = $3 AND d.last_used_at > $4
  WHERE ${IS_OPEN_TO}`;
const LOCK_ACCOUNT = `SELECT u.role FROM app_user u WHERE ${IS_OPEN_TO} FOR SHARE`;

@Injectable()
export class SecondFactorSignInService {
  constructor(
    private readonly store: Store,
    private readonly proofs: FactorProofService,
    private readonly uses: FactorUseService,
    private readonly backoff: SignInBackoffService,
    private readonly sessions: PasswordSessionService,
    private readonly breakGlass: BreakGlassService,
  ) {}

  /** Throws one error for everything that is wrong: the continuation, the code, the passkey, a disabled user. */
  async complete(visitor: Visitor, presented: SecondFactorSignIn): Promise<SignedIn> {
    const begun = await this.proofs.findSignIn(presented);
    const account = begun && (await this.findAccount(visitor, begun.userId, presented.device));
    if (!begun || !account || !this.breakGlass.isAdmitted(account)) throw this.breakGlass.buildRefusal();
    const place = toFactorPlace(toPlace(visitor.address, account.deviceId));
    // Without a password nothing can be guessed, and only the limit by address applies.
    const isCounted = begun.purpose === 'sign_in';
    if (isCounted) await this.backoff.countAttempt(account.email, place);
    const proof = await this.proofs.verify(visitor, begun, account.id, presented);
    if (proof === null) {
      this.backoff.reportFailure(account.id, visitor.address);
      throw new DomainError(ErrorCode.TOKEN_REFUSED);
    }
    const { signedIn, saved } = await this.store.transaction('gateway', async (tx) => {
      const opened = await this.open(tx, visitor, { account, proof, presented });
      if (isCounted) await this.backoff.deleteFailures(tx, account.email, place);
      return { signedIn: opened, saved: await this.uses.saveNotice(tx, account, proof) };
    });
    await this.uses.notify(saved);
    await this.breakGlass.notify(visitor);
    return signedIn;
  }

  private async findAccount({ environment, at }: Visitor, userId: number, device: string | undefined): Promise<Account | null> {
    const values = [userId, environment, ...buildDeviceConditions(device, at)];
    const [account] = await this.store.query<Account>('gateway', FIND_ACCOUNT, values);
    return account ?? null;
  }

  private async open(
    tx: Transaction,
    visitor: Visitor,
    { account, proof, presented }: { readonly account: Account; readonly proof: FactorProof; readonly presented: SecondFactorSignIn },
  ): Promise<SignedIn> {
    const { id, email, deviceId } = account;
    // The user may have been disabled meanwhile.
    const [current] = await tx.query<{ role: Role }>(LOCK_ACCOUNT, [id, visitor.environment]);
    if (current === undefined || !(await this.uses.use(tx, visitor, { account, proof, continuation: presented.continuation })))
      throw new DomainError(ErrorCode.TOKEN_REFUSED);
    const { role } = current;
    const { kind, device } = presented;
    return this.sessions.open(tx, visitor, { id, email, role }, { kind, deviceId, device, secondFactor: proof.secondFactor });
  }
}
