import type { Amount } from '../../../common/money.js';

/** `test` is an agent of the sandbox that a programmer created by signing up. */
export type AgentType = 'direct' | 'broker' | 'test';

/** Prefix that is reserved for the codes of test agents. */
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
  /** Maximum debt; charges above it are refused (-706). */
  readonly creditLimit: Amount;
  /** Sorted by code. */
  readonly subagents: readonly Subagent[];
}

export type NewAgent = Omit<Agent, 'subagents'> & { readonly subagents?: readonly Subagent[] };
