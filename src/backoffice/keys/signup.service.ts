import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { Clock } from '../../common/clock.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { GatewayError } from '../../gateway/call/gateway-error.js';
import { ApiKeyRegistry } from '../../identity/api-key-registry.js';
import { withNeededServices } from '../../identity/service-name.js';
import { ApiKeyEntity } from '../../store/entities/api-key.entity.js';
import { SignupEntity } from '../../store/entities/signup.entity.js';
import { Store, type Transaction } from '../../store/store.js';
import { AddressLimiter } from '../../gateway/access/address-limiter.js';
import type { Visitor } from '../access/staff-caller.js';
import { MAX_OPEN_LINKS, OneTimeTokenService, SIGNUP_HOURS } from '../accounts/one-time-token.service.js';
import { AuditService, visitingActor } from '../audit/audit.service.js';
import { MailService } from '../mail/mail.service.js';
import { foldEmail } from '../../identity/user.service.js';
import type { SignedUpResponse, SignupRequest, VerifiedResponse } from './signup.dto.js';

const BAD_TOKEN = { el: 'Ο σύνδεσμος δεν ισχύει, έληξε ή χρησιμοποιήθηκε.', en: 'The link is not valid, has expired or was used.' };

/** Who asks for a key, in the audit record: nobody knows yet whose the address is. */
const UNCONFIRMED = 'signup';

/** Keys that people make for themselves: unverified until they follow the mailed link, then for the sandbox only. */
@Injectable()
export class SignupService {
  private readonly limiter: AddressLimiter;

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly registry: ApiKeyRegistry,
    private readonly tokens: OneTimeTokenService,
    private readonly correspondence: MailService,
    private readonly audit: AuditService,
  ) {
    this.limiter = new AddressLimiter(clock, { burst: 10, intervalMs: 6 * 60_000 });
  }

  /** @throws GatewayError OVER_RATE_LIMIT: so many from the caller's address, or with so many open links to the mail address */
  async signUp(visitor: Visitor, body: SignupRequest): Promise<SignedUpResponse> {
    const waitSeconds = this.limiter.admit(visitor.address);
    if (waitSeconds > 0) throw new GatewayError('OVER_RATE_LIMIT', waitSeconds);
    const email = foldEmail(body.email);
    const services = withNeededServices(body.services);
    const verifyBefore = new Date(this.clock.now().getTime() + SIGNUP_HOURS * 3_600_000);
    const { apiKey, token } = await this.store.transaction('gateway', async (tx) => {
      await this.requireFewOpen(tx, email);
      return this.makeKey(tx, visitor, { ...body, email, services });
    });
    await this.correspondence.verify(email, token);
    return { apiKey, status: 'unverified', services, verifyBefore: verifyBefore.toISOString() };
  }

  /** Makes the key active; what an administrator has decided about it meanwhile stands. @throws DomainError INVALID at `token` */
  async verify(visitor: Visitor, token: string): Promise<VerifiedResponse> {
    return this.store.transaction('gateway', async (tx) => {
      const id = await this.tokens.useForSignup(tx, token);
      const signup = id === null ? null : await this.activate(tx, id);
      if (id === null || signup === null) throw badToken();
      await this.audit.record(tx, visitingActor(visitor, signup.email), { action: 'verify', subject: 'api_key', id });
      const { prefix, status, environments } = signup.apiKey;
      return { prefix, status, environments: [...environments] };
    });
  }

  /** Null when an administrator disabled the key: it stays so, and its link is as good as none. */
  private async activate(tx: Transaction, id: number): Promise<SignupEntity | null> {
    const now = this.clock.now();
    const { affected } = await tx.manager.update(ApiKeyEntity, { id, status: Not('disabled') }, { status: 'active', updatedAt: now });
    if (affected !== 1) return null;
    await tx.manager.update(SignupEntity, { apiKeyId: id }, { verifiedAt: now });
    const [signup] = await tx.manager.find(SignupEntity, { where: { apiKeyId: id }, relations: { apiKey: true } });
    return signup ?? null;
  }

  /** Of several signups with one address at once the later ones see the earlier. */
  private async requireFewOpen(tx: Transaction, email: string): Promise<void> {
    await tx.query(LOCK, [email]);
    const ends = await this.tokens.endsOfSignups(tx, email);
    const [first] = ends;
    if (first === undefined || ends.length < MAX_OPEN_LINKS) return;
    throw new GatewayError('OVER_RATE_LIMIT', Math.ceil((first.getTime() - this.clock.now().getTime()) / 1000));
  }

  private async makeKey(tx: Transaction, visitor: Visitor, body: SignupRequest): Promise<{ apiKey: string; token: string }> {
    const { name, email, programName, services } = body;
    const environments = [...new Set(body.environments)];
    const programId = await this.registry.createProgram(tx, { name: programName, owner: email });
    const { id, apiKey } = await this.registry.createKey(tx, programId, {
      name: programName,
      status: 'unverified',
      services,
      environments: ['sandbox'],
      ipAddresses: [],
      ratePerHour: null,
      ratePerDay: null,
      serviceRates: {},
    });
    await tx.manager.insert(SignupEntity, { apiKeyId: id, email, name, environments, createdAt: this.clock.now() });
    const details = { programId, programName, services, environments, email };
    await this.audit.record(tx, visitingActor(visitor, UNCONFIRMED), { action: 'signup', subject: 'api_key', id, details });
    return { apiKey, token: await this.tokens.issueForSignup(tx, id) };
  }
}

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('signup ' || $1, 0))`;

function badToken(): DomainError {
  return DomainError.ofFaults([{ path: 'token', code: ErrorCode.INVALID, text: BAD_TOKEN }]);
}
