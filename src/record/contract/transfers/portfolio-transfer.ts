import type { LocalDate } from '../../../common/athens.js';
import type { Amount } from '../../../common/money.js';

export const TRANSFER_STATES = ['SCHEDULED', 'RUNNING', 'DONE', 'REFUSED', 'CANCELLED'] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

export interface TransferFigures {
  readonly policies: number;
  readonly applications: number;
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
