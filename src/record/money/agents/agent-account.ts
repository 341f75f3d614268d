import type { LocalDate } from '../../../common/athens.js';
import type { Amount } from '../../../common/money.js';

/**
 * What an agent owes, by the age of the charges that are not paid (money.25): of instalments whose period has not begun, then by the days since the
 * charge. Together they are what it owes.
 */
export interface AgedDebt {
  readonly notDue: Amount;
  readonly days0To30: Amount;
  readonly days31To60: Amount;
  readonly days61To90: Amount;
  readonly over90: Amount;
}

/** An agent's account as it is now. */
export interface AgentAccount extends AgedDebt {
  readonly code: string;
  readonly name: string;
  readonly creditLimit: Amount;
  /** What it owes; below zero it has credit. */
  readonly balance: Amount;
  /** What it may still be charged. */
  readonly creditLeft: Amount;
  /** Credit that is to be paid out and was not yet. */
  readonly creditSetAside: Amount;
  /** Of the oldest charge that is not paid; null when nothing is owed. */
  readonly oldestUnpaidAt: Date | null;
  readonly lastSettledAt: Date | null;
  readonly lastSettlement: Amount | null;
}

/** A charge that is not paid, or not whole. */
export interface OpenCharge {
  readonly at: Date;
  readonly reference: string;
  readonly applicationId: number;
  readonly policyNo: string;
  readonly receiptNo: number;
  readonly dueDate: LocalDate;
  /** Of the receipt. */
  readonly gross: Amount;
  /** What of it is not paid. */
  readonly open: Amount;
}

/** By what accounts are sorted; what has no value counts as the lowest. */
export const ACCOUNT_SORTS = ['code', 'name', 'balance', 'creditLeft', 'oldestUnpaid', 'lastSettled'] as const;
export type AccountSort = (typeof ACCOUNT_SORTS)[number];

export interface AccountFilter {
  readonly code?: string | undefined;
  /** A part of the name. */
  readonly name?: string | undefined;
  readonly isOwing?: boolean | undefined;
  readonly isOverLimit?: boolean | undefined;
  /** With a charge unpaid for more days than this. */
  readonly agedOver?: number | undefined;
}

/** Charges that are younger than so many days belong to the age before it. */
export const AGE_ENDS = [30, 60, 90] as const;
