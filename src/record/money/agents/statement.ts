import type { Amount } from '../../../common/money.js';

type AccountEntryKind =
  | 'CHARGE'
  | 'SETTLEMENT'
  | 'REFUND'
  | 'AGENT_CREDIT'
  | 'AGENT_CREDIT_RETURN'
  | 'COMMISSION'
  | 'COMMISSION_RETURN'
  | 'COMMISSION_STATEMENT'
  | 'REVERSAL';

interface StatementReceipt {
  readonly receiptNo: number;
  readonly shownNo: string;
  readonly net: Amount;
  readonly gross: Amount;
}

export interface StatementEntry {
  readonly transactionId: number;
  readonly at: Date;
  readonly kind: AccountEntryKind;
  readonly reference: string;
  readonly applicationId: number | null;
  readonly policyNo: string | null;
  readonly clientName: string | null;
  readonly receipt: StatementReceipt | null;
  readonly amount: Amount;
  readonly balance: Amount;
}

export interface StatementSums {
  readonly now: Amount;
  readonly opening: Amount;
  readonly closing: Amount;
  readonly debits: Amount;
  readonly credits: Amount;
  readonly total: number;
}

export interface StatementPage extends StatementSums {
  readonly entries: readonly StatementEntry[];
}
