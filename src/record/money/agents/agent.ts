import type { Withholding } from '../commission/commission-statement.js';
import type { LocalDate } from '../../../common/athens.js';
import type { Amount } from '../../../common/money.js';

/** `test` is an agent of the sandbox that a programmer created by signing up. */
export type AgentType = 'direct' | 'broker' | 'test';

export const TEST_CODE_PREFIX = 'sbx-';

export const SubagentStatus = { PENDING: 0, APPROVED: 1, REJECTED: 2, DELETED: 3 } as const;
export type SubagentStatus = (typeof SubagentStatus)[keyof typeof SubagentStatus];

export interface Subagent {
  readonly code: string;
  readonly name: string;
  readonly status: SubagentStatus;
}

export interface Agent {
  readonly code: string;
  readonly name: string;
  readonly type: AgentType;
  /** Charges above it are refused (-706). */
  readonly creditLimit: Amount;
  readonly subagents: readonly Subagent[];
  readonly licenceNo: string | null;
}

export interface AgentTerms extends Pick<Agent, 'licenceNo'> {
  readonly afm: string | null;
  readonly legalName: string | null;
  /** Receives copies of letters to its customers (letters.4). */
  readonly email: string | null;
  readonly withholding: Withholding;
  /** Null: only rates of the agent's own code. */
  readonly commissionType: string | null;
  /** Commission reduces the debt; otherwise it is paid by monthly statements. */
  readonly nettingAllowed: boolean;
  /** First day of new business; null: always. */
  readonly activeFrom: LocalDate | null;
  /** First day without new business; null: not closed. */
  readonly activeUntil: LocalDate | null;
  /** First day on which the keys of its users are refused; null: `activeUntil`. */
  readonly accessUntil: LocalDate | null;
  readonly renewalsAllowed: boolean;
}

export interface NewAgent extends Omit<Agent, 'licenceNo' | 'subagents'>, Partial<AgentTerms> {
  readonly subagents?: readonly Subagent[];
  readonly iban?: Buffer | null;
  readonly ibanShown?: string | null;
}
