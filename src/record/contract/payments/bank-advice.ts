import type { LocalDate } from '../../../common/athens.js';
import type { Amount } from '../../../common/money.js';
import { ERROR_TEXTS, ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import type { Actor, AuditWriter } from '../../core/applications/application.js';

export interface BankAdvice {
  /** RF creditor reference of 25 characters; null when the transfer has none, or several. */
  readonly paymentCode: string | null;
  readonly paymentCodes?: readonly string[] | null;
  readonly amount: Amount;
  readonly reference: string;
  /** Null for today (money.81). */
  readonly valueDate: LocalDate | null;
}

export interface DatedAdvice extends BankAdvice {
  readonly valueDate: LocalDate;
}

export interface CodedAdvice extends BankAdvice {
  readonly paymentCode: string;
}

export function buildAdvice(paymentCode: string, amount: number, reference: string, valueDate: LocalDate | null): CodedAdvice {
  return { paymentCode, amount: amount.toFixed(2), reference: reference.trim(), valueDate };
}

/** PAID_SEVERAL: the money paid several receipts out of suspense. */
export type AdviceOutcome = 'ISSUED' | 'INSTALMENT_PAID' | 'PAID_SEVERAL' | 'SUSPENDED';

export interface StoredAdvice extends DatedAdvice {
  readonly applicationId: number | null;
  readonly outcome: AdviceOutcome;
  readonly receiptNo: number | null;
  readonly suspenseId: number | null;
  readonly transactionId: number;
  /** Why the money is in suspense; null when it paid. */
  readonly reason: ErrorCode | null;
}

export interface CodedInstalment {
  readonly applicationId: number;
  readonly instalmentNo: number;
  readonly amount: Amount;
  readonly createdAt: Date;
  readonly agentCode: string;
}

export interface BookingContext {
  readonly actor: Actor;
  readonly audit: AuditWriter;
  /** Field of the request with the value date; absent for a file of the bank, whose dates are facts. */
  readonly datePath?: string;
}

const UNKNOWN_CODE: Text = {
  el: 'Ο κωδικός πληρωμής δεν υπάρχει ή, αν η αιτιολογία περιέχει περισσότερους κωδικούς, το ποσό δεν τους εξοφλεί όλους.',
  en: 'The payment code does not exist, or the text of the transfer has several codes that the amount does not pay in full.',
};
const NOTHING_DUE: Text = {
  el: 'Δεν οφειλόταν τίποτα: η δόση είχε ήδη πληρωθεί ή το συμβόλαιο είχε λυθεί.',
  en: 'Nothing was due: the instalment was already paid, or the policy had lapsed.',
};
const SUSPENSE_TEXTS: Partial<Record<ErrorCode, Text>> = {
  [ErrorCode.NO_PAYMENT_CODE]: UNKNOWN_CODE,
  [ErrorCode.ALREADY_PAID]: NOTHING_DUE,
};

export function getSuspenseText(reason: ErrorCode): Text {
  return SUSPENSE_TEXTS[reason] ?? ERROR_TEXTS[reason];
}
