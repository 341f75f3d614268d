import { AmountUpTo, IntegerBetween, ListOf, OneOf, Required, TextUpTo } from '../../../common/validation/decorators.js';
import type { AgentType, SubagentStatus } from '../../../record/money/agents/agent.js';
import { NotEmptied, NewAgentCode, SubagentCode } from '../../common/fields.js';
import { PageDto, PageQueryDto } from '../../common/page.dto.js';

const MAX_NAME = 200;
const MAX_LIMIT = 9_999_999_999.99;
const MAX_SUBAGENTS = 500;
/** Those that staff may choose. */
const TYPES = ['direct', 'broker'] as const;
type ChosenType = (typeof TYPES)[number];

/** An agent's subagent. */
export class SubagentDto {
  /** Its code @example "S01" */
  @Required()
  @SubagentCode()
  code: string;

  /** Its name @example "Υποκατάστημα Πειραιά" */
  @Required()
  @TextUpTo(MAX_NAME)
  name: string;

  /** 0 pending, 1 approved, 2 rejected, 3 deleted @example 1 */
  @Required()
  @IntegerBetween(0, 3)
  status: SubagentStatus;
}

/** Changes to an agent: what is left out stays as it is. */
export class AgentChangeRequest {
  /** Its name @example "Μεσιτική Θεσσαλονίκης" */
  @NotEmptied()
  @TextUpTo(MAX_NAME)
  name?: string;

  /** direct or broker @example "broker" */
  @NotEmptied()
  @OneOf(TYPES)
  type?: ChosenType;

  /** The most that the agent may owe, in euro @example 50000 */
  @NotEmptied()
  @AmountUpTo(MAX_LIMIT)
  creditLimit?: number;

  /** The whole list; those left out become deleted (3) */
  @NotEmptied()
  @ListOf(() => SubagentDto, MAX_SUBAGENTS)
  subagents?: SubagentDto[];
}

/** A new agent. */
export class NewAgentRequest {
  /** Letters, digits, dot, hyphen and underscore, a letter or digit first; not beginning with sbx-; never changed @example "10004" */
  @Required()
  @NewAgentCode()
  code: string;

  /** Its name @example "Μεσιτική Θεσσαλονίκης" */
  @Required()
  @TextUpTo(MAX_NAME)
  name: string;

  /** direct or broker @example "broker" */
  @Required()
  @OneOf(TYPES)
  type: ChosenType;

  /** The most that the agent may owe, in euro @example 50000 */
  @Required()
  @AmountUpTo(MAX_LIMIT)
  creditLimit: number;

  /** Subagents, if any */
  @ListOf(() => SubagentDto, MAX_SUBAGENTS)
  subagents?: SubagentDto[] | null;
}

/** Which agents. */
export class AgentQueryDto extends PageQueryDto {
  /** Part of the name, whatever its capitals and accents @example "Αττικη" */
  @TextUpTo(MAX_NAME)
  name?: string;

  /** direct, broker or test @example "broker" */
  @OneOf([...TYPES, 'test'])
  type?: AgentType;
}

/** An agent of the insurer. */
export class AgentResponse {
  /** Its code @example "10004" */
  code: string;

  /** Its name @example "Μεσιτική Θεσσαλονίκης" */
  name: string;

  /** direct or broker; test: of somebody who signed up @example "broker" */
  type: AgentType;

  /** The most that the agent may owe, in euro @example 50000 */
  creditLimit: number;

  /** By code */
  subagents: SubagentDto[];
}

/** Agents by code. */
export class AgentListResponse extends PageDto {
  /** The part asked for */
  items: AgentResponse[];
}
