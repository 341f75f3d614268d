import { ApiProperty } from '@nestjs/swagger';
import { TextUpTo } from '../../../common/validation/decorators.js';
import { AGES, type Age } from '../../../record/exchange/overview/overview-shares.js';
import { MessageKind } from '../../../record/reference/settings/message-kind.js';

export class OverviewQueryDto {
  /** Of this agent alone; of all together when absent. @example '10001' */
  @TextUpTo(20)
  agentCode?: string;
}

export class StatusCountResponse {
  /** Line of business. @example 'fire' */
  line: string;
  /** Status code. @example '01' */
  status: string;
  /** That status in the language of the call. @example 'Υπολογισμένη' */
  statusTitle: string;
  /** How many there are. @example 128 */
  count: number;
}

export class ReferralCountResponse {
  /** Line of business. @example 'fire' */
  line: string;
  /** 30: with the underwriter, 11: documents requested. @example '30' */
  status: string;
  /** How long they have been in that status. @example 'UNDER_4_HOURS' */
  @ApiProperty({ enum: AGES })
  age: Age;
  /** How many there are. @example 4 */
  count: number;
}

export class ReferralsResponse {
  /** How many there are. @example 4 */
  count: number;
  /** Since when the one that waits longest does, Athens; null when there is none. @example '2026-11-21T09:12:44' */
  oldest: string | null;
  /** By line, status and age; those that there are. */
  items: ReferralCountResponse[];
}

/** Written premium less cancelled and refunded premium of the month. */
export class WrittenPremiumResponse {
  /** Month, Athens. @example '2026-11' */
  month: string;
  /** Line of business. @example 'motor' */
  line: string;
  /** Policies and renewals issued. @example 31 */
  policies: number;
  /** Net premium in euro. @example 8423.5 */
  net: number;
  /** Gross premium in euro, with fees, tax and levies. @example 9811.04 */
  gross: number;
}

export class UnderwritingOverviewResponse {
  /** By line and status; those that there are. */
  applications: StatusCountResponse[];
  /** What waits for a decision or for documents. */
  referrals: ReferralsResponse;
  /** Of this month and the twelve before, the latest first; those with any. */
  premium: WrittenPremiumResponse[];
}

export class WaitingMoneyResponse {
  /** How many items there are. @example 3 */
  count: number;
  /** Their sum in euro. @example 902.11 */
  sum: number;
  /** Since when the one that waits longest does, Athens; null when there is none. @example '2026-11-20T08:00:00' */
  oldest: string | null;
}

export class OwedRefundsResponse {
  /** Applications whose customers are owed something. @example 2 */
  count: number;
  /** What they are owed in euro. @example 311.2 */
  sum: number;
}

export class MessageCountResponse {
  /** Kind of message. @example 'PARTY_MISMATCH' */
  @ApiProperty({ enum: Object.values(MessageKind) })
  kind: string;
  /** How many there are. @example 5 */
  count: number;
  /** When the oldest was written, Athens. @example '2026-11-20T08:00:00' */
  oldest: string;
}

export class RequestCountResponse {
  /** How long they have waited. @example 'UNDER_24_HOURS' */
  @ApiProperty({ enum: AGES })
  age: Age;
  /** How many there are. @example 2 */
  count: number;
}

export class OpenRequestsResponse {
  /** How many there are. @example 2 */
  count: number;
  /** When the oldest came, Athens; null when there is none. @example '2026-11-20T08:00:00' */
  oldest: string | null;
  /** By age; those that there are. */
  items: RequestCountResponse[];
}

export class DayResponse {
  /** Day, Athens. @example '2026-12-01' */
  date: string;
  /** How many there are. @example 12 */
  count: number;
  /** Their gross premium in euro. @example 1893.2 */
  sum: number;
}

export class OverdueResponse {
  /** How many there are. @example 3 */
  count: number;
  /** Their gross premium in euro. @example 318.04 */
  sum: number;
  /** The first day on which one of them was due; null when there is none. @example '2026-11-02' */
  oldest: string | null;
}

export class DueDays {
  /** Unpaid instalments of today and the 30 days after; days with any. */
  instalmentsDue: DayResponse[];
  /** Unpaid instalments of the days before. */
  instalmentsOverdue: OverdueResponse;
  /** Policies in force that end today or in the 30 days after, and whose next year is not issued; days with any, and the premium of the year that ends. */
  renewalsDue: DayResponse[];
}

export class IssuingOverviewResponse extends DueDays {
  /** Money in suspense. */
  suspense: WaitingMoneyResponse;
  /** Refunds that are owed to customers and senders. */
  refundsOwed: OwedRefundsResponse;
  /** Open messages by kind; those that there are. */
  messages: MessageCountResponse[];
  /** Service requests without an answer. */
  serviceRequests: OpenRequestsResponse;
}

/** The same in both environments. */
export class AccessOverviewResponse {
  /** Signups whose mailed link was not followed yet. @example 1 */
  signupsUnconfirmed: number;
  /** Programs of confirmed signups that asked for production and were not granted it. @example 1 */
  productionRequested: number;
  /** Active users who have not chosen a password yet. @example 2 */
  invitationsOpen: number;
}

export class PortfolioOverviewResponse extends DueDays {
  /** By line and status; those that there are. */
  applications: StatusCountResponse[];
}

export class HourOfCallsResponse {
  /** When the hour began, UTC. @example '2026-11-21T08:00:00.000Z' */
  hour: string;
  /** Calls that came in it. @example 212 */
  calls: number;
  /** Those of them that were refused (4xx). @example 3 */
  refused: number;
  /** Those of them that failed (5xx). @example 0 */
  failed: number;
}

export class ErrorCountResponse {
  /** Code of the error. @example '-101' */
  code: string;
  /** How many there were. @example 3 */
  count: number;
}

export class CallsOverviewResponse {
  /** By hour, the earliest first; hours with any. */
  hours: HourOfCallsResponse[];
  /** By code, the most frequent first; the first ten. */
  errors: ErrorCountResponse[];
}

export class OverviewResponse {
  /**
   * When the figures were true, Athens, by real time: a minute ago at most. Null after an upgrade while they are filled for the first time; until then they are too low.
   * @example '2026-11-21T10:20:00'
   */
  asOf: string | null;
  /** The agent whose figures these are; null: all together. @example '10001' */
  agentCode: string | null;
  /** For underwriters and administrators; null for others. */
  underwriting: UnderwritingOverviewResponse | null;
  /** For the issuing department and administrators; null for others. */
  issuing: IssuingOverviewResponse | null;
  /** For administrators; null for others, and for an agent. */
  access: AccessOverviewResponse | null;
  /** For an agent's user; null for others. */
  portfolio: PortfolioOverviewResponse | null;
  /** For an agent's user: calls of its console and of the program that it signed up for; null for others. */
  calls: CallsOverviewResponse | null;
}
