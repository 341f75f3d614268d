import type { LocalDate } from '../../../common/athens.js';
import type { Amount } from '../../../common/money.js';
import type { GrossAmounts, LevyShare, TaxShare } from '../../../pricing/price.js';

/** EARNED: premium of covered, unpaid days; ENDORSEMENT: an amendment's difference for a paid instalment. */
export const RECEIPT_KINDS = ['NEW', 'INSTALMENT', 'RENEWAL', 'REFUND', 'EARNED', 'ENDORSEMENT'] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];
export type ReceiptStatus = 'PENDING' | 'PAID' | 'CANCELLED';
/** CHARGE: the agent's account; RF: the customer, by the payment code. */
export type PaymentMethod = 'CHARGE' | 'RF';

export interface ReceiptCover {
  /** Null for a vehicle. */
  readonly objectId: number | null;
  readonly code: string;
  readonly title: string;
  readonly sumInsured: Amount | null;
  readonly net: Amount;
  readonly taxClass: string;
}

/** Taxes, levies and covers add up to its tax, levy and net. */
export interface NewReceipt extends GrossAmounts {
  readonly instalmentNo: number;
  readonly kind: ReceiptKind;
  readonly periodFrom: LocalDate;
  readonly periodTo: LocalDate;
  readonly issueDate: LocalDate;
  readonly dueDate: LocalDate;
  readonly taxes: readonly TaxShare[];
  readonly levies: readonly Omit<LevyShare, 'base'>[];
  readonly covers: readonly ReceiptCover[];
  /** First day without cover before a late payment; cover begins again on `periodFrom`. */
  readonly gapFrom?: LocalDate;
  /** Number of the receipt of the whole period that a late payment replaces. */
  readonly replaces?: number;
}

export interface Payment {
  readonly method: PaymentMethod;
  readonly reference: string;
  readonly paidAt: Date;
}

export interface Receipt extends Omit<NewReceipt, 'covers' | 'gapFrom' | 'replaces'> {
  /** Key of the receipt in paths; `number` is the one that is printed. */
  readonly receiptNo: number;
  /** Series and number; null before the issue, and in results of writes. @example '26F 17' */
  readonly number: string | null;
  readonly applicationId: number;
  readonly policyNo: string;
  readonly status: ReceiptStatus;
  readonly gapFrom: LocalDate | null;
  readonly noticeOn: LocalDate | null;
  readonly payment: Payment | null;
  readonly amendmentId: number | null;
}

export interface ReceiptWithCovers extends Receipt {
  readonly covers: readonly ReceiptCover[];
}
