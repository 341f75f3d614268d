import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { decimal } from '../../../common/money.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { BankAdvice, KeptAdvice } from '../../contract/payments/bank-advice.js';
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

/** In whose name a statement is booked, when, and how that is written down in the same transaction. */
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

/** What refuses a return: the money is there all the same. */
const RETURNS_NOTHING: ReadonlySet<ErrorCode> = new Set([
  ErrorCode.NOT_ALLOWED_IN_STATUS,
  ErrorCode.CHILD_NOT_FOUND,
  ErrorCode.IDEMPOTENCY_KEY_REUSED,
]);

/** Another node has booked the transfer: whatever was done here is undone. */
class TransferTakenError extends Error {}

/**
 * Books one transfer of a statement (money.22). It is marked in the transaction that books its money, so that any number of nodes may come to it: it is
 * booked once, and says so.
 */
@Injectable()
export class StatementBookingService {
  constructor(
    private readonly store: Store,
    private readonly repository: BankStatementRepository,
    private readonly advices: BankAdviceService,
    private readonly refunds: RefundService,
  ) {}

  /** @throws DomainError UNAVAILABLE, CHANGED_MEANWHILE and the like: the transfer waits for another try */
  async book(booker: StatementBooker, transfer: WaitingTransfer): Promise<void> {
    try {
      if (!transfer.isCredit) await this.mark(booker, transfer, await this.debit(booker.environment, transfer));
      else if (transfer.returned === null || !(await this.takeBack(booker, transfer))) await this.take(booker, transfer);
    } catch (error) {
      if (!(error instanceof TransferTakenError)) throw error;
    }
  }

  /** A debit is booked by the confirmation of its batch, or not at all. */
  private async debit(environment: Environment, transfer: WaitingTransfer): Promise<TransferOutcome> {
    const { amount, bankReference, batchId, ownPayoutId, ownRefundId } = transfer;
    if (ownPayoutId !== null && ownRefundId !== null) {
      const payout = await this.repository.findPayout(environment, ownPayoutId, ownRefundId);
      if (payout && decimal(payout.amount).eq(amount)) return payoutOf(payout.isPaid, payout.batchId, payout.refundId);
    }
    const batch = await this.repository.findBatch(environment, batchId, bankReference);
    if (batch && decimal(batch.total).eq(amount)) return payoutOf(batch.isConfirmed, batch.id);
    return notBooked('DEBIT');
  }

  /** False when it is no transfer of ours that was paid: then it is money like any other. */
  private async takeBack(booker: StatementBooker, transfer: WaitingTransfer): Promise<boolean> {
    const payout = await this.findReturned(booker.environment, transfer);
    if (!payout) return false;
    if ((await this.isKnown(booker, transfer, payout)) || (await this.bookReturn(booker, transfer, payout))) return true;
    // Staff may have booked it meanwhile; else what is paid by now is another transfer.
    const now = await this.findReturned(booker.environment, transfer);
    return now !== null && this.isKnown(booker, transfer, now);
  }

  private async findReturned(environment: Environment, { ownPayoutId, ownRefundId, amount }: WaitingTransfer): Promise<OwnPayout | null> {
    if (ownPayoutId === null || ownRefundId === null) return null;
    const payout = await this.repository.findPayout(environment, ownPayoutId, ownRefundId);
    return payout && decimal(payout.amount).eq(amount) ? payout : null;
  }

  /** Whether it needs no booking: it came back before, or it was never booked as paid. */
  private async isKnown(booker: StatementBooker, transfer: WaitingTransfer, payout: OwnPayout): Promise<boolean> {
    const { refundId, batchId: payoutBatchId, isPaid, isReturned } = payout;
    if (isPaid && !isReturned) return false;
    const outcome = isReturned ? { result: 'DUPLICATE' as const } : notBooked('PAYOUT_NOT_CONFIRMED');
    await this.mark(booker, transfer, { ...outcome, refundId, payoutBatchId });
    return true;
  }

  /** False when the refund refuses it. */
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
      await this.refunds.takeBack({ writer: booker, userId, name, audit }, refundId, { reference, reason: returned ?? '', payoutId });
      return isBooked;
    } catch (error) {
      if (!(error instanceof DomainError) || !RETURNS_NOTHING.has(error.code)) throw error;
      return false;
    }
  }

  private async take(booker: StatementBooker, transfer: WaitingTransfer): Promise<void> {
    const { amount, reference, paymentCode } = transfer;
    const booked = await this.findBooked(booker.environment, transfer);
    if (booked) return this.mark(booker, transfer, decimal(booked.amount).eq(amount) ? duplicate(booked) : notBooked('REFERENCE_USED'));
    const { environment, at, name } = booker;
    const advice: BankAdvice = { paymentCode, amount, reference };
    const actor = { environment, at, name, role: 'bank', keyPrefix: null, agentCode: null } as const;
    const audit = async (tx: Transaction, details: Readonly<Record<string, unknown>>): Promise<void> => {
      await this.markIn(tx, transfer, outcomeOf(details as unknown as KeptAdvice));
      await booker.audit(tx, 'payment', reference, { ...details, statementId: transfer.statementId });
    };
    await this.advices.take({ actor, audit }, advice);
  }

  /** The same money as staff, or another file, has booked it before. */
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
    if (!(await this.repository.mark(tx, id, outcome))) throw new TransferTakenError(`transfer ${id} was booked meanwhile`);
  }
}

function outcomeOf({ outcome, applicationId, receiptNo = null, suspenseId = null, reason = null }: KeptAdvice): TransferOutcome {
  return outcome === 'SUSPENDED' ? { result: 'SUSPENSE', applicationId, suspenseId, reason } : { result: 'PAID', applicationId, receiptNo };
}

function duplicate({ applicationId, receiptNo }: BookedPayment): TransferOutcome {
  return { result: 'DUPLICATE', applicationId, receiptNo };
}

function payoutOf(isConfirmed: boolean, payoutBatchId: number, refundId: number | null = null): TransferOutcome {
  return { ...(isConfirmed ? { result: 'PAYOUT' as const } : notBooked('PAYOUT_NOT_CONFIRMED')), payoutBatchId, refundId };
}

function notBooked(reason: NotBookedReason): TransferOutcome {
  return { result: 'NOT_BOOKED', reason };
}
