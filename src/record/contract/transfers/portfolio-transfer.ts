import type { LocalDate } from '../../../common/athens.js';
import type { Amount } from '../../../common/money.js';

export const TRANSFER_STATES = ['SCHEDULED', 'RUNNING', 'DONE', 'REFUSED', 'CANCELLED'] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

/** Counts of a transfer, from its request. */
export interface TransferFigures {
  readonly policies: number;
  /** Applications that are not issued, such as renewals in preparation. */
  readonly applications: number;
  /** Receipts that are not paid. */
  readonly instalments: number;
  readonly gross: Amount;
}

export interface RequestedTransfer {
  readonly fromAgent: string;
  readonly toAgent: string;
  /** Null for everything that the agent has on the day of the transfer. */
  readonly policyNos: readonly string[] | null;
  readonly applicationIds: readonly number[] | null;
  readonly effectiveDate: LocalDate;
  readonly reason: string;
}

export interface LeasedTransfer {
  readonly id: number;
  readonly fromAgent: string;
  readonly toAgent: string;
  readonly applicationIds: readonly number[] | null;
  readonly effectiveDate: LocalDate;
  readonly createdBy: string;
}
