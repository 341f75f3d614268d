import type { LocalDate } from '../../../common/athens.js';
import type { Decimal } from '../../../common/money.js';

/** camt.053: a statement with balances; camt.054: a notification of credits and debits. */
export type CamtFormat = 'camt.053.001.08' | 'camt.054.001.08';

export interface CamtMoney {
  /** Not negative, unrounded. */
  readonly amount: Decimal;
  readonly currency: string;
  readonly isCredit: boolean;
}

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
  readonly facts: CamtFacts;
  readonly senderIban: string | null;
}

export interface CamtFacts {
  readonly reference: string | null;
  readonly endToEndId: string | null;
  /** Ids of message and payment information. */
  readonly orderIds: readonly string[];
  readonly creditorReferences: readonly string[];
  readonly texts: readonly string[];
  readonly sender: string | null;
  /** The bank's reason code of a returned transfer; null for others. */
  readonly returned: string | null;
}

export interface CamtEntry {
  readonly money: CamtMoney;
  /** BOOK for a booked entry; PDNG, INFO and others are not booked. */
  readonly status: string;
  readonly isReversal: boolean;
  readonly bookingDate: LocalDate | null;
  readonly valueDate: LocalDate | null;
  readonly bankCode: string | null;
  readonly entryReference: string | null;
  readonly facts: CamtFacts;
  readonly details: readonly CamtTransaction[];
}

export interface CamtStatement {
  readonly format: CamtFormat;
  readonly messageId: string;
  readonly statementId: string;
  readonly page: number;
  readonly isWhole: boolean;
  /** IBAN, or another number of an account without one. */
  readonly account: string;
  readonly accountPath: string;
  readonly createdOn: LocalDate | null;
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
  readonly sums: readonly CamtSum[];
  readonly balances: readonly CamtBalance[];
  readonly entries: readonly CamtEntry[];
}
