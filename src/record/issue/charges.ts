import { Injectable } from '@nestjs/common';
import { addDays, toLocalDate } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { Clock } from '../../common/clock.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { ApplicationRecord, LastReceipt } from '../applications/application.js';
import { assertMatches } from '../applications/application-tag.js';
import { agentOf, Applications, policyNumber } from '../applications/applications.js';
import { transitionFor, type Line } from '../applications/state-table.js';
import { FINAL_STATUSES, POLICY_STATUSES } from '../applications/status.js';
import { Ledger } from '../ledger/ledger.js';
import { planReceipts } from '../ledger/receipt-plan.js';
import { ReceiptRepository } from '../ledger/receipt.repository.js';
import type { Payment, Receipt } from '../ledger/receipt.js';
import { contractOf } from './contract.js';
import { IssueChecks } from './issue-checks.js';
import { PolicyDocuments } from './policy-documents.js';

/** An instalment may be paid this long before its period begins (decisions §3). */
export const INSTALMENT_OPENS_DAYS = 30;

/** Takes a premium from the agent's account: the first one issues the policy, a later one pays its instalment. */
@Injectable()
export class Charges {
  private readonly running = new Map<string, Promise<unknown>>();

  constructor(
    private readonly applications: Applications,
    private readonly receipts: ReceiptRepository,
    private readonly documents: PolicyDocuments,
    private readonly ledger: Ledger,
    private readonly checks: IssueChecks,
    private readonly clock: Clock,
  ) {}

  /**
   * Charges what is due now. A second charge of the same application by the same agent, while one runs in this process, waits for that one
   * without a connection of its own: it is refused as paid when it succeeds, and shares its refusal when it does not.
   * @throws DomainError APPLICATION_NOT_FOUND, AGENT_CODE_REFUSED, NOT_ALLOWED_IN_STATUS, ALREADY_PAID, PAYMENT_EXPIRED, PRICE_NO_LONGER_VALID, DUPLICATE_POLICY,
   * CREDIT_LIMIT, CHANGED_MEANWHILE
   */
  async charge(caller: UserCaller, idText: string, ...lines: Line[]): Promise<ApplicationRecord> {
    const key = `${caller.environment} ${caller.user.agentCode} ${lines.join()} ${idText}`;
    const other = this.running.get(key);
    if (other) {
      await other;
      throw new DomainError(ErrorCode.ALREADY_PAID);
    }
    const own = this.chargeOnce(caller, idText, lines).finally(() => this.running.delete(key));
    this.running.set(key, own);
    return own;
  }

  private async chargeOnce(caller: UserCaller, idText: string, lines: readonly Line[]): Promise<ApplicationRecord> {
    const application = await this.applications.getOwnApplication(caller, idText, ...lines);
    if (FINAL_STATUSES.has(application.status)) throw new DomainError(ErrorCode.ALREADY_PAID);
    const isPolicy = POLICY_STATUSES.has(application.status);
    const saved = await (isPolicy ? this.payInstalment(caller, application) : this.issue(caller, application));
    if (saved) return saved;
    // Another action was faster. When it was a charge, this one would be the second.
    const now = await this.applications.getOwnApplication(caller, idText, ...lines);
    throw new DomainError(POLICY_STATUSES.has(now.status) ? ErrorCode.ALREADY_PAID : ErrorCode.CHANGED_MEANWHILE);
  }

  /** All receipts, the policy document, number, date, money and status in one transaction; null when the application changed meanwhile. */
  private async issue(caller: UserCaller, application: ApplicationRecord): Promise<ApplicationRecord | null> {
    const row = transitionFor(application.status, 'issue', 'agent', application.line);
    assertMatches(caller, application);
    const now = this.clock.now();
    this.checks.assertPayable(caller.environment, application);
    if (!application.price) throw new Error(`application ${application.id} is issued without a price`);
    const issueDate = toLocalDate(now);
    const policyNo = application.policyNo ?? policyNumber(application.applicationNo, now);
    const planned = planReceipts(application.price, { kind: 'NEW', issueDate, objectIds: contractOf(application).objectIds });
    const content = await this.documents.print(caller.environment, { ...application, policyNo }, planned, now);
    let first: Receipt;
    return this.applications.save(agentOf(caller), application, row, {
      change: { issueDate, policyNo, payBy: null },
      before: async (tx) => {
        await this.checks.assertVehicleFree(tx, application);
        const payment = chargePayment(policyNo, 1, now);
        first = firstOf(await this.receipts.insertReceipts(tx, { applicationId: application.id, policyNo }, planned, payment));
        const createdBy = caller.user.name;
        const policyDocumentId = await this.documents.store(tx, {
          ...{ applicationId: application.id, policyNo, content, createdBy, createdAt: now },
        });
        return { policyDocumentId, lastReceipt: toLastReceipt(first) };
      },
      also: async (tx) => {
        await this.ledger.charge(tx, bookingOf(application.agentCode, first));
      },
    });
  }

  /** The next instalment, from 30 days before its period on; before that, and when none is left, everything due is paid (-702). */
  private async payInstalment(caller: UserCaller, application: ApplicationRecord): Promise<ApplicationRecord | null> {
    const row = transitionFor(application.status, 'pay_instalment', 'agent', application.line);
    assertMatches(caller, application);
    const now = this.clock.now();
    let paid: Receipt;
    return this.applications.save(agentOf(caller), application, row, {
      change: {},
      before: async (tx) => {
        const next = await this.receipts.findNextPending(tx, application.id);
        if (!next || addDays(next.periodFrom, -INSTALMENT_OPENS_DAYS) > toLocalDate(now)) throw new DomainError(ErrorCode.ALREADY_PAID);
        const payment = chargePayment(next.policyNo, next.instalmentNo, now);
        paid = firstOf([await this.receipts.markPaid(tx, next.receiptNo, payment)]);
        return { lastReceipt: toLastReceipt(paid) };
      },
      also: async (tx) => {
        await this.ledger.charge(tx, bookingOf(application.agentCode, paid));
      },
    });
  }
}

function chargePayment(policyNo: string, instalmentNo: number, paidAt: Date): Payment {
  return { method: 'CHARGE', reference: `${policyNo}/${instalmentNo}`, paidAt };
}

function bookingOf(agentCode: string, receipt: Receipt): Parameters<Ledger['charge']>[1] {
  const { applicationId, receiptNo, payment } = receipt;
  return { agentCode, applicationId, receiptNo, parts: receipt, reference: payment?.reference ?? '' };
}

function firstOf(receipts: readonly (Receipt | null)[]): Receipt {
  const [first] = receipts;
  if (!first) throw new Error('a payment needs its receipt');
  return first;
}

function toLastReceipt({ receiptNo, instalmentNo, issueDate, periodFrom, periodTo, gross }: Receipt): LastReceipt {
  return { receiptNo, instalmentNo, issueDate, periodFrom, periodTo, gross };
}
