import type { Amount } from '../../../../common/money.js';
import type { LocalDate } from '../../../../common/athens.js';
import type {
  AgentDetails,
  PersonDetails,
  PrintedApprovalTerms,
  PrintedCover,
  PrintedDocument,
  PrintedInstalment,
  PrintedPeriod,
  PrintedReceiptPayment,
} from './documents.types.js';

/** A changed field; null without a value. */
export interface PrintedChange {
  readonly group: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Amounts of a premium; negative ones are given back. */
export type PrintedParts = Readonly<Record<'net' | 'fee' | 'tax' | 'levy' | 'gross', Amount>>;

export interface PrintedDifference extends PrintedParts {
  /** Number with its series. */
  readonly receiptNo: string;
  readonly period: PrintedPeriod;
}

export interface AmendmentDocument extends PrintedDocument {
  readonly amendmentNo: number;
  readonly isReversal: boolean;
  /** Title of the kind. */
  readonly kind: string;
  readonly reason: string | null;
  /** First day of the change. */
  readonly effectiveOn: LocalDate;
  readonly receivedOn: LocalDate | null;
  readonly policyNo: string;
  readonly line: string;
  readonly agent: AgentDetails;
  readonly client: PersonDetails;
  readonly insured: PersonDetails;
  readonly period: PrintedPeriod;
  readonly changes: readonly PrintedChange[];
  /** Differences of paid periods, one for each receipt, and their sum. */
  readonly receipts: readonly PrintedDifference[];
  readonly total: PrintedParts;
  /** Differences of the covers; `insured` is the receipt's period. */
  readonly covers: readonly PrintedCover[];
  /** Terms of its approval; null without them, and in a reversal. */
  readonly terms: PrintedApprovalTerms | null;
  /** How the sum was paid or is given back; null for a sum of zero. */
  readonly payment: PrintedReceiptPayment | null;
  /** Yearly premium; null in a reversal. */
  readonly yearly: { readonly before: Amount; readonly after: Amount } | null;
  /** Instalments that are not paid yet and have another amount now. */
  readonly instalments: readonly Pick<PrintedInstalment, 'no' | 'from' | 'to' | 'gross'>[];
  /** Whether a mortgagee, or the owner of a leased vehicle, gets a copy. */
  readonly hasCreditor: boolean;
}
