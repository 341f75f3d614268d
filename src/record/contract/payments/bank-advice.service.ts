import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { DAYS_TO_BOOK_ALONE, isOlderThan } from '../../../common/banking-days.js';
import { toAmount, toDecimal, type Amount } from '../../../common/money.js';
import { assertNotBefore, assertPastDay } from '../../../common/validation/future-dates.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { POLICY_STATUSES } from '../../core/applications/status.js';
import type { CustomerPayer } from '../issue/payer.js';
import { BANK } from '../../money/ledger/account.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import type { BankAdvice, BookingContext, CodedInstalment, DatedAdvice, StoredAdvice } from './bank-advice.js';
import { BankAdviceRepository } from './bank-advice.repository.js';
import { CustomerPaymentService } from './customer-payment.service.js';
import { SuspenseService } from './suspense.service.js';
import { SuspenseUseService, toTolerance, type SuspensePart } from './suspense-use.service.js';

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
@Injectable()
export class BankAdviceService {
  constructor(
    private readonly repository: BankAdviceRepository,
    private readonly payments: CustomerPaymentService,
    private readonly suspense: SuspenseService,
    private readonly uses: SuspenseUseService,
    private readonly settings: SettingsService,
    private readonly agentClocks: AgentClocks,
  ) {}

  /**
   * Money that fits nothing due goes to suspense (money.7). A known reference returns its stored advice.
   * @throws DomainError IDEMPOTENCY_KEY_REUSED, BAD_DATE at `valueDate`, CHANGED_MEANWHILE
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

  /**
   * Suspends money whose payment codes do not exist, all or nothing (money.7).
   * @throws DomainError IDEMPOTENT_REQUEST_RUNNING when a reference is known
   */
  async suspendAll(booker: BookingContext, advices: readonly BankAdvice[]): Promise<void> {
    const dated = advices.map((advice) => applyValueDate(booker, advice));
    await this.suspense.suspendAll(booker, dated, { applicationId: null, reason: ErrorCode.NO_PAYMENT_CODE, outcome: 'SUSPENDED' });
  }

  /** Staff may not book such a value date alone (money.95). */
  async isOld({ actor }: BookingContext, { reference, paymentCode, valueDate }: BankAdvice): Promise<boolean> {
    if (valueDate === null) return false;
    const coded = paymentCode === null ? null : await this.repository.findCode(actor, paymentCode);
    const { at } = coded ? await this.agentClocks.applyClock(actor, coded.agentCode) : actor;
    return isOlderThan(valueDate, DAYS_TO_BOOK_ALONE, toLocalDate(at)) && (await this.repository.find(actor, reference)) === null;
  }

  reinstateFromSuspense(booker: BookingContext, id: number, applicationId: number, reason: string): Promise<ApplicationRecord> {
    return this.uses.reinstate(booker, id, applicationId, reason);
  }

  private async bookOnce(booker: BookingContext, advice: BankAdvice, coded: CodedInstalment | null): Promise<void> {
    if (!coded) return this.bookUncoded(booker, applyValueDate(booker, advice));
    const { applicationId, instalmentNo } = coded;
    const { application, actor } = await this.payments.open(booker.actor, applicationId);
    const dated = { ...booker, actor };
    const datedAdvice = applyValueDate(dated, advice);
    if (booker.datePath !== undefined) assertNotBefore(booker.datePath, datedAdvice.valueDate, toLocalDate(coded.createdAt), BEFORE_CODE);
    const tolerance = await this.getTolerance(booker);
    try {
      await this.payByCode(dated, datedAdvice, application, { instalmentNo, tolerance });
    } catch (error) {
      if (!(error instanceof DomainError) || !SUSPENDED_ERRORS.has(error.code)) throw error;
      const part = { kind: 'APPLICATION', applicationId, instalmentNo, amount: datedAdvice.amount, tolerance } as const;
      const about = { applicationId, reason: error.code };
      const isSum = error.code === ErrorCode.WRONG_AMOUNT && (await this.payments.paysSeveral(actor, application, part));
      if (isSum && (await this.paySeveral(dated, datedAdvice, about, [part]))) return;
      await this.suspense.suspend(dated, datedAdvice, applicationId, error.code);
    }
  }

  /** Pays the receipts of all codes if the sum fits (money.103); otherwise the money waits in suspense. */
  private async bookUncoded(booker: BookingContext, advice: DatedAdvice): Promise<void> {
    const reason = ErrorCode.NO_PAYMENT_CODE;
    const parts = await this.findParts(booker, advice);
    if (parts !== null && (await this.paySeveral(booker, advice, { applicationId: null, reason }, parts))) return;
    await this.suspense.suspend(booker, advice, null, reason);
  }

  private async findParts(booker: BookingContext, { paymentCodes, amount }: DatedAdvice): Promise<SuspensePart[] | null> {
    if (!paymentCodes || paymentCodes.length === 0) return null;
    const tolerance = await this.getTolerance(booker);
    const found = await Promise.all(paymentCodes.map((code) => this.repository.findCode(booker.actor, code)));
    const parts: SuspensePart[] = [];
    let rest = toDecimal(amount);
    for (const [index, coded] of found.entries()) {
      if (coded === null) return null;
      const { applicationId, instalmentNo } = coded;
      const isLast = index === found.length - 1;
      if (isLast && rest.minus(coded.amount).abs().gt(tolerance)) return null;
      parts.push({ kind: 'APPLICATION', applicationId, instalmentNo, amount: isLast ? toAmount(rest) : coded.amount, tolerance });
      rest = rest.minus(coded.amount);
    }
    return parts;
  }

  /** Pays all or none; returns false for none. */
  private async paySeveral(
    booker: BookingContext,
    advice: DatedAdvice,
    { applicationId, reason }: { readonly applicationId: number | null; readonly reason: ErrorCode },
    parts: readonly SuspensePart[],
  ): Promise<boolean> {
    try {
      await this.uses.runAtOnce(booker, parts, async (together) => {
        const suspended = await this.suspense.suspend(together, advice, applicationId, reason, 'PAID_SEVERAL');
        // The audit of the payment covers its uses.
        await this.uses.use({ ...together, audit: () => Promise.resolve() }, [suspended], parts);
      });
      return true;
    } catch (error) {
      if (!(error instanceof DomainError) || !SUSPENDED_ERRORS.has(error.code)) throw error;
      return false;
    }
  }

  private async getTolerance({ actor }: BookingContext): Promise<Amount> {
    return toTolerance(await this.settings.get(actor));
  }

  private async payByCode(
    { actor, audit }: BookingContext,
    advice: DatedAdvice,
    application: ApplicationRecord,
    { instalmentNo, tolerance }: Pick<CustomerPayer, 'instalmentNo' | 'tolerance'>,
  ): Promise<void> {
    const { id: applicationId } = application;
    const { amount, reference, valueDate } = advice;
    const payer: CustomerPayer = { method: 'RF', reference, amount, valueDate, instalmentNo, tolerance, from: BANK };
    const outcome = POLICY_STATUSES.has(application.status) ? 'INSTALMENT_PAID' : 'ISSUED';
    await this.payments.tryToPay(actor, application, payer, async (tx, { receiptNo }, { transactionId }) => {
      await this.repository.insertAll(tx, actor, [{ advice, applicationId, outcome, receiptNo, transactionId }]);
      await audit(tx, { ...advice, outcome, applicationId, receiptNo, transactionId });
    });
  }
}

/** @throws DomainError BAD_DATE for a day after the booker's today */
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
