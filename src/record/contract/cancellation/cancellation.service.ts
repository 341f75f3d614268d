import { Injectable } from '@nestjs/common';
import { parseLocalDate, toLocalDate, type LocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { formatDate, formatEuro } from '../../../common/formats.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { toDecimal, type Amount } from '../../../common/money.js';
import { isWithdrawal, calculateCancellationRefund, calculateWithdrawalRefund, type RefundRow } from '../../../pricing/refund.js';
import type { Actor, ApplicationRecord, AuditWriter, RecordMessage } from '../../core/applications/application.js';
import { ApplicationService, type Save } from '../../core/applications/application.service.js';
import type { PolicyCancellationRequest } from './cancellation.dto.js';
import { CancellationRepository } from './cancellation.repository.js';
import { type LineCode, getLineRow } from '../../reference/products/line-table.js';
import { getUnpaidCoverEnd } from '../../core/applications/unpaid-instalment.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import { buildEarnedReceipt } from '../../money/ledger/receipt-plan.js';
import { buildRefund } from '../../money/ledger/refund-plan.js';
import { ReceiptRepository } from '../../money/ledger/receipt.repository.js';
import type { PaymentMethod, Receipt, ReceiptWithCovers } from '../../core/applications/receipt.js';
import { buildCancellationFileName, buildRefundFileName, SystemCategory } from '../../core/documents/document.js';
import { getRow, type Transaction } from '../../../store/store.js';

/** A refunded receipt; amounts are above zero. */
export interface RefundedReceipt extends Omit<RefundRow, 'receipt'> {
  /** Number of the refund; null when nothing is refunded. */
  readonly receiptNo: number | null;
  readonly refundedReceiptNo: number;
  readonly instalmentNo: number;
  readonly method: PaymentMethod;
}

export interface Cancellation {
  readonly application: ApplicationRecord;
  readonly isWithdrawal: boolean;
  readonly refund: Amount;
  readonly receipts: readonly RefundedReceipt[];
}

interface CancellationFile {
  readonly categoryId: number;
  readonly fileName: string;
  /** Number of the refunded receipt; null for the act. */
  readonly refundedReceiptNo: number | null;
}

interface WrittenRefund {
  readonly refund: Receipt | null;
  readonly paid: Receipt;
  readonly row: RefundRow;
}

/** Cancels policies mid-term and refunds the unearned premium (money.13). */
@Injectable()
export class CancellationService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly cancellations: CancellationRepository,
    private readonly receipts: ReceiptRepository,
    private readonly ledger: LedgerService,
  ) {}

  /**
   * Cancels a policy in 50 or 55 with its pending receipts, and refunds paid ones. The act is printed after the commit
   * (documents.19).
   * @throws DomainError APPLICATION_NOT_FOUND, NOT_ALLOWED_IN_STATUS, FINAL_STATUS, BAD_DATE, CHANGED_MEANWHILE
   */
  async cancel(actor: Actor, id: string, body: PolicyCancellationRequest, audit: AuditWriter): Promise<Cancellation> {
    const request = { ...body, date: parseLocalDate(body.date) ?? body.date, reason: body.reason.trim() };
    const { application, result } = await this.applications.actAs(actor, id, 'cancel_mid_term', (current, _row, { at }) => {
      const enteredDate = toLocalDate(at);
      assertDate(current, request, enteredDate);
      const { date, claims, reason } = request;
      const { issueDate, startDate, line } = current;
      const withdraws = isWithdrawal({
        issueDate: issueDate ?? startDate,
        startDate,
        enteredDate,
        cancelDate: date,
        hasClaim: claims,
        isProofOfCover: getLineRow(line).isProofOfCover === true,
      });
      return Promise.resolve({
        change: {},
        reason,
        within: async (tx: Transaction, save: Save) => {
          const paid = await this.receipts.findPaid(tx, current.id);
          const periods = paid.map((receipt) => ({ ...receipt, from: receipt.periodFrom, to: receipt.periodTo }));
          const { rows, refund } = (withdraws ? calculateWithdrawalRefund : calculateCancellationRefund)(periods, date);
          await this.receipts.cancelPending(tx, current.id, at);
          const kind = withdraws ? 'WITHDRAWAL' : 'CANCELLATION';
          await this.cancellations.insert(tx, current.id, { kind, coverEnds: date, cancelledAt: at });
          const written: WrittenRefund[] = [];
          for (const [index, row] of rows.entries()) written.push(await this.insertRefund(tx, at, paid[index], row, withdraws, date));
          const outcome = { isWithdrawal: withdraws, refund };
          await save({ messages: [toMessage(request, outcome), ...current.messages] });
          await this.book(tx, { at, line }, written);
          await audit(tx, { date, reason, claims, withdrawal: withdraws, refund });
          return { ...outcome, receipts: written.map(toRefunded) };
        },
      });
    });
    return { application, ...result };
  }

  /**
   * Ends a policy with an unpaid instalment: records the act, cancels its pending receipts, and asks for the premium of
   * the days that were covered (money.84).
   */
  async lapse(tx: Transaction, { id, line }: ApplicationRecord, at: Date): Promise<void> {
    const next = await this.receipts.findNextPending(tx, id);
    const coverEnds = next && getUnpaidCoverEnd(next, line);
    if (!next || coverEnds === null) throw new Error(`Policy ${id} has no unpaid instalment that ends it.`);
    await this.cancellations.insert(tx, id, { kind: 'NON_PAYMENT', coverEnds, cancelledAt: at });
    await this.receipts.cancelPending(tx, id, at);
    if (coverEnds <= next.periodFrom) return;
    const earned = getRow(await this.receipts.insertReceipts(tx, next, [buildEarnedReceipt(next, coverEnds, toLocalDate(at))], null, at));
    const { receiptNo, policyNo, instalmentNo } = earned;
    await this.ledger.write(tx, { at, line, applicationId: id, receiptNo, parts: earned, reference: `${policyNo}/${instalmentNo}` });
  }

  private async insertRefund(
    tx: Transaction,
    at: Date,
    paid: ReceiptWithCovers | undefined,
    row: RefundRow,
    withdraws: boolean,
    date: LocalDate,
  ): Promise<WrittenRefund> {
    if (!paid?.payment) throw new Error('The refunded receipt is not paid.');
    if (toDecimal(row.gross).eq(0)) return { refund: null, paid, row };
    const periodFrom = withdraws || date < paid.periodFrom ? paid.periodFrom : date;
    const planned = buildRefund(paid, { row, periodFrom, issueDate: toLocalDate(at) });
    const payment = { method: paid.payment.method, reference: `${paid.payment.reference}/REFUND`, paidAt: at };
    const refund = getRow(await this.receipts.insertReceipts(tx, paid, [planned], payment, at));
    return { refund, paid, row };
  }

  private async book(
    tx: Transaction,
    of: { readonly at: Date; readonly line: LineCode },
    written: readonly WrittenRefund[],
  ): Promise<void> {
    for (const { refund, paid } of written) {
      if (!refund) continue;
      const { applicationId, receiptNo, payment } = refund;
      const reference = payment?.reference ?? '';
      await this.ledger.refund(tx, { ...of, applicationId, receiptNo, refundedReceiptNo: paid.receiptNo, parts: refund, reference });
    }
  }
}

