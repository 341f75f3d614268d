import { AmountUpTo, ListOf, OneOf, Required, TextUpTo } from '../../../common/validation/decorators.js';
import type { AgentType, SubagentStatus } from '../../../record/money/agents/agent.js';
import { NewAgentCode, NotEmptied, RequiredInteger, RequiredOneOf, RequiredText, SubagentCode } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';

const MAX_NAME = 200;
const MAX_LIMIT = 9_999_999_999.99;
const MAX_SUBAGENTS = 500;
/** Types that staff may choose. */
const TYPES = ['direct', 'broker'] as const;
type ChosenType = (typeof TYPES)[number];

export class SubagentDto {
  /** Code of the subagent. @example "S01" */
  @Required()
  @SubagentCode()
  code: string;

  /** Name of the subagent. @example "Υποκατάστημα Πειραιά" */
  @RequiredText(MAX_NAME)
  name: string;

  /** 0 pending, 1 approved, 2 rejected, 3 deleted. @example 1 */
  @RequiredInteger(0, 3)
  status: SubagentStatus;
}

/** Changes to an agent; absent fields stay unchanged. */
export class AgentChangeRequest {
  /** Name of the agent. @example "Μεσιτική Θεσσαλονίκης" */
  @NotEmptied()
  @TextUpTo(MAX_NAME)
  name?: string;

  /** direct or broker. @example "broker" */
  @NotEmptied()
  @OneOf(TYPES)
  type?: ChosenType;

  /** Maximum debt of the agent, in euro. @example 50000 */
  @NotEmptied()
  @AmountUpTo(MAX_LIMIT)
  creditLimit?: number;

  /** All subagents; those that are missing here become deleted (3). */
  @NotEmptied()
  @ListOf(() => SubagentDto, MAX_SUBAGENTS)
  subagents?: SubagentDto[];
}

export class NewAgentRequest {
  /** Up to 20 letters, digits and `.-_`; begins with a letter or digit, not with sbx-. Final. @example "10004" */
  @Required()
  @NewAgentCode()
  code: string;

  /** Name of the agent. @example "Μεσιτική Θεσσαλονίκης" */
  @RequiredText(MAX_NAME)
  name: string;

  /** direct or broker. @example "broker" */
  @RequiredOneOf(TYPES)
  type: ChosenType;

  /** Maximum debt of the agent, in euro. @example 50000 */
  @Required()
  @AmountUpTo(MAX_LIMIT)
  creditLimit: number;

  /** Subagents of the agent. */
  @ListOf(() => SubagentDto, MAX_SUBAGENTS)
  subagents?: SubagentDto[] | null;
}

export class AgentQueryDto extends PageQueryDto {
  /** Part of the name; case and accents are ignored. @example "Αττικη" */
  @TextUpTo(MAX_NAME)
  name?: string;

  /** direct, broker or test. @example "broker" */
  @OneOf([...TYPES, 'test'])
  type?: AgentType;
}

export class AgentResponse {
  /** Code of the agent. @example "10004" */
  code: string;
  /** Name of the agent. @example "Μεσιτική Θεσσαλονίκης" */
  name: string;
  /** direct or broker; test: created by a sign-up. @example "broker" */
  type: AgentType;
  /** Maximum debt of the agent, in euro. @example 50000 */
  creditLimit: number;
  /** Subagents, ordered by code. */
  subagents: SubagentDto[];
}

export class AgentListResponse extends PageResponseOf(AgentResponse) {}
