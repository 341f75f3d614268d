import { Injectable } from '@nestjs/common';
import { getStartOfDay, toLocalDate, type LocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { DEFAULT_LANGUAGE } from '../../../common/language.js';
import { getRow, type Transaction } from '../../../store/store.js';
import type { ApplicationRecord, Actor, LastReceipt } from '../../core/applications/application.js';
import { ApplicationService, buildPolicyNumber, type Decision } from '../../core/applications/application.service.js';
import { PolicyPlateRepository } from '../../core/applications/policy-plate.repository.js';
import { assertPriceStands } from '../../core/applications/quote-validity.js';
import { getTransition } from '../../core/applications/state-table.js';
import { PAYABLE_STATUSES, Status } from '../../core/applications/status.js';
import { SystemCategory } from '../../core/documents/document.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import type { Posted } from '../../money/ledger/ledger.repository.js';
import { buildReceipts } from '../../money/ledger/receipt-plan.js';
import { ReceiptRepository } from '../../money/ledger/receipt.repository.js';
import type { Receipt } from '../../core/applications/receipt.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { buildAlreadyPaid, assertInstalmentDue } from './nothing-due.js';
import { assertPays, buildPayment, getPaymentDay, type Payer } from './payer.js';
import { toPolicyDocument } from './policy-document.mapper.js';
import { PolicyPrinter } from './policy-printer.js';

/** Runs last in the transaction of the payment; an error rolls it back. */
export type AfterPayment = (tx: Transaction, paid: Receipt, posted: Posted) => Promise<void>;

/** Issues policies and books payments of their instalments. Each is one transaction. */
@Injectable()
export class IssueService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly receipts: ReceiptRepository,
    private readonly printer: PolicyPrinter,
    private readonly ledger: LedgerService,
    private readonly plates: PolicyPlateRepository,
    private readonly lines: LineRegistry,
  ) {}

  /**
   * Writes receipts, policy document, number, booking and status; returns null when the application has changed.
   * @throws DomainError NOT_ALLOWED_IN_STATUS, FINAL_STATUS, PAYMENT_EXPIRED, PRICE_NO_LONGER_VALID, ALREADY_PAID,
   * WRONG_AMOUNT, DUPLICATE_POLICY, CREDIT_LIMIT, CHARGE_REFUSED
   */
  async issue(actor: Actor, application: ApplicationRecord, payer: Payer, after?: AfterPayment): Promise<ApplicationRecord | null> {
    getTransition(application.status, 'issue', actor.role, application.line);
    this.assertPayable(actor, application, getPaymentDay(payer, actor.at));
    const issued = await this.applications.save(actor, application, 'issue', await this.decide(actor, application, payer, after));
    return issued && issued.application;
  }

  /** Prints the policy and returns what the issue changes. The caller has checked that it may be issued. */
  async decide(actor: Actor, application: ApplicationRecord, payer: Payer, after?: AfterPayment): Promise<Decision> {
    const { at } = actor;
    const due = application.price?.instalments[0];
    if (!application.price || !due) throw new Error(`Application ${application.id} has no price for its issue.`);
    assertPays(payer, { instalmentNo: due.no, gross: due.gross });
    const issueDate = toLocalDate(at);
    const policyNo = application.policyNo ?? buildPolicyNumber(application.applicationNo, at);
    const kind = application.renewalOf === null ? 'NEW' : 'RENEWAL';
    const planned = buildReceipts(application.price, {
      kind,
      issueDate,
      objectIds: this.lines.of(application.line).contractOf(application.questionnaire, DEFAULT_LANGUAGE).objectIds,
    });
    const printed = await this.printer.print(actor.environment, { ...application, policyNo }, at, (facts) => {
      return { kind: 'policy', data: toPolicyDocument(facts, planned) };
    });
    return {
      change: { issueDate, policyNo, payBy: null },
      within: async (tx, save) => {
        await this.plates.assertFree(tx, application);
        const payment = buildPayment(payer, policyNo, 1, at);
        const applicationId = application.id;
        const [receipts, document] = await Promise.all([
          this.receipts.insertReceipts(tx, { applicationId, policyNo }, planned, payment, at),
          this.printer.store(tx, {
            ...printed,
            applicationId,
            createdBy: actor.name,
            createdAt: at,
            categoryId: SystemCategory.POLICY,
            fileName: `${policyNo}.pdf`,
          }),
        ]);
        const first = getRow(receipts);
        await save({ policyDocumentId: document.id, lastReceipt: toLastReceipt(first) });
        await this.book(tx, { at, line: application.line }, payer, first, after);
      },
    };
  }

  /**
   * Pays the next instalment, from 30 days before its period until its grace period ends (money.1). Returns null when
   * the application has changed.
   * @throws DomainError NOT_ALLOWED_IN_STATUS, FINAL_STATUS, ALREADY_PAID, WRONG_AMOUNT, CREDIT_LIMIT, CHARGE_REFUSED
   */
  async payInstalment(actor: Actor, application: ApplicationRecord, payer: Payer, after?: AfterPayment): Promise<ApplicationRecord | null> {
    const { at } = actor;
    const today = toLocalDate(at);
    const saved = await this.applications.save(actor, application, 'pay_instalment', {
      change: {},
      within: async (tx, save) => {
        const next = await this.receipts.findNextPending(tx, application.id);
        assertInstalmentDue(ErrorCode.ALREADY_PAID, next, { today, paidOn: getPaymentDay(payer, at), endDate: application.endDate });
        assertPays(payer, next);
        const payment = buildPayment(payer, next.policyNo, next.instalmentNo, at);
        const paid = await this.receipts.markPaid(tx, next.receiptNo, payment);
        if (!paid) throw buildAlreadyPaid();
        await save({ lastReceipt: toLastReceipt(paid) });
        await this.book(tx, { at, line: application.line }, payer, paid, after);
      },
    });
    return saved && saved.application;
  }

  /**
   * Asserts that the price is valid: in prepay until pay-by, else by recalculation (applications.7, applications.8).
   * The caller has checked that an expired application was paid in time (money.82).
   */
  private assertPayable(actor: Actor, application: ApplicationRecord, paymentDay: LocalDate): void {
    const { line, status, payBy, questionnaire, approval } = application;
    if (payBy !== null && getStartOfDay(paymentDay) >= payBy) throw new DomainError(ErrorCode.PAYMENT_EXPIRED);
    if (PAYABLE_STATUSES.has(status) || status === Status.CANCELLED) return;
    const recalculation = this.lines.of(line).calculator.calculate(actor, questionnaire, approval);
    assertPriceStands(application, recalculation, toLocalDate(actor.at));
  }

  private async book(
    tx: Transaction,
    of: { readonly at: Date; readonly line: LineCode },
    payer: Payer,
    receipt: Receipt,
    after: AfterPayment | undefined,
  ): Promise<void> {
    const { applicationId, receiptNo, payment } = receipt;
    if (payer.method === 'CHARGE' && payer.isOverLimit) throw new DomainError(ErrorCode.CREDIT_LIMIT);
    const booking = { ...of, applicationId, receiptNo, parts: receipt, reference: payment?.reference ?? '' };
    const posted = await (payer.method === 'CHARGE'
      ? this.ledger.charge(tx, { ...booking, agentCode: payer.agentCode })
      : this.ledger.collect(tx, booking, payer.from));
    if (after) await after(tx, receipt, posted);
  }
}

function toLastReceipt({ receiptNo, instalmentNo, issueDate, periodFrom, periodTo, gross }: Receipt): LastReceipt {
  return { receiptNo, instalmentNo, issueDate, periodFrom, periodTo, gross };
}
