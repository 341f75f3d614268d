import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { toDecimal } from '../../../common/money.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { BankAdvice, BookingContext, StoredAdvice } from '../../contract/payments/bank-advice.js';
import { BankAdviceService } from '../../contract/payments/bank-advice.service.js';
import { PayoutBatchService } from '../../money/payouts/payout-batch.service.js';
import { RefundService } from '../../money/payouts/refund.service.js';
import { BankItemService, pastDay, type StatementBooker } from './bank-item.service.js';
import {
  BankStatementRepository,
  TransferTakenError,
  type BookedPayment,
  type OwnPayout,
  type TransferOutcome,
  type WaitingTransfer,
} from './bank-statement.repository.js';
import type { NotBookedReason } from './statement-rows.js';

/** A returned transfer is then booked like other money. */
const NO_RETURN_ERRORS: ReadonlySet<ErrorCode> = new Set([
  ErrorCode.NOT_ALLOWED_IN_STATUS,
  ErrorCode.CHILD_NOT_FOUND,
  ErrorCode.IDEMPOTENCY_KEY_REUSED,
]);

@Injectable()
export class StatementBookingService {
  constructor(
    private readonly store: Store,
    private readonly repository: BankStatementRepository,
    private readonly advices: BankAdviceService,
    private readonly refunds: RefundService,
    private readonly batches: PayoutBatchService,
    private readonly items: BankItemService,
  ) {}

  /** @throws DomainError UNAVAILABLE, CHANGED_MEANWHILE and others after which the transfer is retried */
  async book(booker: StatementBooker, transfer: WaitingTransfer): Promise<void> {
    try {
      if (!transfer.isCredit) await this.bookDebit(booker, transfer);
      else if (transfer.returned === null || !(await this.bookIfReturned(booker, transfer))) await this.bookPayment(booker, transfer);
    } catch (error) {
      if (!(error instanceof TransferTakenError)) throw error;
    }
  }

  /**
   * Suspends unmatched transfers in one transaction, or none. Returns those that must be booked one by one.
   * @throws DomainError as `book`
   */
  async suspendUnmatched(booker: StatementBooker, transfers: readonly WaitingTransfer[]): Promise<WaitingTransfer[]> {
    const booked = await this.repository.findBooked(booker.environment, transfers);
    const bookedIds = new Set(booked.map(({ transferId }) => transferId));
    const references = new Set<string | null>([null]);
    const together = new Map<string, WaitingTransfer>();
    const alone: WaitingTransfer[] = [];
    for (const transfer of transfers) {
      const { id, reference, bankReference } = transfer;
      const isRepeated = references.has(reference) || (bankReference !== null && references.has(bankReference));
      references.add(reference).add(bankReference);
      if (isRepeated || bookedIds.has(id) || (await this.items.findRule(booker, transfer)) !== null) alone.push(transfer);
      else together.set(reference, transfer);
    }
    if (together.size === 0) return alone;
    const advices = [...together.values()].map((transfer) => toAdvice(transfer, booker.at));
    const context = this.buildContext(booker, (reference) => together.get(reference)!);
    await this.advices.suspendAll(context, advices);
    return alone;
  }

  private async bookDebit(booker: StatementBooker, transfer: WaitingTransfer): Promise<void> {
    const outcome = await this.findDebitOutcome(booker.environment, transfer);
    const { reason, payoutBatchId = null } = outcome;
    if (reason === 'DEBIT' && (await this.items.bookByRule(booker, transfer))) return;
    await this.mark(booker, transfer, outcome);
    if (reason !== 'PAYOUT_NOT_CONFIRMED' || payoutBatchId === null) return;
    const isPaid = transfer.ownPayoutId === null || (await this.repository.areAllShown(booker.environment, payoutBatchId));
    if (isPaid) await this.closeBatch(booker, transfer, payoutBatchId);
  }

  private async closeBatch(booker: StatementBooker, { reference, statementId }: WaitingTransfer, batchId: number): Promise<void> {
    const { userId, name } = booker;
    const audit = (tx: Transaction, id: number, details: Readonly<Record<string, unknown>>): Promise<void> =>
      booker.audit(tx, 'payout_batch', id, { ...details, statementId });
    try {
      await this.batches.closeByBank({ writer: booker, userId, name, audit }, batchId, reference);
    } catch (error) {
      if (!(error instanceof DomainError) || !NO_RETURN_ERRORS.has(error.code)) throw error;
    }
  }

  private async findDebitOutcome(environment: Environment, transfer: WaitingTransfer): Promise<TransferOutcome> {
    const { amount, bankReference, batchId, ownPayoutId, ownRefundId } = transfer;
    if (ownPayoutId !== null && ownRefundId !== null) {
      const payout = await this.repository.findPayout(environment, ownPayoutId, ownRefundId);
      if (payout && toDecimal(payout.amount).eq(amount)) return toPayoutOutcome(payout.isPaid, payout.batchId, payout.refundId);
    }
    const batch = await this.repository.findBatch(environment, batchId, bankReference);
    if (batch && toDecimal(batch.total).eq(amount)) return toPayoutOutcome(batch.isConfirmed, batch.id);
    return notBooked('DEBIT');
  }

