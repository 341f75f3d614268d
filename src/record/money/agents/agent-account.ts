import type { LocalDate } from '../../../common/athens.js';
import type { Amount } from '../../../common/money.js';

/** Debt of an agent by the age of its unpaid charges (money.25). `notDue` is of instalments whose period has not begun. */
export interface AgedDebt {
  readonly notDue: Amount;
  readonly days0To30: Amount;
  readonly days31To60: Amount;
  readonly days61To90: Amount;
  readonly over90: Amount;
}

export interface AgentAccount extends AgedDebt {
  readonly code: string;
  readonly name: string;
  readonly creditLimit: Amount;
  /** Debt; below zero a credit. */
  readonly balance: Amount;
  readonly creditLeft: Amount;
  /** Credit that is waiting to be paid out. */
  readonly creditSetAside: Amount;
  /** Null when nothing is owed. */
  readonly oldestUnpaidAt: Date | null;
  readonly lastSettledAt: Date | null;
  readonly lastSettlement: Amount | null;
}

export interface OpenCharge {
  readonly at: Date;
  readonly reference: string;
  readonly applicationId: number;
  readonly policyNo: string;
  readonly receiptNo: number;
  readonly dueDate: LocalDate;
  readonly gross: Amount;
  /** Unpaid part. */
  readonly open: Amount;
}

/** Orders of accounts; a missing value is the lowest. */
export const ACCOUNT_SORTS = ['code', 'name', 'balance', 'creditLeft', 'oldestUnpaid', 'lastSettled'] as const;
export type AccountSort = (typeof ACCOUNT_SORTS)[number];

export interface AccountFilter {
  readonly code?: string | undefined;
  readonly name?: string | undefined;
  readonly isOwing?: boolean | undefined;
  readonly isOverLimit?: boolean | undefined;
  /** Days for which a charge is unpaid, exceeded. */
  readonly agedOver?: number | undefined;
}

/** Limits between the ages, in days. */
export const AGE_ENDS = [30, 60, 90] as const;
