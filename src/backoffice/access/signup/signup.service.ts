import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { getSite } from '../../../gateway/access/address-limiter.js';
import { GatewayError } from '../../../gateway/call/gateway-error.js';
import { hashSecret, createKeySecret } from '../../../identity/secret.js';
import { normalizeEmail } from '../../../identity/user.service.js';
import { AppUserEntity } from '../../../store/entities/app-user.entity.js';
import { SignupEntity } from '../../../store/entities/signup.entity.js';
import { Store, type Transaction } from '../../../store/store.js';
import { lockTurn } from '../../../store/turn.js';
import type { Visitor } from '../../common/staff-caller.js';
import { AuditService, toVisitingActor } from '../audit/audit.service.js';
import { AccountMailer } from '../mail/account-mailer.js';
import { MailTextService, SIGNUP_HOURS } from '../mail/mail-text.service.js';
import type { SignedUpResponse, SignupRequest } from './signup.dto.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Limits of sign-ups in 24 hours, per network and per address: a mail can be lost. */
const MAX_OF_NETWORK = 10;
const MAX_OF_ADDRESS = 3;

/** Name of the actor in the audit record, because the address is not proven yet. */
const UNCONFIRMED = 'signup';

// The sign-up whose 24 hours must end before the next one is allowed, of each reached limit; the latest one counts.
const BLOCKED_SINCE = `
  SELECT greatest(
    (SELECT created_at FROM signup WHERE created_at > $1 AND email = $2 ORDER BY created_at DESC OFFSET $6::integer - 1 LIMIT 1),
    (SELECT created_at FROM signup WHERE created_at > $1 AND network = $3 ORDER BY created_at DESC OFFSET $4::integer - 1 LIMIT 1),
    (SELECT created_at FROM signup WHERE created_at > $1 ORDER BY created_at DESC OFFSET $5::integer - 1 LIMIT 1)) AS since`;

@Injectable()
export class SignupService {
  constructor(
    private readonly store: Store,
    private readonly config: Config,
    private readonly texts: MailTextService,
    private readonly mails: AccountMailer,
    private readonly audit: AuditService,
  ) {}

  /** Responds identically for an address with an account (sandbox.29). */
  async signUp(visitor: Visitor, body: SignupRequest): Promise<SignedUpResponse> {
    const email = normalizeEmail(body.email);
    const token = createKeySecret();
    const expiresAt = new Date(visitor.at.getTime() + SIGNUP_HOURS * HOUR_MS);
    const saved = await this.store.transaction('gateway', async (tx) => {
      const network = getSite(visitor.address);
      await this.assertRoom(tx, email, network, visitor.at);
      const hasAccount = await tx.manager.existsBy(AppUserEntity, { email });
      const tokenHash = hasAccount ? null : hashSecret(token);
      await this.saveSignup(tx, visitor, { ...body, email, network, tokenHash, expiresAt });
      return this.mails.save(tx, hasAccount ? this.texts.knownAddress(email) : this.texts.verification(email, token));
    });
    await this.mails.send(saved);
    return { email, verifyBefore: expiresAt.toISOString() };
  }

  private async assertRoom(tx: Transaction, email: string, network: string, at: Date): Promise<void> {
    // Serializes parallel sign-ups, so that the count is right.
    await lockTurn(tx, 'signup');
    const dayAgo = new Date(at.getTime() - DAY_MS);
    const values = [dayAgo, email, network, MAX_OF_NETWORK, this.config.signupsPerDay, MAX_OF_ADDRESS];
    const [row] = await tx.query<{ since: Date | null }>(BLOCKED_SINCE, values);
    if (row?.since) throw new GatewayError('OVER_RATE_LIMIT', Math.ceil((row.since.getTime() - dayAgo.getTime()) / 1000));
  }

  private async saveSignup(
    tx: Transaction,
    visitor: Visitor,
    { name, email, programName, environments, network, tokenHash, expiresAt }: SignupRequest & Kept,
  ): Promise<void> {
    const wished = [...new Set(environments ?? ['sandbox' as const])];
    const fields = { email, name, programName, environments: wished, network, tokenHash, createdAt: visitor.at, expiresAt };
    const signup = tx.manager.create(SignupEntity, fields);
    await tx.manager.insert(SignupEntity, signup);
    const details = { email, programName, environments: wished };
    await this.audit.record(tx, toVisitingActor(visitor, UNCONFIRMED), { action: 'signup', subject: 'signup', id: signup.id, details });
  }
}

type Kept = Pick<SignupEntity, 'network' | 'tokenHash' | 'expiresAt'>;
