import { Injectable } from '@nestjs/common';
import { addDays, toLocalDate } from '../../../common/athens.js';
import type { UserCaller } from '../../../common/caller.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { Store } from '../../../store/store.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { ApplicationService } from '../../core/applications/application.service.js';
import { buildPolicyLink } from '../../core/applications/application-links.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { listStatusesBefore } from '../../core/applications/state-table.js';
import { FINAL_STATUSES, PAYABLE_STATUSES, POLICY_STATUSES } from '../../core/applications/status.js';
import { PaymentCodeService, type PaymentCode } from '../../money/ledger/payment-code.service.js';
import { ReceiptRepository } from '../../money/ledger/receipt.repository.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import { buildIfLate, getPaymentAction } from './issue.service.js';
import { assertInstalmentDue, buildNothingToPay } from './nothing-due.js';
import { PolicyPrinter } from './policy-printer.js';

export interface PaymentNotice {
  readonly application: ApplicationRecord;
  readonly payment: PaymentCode;
}

/** Amount that a customer must pay, with its payment code (money.5, money.6). */
@Injectable()
export class PaymentNoticeService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly receipts: ReceiptRepository,
    private readonly paymentCodes: PaymentCodeService,
    private readonly settings: SettingsService,
    private readonly store: Store,
    private readonly printer: PolicyPrinter,
  ) {}

  /** @throws DomainError APPLICATION_NOT_FOUND, PAYMENT_EXPIRED, NO_PAYMENT_CODE with links to a policy's documents */
  async getNotice(caller: UserCaller, idText: string, line: LineCode | 'any'): Promise<PaymentNotice> {
    const application = await this.applications.getApplication(caller, idText, line);
    const payment = PAYABLE_STATUSES.has(application.status)
      ? this.firstPayment(caller, application)
      : await this.nextInstalment(caller, application);
    return { application, payment };
  }

  print({ environment, at, language }: UserCaller, { application, payment }: PaymentNotice): Promise<Buffer> {
    return this.printer.printPaymentNotification(environment, application, payment, at, language);
  }

  private firstPayment({ at }: UserCaller, { id, price, payBy, paymentCode }: ApplicationRecord): PaymentCode {
    const first = price?.instalments[0];
    if (!first || paymentCode === null || payBy === null) throw new Error(`Application ${id} in prepay has no price or no payment code.`);
    if (at >= payBy) throw new DomainError(ErrorCode.PAYMENT_EXPIRED);
    const dueDate = addDays(toLocalDate(payBy), -1);
    return { code: paymentCode, applicationId: id, instalmentNo: first.no, amount: first.gross, dueDate };
  }

  /** The first request creates the code. @throws DomainError NO_PAYMENT_CODE */
  private async nextInstalment(caller: UserCaller, application: ApplicationRecord): Promise<PaymentCode> {
    const { status, endDate, line, cancelsOn } = application;
    const links = POLICY_STATUSES.has(status) ? buildPolicyLink(application, caller.root) : [];
    if (!listStatusesBefore(getPaymentAction(status)).has(status)) throw buildNothingToPay(ErrorCode.NO_PAYMENT_CODE, status, links);
    const { creditorCode } = await this.settings.get(caller);
    const today = toLocalDate(caller.at);
    return this.store.transaction(caller, async (tx) => {
      const next = await this.receipts.findNextPending(tx, application.id);
      if (FINAL_STATUSES.has(status) && next?.kind !== 'EARNED') throw buildNothingToPay(ErrorCode.NO_PAYMENT_CODE, status, links);
      assertInstalmentDue(ErrorCode.NO_PAYMENT_CODE, next, { today, paidOn: today, endDate, line, cancelsOn, links });
      const late = buildIfLate(next, { line, paidOn: today, today });
      const { applicationId, instalmentNo } = next;
      const { gross: amount, dueDate } = late ?? next;
      const payment = this.paymentCodes.build({ creditorCode, applicationId, instalmentNo, amount, dueDate });
      await this.paymentCodes.insert(tx, payment, caller.at);
      return payment;
    });
  }
}
