import { ApiProperty } from '@nestjs/swagger';
import { ApplicationNoteResponse, AssigneeResponse } from './application-work.dto.js';
import { PageDto } from '../../common/page.dto.js';
import { StaffApprovalResponse, StaffPriceResponse } from './staff-price.dto.js';

export class StaffApplicationSummaryResponse {
  /** Id. @example 1 */
  id: number;
  /** Line of business: fire or motor. @example 'fire' */
  line: string;
  /** Number of the application. @example 'F260000001' */
  applicationNo: string;
  /** Number of the policy, once it is reserved. @example 'P260000001' */
  policyNo: string | null;
  /** Status code. @example '30' */
  status: string;
  /** Status in the language of the call. @example 'Σε έλεγχο από underwriter' */
  statusTitle: string;
  /** Agent. @example '10001' */
  agentCode: string;
  /** Name of the client. @example 'Παπαδοπούλου Μαρία' */
  clientName: string;
  /** Tax number of the client. @example '123456783' */
  clientAfm: string;
  /** Start of insurance. @example '2026-12-01' */
  startDate: string;
  /** To pay for the whole year, euro; null without a price. @example 332.64 */
  gross: number | null;
  /** Version, one more with every change. @example 3 */
  version: number;
  /** Time of the last change, Athens. @example '2026-11-21T10:20:00' */
  updatedAt: string;
}

export class ReferralReasonResponse {
  /** Code of the rule. @example 'F25-03' */
  code: string;
  /** Text in the language of the call. @example 'Απόσταση από ρέμα κάτω των 50 μ. με πλημμύρα' */
  text: string;
}

export class StaffApplicationRowResponse extends StaffApplicationSummaryResponse {
  /** Line in the language of the call. @example 'Πυρός' */
  lineTitle: string;
  /** Name of the agent. @example 'Ασφαλιστικό Πρακτορείο Αττικής' */
  agentName: string;
  /** End of insurance. @example '2027-12-01' */
  endDate: string;
  /** What is insured: plate of the vehicle, or address of the first object. @example 'Ερμού 12 10563 Αθήνα' */
  insured: string | null;
  /**
   * Since when it waits for the underwriter, the customer or the payment (30, 11, 12, 39, 45), Athens; null elsewhere.
   * @example '2026-11-21T10:20:00'
   */
  waitingSince: string | null;
  /** Why it needs an underwriter. */
  reasons: ReferralReasonResponse[];
  /** Who of the insurer's people has it. */
  assignee: AssigneeResponse | null;
}

export class StaffApplicationPageResponse extends PageDto {
  /** The applications. */
  items: StaffApplicationRowResponse[];
}

export class StaffApplicationMessageResponse {
  /** Code of the rule, or of the underwriter's message. @example 'F25-03' */
  code: string;
  /** error, referral or warning. @example 'referral' */
  severity: string;
  /** Place in the application. @example 'objects_insured[0]' */
  path: string;
  /** Text in the language of the call. @example 'Απόσταση από ρέμα κάτω των 50 μ. με πλημμύρα' */
  text: string;
}

export class StaffTransitionResponse {
  /** Status before; null at insert. @example '25' */
  fromStatus: string | null;
  /** Status after. @example '30' */
  toStatus: string;
  /** Action. @example 'request_approval' */
  action: string;
  /** Who acted: agent, underwriter, customer, bank, staff or clock. @example 'agent' */
  actor: string;
  /** Name of who acted. @example 'Ασφαλιστικό Πρακτορείο' */
  actorName: string;
  /** First characters of the API key. @example 'a1B2c3' */
  keyPrefix: string | null;
  /** Agent of the token. @example '10001' */
  agentCode: string | null;
  /** Why. @example 'APPROVE' */
  reason: string | null;
  /** When, Athens. @example '2026-11-21T10:20:00' */
  at: string;
}

export class StaffDocumentResponse {
  /** Id. @example 7 */
  id: number;
  /** Category. @example 28 */
  categoryId: number;
  /** Name of the file. @example 'P260000001.pdf' */
  fileName: string;
  /** Media type. @example 'application/pdf' */
  mimeType: string;
  /** Size, bytes. @example 48211 */
  size: number;
  /** Whether the system made it. @example true */
  system: boolean;
  /** When, Athens. @example '2026-11-21T10:20:00' */
  createdAt: string;
}

export class StaffApplicationResponse extends StaffApplicationSummaryResponse {
  /** End of insurance. @example '2027-12-01' */
  endDate: string;
  /** Day of issue. @example '2026-11-22' */
  issueDate: string | null;
  /** Months between payments. @example 12 */
  payFrequencyInMonths: number;
  /** Plate of a vehicle. @example 'IZX4821' */
  plateNo: string | null;
  /** The questionnaire of the line, as the agent sent it. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  questionnaire: object;
  /** The price with the trace of each line; null in status 00. */
  price: StaffPriceResponse | null;
  /** Messages of the calculation and of the underwriter. */
  messages: StaffApplicationMessageResponse[];
  /** The last approval: the risk it is for, its terms, by whom and when. */
  approval: StaffApprovalResponse | null;
  /** Every transition, oldest first. */
  history: StaffTransitionResponse[];
  /** Policy whose next year this is; null when it is no renewal. @example 1 */
  renewalOf: number | null;
  /** Latest renewal of this policy, which may have been cancelled since; null before one is made. @example 2 */
  renewedBy: number | null;
  /** Documents, oldest first. */
  documents: StaffDocumentResponse[];
  /** Time of entry, Athens. @example '2026-11-21T10:15:00' */
  createdAt: string;
  /** Line in the language of the call. @example 'Πυρός' */
  lineTitle: string;
  /** Name of the agent. @example 'Ασφαλιστικό Πρακτορείο Αττικής' */
  agentName: string;
  /**
   * Since when it waits for the underwriter, the customer or the payment (30, 11, 12, 39, 45), Athens; null elsewhere.
   * @example '2026-11-21T10:20:00'
   */
  waitingSince: string | null;
  /** Who of the insurer's people has it now; null with `asOf`. */
  assignee: AssigneeResponse | null;
  /** Notes of the insurer's people, oldest first. No agent sees them. */
  notes: ApplicationNoteResponse[];
  /** What the caller's role can do with it now; none with `asOf`. @example ["approve", "return", "request_documents", "decline"] */
  actions: string[];
}
