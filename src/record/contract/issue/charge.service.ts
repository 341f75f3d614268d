import { Injectable } from '@nestjs/common';
import type { Caller, UserCaller } from '../../../common/caller.js';
import type { Environment } from '../../../common/environment.js';
import { DomainError, type Link } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { buildChargeLinks } from '../../core/applications/application-links.js';
import { toAgentActor, ApplicationService, assertExpected } from '../../core/applications/application.service.js';
import { getTransition } from '../../core/applications/state-table.js';
import { assertSells } from '../../money/agents/new-business.js';
import { ClosedAgents } from '../../../store/closed-agents.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { FINAL_STATUSES, POLICY_STATUSES } from '../../core/applications/status.js';
import { getPaymentAction, IssueService } from './issue.service.js';
import { buildNothingToPay, buildAlreadyPaid } from './nothing-due.js';
import type { Payer } from './payer.js';
import { buildAlreadyRenewed, RenewalService } from './renewal.service.js';

/** Errors because of the application or the account, which are the same for other callers. */
const STATE_ERRORS: ReadonlySet<ErrorCode> = new Set([
  ErrorCode.NOT_ALLOWED_IN_STATUS,
  ErrorCode.DUPLICATE_POLICY,
  ErrorCode.PRICE_NO_LONGER_VALID,
  ErrorCode.CHARGE_REFUSED,
  ErrorCode.ALREADY_PAID,
  ErrorCode.PAYMENT_EXPIRED,
  ErrorCode.CREDIT_LIMIT,
]);

const MAX_ATTEMPTS = 3;

export interface Charged {
  readonly application: ApplicationRecord;
  readonly links: readonly Link[];
  readonly entity: object;
  /** Nothing was charged, because the renewal needs the agent or an underwriter first. */
  readonly outcome: 'RENEWAL_PREPARED' | null;
}

interface Running {
  readonly caller: Caller;
  readonly end: Promise<ApplicationRecord | null>;
}

@Injectable()
export class RefusedCredit {
  private afms: ReadonlySet<string> = new Set();

  refuse(afms: readonly string[]): void {
    this.afms = new Set(afms);
  }

  isRefused(environment: Environment, clientAfm: string): boolean {
    return environment === 'sandbox' && this.afms.has(clientAfm);
  }
}

/** The first charge issues the policy; others pay instalments or renew it. */
@Injectable()
export class ChargeService {
  private readonly running = new Map<string, Running>();

  constructor(
    private readonly applications: ApplicationService,
    private readonly issuing: IssueService,
    private readonly renewals: RenewalService,
    private readonly refusedCredit: RefusedCredit,
    private readonly lines: LineRegistry,
    private readonly closedAgents: ClosedAgents,
  ) {}

  /**
   * A second charge of the agent in this process waits for the running one (money.2). It then fails with
   * ALREADY_PAID, or with the same error if that applies to both.
   * @throws DomainError APPLICATION_NOT_FOUND, AGENT_CODE_REFUSED, NOT_ALLOWED_IN_STATUS, ALREADY_PAID,
   * PAYMENT_EXPIRED, PRICE_NO_LONGER_VALID, DUPLICATE_POLICY, CREDIT_LIMIT, CHANGED_MEANWHILE
   */
  async charge(caller: UserCaller, idText: string, line: LineCode | 'any'): Promise<Charged> {
    const application = await this.chargeInTurn(caller, idText, line);
    const isPrepared = String(application.id) !== idText && !POLICY_STATUSES.has(application.status);
    const outcome = isPrepared ? 'RENEWAL_PREPARED' : null;
    return {
      application,
      outcome,
      links: buildChargeLinks(application, caller.root),
      entity: { ...this.lines.of(application.line).toResponse(application, caller), ...(outcome && { outcome }) },
    };
  }

