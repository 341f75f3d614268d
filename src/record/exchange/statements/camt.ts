import type { LocalDate } from '../../../common/athens.js';
import type { Decimal } from '../../../common/money.js';

/** A statement of an account with balances, or a notification of credits and debits. */
export type CamtFormat = 'camt.053.001.08' | 'camt.054.001.08';

export interface CamtMoney {
  /** Not negative, as exact as the bank gives it. */
  readonly amount: Decimal;
  /** ISO 4217. */
  readonly currency: string;
  readonly isCredit: boolean;
}

/** A sum that the bank gives of its entries. */
export interface CamtSum {
  readonly path: string;
  readonly of: 'ALL' | 'CREDIT' | 'DEBIT';
  readonly count: number | null;
  readonly amount: Decimal | null;
  /** Credits less debits. */
  readonly net: Decimal | null;
}

export interface CamtBalance {
  readonly path: string;
  /** OPBD, PRCD: opening; CLBD: closing. */
  readonly type: string;
  readonly currency: string;
  /** Negative when the account is overdrawn. */
  readonly amount: Decimal;
}

export interface CamtTransaction {
  readonly money: CamtMoney | null;
  readonly told: CamtTold;
  readonly senderIban: string | null;
}

/** Facts that the bank gives of a transfer, or of an entry as a whole. */
export interface CamtTold {
  /** The bank's own reference. */
  readonly reference: string | null;
  readonly endToEndId: string | null;
  /** Ids of the order: message and payment information. */
  readonly orderIds: readonly string[];
  readonly creditorReferences: readonly string[];
  readonly texts: readonly string[];
  readonly sender: string | null;
  /** The bank's code of why a transfer came back; null when it did not. */
  readonly returned: string | null;
}

export interface CamtEntry {
  readonly money: CamtMoney;
  /** BOOK: booked; PDNG, INFO and others: not, or not yet. */
  readonly status: string;
  readonly isReversal: boolean;
  readonly bookingDate: LocalDate | null;
  readonly valueDate: LocalDate | null;
  /** Place of the entry in its statement, if the bank gives it one. */
  readonly entryReference: string | null;
  readonly told: CamtTold;
  readonly details: readonly CamtTransaction[];
}

export interface CamtStatement {
  readonly format: CamtFormat;
  readonly messageId: string;
  readonly statementId: string;
  /** 1 when the statement is one file. */
  readonly page: number;
  readonly isWhole: boolean;
  /** IBAN, or another number where the account has none. */
  readonly account: string;
  readonly accountPath: string;
  readonly createdOn: LocalDate | null;
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
  readonly sums: readonly CamtSum[];
  readonly balances: readonly CamtBalance[];
  readonly entries: readonly CamtEntry[];
}
