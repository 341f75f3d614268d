import type { LocalDate } from '../../../common/athens.js';
import type { Amount } from '../../../common/money.js';
import type { ReceiptKind } from '../../core/applications/receipt.js';
import type { LineCode } from '../../reference/products/questionnaires.js';

/** What moves an agent's account. */
export type AccountEntryKind = 'CHARGE' | 'SETTLEMENT' | 'REFUND' | 'AGENT_CREDIT' | 'AGENT_CREDIT_RETURN';

/** The receipt that was charged or given back; its figures are negative then. */
export interface StatementReceipt {
  readonly receiptNo: number;
  /** Its number with the series in which it is the only one (money.18). */
  readonly shownNo: string;
  readonly net: Amount;
  readonly gross: Amount;
}

/** A movement of an agent's account. */
export interface StatementEntry {
  readonly transactionId: number;
  readonly at: Date;
  readonly kind: AccountEntryKind;
  /** What it is known by: policy and instalment, or the bank's reference. */
  readonly reference: string;
  readonly applicationId: number | null;
  readonly policyNo: string | null;
  readonly clientName: string | null;
  readonly receipt: StatementReceipt | null;
  /** Above zero the agent owes more. */
  readonly amount: Amount;
  /** What the agent owed after it. */
  readonly balance: Amount;
}

/** An account in a period (money.26): debits less credits are the closing balance less the opening one. */
export interface StatementSums {
  /** What the agent owes now. */
  readonly now: Amount;
  readonly opening: Amount;
  readonly closing: Amount;
  readonly debits: Amount;
  readonly credits: Amount;
  /** Entries, counted to one more than lists count. */
  readonly total: number;
}

export interface StatementPage extends StatementSums {
  readonly entries: readonly StatementEntry[];
}

/** An entry as the ledger, the receipt and the application have it. */
export interface EntryRow {
  readonly id: number;
  readonly at: Date;
  readonly kind: AccountEntryKind;
  readonly reference: string;
  readonly applicationId: number | null;
  readonly receiptNo: number | null;
  readonly amount: Amount;
  readonly policyNo: string | null;
  readonly receiptKind: ReceiptKind;
  readonly issueDate: LocalDate;
  readonly net: Amount;
  readonly gross: Amount;
  readonly line: LineCode;
  readonly clientName: string | null;
}
