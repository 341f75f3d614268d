import type { Amount } from '../../../common/money.js';
import type { ErrorCode } from '../../../common/error-codes.js';
import type { Actor, AuditWriter } from '../../core/applications/application.js';

/** A payment that the bank received. */
export interface BankAdvice {
  /** RF creditor reference, 25 characters; null when the transfer names none. */
  readonly paymentCode: string | null;
  readonly amount: Amount;
  /** Unique for each payment. */
  readonly reference: string;
}

export interface CodedAdvice extends BankAdvice {
  readonly paymentCode: string;
}

export function adviceOf(paymentCode: string, amount: number, reference: string): CodedAdvice {
  return { paymentCode, amount: amount.toFixed(2), reference: reference.trim() };
}

export type AdviceOutcome = 'ISSUED' | 'INSTALMENT_PAID' | 'SUSPENDED';

export interface KeptAdvice extends BankAdvice {
  /** Null when the code was never given out. */
  readonly applicationId: number | null;
  readonly outcome: AdviceOutcome;
  /** Null when suspended. */
  readonly receiptNo: number | null;
  readonly suspenseId: number | null;
  /** Null when it paid. */
  readonly reason: ErrorCode | null;
}

export interface CodedInstalment {
  readonly applicationId: number;
  readonly instalmentNo: number;
}

/** Actor of a booking, and its audit in the same transaction. */
export interface BookingContext {
  readonly actor: Actor;
  readonly audit: AuditWriter;
}
