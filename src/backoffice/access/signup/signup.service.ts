import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { siteOf } from '../../../gateway/access/address-limiter.js';
import { GatewayError } from '../../../gateway/call/gateway-error.js';
import { digestOf, newSecret } from '../../../identity/secret.js';
import { foldEmail } from '../../../identity/user.service.js';
import { AppUserEntity } from '../../../store/entities/app-user.entity.js';
import { SignupEntity } from '../../../store/entities/signup.entity.js';
import { Store, type Transaction } from '../../../store/store.js';
import { lockTurn } from '../../../store/turn.js';
import type { Visitor } from '../../common/staff-caller.js';
import { AuditService, visitingActor } from '../audit/audit.service.js';
import { SIGNUP_HOURS } from '../mail/mail-text.service.js';
import { MailService } from '../mail/mail.service.js';
import type { SignedUpResponse, SignupRequest } from './signup.dto.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Of one network in 24 hours; of one mail address one. */
const MAX_OF_NETWORK = 10;

/** Who asks, in the audit record: nobody knows yet whose the address is. */
const UNCONFIRMED = 'signup';

// The first signup whose end of 24 hours makes room again, of each limit that is reached; the latest of them counts.
const BLOCKED_SINCE = `
  SELECT greatest(
    (SELECT created_at FROM signup WHERE created_at > $1 AND email = $2 ORDER BY created_at DESC LIMIT 1),
    (SELECT created_at FROM signup WHERE created_at > $1 AND network = $3 ORDER BY created_at DESC OFFSET $4::integer - 1 LIMIT 1),
    (SELECT created_at FROM signup WHERE created_at > $1 ORDER BY created_at DESC OFFSET $5::integer - 1 LIMIT 1)) AS since`;

/** Signups to the sandbox. They make nothing but a mail until its link is confirmed. */
@Injectable()
export class SignupService {
  constructor(
    private readonly store: Store,
    private readonly config: Config,
    private readonly correspondence: MailService,
    private readonly audit: AuditService,
  ) {}

  /**
   * An address that has an account is answered alike, in the same time; the mail alone tells (sandbox.29).
   * @throws GatewayError OVER_RATE_LIMIT
   */
  async signUp(visitor: Visitor, body: SignupRequest): Promise<SignedUpResponse> {
    const email = foldEmail(body.email);
    const token = newSecret();
    const expiresAt = new Date(visitor.at.getTime() + SIGNUP_HOURS * HOUR_MS);
    const isKnown = await this.store.transaction('gateway', async (tx) => {
      const network = siteOf(visitor.address);
      await this.requireRoom(tx, email, network, visitor.at);
      const hasAccount = await tx.manager.existsBy(AppUserEntity, { email });
      const tokenHash = hasAccount ? null : digestOf(token);
      await this.keep(tx, visitor, { ...body, email, network, tokenHash, expiresAt });
      return hasAccount;
    });
    await (isKnown ? this.correspondence.tellKnown(email) : this.correspondence.verify(email, token));
    return { email, verifyBefore: expiresAt.toISOString() };
  }

  private async requireRoom(tx: Transaction, email: string, network: string, at: Date): Promise<void> {
    // One signup is counted at a time: of several at once the later ones see the earlier.
    await lockTurn(tx, 'signup');
    const dayAgo = new Date(at.getTime() - DAY_MS);
    const values = [dayAgo, email, network, MAX_OF_NETWORK, this.config.signupsPerDay];
    const [row] = await tx.query<{ since: Date | null }>(BLOCKED_SINCE, values);
    if (row?.since) throw new GatewayError('OVER_RATE_LIMIT', Math.ceil((row.since.getTime() - dayAgo.getTime()) / 1000));
  }

  private async keep(
    tx: Transaction,
    visitor: Visitor,
    { name, email, programName, environments, network, tokenHash, expiresAt }: SignupRequest & Kept,
  ): Promise<void> {
    const wished = [...new Set(environments ?? ['sandbox' as const])];
    const fields = { email, name, programName, environments: wished, network, tokenHash, createdAt: visitor.at, expiresAt };
    const signup = tx.manager.create(SignupEntity, fields);
    await tx.manager.insert(SignupEntity, signup);
    const details = { email, programName, environments: wished };
    await this.audit.record(tx, visitingActor(visitor, UNCONFIRMED), { action: 'signup', subject: 'signup', id: signup.id, details });
  }
}

type Kept = Pick<SignupEntity, 'network' | 'tokenHash' | 'expiresAt'>;
