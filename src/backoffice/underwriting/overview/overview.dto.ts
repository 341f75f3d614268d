import { ApiProperty } from '@nestjs/swagger';
import { TextUpTo } from '../../../common/validation/decorators.js';
import { AGES, type Age } from '../../../record/exchange/overview/overview-shares.js';
import { MessageKind } from '../../../store/entities/staff-message.entity.js';
import { AGENT_TASKS, type AgentTask } from '../portfolio/agent-tasks.js';
import { IntegrationResponse } from './integration.dto.js';

export class OverviewQueryDto {
  /** Code of an agent; all agents when absent. @example '10001' */
  @TextUpTo(20)
  agentCode?: string;
}

class CountFields {
  /** Number of items. @example 4 */
  count: number;
}

export class StatusCountResponse extends CountFields {
  /** Line of business. @example 'fire' */
  line: string;
  /** Status code. @example '01' */
  status: string;
  /** Title of the status in the language of the call. @example 'Τιμολογημένη' */
  statusTitle: string;
}

export class ReferralCountResponse extends CountFields {
  /** Line of business. @example 'fire' */
  line: string;
  /** 30 (with the underwriter) or 11 (documents requested). @example '30' */
  status: string;
  /** Time in that status. @example 'UNDER_4_HOURS' */
  @ApiProperty({ enum: AGES })
  age: Age;
}

export class ReasonCountResponse extends CountFields {
  /** Code of the rule. @example 'F25-12' */
  code: string;
  /** Text of the rule in the language of the call. @example 'Κτίσμα χωρίς οικοδομική άδεια' */
  text: string;
}

export class ReferralsResponse extends CountFields {
  /** Time since which the oldest one waits, Athens; null without any. @example '2026-11-21T09:12:44' */
  oldest: string | null;
  /** Non-zero counts by line, status and age. */
  items: ReferralCountResponse[];
  /** Rules that referred them, as of the call, most frequent first. */
  reasons: ReasonCountResponse[];
}

export class WaitingAmendmentsResponse extends CountFields {
  /** Time since which the oldest one waits, Athens; null without any. @example '2026-11-21T09:12:44' */
  oldest: string | null;
}

/** Written premium less cancelled and refunded premium of the month. */
export class WrittenPremiumResponse {
  /** Month, Athens. @example '2026-11' */
  month: string;
  /** Line of business. @example 'motor' */
  line: string;
  /** Number of issued policies and renewals. @example 31 */
  policies: number;
  /** Net premium in euro. @example 8423.5 */
  net: number;
  /** Gross premium in euro, with fees, taxes and levies. @example 9811.04 */
  gross: number;
}

export class UnderwritingOverviewResponse {
  /** Non-zero counts by line and status. */
  applications: StatusCountResponse[];
  /** Applications that wait for a decision or for documents. */
  referrals: ReferralsResponse;
  /** Amendments that wait for a decision or for documents, as of the call. */
  amendments: WaitingAmendmentsResponse;
  /** Months with premium, this one and the twelve before, latest first. */
  premium: WrittenPremiumResponse[];
}

export class WaitingMoneyResponse extends CountFields {
  /** Sum in euro. @example 902.11 */
  sum: number;
  /** Time since which the oldest one waits, Athens; null without any. @example '2026-11-20T08:00:00' */
  oldest: string | null;
}

export class OwedRefundsResponse {
  /** Number of applications whose customers are owed money. @example 2 */
  count: number;
  /** Sum in euro. @example 311.2 */
  sum: number;
}

export class MessageCountResponse extends CountFields {
  /** Kind of message. @example 'PARTY_MISMATCH' */
  @ApiProperty({ enum: Object.values(MessageKind) })
  kind: string;
  /** Time of the oldest message, Athens. @example '2026-11-20T08:00:00' */
  oldest: string;
}

export class RequestCountResponse extends CountFields {
  /** Time since the request. @example 'UNDER_24_HOURS' */
  @ApiProperty({ enum: AGES })
  age: Age;
}

