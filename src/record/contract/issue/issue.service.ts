import { Injectable } from '@nestjs/common';
import { addDays, getStartOfDay, toLocalDate, type LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { DEFAULT_LANGUAGE } from '../../../common/language.js';
import type { Amount } from '../../../common/money.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { getRow, type Transaction } from '../../../store/store.js';
import type { ApplicationRecord, Actor, LastReceipt } from '../../core/applications/application.js';
import { ApplicationService, buildPolicyNumber, type Decision } from '../../core/applications/application.service.js';
import { PolicyPlateRepository } from '../../core/applications/policy-plate.repository.js';
import { assertPriceStands } from '../../core/applications/quote-validity.js';
import type { Action } from '../../core/applications/action.js';
import { buildFinalStatus, getTransition, isAllowed } from '../../core/applications/state-table.js';
import { FINAL_STATUSES, PAYABLE_STATUSES, POLICY_STATUSES, Status } from '../../core/applications/status.js';
import { SystemCategory } from '../../core/documents/document.js';
import { BANK } from '../../money/ledger/account.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import type { Posted } from '../../money/ledger/ledger.repository.js';
import { buildLateReceipt, buildReceipts } from '../../money/ledger/receipt-plan.js';
import { ReceiptRepository } from '../../money/ledger/receipt.repository.js';
import type { NewReceipt, Payment, Receipt, ReceiptWithCovers } from '../../core/applications/receipt.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import { type LineCode, getLineRow } from '../../reference/products/line-table.js';
import { buildAlreadyPaid, assertInstalmentDue } from './nothing-due.js';
import { assertPays, buildPayment, getOwedBack, getPaymentDay, type Due, type Payer } from './payer.js';
import { toPolicyDocument } from './policy-document.mapper.js';
import { PolicyPrinter } from './policy-printer.js';
import { insertPolicyToPrint, type PolicyToPrint } from './policy-to-print.js';

/** Runs last in the transaction of the payment; an error rolls it back. */
export type AfterPayment = (tx: Transaction, paid: Receipt, posted: Posted) => Promise<void>;

interface NextPayment {
  readonly payer: Payer;
  readonly after?: AfterPayment | undefined;
  readonly save: (change: { readonly lastReceipt: LastReceipt }, paid: Receipt) => Promise<void>;
  readonly buildRest?: ((next: ReceiptWithCovers) => NewReceipt) | undefined;
}

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

  /** Returns null when the application has changed. */
  async issue(actor: Actor, application: ApplicationRecord, payer: Payer, after?: AfterPayment): Promise<ApplicationRecord | null> {
    getTransition(application.status, 'issue', actor.role, application.line);
    this.assertPayable(actor, application, getPaymentDay(payer, actor.at));
    const issued = await this.applications.save(actor, application, 'issue', await this.decide(actor, application, payer, after));
    return issued && issued.application;
  }

  /** The caller has checked that it may be issued. */
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
      isSuspendedUnpaid: getLineRow(application.line).isSuspendedUnpaid,
      objectIds: this.lines.of(application.line).contractOf(application.questionnaire, DEFAULT_LANGUAGE).objectIds,
    });
    const policy = await this.printer.describe(actor, { ...application, policyNo }, at, (facts) => {
      return { kind: 'policy', data: toPolicyDocument(facts, planned) };
    });
    const document = { ...policy, fileName: `${policyNo}.pdf`, createdBy: actor.name, createdAt: at };
    // Money of a customer has been received, so that its booking does not wait for a printer (documents.9).
    const content = payer.method === 'CHARGE' ? await this.printer.render(actor, application, policy.greek) : null;
    const expired = await this.findExpired(actor, application);
    return {
      change: { issueDate, policyNo, payBy: null },
      within: async (tx, save) => {
        await this.plates.assertFree(tx, application);
        const payment = buildPayment(payer, policyNo, 1, at);
        const applicationId = application.id;
        const [receipts, policyDocumentId] = await Promise.all([
          this.receipts.insertReceipts(tx, { applicationId, policyNo }, planned, payment, at),
          content === null ? insertPolicyToPrint(tx, applicationId, document) : this.storePolicy(tx, applicationId, content, document),
        ]);
        const first = getRow(receipts);
        await save({ policyDocumentId, lastReceipt: toLastReceipt(first) });
        if (expired) await this.applications.saveIn(tx, actor, expired, 'renewal_starts', { change: {}, reason: policyNo });
        await this.book(tx, { at, line: application.line, asked: first.gross }, payer, first, after);
      },
    };
  }

  private async storePolicy(
    tx: Transaction,
    applicationId: number,
    content: Buffer,
    { english, fileName, createdBy, createdAt }: PolicyToPrint,
  ): Promise<number> {
    const document = { applicationId, categoryId: SystemCategory.POLICY, content, english, fileName, createdBy, createdAt };
    return (await this.printer.store(tx, document)).id;
  }

  /** The policy ended although its renewal was paid in time (money.82). */
  private async findExpired(actor: Actor, { status, renewalOf }: ApplicationRecord): Promise<ApplicationRecord | null> {
    if (status !== Status.CANCELLED || renewalOf === null) return null;
    const previous = await this.applications.getAnyApplication(actor, String(renewalOf));
    return isAllowed(previous.status, 'renewal_starts', actor.role, previous.line) ? previous : null;
  }

  /**
   * Returns null when the application has changed.
   * @throws DomainError NOT_ALLOWED_IN_STATUS, FINAL_STATUS, ALREADY_PAID, WRONG_AMOUNT, CREDIT_LIMIT, CHARGE_REFUSED
   */
  async payInstalment(actor: Actor, application: ApplicationRecord, payer: Payer, after?: AfterPayment): Promise<ApplicationRecord | null> {
    const saved = await this.applications.save(actor, application, getPaymentAction(application.status), {
      change: {},
      within: async (tx, save) => void (await this.payNext(tx, actor, application, { payer, after, save })),
    });
    return saved && saved.application;
  }

  /**
   * `buildRest` plans the receipt that replaces it, for a payment that is allowed after the last day to pay.
   * @throws DomainError FINAL_STATUS, ALREADY_PAID, WRONG_AMOUNT, CREDIT_LIMIT, CHARGE_REFUSED
   */
  async payNext(
    tx: Transaction,
    actor: Actor,
    { id, line, endDate, status, cancelsOn }: ApplicationRecord,
    { payer, after, save, buildRest }: NextPayment,
  ): Promise<void> {
    const { at } = actor;
    const [today, paidOn] = [toLocalDate(at), getPaymentDay(payer, at)];
    const next = await this.receipts.findNextPending(tx, id);
    if (FINAL_STATUSES.has(status) && next?.kind !== 'EARNED') throw buildFinalStatus(status);
    if (!next || !buildRest)
      assertInstalmentDue(ErrorCode.ALREADY_PAID, next, { today, paidOn, endDate, line, cancelsOn, isInAdvance: payer.method === 'RF' });
    const late = buildRest ? buildRest(next) : buildIfLate(next, { line, paidOn, today });
    assertPays(payer, late ?? next, next.gross);
    const payment = buildPayment(payer, next.policyNo, next.instalmentNo, at);
    const paid = late ? await this.replace(tx, next, late, payment) : await this.receipts.markPaid(tx, next.receiptNo, payment);
    if (!paid) throw buildAlreadyPaid();
    await save({ lastReceipt: toLastReceipt(paid) }, paid);
    await this.book(tx, { at, line, asked: next.gross }, payer, paid, after);
  }

  async listDues(where: Writer, { id, status, price }: ApplicationRecord): Promise<Due[]> {
    if (POLICY_STATUSES.has(status)) return this.receipts.listPending(where, id);
    return (price?.instalments ?? []).map(({ no, gross }) => ({ instalmentNo: no, gross }));
  }

  async owesEarnedPremium(environment: Environment, { id, status }: ApplicationRecord): Promise<boolean> {
    return status === Status.CANCELLED_MID_TERM && (await this.receipts.hasPending(environment, id, ['EARNED']));
  }

  private async replace(tx: Transaction, next: Receipt, late: NewReceipt, payment: Payment): Promise<Receipt> {
    await this.receipts.cancel(tx, next, payment.paidAt);
    return getRow(await this.receipts.insertReceipts(tx, next, [late], payment, payment.paidAt));
  }

  /** Accepts a price in prepay until pay-by, else by recalculation (applications.7, applications.8). */
  private assertPayable(actor: Actor, application: ApplicationRecord, paymentDay: LocalDate): void {
    const { line, status, payBy, questionnaire, approval } = application;
    if (payBy !== null && getStartOfDay(paymentDay) >= payBy) throw new DomainError(ErrorCode.PAYMENT_EXPIRED);
    if (PAYABLE_STATUSES.has(status) || status === Status.CANCELLED) return;
    const recalculation = this.lines.of(line).calculator.calculate(actor, questionnaire, approval);
    assertPriceStands(application, recalculation, toLocalDate(actor.at));
  }

  private async book(
    tx: Transaction,
    { asked, ...of }: { readonly at: Date; readonly line: LineCode; readonly asked: Amount },
    payer: Payer,
    receipt: Receipt,
    after: AfterPayment | undefined,
  ): Promise<void> {
    const { applicationId, receiptNo, payment } = receipt;
    if (payer.method === 'CHARGE' && payer.isOverLimit) throw new DomainError(ErrorCode.CREDIT_LIMIT);
    const booking = { ...of, applicationId, receiptNo, parts: receipt, reference: payment?.reference ?? '' };
    const posted = await (payer.method === 'CHARGE'
      ? this.ledger.charge(tx, { ...booking, agentCode: payer.agentCode })
      : this.ledger.collect(
          tx,
          {
            ...booking,
            paid: payer.amount,
            owedBack: getOwedBack(payer, receipt.gross, asked),
            valueDate: payer.from === BANK ? payer.valueDate : undefined,
          },
          payer.from,
        ));
    if (after) await after(tx, receipt, posted);
  }
}

export function getPaymentAction(status: Status): Action {
  return status === Status.CANCELLED_MID_TERM ? 'pay_earned_premium' : 'pay_instalment';
}

/** Null unless paid within the period of an instalment without which there is no cover (money.83). */
export function buildIfLate(
  next: ReceiptWithCovers,
  { line, paidOn, today }: { readonly line: LineCode; readonly paidOn: LocalDate; readonly today: LocalDate },
): NewReceipt | null {
  if (!getLineRow(line).isSuspendedUnpaid || next.kind === 'EARNED' || paidOn < next.periodFrom) return null;
  return buildLateReceipt(next, addDays(paidOn, 1), today);
}

export function toLastReceipt({ receiptNo, instalmentNo, issueDate, periodFrom, periodTo, gross, gapFrom }: Receipt): LastReceipt {
  const receipt = { receiptNo, instalmentNo, issueDate, periodFrom, periodTo, gross };
  return gapFrom === null ? receipt : { ...receipt, gapFrom };
}