/** Lists the documents that are printed after a cancellation, in their order (documents.19). */
export function listCancellationFiles({ application, receipts }: Cancellation): CancellationFile[] {
  const policyNo = application.policyNo ?? application.applicationNo;
  return [
    ...receipts
      .filter(({ receiptNo }) => receiptNo !== null)
      .map(({ instalmentNo, refundedReceiptNo }) => {
        return { categoryId: SystemCategory.RECEIPT, fileName: buildRefundFileName(policyNo, instalmentNo), refundedReceiptNo };
      }),
    { categoryId: SystemCategory.CANCELLATION, fileName: buildCancellationFileName(policyNo), refundedReceiptNo: null },
  ];
}

/** @throws DomainError BAD_DATE for a day without a policy, or after today because the status changes immediately */
function assertDate({ issueDate, endDate }: ApplicationRecord, { date }: PolicyCancellationRequest, today: LocalDate): void {
  const first = issueDate ?? date;
  if (date > today)
    throw badDate({
      el: `Η ακύρωση ισχύει αμέσως: δώστε τη σημερινή ημερομηνία (${formatDate(today)}) ή προγενέστερη. Για ακύρωση στις ${formatDate(date)} καταχωρίστε την την ημέρα εκείνη.`,
      en: `A cancellation takes effect at once: give today's date (${formatDate(today)}) or an earlier one. To cancel on ${formatDate(date)}, enter it on that day.`,
    });
  if (date < first || date > endDate)
    throw badDate({
      el: `Η ημερομηνία ακύρωσης πρέπει να είναι από την έκδοση (${formatDate(first)}) έως τη λήξη (${formatDate(endDate)}).`,
      en: `The cancellation date must be between the issue (${formatDate(first)}) and the end (${formatDate(endDate)}) of the policy.`,
    });
}

function badDate(text: Text): DomainError {
  return DomainError.ofFaults([{ path: 'date', code: ErrorCode.BAD_DATE, text }]);
}

function toRefunded({ refund, paid, row: { receipt: _number, ...row } }: WrittenRefund): RefundedReceipt {
  const { receiptNo: refundedReceiptNo, instalmentNo, payment } = paid;
  return { ...row, receiptNo: refund?.receiptNo ?? null, refundedReceiptNo, instalmentNo, method: payment?.method ?? 'CHARGE' };
}

function toMessage(
  { date, reason }: PolicyCancellationRequest,
  { isWithdrawal: withdrawn, refund }: Omit<Cancellation, 'application' | 'receipts'>,
): RecordMessage {
  const [day, sum] = [formatDate(date), formatEuro(refund)];
  const title = withdrawn ? { el: 'Υπαναχώρηση', en: 'Withdrawal' } : { el: 'Ακύρωση', en: 'Cancellation' };
  const text = {
    el: `${title.el} στις ${day}: επιστρέφονται ${sum.el}. ${reason}`,
    en: `${title.en} on ${day}: ${sum.en} is refunded. ${reason}`,
  };
  return { code: 'CANCELLATION', severity: 'warning', path: 'application', text };
}
