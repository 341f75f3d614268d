import type { Amount } from '../../../common/money.js';
import type { ErrorCode } from '../../../common/error-codes.js';
import type { Actor } from '../../core/applications/application.js';
import type { AuditWriter } from '../../core/applications/audit-writer.js';

/** What the bank says that it received. */
export interface BankAdvice {
  /** RF creditor reference, 25 characters; null when the transfer names none. */
  readonly paymentCode: string | null;
  readonly amount: Amount;
  /** The bank's own, once for each payment. */
  readonly reference: string;
}

/** One that was made by a payment code. */
export interface CodedAdvice extends BankAdvice {
  readonly paymentCode: string;
}

/** What stands in a body as it is kept. */
export function adviceOf(paymentCode: string, amount: number, reference: string): CodedAdvice {
  return { paymentCode, amount: amount.toFixed(2), reference: reference.trim() };
}

export type AdviceOutcome = 'ISSUED' | 'INSTALMENT_PAID' | 'SUSPENDED';

/** An advice as stored, with its result. */
export interface KeptAdvice extends BankAdvice {
  /** Null when the code was never given out. */
  readonly applicationId: number | null;
  readonly outcome: AdviceOutcome;
  /** The receipt that it paid; null when suspended. */
  readonly receiptNo: number | null;
  readonly suspenseId: number | null;
  /** Why it paid nothing. */
  readonly reason: ErrorCode | null;
}

/** The instalment that a payment code was given out for. */
export interface CodedInstalment {
  readonly applicationId: number;
  readonly instalmentNo: number;
}

/** Who books, and how that is written down in the same transaction. */
export interface BookingContext {
  readonly actor: Actor;
  readonly audit: AuditWriter;
}
