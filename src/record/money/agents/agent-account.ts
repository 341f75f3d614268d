import type { LocalDate } from '../../../common/athens.js';
import type { Amount } from '../../../common/money.js';

export interface AgedDebt {
  /** Debt for instalments whose period has not begun. */
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
  /** Above zero a debt, below zero a credit. */
  readonly balance: Amount;
  readonly creditLeft: Amount;
  readonly creditSetAside: Amount;
  readonly oldestUnpaidAt: Date | null;
  readonly lastSettledAt: Date | null;
  readonly lastSettlement: Amount | null;
}

export interface OpenCharge {
  readonly at: Date;
  readonly reference: string;
  readonly applicationId: number | null;
  readonly policyNo: string | null;
  readonly receiptNo: number | null;
  readonly dueDate: LocalDate | null;
  readonly gross: Amount | null;
  readonly open: Amount;
}

export const ACCOUNT_SORTS = ['code', 'name', 'balance', 'creditLeft', 'oldestUnpaid', 'lastSettled'] as const;
export type AccountSort = (typeof ACCOUNT_SORTS)[number];

export interface AccountFilter {
  readonly code?: string | undefined;
  readonly name?: string | undefined;
  readonly isOwing?: boolean | undefined;
  readonly isOverLimit?: boolean | undefined;
  readonly agedOver?: number | undefined;
}

export const AGE_ENDS = [30, 60, 90] as const;
