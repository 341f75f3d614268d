import { ApiProperty, OmitType } from '@nestjs/swagger';
import { OneOf } from '../../../common/validation/decorators.js';
import { ACT_CHANNELS, ACT_KINDS } from '../../../record/core/customer-acts/customer-act.js';
import { WITHDRAWAL_STATES } from '../../../record/contract/customer/withdrawal.repository.js';
import { RequiredText, SubagentCode } from '../../common/fields.js';
import { PageResponseOf, PeriodQueryDto } from '../../common/page.dto.js';

const MAX_DECISION = 1000;

export class WithdrawalQuery extends PeriodQueryDto {
  /** CANCELLED, OPEN or CLOSED; all states when absent. @example 'OPEN' */
  @OneOf(WITHDRAWAL_STATES)
  state?: string;

  /** LINK, AGENT, STAFF or SANDBOX; all channels when absent. @example 'LINK' */
  @OneOf(ACT_CHANNELS)
  channel?: string;

  /** Code of the agent. @example '10004' */
  @SubagentCode()
  agent?: string;
}

/** Filters of the register as a table, which has all rows. */
export class WithdrawalTableQuery extends OmitType(WithdrawalQuery, ['start', 'limit']) {}

export class StaffWithdrawalResponse {
  /** Id of the withdrawal. @example 4 */
  id: number;
  /** Id of the policy. @example 17 */
  applicationId: number;
  /** Number of the policy. @example 'P260000001' */
  policyNo: string | null;
  /** Name of the policyholder. @example 'Παπαδοπούλου Μαρία' */
  clientName: string;
  /** Code of the agent. @example '10004' */
  agentCode: string;
  /** Line of business. @example 'fire' */
  line: string;
  /** LINK (the customer's page), AGENT (a program), STAFF or SANDBOX. @example 'LINK' */
  @ApiProperty({ enum: ACT_CHANNELS })
  channel: string;
  /** Time at which it was received, Athens. @example '2026-11-27T14:05:10' */
  receivedAt: string;
  /** The declaration. @example 'Σας γνωστοποιώ ότι υπαναχωρώ από την ασφαλιστική σύμβαση P260000001.' */
  statement: string;
  /** CANCELLED, OPEN (staff decide, because a claim is recorded) or CLOSED. @example 'CANCELLED' */
  @ApiProperty({ enum: WITHDRAWAL_STATES })
  state: string;
  /** Number of the claim for which staff decide; null without one. @example 'Z-26-1042' */
  claimNo: string | null;
  /** Refunded premium, euro; null unless the policy was cancelled. @example 332.64 */
  refund: number | null;
  /** Decision of staff; null without one. @example 'Μετά από ζημιά δεν επιτρέπεται υπαναχώρηση.' */
  decision: string | null;
  /** Name of who decided; null without a decision. @example 'Νίκος Έκδοση' */
  closedBy: string | null;
  /** Time of the decision, Athens; null without one. @example '2026-11-28T09:00:00' */
  closedAt: string | null;
}

export class WithdrawalPageResponse extends PageResponseOf(StaffWithdrawalResponse) {}

export class WithdrawalDecisionRequest {
  /** Decision, as the customer reads it. @example 'Μετά από ζημιά δεν επιτρέπεται υπαναχώρηση.' */
  @RequiredText(MAX_DECISION)
  decision: string;
}

export class CustomerActAnswerResponse {
  /** Code of the statement. @example 'READ' */
  code: string;
  /** Whether the customer made the statement. @example true */
  given: boolean;
}

export class StaffCustomerActResponse {
  /** Id of the act. @example 12 */
  id: number;
  /** ACCEPTED, REJECTED or WITHDRAWN. @example 'ACCEPTED' */
  @ApiProperty({ enum: ACT_KINDS })
  kind: string;
  /** LINK (the customer's page), AGENT (a program), STAFF or SANDBOX. @example 'LINK' */
  @ApiProperty({ enum: ACT_CHANNELS })
  channel: string;
  /** Time of the act, Athens. @example '2026-11-27T14:05:10' */
  at: string;
  /** Name of who acted. @example 'Πελάτης' */
  actorName: string;
  /** Id of the link; null without one. @example 7 */
  linkId: number | null;
  /** Network address; null without one and after an erasure. @example '203.0.113.7' */
  address: string | null;
  /** Address, in part, to which the code went that signed it; null without one. @example 'm…@example.gr' */
  sentTo: string | null;
  /** Answers to the statements. */
  answers: CustomerActAnswerResponse[];
  /** Reason of a rejection or withdrawal; null without one. @example 'Βρήκα φθηνότερα.' */
  reason: string | null;
  /** Shown content, as it was hashed. @example '{"language":"el","number":"F260000001"}' */
  shown: string;
  /** SHA-256 of the shown content. @example '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' */
  shownSha256: string;
  /** Whether the hash still belongs to the stored text, and each shown document to its digest. @example true */
  isVerified: boolean;
}

export class StaffCustomerActListResponse {
  /** Acts, newest first, up to 100. */
  items: StaffCustomerActResponse[];
}
