import { Injectable } from '@nestjs/common';
import { toLocalDate, type LocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { toDecimal } from '../../../common/money.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { BankAdvice, StoredAdvice } from '../../contract/payments/bank-advice.js';
import { BankAdviceService } from '../../contract/payments/bank-advice.service.js';
import { RefundService } from '../../money/payouts/refund.service.js';
import {
  BankStatementRepository,
  type BookedPayment,
  type OwnPayout,
  type TransferOutcome,
  type WaitingTransfer,
} from './bank-statement.repository.js';
import type { NotBookedReason } from './statement-rows.js';

/** User who books a statement, and the audit that is written in the transaction. */
export interface StatementBooker {
  readonly environment: Environment;
  readonly at: Date;
  readonly userId: number;
  readonly name: string;
  readonly audit: (
    tx: Transaction,
    booked: 'payment' | 'return',
    id: string | number,
    details: Readonly<Record<string, unknown>>,
  ) => Promise<void>;
}

/** Errors after which a returned transfer is booked like other money. */
const NO_RETURN_ERRORS: ReadonlySet<ErrorCode> = new Set([
  ErrorCode.NOT_ALLOWED_IN_STATUS,
  ErrorCode.CHILD_NOT_FOUND,
  ErrorCode.IDEMPOTENCY_KEY_REUSED,
]);

/** Rolls the transaction back when another node has booked the transfer. */
class TransferTakenError extends Error {}

/** Books transfers of statements, each once on any number of nodes (money.22). */
@Injectable()
export class StatementBookingService {
  constructor(
    private readonly store: Store,
    private readonly repository: BankStatementRepository,
    private readonly advices: BankAdviceService,
    private readonly refunds: RefundService,
  ) {}

  /** @throws DomainError UNAVAILABLE, CHANGED_MEANWHILE and others after which the transfer is retried */
  async book(booker: StatementBooker, transfer: WaitingTransfer): Promise<void> {
    try {
      if (!transfer.isCredit) await this.mark(booker, transfer, await this.findDebitOutcome(booker.environment, transfer));
      else if (transfer.returned === null || !(await this.bookIfReturned(booker, transfer))) await this.bookPayment(booker, transfer);
    } catch (error) {
      if (!(error instanceof TransferTakenError)) throw error;
    }
  }

  /** Finds the outcome of a debit, which is booked only by the confirmation of its batch. */
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

  /** Books a returned payout; returns false when the transfer is not one. */
  private async bookIfReturned(booker: StatementBooker, transfer: WaitingTransfer): Promise<boolean> {
    const payout = await this.findReturned(booker.environment, transfer);
    if (!payout) return false;
    if ((await this.isKnown(booker, transfer, payout)) || (await this.bookReturn(booker, transfer, payout))) return true;
    // Staff may have booked it in the meantime.
    const now = await this.findReturned(booker.environment, transfer);
    return now !== null && this.isKnown(booker, transfer, now);
  }

  private async findReturned(environment: Environment, { ownPayoutId, ownRefundId, amount }: WaitingTransfer): Promise<OwnPayout | null> {
    if (ownPayoutId === null || ownRefundId === null) return null;
    const payout = await this.repository.findPayout(environment, ownPayoutId, ownRefundId);
    return payout && toDecimal(payout.amount).eq(amount) ? payout : null;
  }

  /** Saves the outcome of a payout that is already returned or not yet paid; returns false for others. */
  private async isKnown(booker: StatementBooker, transfer: WaitingTransfer, payout: OwnPayout): Promise<boolean> {
    const { refundId, batchId: payoutBatchId, isPaid, isReturned } = payout;
    if (isPaid && !isReturned) return false;
    const outcome = isReturned ? { result: 'DUPLICATE' as const } : notBooked('PAYOUT_NOT_CONFIRMED');
    await this.mark(booker, transfer, { ...outcome, refundId, payoutBatchId });
    return true;
  }

  /** Books the return; returns false when the refund cannot be returned. */
  private async bookReturn(
    booker: StatementBooker,
    transfer: WaitingTransfer,
    { refundId, batchId: payoutBatchId, payoutId }: OwnPayout,
  ): Promise<boolean> {
    const { reference, returned, statementId } = transfer;
    const { userId, name } = booker;
    let isBooked = false;
    const audit = async (tx: Transaction, id: number, details: Readonly<Record<string, unknown>>): Promise<void> => {
      await this.markIn(tx, transfer, { result: 'RETURNED', refundId, payoutBatchId });
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
    const { amount, reference, paymentCode, bookingDate } = transfer;
    const booked = await this.findBooked(booker.environment, transfer);
    if (booked) return this.mark(booker, transfer, toDecimal(booked.amount).eq(amount) ? duplicate(booked) : notBooked('REFERENCE_USED'));
    const { environment, at, name } = booker;
    const advice: BankAdvice = { paymentCode, amount, reference, valueDate: pastDay(bookingDate ?? transfer.valueDate, at) };
    const actor = { environment, at, name, role: 'bank', keyPrefix: null, agentCode: null } as const;
    const audit = async (tx: Transaction, details: Readonly<Record<string, unknown>>): Promise<void> => {
      await this.markIn(tx, transfer, toOutcome(details as unknown as StoredAdvice));
      await booker.audit(tx, 'payment', reference, { ...details, statementId: transfer.statementId });
    };
    await this.advices.book({ actor, audit }, advice);
  }

  /** Finds the same payment, booked by staff or from another file. */
  private async findBooked(environment: Environment, transfer: WaitingTransfer): Promise<BookedPayment | null> {
    const { amount, reference, bankReference, valueDate } = transfer;
    const booked = await this.repository.findPayment(environment, reference);
    if (booked || bankReference === null || bankReference === reference || valueDate === null) return booked;
    return this.repository.findPaymentNear(environment, bankReference, amount, valueDate);
  }

  private async mark({ environment }: StatementBooker, transfer: WaitingTransfer, outcome: TransferOutcome): Promise<void> {
    await this.store.transaction(environment, (tx) => this.markIn(tx, transfer, outcome));
  }

  private async markIn(tx: Transaction, { id }: WaitingTransfer, outcome: TransferOutcome): Promise<void> {
    if (!(await this.repository.saveOutcome(tx, id, outcome))) throw new TransferTakenError(`Another node has booked transfer ${id}.`);
  }
}

/** Returns the day, or null for today or a later one. */
function pastDay(day: LocalDate | null, at: Date): LocalDate | null {
  return day !== null && day < toLocalDate(at) ? day : null;
}

function toOutcome({ outcome, applicationId, receiptNo = null, suspenseId = null, reason = null }: StoredAdvice): TransferOutcome {
  return outcome === 'SUSPENDED' ? { result: 'SUSPENSE', applicationId, suspenseId, reason } : { result: 'PAID', applicationId, receiptNo };
}

function duplicate({ applicationId, receiptNo }: BookedPayment): TransferOutcome {
  return { result: 'DUPLICATE', applicationId, receiptNo };
}

function toPayoutOutcome(isConfirmed: boolean, payoutBatchId: number, refundId: number | null = null): TransferOutcome {
  return { ...(isConfirmed ? { result: 'PAYOUT' as const } : notBooked('PAYOUT_NOT_CONFIRMED')), payoutBatchId, refundId };
}

function notBooked(reason: NotBookedReason): TransferOutcome {
  return { result: 'NOT_BOOKED', reason };
}
