import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { Bulkheads } from '../../../config/bulkheads.js';
import { Store } from '../../../store/store.js';
import type { SessionKind } from '../../../identity/session.service.js';
import type { Visitor } from '../../common/staff-caller.js';
import { isPassword } from './passwords.js';
import { normalizeEmail, type Role } from '../../../identity/user.service.js';
import { BreakGlassService } from './break-glass.service.js';
import { buildDeviceConditions } from './device.service.js';
import { PasswordSessionService } from './password-session.service.js';
import type { SignedIn } from './recorded-sessions.js';
import { SecondStepService, type SecondStep } from '../factors/second-step.service.js';
import { toPasswordHolder, toPlace, SignInBackoffService } from './sign-in-backoff.service.js';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly device: string | undefined;
  readonly kind: SessionKind;
}

interface AccountRow {
  readonly id: number;
  readonly role: Role;
  readonly password_hash: string | null;
}

interface FoundAccount extends AccountRow {
  readonly device_id: number | null;
}

// One prepared statement takes the same time for every address.
const FIND_ACCOUNT = `
  SELECT id, role, password_hash FROM app_user WHERE email = $1 AND status = 'active' AND (NOT sandbox_only OR $2::text = 'sandbox')`;
const FIND_ACCOUNT_WITH_DEVICE = `
  SELECT u.id, u.role, u.password_hash, d.id AS device_id
  FROM app_user u LEFT JOIN staff_device d ON d.user_id = u.id AND d.token_hash = $3 AND d.last_used_at > $4
  WHERE u.email = $1 AND u.status = 'active' AND (NOT u.sandbox_only OR $2::text = 'sandbox')`;

@Injectable()
export class SignInService {
  constructor(
    private readonly store: Store,
    private readonly sessions: PasswordSessionService,
    private readonly backoff: SignInBackoffService,
    private readonly bulkheads: Bulkheads,
    private readonly breakGlass: BreakGlassService,
    private readonly secondSteps: SecondStepService,
  ) {}

  /** Takes the same time and has the same error for a wrong password and an account that cannot sign in. */
  async signIn(visitor: Visitor, { email, password, device, kind }: Credentials): Promise<SignedIn | SecondStep> {
    const [account] = await this.store.query<FoundAccount>('gateway', FIND_ACCOUNT_WITH_DEVICE, [
      normalizeEmail(email),
      visitor.environment,
      ...buildDeviceConditions(device, visitor.at),
    ]);
    const deviceId = account?.device_id ?? null;
    const place = toPlace(visitor.address, deviceId);
    const isRight = await this.bulkheads.passwords.run(toPasswordHolder(place), async () => {
      await this.backoff.countAttempt(email, place);
      const isAdmitted = account !== undefined && this.breakGlass.isAdmitted({ email, role: account.role });
      return isPassword(password, isAdmitted ? account.password_hash : null);
    });
    if (account === undefined || !isRight) {
      this.backoff.reportFailure(account?.id ?? null, visitor.address);
      throw this.breakGlass.buildRefusal();
    }
    const outcome = await this.store.transaction('gateway', async (tx): Promise<SignedIn | SecondStep> => {
      // The account may have been disabled meanwhile, or its password changed.
      const [current] = await tx.query<AccountRow>(`${FIND_ACCOUNT} FOR SHARE`, [normalizeEmail(email), visitor.environment]);
      if (current === undefined || current.password_hash !== account.password_hash) throw new DomainError(ErrorCode.TOKEN_REFUSED);
      await this.backoff.deleteFailures(tx, email, place);
      const step = await this.secondSteps.beginIfNeeded(tx, visitor, current.id);
      if (step !== null) return step;
      const user = { id: current.id, email: normalizeEmail(email), role: current.role };
      return this.sessions.open(tx, visitor, user, { kind, deviceId, device });
    });
    if (!('continuation' in outcome)) await this.breakGlass.notify(visitor);
    return outcome;
  }
}
