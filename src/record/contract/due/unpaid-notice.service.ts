import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import type { OperationContext } from '../../../common/caller.js';
import type { Transaction } from '../../../store/store.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { getLastPaymentDay, getUnpaidCoverEnd } from '../../core/applications/unpaid-instalment.js';
import { LetterService } from '../../core/letters/letter.service.js';
import { PaymentCodeService } from '../../money/ledger/payment-code.service.js';
import { ReceiptRepository } from '../../money/ledger/receipt.repository.js';
import { getLineRow } from '../../reference/products/line-table.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import { buildIfLate } from '../issue/issue.service.js';

/** Notifies that cover is suspended, or that it ends in a month (money.4). */
@Injectable()
export class UnpaidNoticeService {
  constructor(
    private readonly receipts: ReceiptRepository,
    private readonly codes: PaymentCodeService,
    private readonly letters: LetterService,
    private readonly settings: SettingsService,
  ) {}

  async give(tx: Transaction, context: OperationContext, application: ApplicationRecord): Promise<void> {
    const { id: applicationId, line } = application;
    const today = toLocalDate(context.at);
    const isSuspended = getLineRow(line).isSuspendedUnpaid === true;
    const next = await this.receipts.findNextPending(tx, applicationId);
    if (!next) throw new Error(`Policy ${applicationId} has no unpaid instalment.`);
    if (!isSuspended) await this.receipts.setNotice(tx, applicationId, today);
    const noticed = { ...next, noticeOn: isSuspended ? null : today };
    const [coverUntil, lastDay] = [getUnpaidCoverEnd(noticed, line), getLastPaymentDay(noticed, line)];
    // After an outage the policy ends in the same run.
    if (coverUntil === null || lastDay === null || lastDay < today) return;
    const { gross: amount } = buildIfLate(next, { line, paidOn: today, today }) ?? next;
    const { instalmentNo, periodFrom } = next;
    const { creditorCode } = await this.settings.getIn(tx, context.environment);
    const payment = this.codes.build({ creditorCode, applicationId, instalmentNo, amount, dueDate: lastDay });
    await this.codes.insert(tx, payment, context.at);
    const facts = { amount, coverUntil, paymentCode: payment.code, instalmentNo };
    await this.letters.write(tx, context, application, {
      kind: isSuspended ? 'UNPAID' : 'TERMINATION_NOTICE',
      about: `${instalmentNo}:${periodFrom}`,
      facts: isSuspended ? { ...facts, lastDay } : { ...facts, noticeDate: today },
    });
  }
}
