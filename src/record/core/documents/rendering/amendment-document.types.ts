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

export interface PrintedChange {
  readonly group: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Negative amounts are given back. */
export type PrintedParts = Readonly<Record<'net' | 'fee' | 'tax' | 'levy' | 'gross', Amount>>;

export interface PrintedDifference extends PrintedParts {
  readonly receiptNo: string;
  readonly period: PrintedPeriod;
}

export interface AmendmentDocument extends PrintedDocument {
  readonly amendmentNo: number;
  readonly isReversal: boolean;
  readonly kind: string;
  readonly reason: string | null;
  readonly effectiveOn: LocalDate;
  readonly receivedOn: LocalDate | null;
  readonly policyNo: string;
  readonly line: string;
  readonly agent: AgentDetails;
  readonly client: PersonDetails;
  readonly insured: PersonDetails;
  readonly period: PrintedPeriod;
  readonly changes: readonly PrintedChange[];
  readonly receipts: readonly PrintedDifference[];
  readonly total: PrintedParts;
  readonly covers: readonly PrintedCover[];
  readonly terms: PrintedApprovalTerms | null;
  readonly payment: PrintedReceiptPayment | null;
  readonly yearly: { readonly before: Amount; readonly after: Amount } | null;
  readonly instalments: readonly Pick<PrintedInstalment, 'no' | 'from' | 'to' | 'gross'>[];
  readonly hasCreditor: boolean;
}