  private async chargeInTurn(caller: UserCaller, idText: string, line: LineCode | 'any'): Promise<ApplicationRecord> {
    const key = `${caller.environment} ${caller.user.agentCode} ${line} ${idText}`;
    for (let other = this.running.get(key); other; other = this.running.get(key)) {
      const charged = await waitForCharge(caller, other);
      if (!charged) continue;
      const isRenewal = String(charged.id) !== idText;
      throw isRenewal ? buildAlreadyRenewed(charged, caller.root) : buildAlreadyPaid();
    }
    const own = this.chargeOnce(caller, idText, line);
    const end = waitForEnd(own, caller).finally(() => this.running.delete(key));
    end.catch(() => undefined);
    this.running.set(key, { caller, end });
    return own;
  }

  /** Retries when another action was faster, unless that was a payment. */
  private async chargeOnce(caller: UserCaller, idText: string, line: LineCode | 'any'): Promise<ApplicationRecord> {
    let application = await this.applications.getOwnApplication(caller, idText, line);
    if (FINAL_STATUSES.has(application.status) && !(await this.issuing.owesEarnedPremium(caller.environment, application)))
      throw buildNothingToPay(ErrorCode.ALREADY_PAID, application.status);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const saved = await this.pay(caller, application);
      if (saved) return saved;
      const now = await this.applications.getOwnApplication(caller, idText, line);
      if (isPaidSince(application, now)) throw buildAlreadyPaid();
      // Before the issue the price may have changed, so the caller must decide.
      if (!POLICY_STATUSES.has(now.status) || FINAL_STATUSES.has(now.status)) break;
      application = now;
    }
    throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
  }

  private async pay(caller: UserCaller, application: ApplicationRecord): Promise<ApplicationRecord | null> {
    const isPolicy = POLICY_STATUSES.has(application.status);
    const actor = toAgentActor(caller);
    // The status is checked before the version (gateway.35).
    getTransition(application.status, isPolicy ? getPaymentAction(application.status) : 'issue', actor.role, application.line);
    assertExpected(caller, application);
    const isOverLimit = this.refusedCredit.isRefused(caller.environment, application.clientAfm);
    const payer: Payer = { method: 'CHARGE', agentCode: application.agentCode, isOverLimit };
    const { agentCode } = application;
    const business = { environment: caller.environment, at: caller.at, agentCode };
    if (!isPolicy) assertSells(this.closedAgents, { ...business, isRenewal: application.renewalOf !== null });
    if (!isPolicy) return this.issuing.issue(actor, application, payer);
    const isRenewalDue = await this.renewals.isDue(caller, application);
    if (isRenewalDue) assertSells(this.closedAgents, { ...business, isRenewal: true });
    return isRenewalDue ? this.renewals.renew(caller, application, payer) : this.issuing.payInstalment(actor, application, payer);
  }
}

function isPaidSince(previous: ApplicationRecord, now: ApplicationRecord): boolean {
  if (!POLICY_STATUSES.has(previous.status)) return POLICY_STATUSES.has(now.status);
  return previous.lastReceipt?.receiptNo !== now.lastReceipt?.receiptNo || previous.renewedBy !== now.renewedBy;
}

/** Null when the charge failed with an error that does not apply to the caller. */
async function waitForCharge(caller: Caller, { caller: charger, end }: Running): Promise<ApplicationRecord | null> {
  try {
    return await end;
  } catch (error) {
    if (appliesTo(caller, charger, error)) throw error;
    return null;
  }
}

/** An outage applies to every caller. */
function appliesTo({ expectedVersions, root }: Caller, charger: Caller, error: unknown): boolean {
  if (!(error instanceof DomainError)) return false;
  const isAlike =
    (expectedVersions === undefined || String(expectedVersions) === String(charger.expectedVersions)) && root === charger.root;
  return error.code === ErrorCode.UNAVAILABLE || (STATE_ERRORS.has(error.code) && isAlike);
}

/** Waits for the commit. Null when a call with an idempotency key was rolled back. */
async function waitForEnd(charge: Promise<ApplicationRecord>, { unitOfWork }: UserCaller): Promise<ApplicationRecord | null> {
  if (!unitOfWork) return charge;
  try {
    const charged = await charge;
    await unitOfWork.ended();
    return charged;
  } catch {
    return null;
  }
}
