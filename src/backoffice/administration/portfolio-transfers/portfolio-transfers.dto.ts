import { buildTextCheck } from '../../../common/validation/checks.js';
import { ArrayOf, IsoDate, OneOf, Required } from '../../../common/validation/decorators.js';
import { TRANSFER_STATES } from '../../../record/contract/transfers/portfolio-transfer.js';
import { RequiredText, SubagentCode } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';

export const MAX_POLICIES = 1_000;
const MAX_POLICY_NO = 20;
const MAX_REASON = 200;

export class PortfolioTransferQuery extends PageQueryDto {
  /** SCHEDULED, RUNNING, DONE, REFUSED or CANCELLED; all states when absent. @example 'DONE' */
  @OneOf(TRANSFER_STATES)
  state?: string;

  /** Previous or new agent. @example '10001' */
  @SubagentCode()
  agentCode?: string;
}

export class PortfolioTransferRequest {
  /** Agent that has the contracts. @example '10001' */
  @Required()
  @SubagentCode()
  fromAgentCode: string;

  /** Agent that gets them; must be open for business on that day. @example '10004' */
  @Required()
  @SubagentCode()
  toAgentCode: string;

  /** First day with the new agent, in Athens: today, or a day of the next year. @example '2027-01-01' */
  @Required()
  @IsoDate()
  effectiveDate: string;

  /** Up to 1,000 policies that move, with their years before and after; all when absent. @example ["P260000042"] */
  @ArrayOf(MAX_POLICIES, buildTextCheck(MAX_POLICY_NO), 1)
  policyNos?: string[] | null;

  /** Reason, for staff. @example 'Λήξη συνεργασίας' */
  @RequiredText(MAX_REASON)
  reason: string;
}

export class PortfolioTransferResponse {
  /** Id of the transfer. @example 3 */
  id: number;
  /** SCHEDULED, RUNNING, DONE, CANCELLED, or REFUSED when the new agent was closed meanwhile. @example 'DONE' */
  state: string;
  /** Previous agent. @example '10001' */
  fromAgentCode: string;
  /** New agent. @example '10004' */
  toAgentCode: string;
  /** First day with the new agent. @example '2027-01-01' */
  effectiveDate: string;
  /** Chosen policies; null for all contracts. @example ["P260000042"] */
  policyNos: string[] | null;
  /** Reason, for staff. @example 'Λήξη συνεργασίας' */
  reason: string;
  /** Policies to move, with those that have ended, as counted at the request. @example 120 */
  policies: number;
  /** Applications and prepared renewals to move, as counted at the request. @example 8 */
  applications: number;
  /** Unpaid receipts of these contracts at the request; payments from then on are the new agent's. @example 31 */
  instalments: number;
  /** Sum of the unpaid receipts, euro gross. @example 4210.55 */
  instalmentsGross: number;
  /** Debt of the previous agent, which stays with it; below zero a credit. Euro. @example 1520.4 */
  balance: number;
  /** Policies and applications that have moved so far. @example 128 */
  moved: number;
  /** Attempts that failed since the last batch that moved; it is tried again up to every half hour. @example 0 */
  failures: number;
  /** Reason of the last failed attempt. @example 'canceling statement due to statement timeout' */
  failure: string | null;
  /** Name of the user who created it. @example 'Μαρία Γεωργίου' */
  createdBy: string;
  /** Time of creation, Athens. @example '2026-12-10T12:00:00' */
  createdAt: string;
  /** Time at which it was done, refused or cancelled, Athens. @example '2027-01-01T00:00:02' */
  endedAt: string | null;
}

export class PortfolioTransferPageResponse extends PageResponseOf(PortfolioTransferResponse) {}
