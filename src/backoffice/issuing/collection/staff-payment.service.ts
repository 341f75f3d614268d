import { Injectable } from '@nestjs/common';
import { parseLocalDate } from '../../../common/athens.js';
import { formatDate, formatEuro } from '../../../common/formats.js';
import type { Language } from '../../../common/language.js';
import { toNumber } from '../../../common/money.js';
import { buildAdvice, type BookingContext, type CodedAdvice, type StoredAdvice } from '../../../record/contract/payments/bank-advice.js';
import { BankAdviceService } from '../../../record/contract/payments/bank-advice.service.js';
import { getSuspenseText } from '../../../record/contract/payments/bank-advice.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService, type AuditAction, type AuditSubject } from '../../access/audit/audit.service.js';
import { OLD_VALUE_DATE } from '../../access/pending-actions/pending-action.js';
import type { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { PendingActionService } from '../../access/pending-actions/pending-action.service.js';
import type { BankAdviceRequest, BankPaymentResponse } from './payments.dto.js';

@Injectable()
export class StaffPaymentService {
  constructor(
    private readonly advices: BankAdviceService,
    private readonly audit: AuditService,
    private readonly actions: PendingActionService,
  ) {
    actions.register<BankAdviceRequest>('PAYMENT', { roles: ['issuing'], run: (staff, request) => this.bookNow(staff, request) });
  }

  /** Asks for a second person when the value date is old (money.95). */
  async book(staff: StaffCaller, request: BankAdviceRequest): Promise<BankPaymentResponse | PendingActionResponse> {
    const advice = toAdvice(request);
    if (!(await this.advices.isOld(toBooker(this.audit, staff, 'book', 'payment', advice.reference), advice)))
      return this.bookNow(staff, request);
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
    return toDto(await this.advices.book(toBooker(this.audit, staff, 'book', 'payment', advice.reference), advice), staff.language);
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

export function toBooker(
  audit: AuditService,
  staff: StaffCaller,
  action: AuditAction,
  subject: AuditSubject,
  id: string | number,
): BookingContext {
  const { environment, at, name, unitOfWork } = staff;
  return {
    actor: { environment, at, unitOfWork, role: 'bank', name, keyPrefix: null, agentCode: null },
    datePath: 'valueDate',
    audit: (tx, details) => audit.record(tx, toAuditActor(staff), { action, subject, id, environment, details }),
  };
}
