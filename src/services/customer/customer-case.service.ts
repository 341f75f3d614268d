import { Injectable } from '@nestjs/common';
import { addDays, toLocalDate, toLocalDateTime } from '../../common/athens.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { toNumber } from '../../common/money.js';
import { WITHDRAWAL_DAYS } from '../../pricing/refund.js';
import { CustomerActRepository } from '../../record/core/customer-acts/customer-act.repository.js';
import { hashShown, writeShown, type CustomerAct } from '../../record/core/customer-acts/customer-act.js';
import { CustomerContentService } from '../../record/contract/customer/customer-content.service.js';
import type { Withdrawal } from '../../record/contract/customer/withdrawal.repository.js';
import { WithdrawalService } from '../../record/contract/customer/withdrawal.service.js';
import { toReader } from '../../record/contract/customer/customer-answer.service.js';
import { PaymentNoticeService } from '../../record/contract/issue/payment-notice.service.js';
import type { ApplicationRecord } from '../../record/core/applications/application.js';
import { ApplicationService } from '../../record/core/applications/application.service.js';
import { encodeQr } from '../../record/core/documents/rendering/qr-code.js';
import { LineRegistry } from '../../record/core/lines/line-registry.js';
import { toReadingAgent, type CustomerVisit } from './customer-visit.js';
import type { CustomerActResponse, CustomerCaseResponse, CustomerPaymentResponse, CustomerWithdrawalResponse } from './customer.dto.js';

/** Shows not more than the purpose of the link needs. */
@Injectable()
export class CustomerCaseService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly contents: CustomerContentService,
    private readonly acts: CustomerActRepository,
    private readonly withdrawals: WithdrawalService,
    private readonly notices: PaymentNoticeService,
    private readonly lines: LineRegistry,
  ) {}

  async get(visit: CustomerVisit): Promise<CustomerCaseResponse> {
    const { environment, link, language } = visit;
    const { purpose } = link;
    const application = await this.applications.getAnyApplication(environment, String(link.applicationId));
    const content = await this.contents.build(toReader(visit), application, purpose);
    const [act, payment, withdrawals] = await Promise.all([
      this.acts.findActOfLink(environment, link.id),
      purpose === 'pay' ? this.findPayment(visit, application) : null,
      purpose === 'withdraw' ? this.withdrawals.list({ environment }, application.id) : [],
    ]);
    const isAwaited = purpose === 'accept' && application.acceptBy !== null;
    return {
      purpose,
      number: content.number,
      line: this.lines.of(application.line).contractOf(application.questionnaire, language).line,
      start_date: content.startDate,
      end_date: content.endDate,
      gross: content.gross === null ? null : toNumber(content.gross),
      instalments: content.instalments.map(({ no, from, gross }) => ({ no, from, gross: toNumber(gross) })),
      covers: content.covers.map(({ object, title, sumInsured }) => {
        return { object, title, sum_insured: sumInsured === null ? null : toNumber(sumInsured) };
      }),
      documents: content.documents.map(({ id, title, fileName }) => ({ id, title, file_name: fileName })),
      statements: content.statements.map(({ code, text, isRequired }) => ({ code, text, required: isRequired })),
      shown: hashShown(writeShown(content)),
      accept_by: isAwaited ? addDays(toLocalDate(application.acceptBy), -1) : null,
      payment,
      act: act && act.kind !== 'WITHDRAWN' ? toActResponse(act) : null,
      withdraw_by: purpose === 'withdraw' ? addDays(application.issueDate ?? application.startDate, WITHDRAWAL_DAYS) : null,
      withdrawal: withdrawals[0] ? toWithdrawalResponse(withdrawals[0]) : null,
    };
  }

  private async findPayment(visit: CustomerVisit, { id }: ApplicationRecord): Promise<CustomerPaymentResponse | null> {
    try {
      const { payment } = await this.notices.getNotice(toReadingAgent(visit), String(id), 'any');
      const { size, runs } = encodeQr(payment.code);
      return {
        amount: toNumber(payment.amount),
        payment_code: payment.code,
        due_date: payment.dueDate,
        qr_size: size,
        qr_path: runs.map(({ column, row, length }) => `M${column} ${row}h${length}v1h-${length}z`).join(''),
      };
    } catch (error) {
      const isNothingDue =
        error instanceof DomainError && (error.code === ErrorCode.NO_PAYMENT_CODE || error.code === ErrorCode.PAYMENT_EXPIRED);
      if (isNothingDue) return null;
      throw error;
    }
  }
}

export function toActResponse({ kind, at, shownSha256 }: CustomerAct): CustomerActResponse {
  return { kind, at: toLocalDateTime(at), shown: shownSha256 };
}

export function toWithdrawalResponse({ receivedAt, statement, state, refund, closing }: Withdrawal): CustomerWithdrawalResponse {
  return {
    received_at: toLocalDateTime(receivedAt),
    statement,
    state,
    refund: refund === null ? null : toNumber(refund),
    decision: closing,
  };
}
