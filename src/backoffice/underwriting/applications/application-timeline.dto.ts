import { ApiProperty, OmitType, PickType } from '@nestjs/swagger';
import { PageResponseOf } from '../../common/page.dto.js';
import { TIMELINE_KINDS } from './application-timeline.repository.js';
import { StaffApplicationMessageResponse, StaffDocumentResponse, StaffTermsResponse } from './staff-application.dto.js';
import { StaffReceiptResponse } from './staff-receipt.dto.js';

export class TimelineTransitionResponse {
  /** Status before the action; null for the insert. @example '25' */
  fromStatus: string | null;
  /** Title of that status in the language of the call. @example 'Απαιτείται έγκριση' */
  fromStatusTitle: string | null;
  /** Status after the action. @example '30' */
  toStatus: string;
  /** Title of that status in the language of the call. @example 'Προς έγκριση στην Ανάληψη Κινδύνων' */
  toStatusTitle: string;
  /** Action. @example 'request_approval' */
  action: string;
  /** Reason of the action. @example 'INSTALMENT_UNPAID' */
  reason: string | null;
}

export class TimelineDecisionResponse {
  /** The decision. @example 'approve_with_terms' */
  decision: string;
  /** Terms of the decision; null without terms. */
  terms: StaffTermsResponse | null;
  /** Messages to the agent. */
  messages: StaffApplicationMessageResponse[];
}

export class TimelineDocumentResponse extends PickType(StaffDocumentResponse, ['id', 'categoryId', 'fileName']) {
  /** Title of the category in the language of the call. @example 'Συμβόλαιο' */
  categoryTitle: string | null;
  /** Comments of the agent. @example 'Φωτογραφία' */
  comments: string | null;
}

export class TimelineReceiptResponse extends PickType(StaffReceiptResponse, ['receiptNo', 'kind', 'instalmentNo', 'gross', 'dueDate']) {
  /** Method of payment: CHARGE (agent's account) or RF (bank); null before the payment. @example 'CHARGE' */
  method: string | null;
}

export class TimelinePaymentResponse {
  /** Amount in euro. @example 92.4 */
  amount: number;
  /** The bank's reference. @example 'NBG-20261125-4711' */
  reference: string;
  /**
   * ISSUED, INSTALMENT_PAID, PAID_SEVERAL or SUSPENDED for a payment; APPLICATION, AGENT or REFUND for a resolved one;
   * PAID or RETURNED for a refund.
   * @example 'INSTALMENT_PAID'
   */
  outcome: string;
  /** Number of the paid receipt or of the refund receipt. @example 18 */
  receiptNo: number | null;
}

export class TimelineMessageResponse {
  /** Id of the message. @example 3 */
  id: number;
  /** Kind of the message. @example 'SUSPENSE' */
  kind: string;
  /** Text in the language of the call. @example 'Πληρωμή 10,00 € σε εκκρεμότητα' */
  text: string;
}

export class TimelineLetterResponse {
  /** Id of the letter. @example 12 */
  id: number;
  /** Kind of the letter. @example 'PAYMENT_REQUEST' */
  kind: string;
  /** Title of the kind in the language of the call. @example 'Ειδοποιητήριο πληρωμής' */
  title: string;
  /** CLIENT or AGENT for a mail; null for the letter itself. @example 'CLIENT' */
  recipient: string | null;
  /** sent or failed; null for the letter itself. @example 'sent' */
  state: string | null;
  /** Whether the recipient may have the mail twice; null for the letter itself. @example false */
  mayBeDouble: boolean | null;
}

export class TimelineCancellationResponse {
  /** Day of the cancellation. @example '2027-01-15' */
  date: string | null;
  /** Code of the reason. Codes: `GET /parameters-api/cancellationReasons`. @example 'SALE' */
  reasonCode: string;
  /** Title of the reason in the language of the call. @example 'Πώληση ή μεταβίβαση' */
  reasonTitle: string | null;
}

/** Only the parts of its kind are set; the others are null. */
export class TimelineEntryResponse {
  /** Kind and number, unique within the timeline. @example 'transition:12' */
  id: string;
  /** Kind of the entry. @example 'transition' */
  @ApiProperty({ enum: TIMELINE_KINDS })
  kind: string;
  /** Title of the event in the language of the call. @example 'Αίτημα έγκρισης' */
  title: string;
  /** Time of the event, Athens. @example '2026-11-21T10:20:00' */
  at: string;
  /** agent, underwriter, customer, bank, staff, clock or system; null if not recorded. @example 'agent' */
  actor: string | null;
  /** Name of the actor. @example 'Ασφαλιστικό Πρακτορείο' */
  actorName: string | null;
  /** Code of the agent that acted, also for the bank. @example '10001' */
  agentCode: string | null;
  /** Transition of the status. */
  transition: TimelineTransitionResponse | null;
  /** Decision of an underwriter. */
  decision: TimelineDecisionResponse | null;
  /** Document of the application. */
  document: TimelineDocumentResponse | null;
  /** Receipt of the policy. */
  receipt: TimelineReceiptResponse | null;
  /** Payment to or by the bank. */
  payment: TimelinePaymentResponse | null;
  /** Cancellation that was made, scheduled, or that fell away. */
  cancellation: TimelineCancellationResponse | null;
  /** Message to staff. */
  message: TimelineMessageResponse | null;
  /** Letter to the customer, or a mail with it. */
  letter: TimelineLetterResponse | null;
  /** Text of a note. @example 'Περιμένω την πραγματογνωμοσύνη.' */
  note: string | null;
}

export class ApplicationTimelineResponse extends PageResponseOf(TimelineEntryResponse) {}

export const AGENT_TIMELINE_ACTORS = ['agent', 'customer', 'bank', 'insurer'] as const;
export type AgentTimelineActor = (typeof AGENT_TIMELINE_ACTORS)[number];

export class AgentTimelineTransitionResponse extends OmitType(TimelineTransitionResponse, ['reason']) {}

export class AgentTimelinePaymentResponse extends OmitType(TimelinePaymentResponse, ['reference']) {}

export class AgentTimelineLetterResponse extends OmitType(TimelineLetterResponse, ['mayBeDouble']) {}

/** Only the parts of its kind are set; the others are null. */
export class AgentTimelineEntryResponse extends PickType(TimelineEntryResponse, [
  'id',
  'kind',
  'title',
  'at',
  'decision',
  'document',
  'receipt',
  'cancellation',
]) {
  /** agent, customer, bank or insurer; null if not recorded. @example 'agent' */
  @ApiProperty({ enum: AGENT_TIMELINE_ACTORS, nullable: true, example: 'agent' })
  actor: AgentTimelineActor | null;
  /** Transition of the status. */
  transition: AgentTimelineTransitionResponse | null;
  /** Payment by the bank. */
  payment: AgentTimelinePaymentResponse | null;
  /** Letter to the customer, or a mail with it. */
  letter: AgentTimelineLetterResponse | null;
}

export class AgentTimelineResponse extends PageResponseOf(AgentTimelineEntryResponse) {}
