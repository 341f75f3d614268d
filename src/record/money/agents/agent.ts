import type { Amount } from '../../../common/money.js';

/** `test`: of somebody who signed up, in the sandbox alone. */
export type AgentType = 'direct' | 'broker' | 'test';

/** With it begin the codes of test agents, and no others. */
export const TEST_CODE_PREFIX = 'sbx-';

/** Status of a subagent (parameters.6). */
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
  /** The most that the agent may owe; charges above it are refused (-706). */
  readonly creditLimit: Amount;
  /** In the order of their codes. */
  readonly subagents: readonly Subagent[];
}

export type NewAgent = Omit<Agent, 'subagents'> & { readonly subagents?: readonly Subagent[] };
