import { Afm, AmountUpTo, Email, IsoDate, ListOf, OneOf, Required, TextUpTo, TrueFalse } from '../../../common/validation/decorators.js';
import type { AgentType, SubagentStatus } from '../../../record/money/agents/agent.js';
import { type Withholding, WITHHOLDINGS } from '../../../record/money/commission/commission-statement.js';
import { Iban } from '../../../record/money/payouts/iban.js';
import { NewAgentCode, NotEmptied, RequiredInteger, RequiredOneOf, RequiredText, SubagentCode } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';

const MAX_NAME = 200;
const MAX_LIMIT = 9_999_999_999.99;
const MAX_SUBAGENTS = 500;
const MAX_LICENCE = 40;
const MAX_COMMISSION_TYPE = 20;
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

export class AgentTermsRequest {
  /** Number in the register of insurance intermediaries; null clears it. @example "ΕΕΑ 123456" */
  @TextUpTo(MAX_LICENCE)
  licenceNo?: string | null;

  /** Tax number; null clears it. @example "094014201" */
  @Afm()
  afm?: string | null;

  /** Name as registered for taxes; null clears it. @example "Μεσιτική Θεσσαλονίκης Ε.Ε." */
  @TextUpTo(MAX_NAME)
  legalName?: string | null;

  /** Address for copies of letters to its customers; null clears it. @example "office@broker.example" */
  @Email()
  email?: string | null;

  /** Account for commission, stored encrypted; null clears it. @example "GR1601101250000000012300695" */
  @Iban()
  iban?: string | null;

  /** INDIVIDUAL or COMPANY (when absent); selects the tax that is withheld from commission. @example "COMPANY" */
  @NotEmptied()
  @OneOf(WITHHOLDINGS)
  withholding?: Withholding;

  /** Commission type, one that a version of the rates has; null: only rates for its own code. @example "AGENCY" */
  @TextUpTo(MAX_COMMISSION_TYPE)
  commissionType?: string | null;

  /** Whether commission reduces what the agent owes; otherwise it is paid by monthly statements. @example false */
  @NotEmptied()
  @TrueFalse()
  nettingAllowed?: boolean;

  /** First day of new business, in Athens; null: always. @example "2026-01-01" */
  @IsoDate()
  activeFrom?: string | null;

  /** First day without new business, in Athens; null: the agent is not closed. @example "2027-01-01" */
  @IsoDate()
  activeUntil?: string | null;

  /** First day in Athens on which its users' keys are refused; null: that of `activeUntil`. @example "2027-04-01" */
  @IsoDate()
  accessUntil?: string | null;

  /** Whether policies can be renewed although the agent is closed. @example false */
  @NotEmptied()
  @TrueFalse()
  renewalsAllowed?: boolean;
}

/** Changes to an agent; absent fields stay unchanged. */
export class AgentChangeRequest extends AgentTermsRequest {
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

export class NewAgentRequest extends AgentTermsRequest {
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
  /** Number in the register of insurance intermediaries; null when unknown. @example "ΕΕΑ 123456" */
  licenceNo: string | null;
  /** Tax number; null when unknown. @example "094014201" */
  afm: string | null;
  /** Name as registered for taxes; null when unknown. @example "Μεσιτική Θεσσαλονίκης Ε.Ε." */
  legalName: string | null;
  /** Address for copies of letters to its customers; null: none are mailed to it. @example "office@broker.example" */
  email: string | null;
  /** Country and last four characters of the account for commission; null without one. @example "GR…0695" */
  iban: string | null;
  /** INDIVIDUAL or COMPANY; selects the tax that is withheld from commission. @example "COMPANY" */
  withholding: Withholding;
  /** Commission type; null: only rates for its own code apply. @example "AGENCY" */
  commissionType: string | null;
  /** Whether commission reduces what the agent owes. @example false */
  nettingAllowed: boolean;
  /** First day of new business; null: always. @example "2026-01-01" */
  activeFrom: string | null;
  /** First day without new business; null: the agent is not closed. @example "2027-01-01" */
  activeUntil: string | null;
  /** First day on which its users' keys are refused; null: the day of `activeUntil`. @example "2027-04-01" */
  accessUntil: string | null;
  /** Whether policies can be renewed although the agent is closed. @example false */
  renewalsAllowed: boolean;
  /** Subagents, ordered by code. */
  subagents: SubagentDto[];
}

export class AgentListResponse extends PageResponseOf(AgentResponse) {}