export class OpenRequestsResponse extends CountFields {
  /** Time of the oldest request, Athens; null without any. @example '2026-11-20T08:00:00' */
  oldest: string | null;
  /** Non-zero counts by age. */
  items: RequestCountResponse[];
}

export class DayResponse extends CountFields {
  /** Day, Athens. @example '2026-12-01' */
  date: string;
  /** Gross premium in euro. @example 1893.2 */
  sum: number;
}

export class OverdueResponse extends CountFields {
  /** Gross premium in euro. @example 318.04 */
  sum: number;
  /** Earliest due date; null without any. @example '2026-11-02' */
  oldest: string | null;
}

export class DueDays {
  /** Unpaid instalments of today and the next 30 days; only days with any. */
  instalmentsDue: DayResponse[];
  /** Unpaid instalments of the days before. */
  instalmentsOverdue: OverdueResponse;
  /** Policies that end within 30 days and are not renewed, with the ending year's premium; only days with any. */
  renewalsDue: DayResponse[];
}

export class IssuingOverviewResponse extends DueDays {
  /** Non-zero counts by line and status. */
  applications: StatusCountResponse[];
  /** Money in suspense. */
  suspense: WaitingMoneyResponse;
  /** Refunds owed to customers and senders. */
  refundsOwed: OwedRefundsResponse;
  /** Non-zero counts of open messages by kind. */
  messages: MessageCountResponse[];
  /** Unanswered service requests. */
  serviceRequests: OpenRequestsResponse;
}

export class AccessOverviewResponse {
  /** Sign-ups that are not confirmed yet. @example 1 */
  signupsUnconfirmed: number;
  /** Programs that requested production and have not been granted it. @example 1 */
  productionRequested: number;
  /** Active users who have not chosen a password yet. @example 2 */
  invitationsOpen: number;
}

export class AgentTaskResponse extends CountFields {
  /** Kind of work that waits for the agent; it filters `GET /backoffice-api/portfolio`. @example 'DOCUMENTS' */
  @ApiProperty({ enum: AGENT_TASKS })
  task: AgentTask;
}

export class PortfolioOverviewResponse extends DueDays {
  /** Non-zero counts of what waits for the agent, as of the call. */
  tasks: AgentTaskResponse[];
  /** Non-zero counts by line and status. */
  applications: StatusCountResponse[];
}

export class HourOfCallsResponse {
  /** Begin of the hour, UTC. @example '2026-11-21T08:00:00.000Z' */
  hour: string;
  /** Number of calls. @example 212 */
  calls: number;
  /** Number of refused calls (4xx). @example 3 */
  refused: number;
  /** Number of failed calls (5xx). @example 0 */
  failed: number;
}

export class ErrorCountResponse extends CountFields {
  /** Code of the error. @example '-101' */
  code: string;
}

export class CallsOverviewResponse {
  /** Hours with calls, earliest first. */
  hours: HourOfCallsResponse[];
  /** The ten most frequent errors, most frequent first. */
  errors: ErrorCountResponse[];
}

export class OverviewResponse {
  /** Time of the figures, Athens; null until the first calculation ends. @example '2026-11-21T10:20:00' */
  asOf: string | null;
  /** Code of the agent; null for all agents. @example '10001' */
  agentCode: string | null;
  /** For underwriters and administrators; null for others. */
  underwriting: UnderwritingOverviewResponse | null;
  /** For issuing and administrators; null for others. */
  issuing: IssuingOverviewResponse | null;
  /** For administrators without `agentCode`; null for others. */
  access: AccessOverviewResponse | null;
  /** For agents' users; null for others. */
  portfolio: PortfolioOverviewResponse | null;
  /** For agents' users: calls of their console and of the program that they signed up; null for others. */
  calls: CallsOverviewResponse | null;
  /** For users of the sandbox only: the steps of their program to production; null for others. */
  integration: IntegrationResponse | null;
}