  private async bookIfReturned(booker: StatementBooker, transfer: WaitingTransfer): Promise<boolean> {
    const payout = await this.findReturned(booker.environment, transfer);
    if (!payout) return false;
    if ((await this.markIfKnown(booker, transfer, payout)) || (await this.bookReturn(booker, transfer, payout))) return true;
    // Staff may have booked it in the meantime.
    const now = await this.findReturned(booker.environment, transfer);
    return now !== null && this.markIfKnown(booker, transfer, now);
  }

  private async findReturned(environment: Environment, { ownPayoutId, ownRefundId, amount }: WaitingTransfer): Promise<OwnPayout | null> {
    if (ownPayoutId === null || ownRefundId === null) return null;
    const payout = await this.repository.findPayout(environment, ownPayoutId, ownRefundId);
    return payout && toDecimal(payout.amount).eq(amount) ? payout : null;
  }

  /** Also saves the outcome of a payout that is already returned or not yet paid. */
  private async markIfKnown(booker: StatementBooker, transfer: WaitingTransfer, payout: OwnPayout): Promise<boolean> {
    const { refundId, batchId: payoutBatchId, isPaid, isReturned, returnTransactionId: transactionId } = payout;
    if (isPaid && !isReturned) return false;
    const outcome = isReturned ? { result: 'DUPLICATE' as const, transactionId } : notBooked('PAYOUT_NOT_CONFIRMED');
    await this.mark(booker, transfer, { ...outcome, refundId, payoutBatchId });
    return true;
  }

  private async bookReturn(
    booker: StatementBooker,
    transfer: WaitingTransfer,
    { refundId, batchId: payoutBatchId, payoutId }: OwnPayout,
  ): Promise<boolean> {
    const { reference, returned, statementId } = transfer;
    const { userId, name } = booker;
    let isBooked = false;
    const audit = async (tx: Transaction, id: number, details: Readonly<Record<string, unknown>>): Promise<void> => {
      const transactionId = details['transactionId'] as number;
      await this.repository.mark(tx, transfer.id, { result: 'RETURNED', refundId, payoutBatchId, transactionId });
      await booker.audit(tx, 'return', id, { ...details, statementId });
      isBooked = true;
    };
    try {
      await this.refunds.returnPayout({ writer: booker, userId, name, audit }, refundId, { reference, reason: returned ?? '', payoutId });
      return isBooked;
    } catch (error) {
      if (!(error instanceof DomainError) || !NO_RETURN_ERRORS.has(error.code)) throw error;
      return false;
    }
  }

  private async bookPayment(booker: StatementBooker, transfer: WaitingTransfer): Promise<void> {
    const [booked] = await this.repository.findBooked(booker.environment, [transfer]);
    if (booked) {
      const isSame = toDecimal(booked.amount).eq(transfer.amount);
      return this.mark(booker, transfer, isSame ? duplicate(booked) : notBooked('REFERENCE_USED'));
    }
    if (await this.items.bookByRule(booker, transfer)) return;
    const context = this.buildContext(booker, () => transfer);
    await this.advices.book(context, toAdvice(transfer, booker.at));
  }

  private buildContext(
    { audit: auditBooking, ...booker }: StatementBooker,
    transferOf: (reference: string) => WaitingTransfer,
  ): BookingContext {
    const { environment, at, name } = booker;
    const audit = async (tx: Transaction, details: Readonly<Record<string, unknown>>): Promise<void> => {
      const stored = details as unknown as StoredAdvice;
      const { id, reference, statementId } = transferOf(stored.reference);
      await Promise.all([
        this.repository.mark(tx, id, toOutcome(stored)),
        auditBooking(tx, 'payment', reference, { ...details, statementId }),
      ]);
    };
    return { actor: { environment, at, name, role: 'bank', keyPrefix: null, agentCode: null }, audit };
  }

  private async mark({ environment }: StatementBooker, transfer: WaitingTransfer, outcome: TransferOutcome): Promise<void> {
    await this.store.transaction(environment, (tx) => this.repository.mark(tx, transfer.id, outcome));
  }
}

function toAdvice({ amount, reference, paymentCode, paymentCodes, bookingDate, valueDate }: WaitingTransfer, at: Date): BankAdvice {
  return { paymentCode, paymentCodes, amount, reference, valueDate: pastDay(bookingDate ?? valueDate, at) };
}

function toOutcome(stored: StoredAdvice): TransferOutcome {
  const { outcome, applicationId, receiptNo = null, suspenseId = null, reason = null, transactionId } = stored;
  if (outcome === 'SUSPENDED') return { result: 'SUSPENSE', applicationId, suspenseId, reason, transactionId };
  return { result: 'PAID', applicationId, receiptNo, suspenseId, transactionId };
}

function duplicate({ applicationId, receiptNo, transactionId }: BookedPayment): TransferOutcome {
  return { result: 'DUPLICATE', applicationId, receiptNo, transactionId };
}

function toPayoutOutcome(isConfirmed: boolean, payoutBatchId: number, refundId: number | null = null): TransferOutcome {
  return { ...(isConfirmed ? { result: 'PAYOUT' as const } : notBooked('PAYOUT_NOT_CONFIRMED')), payoutBatchId, refundId };
}

function notBooked(reason: NotBookedReason): TransferOutcome {
  return { result: 'NOT_BOOKED', reason };
}
