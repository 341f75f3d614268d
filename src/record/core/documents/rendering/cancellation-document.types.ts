import type { LocalDate } from '../../../../common/athens.js';
import type { Amount } from '../../../../common/money.js';
import type {
  AgentDetails,
  PersonDetails,
  PrintedDocument,
  PrintedInstalment,
  PrintedPeriod,
  PrintedReceiptPayment,
} from './documents.types.js';

export interface PrintedShare {
  readonly paid: Amount;
  readonly earned: Amount;
  readonly returned: Amount;
}

export interface PrintedReturn extends PrintedShare {
  readonly receiptNo: string;
  readonly period: PrintedPeriod;
  readonly payment: PrintedReceiptPayment;
  readonly refund: { readonly receiptNo: string; readonly payment: PrintedReceiptPayment } | null;
}

export interface CancellationDocument extends PrintedDocument {
  readonly actNo: string;
  readonly kind: 'CANCELLATION' | 'WITHDRAWAL' | 'VOID' | 'NON_PAYMENT';
  readonly reason: string | null;
  readonly receivedOn?: LocalDate | null;
  readonly effectiveOn?: LocalDate | null;
  readonly returnsGreenCard?: boolean;
  readonly coverEnds: LocalDate;
  readonly policyNo: string;
  readonly line: string;
  readonly agent: AgentDetails;
  readonly client: PersonDetails;
  readonly insured: PersonDetails;
  readonly objects: readonly string[];
  readonly period: PrintedPeriod;
  readonly receipts: readonly PrintedReturn[];
  readonly parts: Readonly<Record<'net' | 'fee' | 'tax' | 'levy' | 'gross', PrintedShare>>;
  readonly notOwed: readonly Pick<PrintedInstalment, 'no' | 'from' | 'to' | 'gross'>[];
}
