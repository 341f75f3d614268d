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
  /** Number with its series (money.18). */
  readonly shownNo: string;
  readonly net: Amount;
  readonly gross: Amount;
}

export interface StatementEntry {
  readonly transactionId: number;
  readonly at: Date;
  readonly kind: AccountEntryKind;
  /** Policy and instalment, or the bank's reference. */
  readonly reference: string;
  readonly applicationId: number | null;
  readonly policyNo: string | null;
  readonly clientName: string | null;
  readonly receipt: StatementReceipt | null;
  /** Above zero a debit, below zero a credit. */
  readonly amount: Amount;
  readonly balance: Amount;
}

export interface StatementSums {
  readonly now: Amount;
  readonly opening: Amount;
  readonly closing: Amount;
  readonly debits: Amount;
  readonly credits: Amount;
  /** Number of entries, at most `MAX_COUNTED` + 1. */
  readonly total: number;
}

export interface StatementPage extends StatementSums {
  readonly entries: readonly StatementEntry[];
}
