import { PageDto } from '../../common/page.dto.js';
import { StaffApplicationMessageResponse } from './staff-application.dto.js';
import { StaffTermsResponse } from './staff-price.dto.js';
import { TIMELINE_KINDS } from './application-timeline.repository.js';
import { ApiProperty } from '@nestjs/swagger';

export class TimelineTransitionResponse {
  /** Status before; null at insert. @example '25' */
  fromStatus: string | null;
  /** The same in the language of the call. @example 'Σε καταχώριση, απαιτεί έγκριση' */
  fromStatusTitle: string | null;
  /** Status after. @example '30' */
  toStatus: string;
  /** The same in the language of the call. @example 'Σε έλεγχο από underwriter' */
  toStatusTitle: string;
  /** Action. @example 'request_approval' */
  action: string;
  /** Why, as it was given. @example 'INSTALMENT_UNPAID' */
  reason: string | null;
}

export class TimelineDecisionResponse {
  /** The decision. @example 'approve_with_terms' */
  decision: string;
  /** Terms; null without any. */
  terms: StaffTermsResponse | null;
  /** What the agent was told. */
  messages: StaffApplicationMessageResponse[];
}

export class TimelineDocumentResponse {
  /** Id @example 7 */
  id: number;
  /** Category Codes: `GET /fire-api/parameters/documentCategories`. @example 28 */
  categoryId: number;
  /** The same in the language of the call. @example 'Συμβόλαιο' */
  categoryTitle: string | null;
  /** Name of the file. @example 'P260000001.pdf' */
  fileName: string;
  /** What the agent said of it. @example 'Φωτογραφία' */
  comments: string | null;
}

export class TimelineReceiptResponse {
  /** Number. @example 17 */
  receiptNo: number;
  /** NEW, RENEWAL, INSTALMENT or REFUND. @example 'INSTALMENT' */
  kind: string;
  /** Instalment. @example 2 */
  instalmentNo: number;
  /** To pay, euro; below zero of a refund. @example 92.4 */
  gross: number;
  /** Due on. @example '2027-03-01' */
  dueDate: string;
  /** How it was paid: CHARGE by the agent, RF at a bank; null until it is. @example 'CHARGE' */
  method: string | null;
}

export class TimelinePaymentResponse {
  /** Euro. @example 92.4 */
  amount: number;
  /** Reference of the bank. @example 'NBG-20261125-4711' */
  reference: string;
  /**
   * What came of it: ISSUED, INSTALMENT_PAID or SUSPENDED; of suspense APPLICATION or REFUND; of a refund PAID or RETURNED.
   * @example 'INSTALMENT_PAID'
   */
  outcome: string;
  /** The receipt that it paid, or the refund's. @example 18 */
  receiptNo: number | null;
}

export class TimelineMessageResponse {
  /** Id. @example 3 */
  id: number;
  /** Kind. @example 'SUSPENSE' */
  kind: string;
  /** Text in the language of the call. @example 'Πληρωμή 10,00 € σε εκκρεμότητα' */
  text: string;
}

/** Only the part of its kind is not null. */
export class TimelineEntryResponse {
  /** Kind and number, unique within the timeline. @example 'transition:12' */
  id: string;
  /** What it is. @example 'transition' */
  @ApiProperty({ enum: TIMELINE_KINDS })
  kind: string;
  /** What happened, in the language of the call. @example 'Αίτημα έγκρισης' */
  title: string;
  /** When, Athens. @example '2026-11-21T10:20:00' */
  at: string;
  /** Who acted: agent, underwriter, customer, bank, staff, clock or system; null where nobody wrote it down. @example 'agent' */
  actor: string | null;
  /** Name of who acted. @example 'Ασφαλιστικό Πρακτορείο' */
  actorName: string | null;
  /** Agent that acted, or that acted for the bank. @example '10001' */
  agentCode: string | null;
  /** Of a transition. */
  transition: TimelineTransitionResponse | null;
  /** Of a transition by which an underwriter decided. */
  decision: TimelineDecisionResponse | null;
  /** Of a document. */
  document: TimelineDocumentResponse | null;
  /** Of a receipt. */
  receipt: TimelineReceiptResponse | null;
  /** Of a payment at the bank or by it. */
  payment: TimelinePaymentResponse | null;
  /** Of a message to staff. */
  message: TimelineMessageResponse | null;
  /** Of a note: what was noted. @example 'Περιμένω την πραγματογνωμοσύνη.' */
  note: string | null;
}

export class ApplicationTimelineResponse extends PageDto {
  /** The requested part */
  items: TimelineEntryResponse[];
}
