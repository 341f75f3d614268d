import { Injectable } from '@nestjs/common';
import { parseLocalDate } from '../../../common/athens.js';
import { formatDate, formatEuro } from '../../../common/formats.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Language } from '../../../common/language.js';
import { toNumber } from '../../../common/money.js';
import { isMissing } from '../../../common/validation/checks.js';
import type { ApplicationRecord } from '../../../record/core/applications/application.js';
import { getStatusTitle } from '../../../record/core/applications/status.js';
import type { SealedAccount } from '../../../record/money/ledger/ledger.repository.js';
import { buildAdvice, type BookingContext, type CodedAdvice, type StoredAdvice } from '../../../record/contract/payments/bank-advice.js';
import { BankAdviceService } from '../../../record/contract/payments/bank-advice.service.js';
import { getSuspenseText } from '../../../record/contract/payments/bank-advice.js';
import { SuspenseService } from '../../../record/contract/payments/suspense.service.js';
import { Store } from '../../../store/store.js';
import { buildInvalidField } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService, type AuditAction, type AuditSubject } from '../../access/audit/audit.service.js';
import { OLD_VALUE_DATE } from '../../access/pending-actions/pending-action.js';
import type { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { PendingActionService } from '../../access/pending-actions/pending-action.service.js';
import type { BankAdviceRequest, BankPaymentResponse } from './payments.dto.js';
import type { SuspenseItemResponse, SuspensePreviewResponse, SuspenseResolutionRequest } from './suspense.dto.js';
import { SuspenseSearchRepository } from './suspense-search.repository.js';

const NEITHER_GIVEN = {
  el: 'Δώστε applicationId (η αίτηση που εξοφλείται) ή refund: true (επιστροφή χρημάτων).',
  en: 'Give applicationId (the application that the money pays) or refund: true (it is refunded).',
};
const BOTH_GIVEN = { el: 'Δώστε applicationId ή refund, όχι και τα δύο.', en: 'Give applicationId or refund, not both.' };

interface SuspenseUse {
  /** The paid application; null for a refund. */
  readonly paid: ApplicationRecord | null;
  /** Account of the refund; null if staff must enter it. */
  readonly account: SealedAccount | null;
}

@Injectable()
export class StaffPaymentService {
  constructor(
    private readonly advices: BankAdviceService,
    private readonly suspense: SuspenseService,
    private readonly search: SuspenseSearchRepository,
    private readonly audit: AuditService,
    private readonly store: Store,
    private readonly actions: PendingActionService,
  ) {
    actions.register<BankAdviceRequest>('PAYMENT', { roles: ['issuing'], run: (staff, request) => this.bookNow(staff, request) });
  }

  /**
   * Books a payment, or asks for a second person when its value date is old (money.95).
   * @throws DomainError IDEMPOTENCY_KEY_REUSED, BAD_DATE at `valueDate`, CHANGED_MEANWHILE
   */
  async book(staff: StaffCaller, request: BankAdviceRequest): Promise<BankPaymentResponse | PendingActionResponse> {
    const advice = toAdvice(request);
    if (!(await this.advices.isOld(this.bookerOf(staff, 'book', 'payment', advice.reference), advice))) return this.bookNow(staff, request);
    const { amount, reference, paymentCode, valueDate } = advice;
    const [sum, day] = [formatEuro(amount), formatDate(valueDate!)];
    const summary = {
      el: `Πληρωμή ${sum.el} με κωδικό ${paymentCode}, αναφορά ${reference} και ημερομηνία αξίας ${day}.`,
      en: `Payment of ${sum.en} with code ${paymentCode}, reference ${reference} and value date ${day}.`,
    };
    const about = { amount, applicationId: null, agentCode: null };
    return this.actions.create(staff, { kind: 'PAYMENT', request: { ...request }, summary, why: OLD_VALUE_DATE, ...about });
  }

  private async bookNow(staff: StaffCaller, request: BankAdviceRequest): Promise<BankPaymentResponse> {
    const advice = toAdvice(request);
    return toDto(await this.advices.book(this.bookerOf(staff, 'book', 'payment', advice.reference), advice), staff.language);
  }

  /** @throws DomainError CHILD_NOT_FOUND, REQUIRED (neither given), INVALID (both given), and errors of the payment */
  async resolve(staff: StaffCaller, id: number, resolution: SuspenseResolutionRequest): Promise<SuspenseItemResponse> {
    await this.use(staff, id, resolution);
    return this.search.get(staff, id);
  }

  /** Rehearses a resolution, with its errors, and stores nothing (backoffice.32). */
  async preview(staff: StaffCaller, id: number, resolution: SuspenseResolutionRequest): Promise<SuspensePreviewResponse> {
    const item = await this.search.get(staff, id);
    const use = await this.store.runAndRollBack((unitOfWork) => this.use({ ...staff, unitOfWork }, id, resolution));
    return toPreview(item, use, staff.language);
  }

  private async use(staff: StaffCaller, id: number, { applicationId, refund }: SuspenseResolutionRequest): Promise<SuspenseUse> {
    if (isMissing(applicationId) && refund !== true) throw buildInvalidField('applicationId', NEITHER_GIVEN, ErrorCode.REQUIRED);
    if (!isMissing(applicationId) && refund === true) throw buildInvalidField('refund', BOTH_GIVEN);
    const booker = this.bookerOf(staff, 'resolve', 'suspense', id);
    if (!isMissing(applicationId)) return { paid: await this.advices.payFromSuspense(booker, id, applicationId), account: null };
    return { paid: null, account: await this.suspense.refund(booker, id) };
  }

  private bookerOf(staff: StaffCaller, action: AuditAction, subject: AuditSubject, id: string | number): BookingContext {
    const { environment, at, name, unitOfWork } = staff;
    return {
      actor: { environment, at, unitOfWork, role: 'bank', name, keyPrefix: null, agentCode: null },
      datePath: 'valueDate',
      audit: (tx, details) => this.audit.record(tx, toAuditActor(staff), { action, subject, id, environment, details }),
    };
  }
}

function toAdvice({ paymentCode, amount, reference, valueDate }: BankAdviceRequest): CodedAdvice {
  return buildAdvice(paymentCode, amount, reference, parseLocalDate(valueDate));
}

function toDto({ amount, reason, ...advice }: StoredAdvice & CodedAdvice, language: Language): BankPaymentResponse {
  const { outcome, paymentCode, reference, valueDate, applicationId, receiptNo, suspenseId } = advice;
  return {
    outcome,
    paymentCode,
    amount: toNumber(amount),
    reference,
    valueDate,
    applicationId,
    receiptNo,
    suspenseId,
    reason: reason && { code: reason, message: getSuspenseText(reason)[language] },
  };
}

function toPreview(item: SuspenseItemResponse, { paid, account }: SuspenseUse, language: Language): SuspensePreviewResponse {
  const { amount, applicationId } = item;
  if (paid === null) {
    const to = account && { iban: account.shown, holder: account.holder };
    return { use: 'OWED', amount, applicationId, application: null, account: to };
  }
  const { id, line, applicationNo, policyNo, clientName, status, lastReceipt } = paid;
  const statusTitle = getStatusTitle(status, line)[language];
  const instalmentNo = lastReceipt?.instalmentNo ?? null;
  const application = { applicationNo, policyNo, clientName, status, statusTitle, instalmentNo };
  return { use: 'PAID', amount, applicationId: id, application, account: null };
}
