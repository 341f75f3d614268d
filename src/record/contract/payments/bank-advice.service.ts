import { Injectable } from '@nestjs/common';
import { toLocalDate, type LocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { DAYS_TO_BOOK_ALONE, isOlderThan } from '../../../common/banking-days.js';
import { toDecimal } from '../../../common/money.js';
import { assertNotBefore, assertPastDay } from '../../../common/validation/future-dates.js';
import { isUniqueViolation } from '../../../store/store.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import type { Actor, ApplicationRecord } from '../../core/applications/application.js';
import { ApplicationService } from '../../core/applications/application.service.js';
import { POLICY_STATUSES, Status } from '../../core/applications/status.js';
import { IssueService, type AfterPayment } from '../issue/issue.service.js';
import type { CustomerPayer } from '../issue/payer.js';
import { BANK, SUSPENSE } from '../../money/ledger/account.js';
import type { BankAdvice, BookingContext, CodedInstalment, DatedAdvice, StoredAdvice } from './bank-advice.js';
import { BankAdviceRepository } from './bank-advice.repository.js';
import { LapseReinstatementService } from './lapse-reinstatement.service.js';
import { SuspenseService } from './suspense.service.js';

const MAX_ATTEMPTS = 5;

/** Errors after which the money goes to suspense. After any other error the bank must call again. */
const SUSPENDED_ERRORS: ReadonlySet<ErrorCode> = new Set([
  ErrorCode.NOT_ALLOWED_IN_STATUS,
  ErrorCode.FINAL_STATUS,
  ErrorCode.DUPLICATE_POLICY,
  ErrorCode.PRICE_NO_LONGER_VALID,
  ErrorCode.WRONG_AMOUNT,
  ErrorCode.ALREADY_PAID,
  ErrorCode.PAYMENT_EXPIRED,
]);

const BEFORE_CODE: Text = {
  el: 'Η ημερομηνία αξίας προηγείται της έκδοσης του κωδικού πληρωμής',
  en: 'The value date is before the day on which the payment code was issued',
};
const RENEWED_MEANWHILE: Text = {
  el: 'Το συμβόλαιο ανανεώθηκε στο μεταξύ με άλλη αίτηση.',
  en: 'The policy has been renewed by another application in the meantime.',
};

/** Books money that the bank received (money.7), or that is in suspense, as payments of customers. */
@Injectable()
export class BankAdviceService {
  constructor(
    private readonly repository: BankAdviceRepository,
    private readonly applications: ApplicationService,
    private readonly issuing: IssueService,
    private readonly suspense: SuspenseService,
    private readonly agentClocks: AgentClocks,
    private readonly lapses: LapseReinstatementService,
  ) {}

  /**
   * Books an advice: the exact amount issues an application in prepay or pays the instalment of its code, other money
   * goes to suspense. Returns the stored advice for a known reference with the same code, amount and value date.
   * @throws DomainError IDEMPOTENCY_KEY_REUSED for the reference of another payment, BAD_DATE at `valueDate`,
   * CHANGED_MEANWHILE
   */
  async book<A extends BankAdvice>(booker: BookingContext, advice: A): Promise<StoredAdvice & Pick<A, 'paymentCode'>> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const stored = await this.repository.find(booker.actor, advice.reference);
      if (stored) return assertSame(stored, advice);
      const coded = advice.paymentCode === null ? null : await this.repository.findCode(booker.actor, advice.paymentCode);
      await this.bookOnce(booker, advice, coded).catch((error: unknown) => {
        if (!(error instanceof DomainError) || error.code !== ErrorCode.IDEMPOTENT_REQUEST_RUNNING) throw error;
      });
    }
    throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
  }

  /** Whether an advice that is not booked yet has a value date that staff may not book alone (money.95). */
  async isOld({ actor }: BookingContext, { reference, paymentCode, valueDate }: BankAdvice): Promise<boolean> {
    if (valueDate === null) return false;
    const coded = paymentCode === null ? null : await this.repository.findCode(actor, paymentCode);
    const { at } = coded ? await this.agentClocks.applyClock(actor, coded.agentCode) : actor;
    return isOlderThan(valueDate, DAYS_TO_BOOK_ALONE, toLocalDate(at)) && (await this.repository.find(actor, reference)) === null;
  }

  /**
   * Uses an item in suspense for an application in prepay, or for the next instalment of a policy.
   * @throws DomainError CHILD_NOT_FOUND, APPLICATION_NOT_FOUND, NOT_ALLOWED_IN_STATUS (also when it is resolved),
   * FINAL_STATUS, WRONG_AMOUNT, ALREADY_PAID, PAYMENT_EXPIRED, DUPLICATE_POLICY, CHANGED_MEANWHILE
   */
  async payFromSuspense(booker: BookingContext, id: number, applicationId: number): Promise<ApplicationRecord> {
    const item = await this.suspense.getOpen(booker, id);
    const application = await this.applications.getAnyApplication(booker.actor, String(applicationId));
    const actor = await this.agentClocks.applyClock(booker.actor, application.agentCode);
    const { amount, reference, valueDate } = item;
    const payer: CustomerPayer = { method: 'RF', reference, amount, valueDate, instalmentNo: null, from: SUSPENSE };
    const paid = await this.pay(actor, application, payer, (tx, _receipt, { transactionId }) =>
      this.suspense.resolve(tx, { ...booker, actor }, item, { kind: 'APPLICATION', transactionId, applicationId }),
    );
    if (!paid) throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
    return paid;
  }

  /**
   * Reinstates a lapsed policy with an item in suspense that came after the last day to pay.
   * @throws DomainError as `payFromSuspense`
   */
  async reinstateFromSuspense(booker: BookingContext, id: number, applicationId: number, reason: string): Promise<ApplicationRecord> {
    const item = await this.suspense.getOpen(booker, id);
    const { agentCode } = booker.actor;
    if (agentCode !== null && item.agentCode !== agentCode) throw new DomainError(ErrorCode.CHILD_NOT_FOUND);
    const application = await this.applications.getAnyApplication(booker.actor, String(applicationId));
    const actor = await this.agentClocks.applyClock(booker.actor, application.agentCode);
    const { amount, reference, valueDate } = item;
    const lapse = (await this.lapses.findPaidInTime(actor, application, valueDate)) ?? (await this.lapses.getLapse(actor, application));
    const payer: CustomerPayer = { method: 'RF', reference, amount, valueDate, instalmentNo: null, from: SUSPENSE };
    const after: AfterPayment = (tx, _receipt, { transactionId }) =>
      this.suspense.resolve(tx, { ...booker, actor }, item, { kind: 'APPLICATION', transactionId, applicationId });
    const reinstated = await this.lapses.reinstate(actor, application, { ...lapse, payer, after, reason });
    if (!reinstated) throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
    return reinstated;
  }

  private async bookOnce(booker: BookingContext, advice: BankAdvice, coded: CodedInstalment | null): Promise<void> {
    if (!coded) return this.suspense.suspend(booker, applyValueDate(booker, advice), null, ErrorCode.NO_PAYMENT_CODE);
    const { applicationId, instalmentNo } = coded;
    const application = await this.applications.getAnyApplication(booker.actor, String(applicationId));
    const dated = { ...booker, actor: await this.agentClocks.applyClock(booker.actor, application.agentCode) };
    const datedAdvice = applyValueDate(dated, advice);
    if (booker.datePath !== undefined) assertNotBefore(booker.datePath, datedAdvice.valueDate, toLocalDate(coded.createdAt), BEFORE_CODE);
    try {
      await this.payByCode(dated, datedAdvice, application, instalmentNo);
    } catch (error) {
      if (!(error instanceof DomainError) || !SUSPENDED_ERRORS.has(error.code)) throw error;
      await this.suspense.suspend(dated, datedAdvice, applicationId, error.code);
    }
  }

  private async payByCode(
    { actor, audit }: BookingContext,
    advice: DatedAdvice,
    application: ApplicationRecord,
    instalmentNo: number,
  ): Promise<void> {
    const { id: applicationId } = application;
    const { amount, reference, valueDate } = advice;
    const payer: CustomerPayer = { method: 'RF', reference, amount, valueDate, instalmentNo, from: BANK };
    const outcome = POLICY_STATUSES.has(application.status) ? 'INSTALMENT_PAID' : 'ISSUED';
    await this.pay(actor, application, payer, async (tx, { receiptNo }, { transactionId }) => {
      await this.repository.insert(tx, actor, { advice, applicationId, outcome, receiptNo, transactionId });
      await audit(tx, { ...advice, outcome, applicationId, receiptNo, transactionId });
    });
  }

  private async pay(
    actor: Actor,
    application: ApplicationRecord,
    payer: CustomerPayer,
    after: AfterPayment,
  ): Promise<ApplicationRecord | null> {
    const lapse = await this.lapses.findPaidInTime(actor, application, payer.valueDate);
    if (lapse) return this.lapses.reinstate(actor, application, { ...lapse, payer, after, reason: 'PAID_IN_TIME' });
    if (POLICY_STATUSES.has(application.status)) return this.issuing.payInstalment(actor, application, payer, after);
    if (application.status === Status.CANCELLED) await this.assertPaidBeforeExpiry(actor, application, payer.valueDate);
    return this.issuing.issue(actor, application, payer, after).catch((error: unknown) => {
      if (!isUniqueViolation(error, 'application_renewal_of_key')) throw error;
      throw new DomainError(ErrorCode.DUPLICATE_POLICY, { text: RENEWED_MEANWHILE, cause: error });
    });
  }

  /**
   * Asserts that a cancelled application only expired, and was paid in time by the bank's value date (money.82).
   * @throws DomainError FINAL_STATUS, PAYMENT_EXPIRED
   */
  private async assertPaidBeforeExpiry(actor: Actor, application: ApplicationRecord, valueDate: LocalDate): Promise<void> {
    const lastDay = await this.repository.findLastDayOfExpired(actor, application);
    if (lastDay === null) throw new DomainError(ErrorCode.FINAL_STATUS);
    if (valueDate > lastDay) throw new DomainError(ErrorCode.PAYMENT_EXPIRED);
  }
}

/** Returns the advice with its value date. @throws DomainError BAD_DATE for a day after the booker's today */
function applyValueDate({ actor, datePath = 'valueDate' }: BookingContext, advice: BankAdvice): DatedAdvice {
  const valueDate = advice.valueDate ?? toLocalDate(actor.at);
  assertPastDay(datePath, valueDate, actor.at);
  return { ...advice, valueDate };
}

function assertSame<A extends BankAdvice>(
  stored: StoredAdvice,
  { paymentCode, amount, valueDate }: A,
): StoredAdvice & Pick<A, 'paymentCode'> {
  const isSameDay = valueDate === null || valueDate === stored.valueDate;
  if (stored.paymentCode === paymentCode && toDecimal(stored.amount).eq(amount) && isSameDay) return { ...stored, paymentCode };
  const text = {
    el: 'Η αναφορά της τράπεζας ανήκει σε πληρωμή με άλλον κωδικό, άλλο ποσό ή άλλη ημερομηνία αξίας.',
    en: "The bank's reference belongs to another payment (code, amount or value date).",
  };
  throw new DomainError(ErrorCode.IDEMPOTENCY_KEY_REUSED, { text });
}
