import { DecisionAuthorityResponse } from '../authorities/authorities.dto.js';
import { ApiProperty, OmitType, PickType } from '@nestjs/swagger';
import { InstalmentResponse, PremiumLineResponse, PremiumResponse } from '../../../record/core/lines/price.dto.js';
import { PageResponseOf } from '../../common/page.dto.js';
import { ApplicationNoteResponse, AssigneeResponse } from './application-work.dto.js';

export class ReferralReasonResponse {
  /** Code of the rule. @example 'F25-03' */
  code: string;
  /** Text in the language of the call. @example 'Απόσταση από ρέμα κάτω των 50 μ. με κάλυψη πλημμύρας' */
  text: string;
}

export class StaffApplicationRowResponse {
  /** Id of the application. @example 1 */
  id: number;
  /** Line of business: fire or motor. @example 'fire' */
  line: string;
  /** Number of the application. @example 'F260000001' */
  applicationNo: string;
  /** Number of the policy; null until it is reserved. @example 'P260000001' */
  policyNo: string | null;
  /** Status code. @example '30' */
  status: string;
  /** Title of the status in the language of the call. @example 'Προς έγκριση στην Ανάληψη Κινδύνων' */
  statusTitle: string;
  /** Code of the agent. @example '10001' */
  agentCode: string;
  /** Name of the client. @example 'Παπαδοπούλου Μαρία' */
  clientName: string;
  /** Tax number of the client. @example '123456783' */
  clientAfm: string;
  /** Start of insurance. @example '2026-12-01' */
  startDate: string;
  /** Gross premium of the whole year, in euro; null without a price. @example 332.64 */
  gross: number | null;
  /** Version of the application, raised by every change. @example 3 */
  version: number;
  /** Time of the last change, Athens. @example '2026-11-21T10:20:00' */
  updatedAt: string;
  /** Title of the line in the language of the call. @example 'Πυρός' */
  lineTitle: string;
  /** Name of the agent. @example 'Ασφαλιστικό Πρακτορείο Αττικής' */
  agentName: string;
  /** End of insurance. @example '2027-12-01' */
  endDate: string;
  /** Plate of the vehicle, or address of the first insured object. @example 'Ερμού 12 10563 Αθήνα' */
  insured: string | null;
  /** Time since which it waits (30, 11, 12, 39, 45), Athens; null in other statuses. @example '2026-11-21T10:20:00' */
  waitingSince: string | null;
  /** Rules that require an underwriter. */
  reasons: ReferralReasonResponse[];
  /** The employee to whom it is assigned; null if unassigned. */
  assignee: AssigneeResponse | null;
}

export class StaffApplicationPageResponse extends PageResponseOf(StaffApplicationRowResponse) {}

export class StaffPriceLineResponse extends PremiumLineResponse {
  /** Position of the object in the application, from 1. @example 1 */
  object: number;
  /** Insured group; null for covers of the whole object and of vehicles. @example '01' */
  group: string | null;
}

export class StaffPriceResponse extends PremiumResponse {
  /** Code of the tariff. @example 'fire' */
  tariffCode: string;
  /** Covers, in tariff order. */
  lines: StaffPriceLineResponse[];
}

export class StaffTermsResponse {
  /** Loading on every cover, per cent; absent without one. @example '20' */
  loadingPercent?: string;
  /** Codes of the excluded covers. @example ["004"] */
  excludedCovers?: string[];
  /** Deductible in euro, for documents only. @example '500.00' */
  deductible?: string;
  /** Note, for documents only. @example 'Με την προϋπόθεση εγκατάστασης συναγερμού.' */
  note?: string;
}

export class StaffApprovalResponse {
  /**
   * Digest of the approved risk; a changed risk needs another approval.
   * @example '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
   */
  riskHash: string;
  /** Terms of the approval; null without terms. */
  terms: StaffTermsResponse | null;
  /** Name of the underwriter. @example 'Νίκος Ιωάννου' */
  approvedBy: string;
  /** Time of the approval, UTC. @example '2026-11-21T08:20:00.000Z' */
  approvedAt: string;
}

export class StaffApplicationMessageResponse {
  /** Code of the rule or of the underwriter's message. @example 'F25-03' */
  code: string;
  /** error, referral or warning. @example 'referral' */
  severity: string;
  /** Path of the field in the application. @example 'objects_insured[0]' */
  path: string;
  /** Text in the language of the call. @example 'Απόσταση από ρέμα κάτω των 50 μ. με κάλυψη πλημμύρας' */
  text: string;
}

export class StaffTransitionResponse {
  /** Status before the action; null for the insert. @example '25' */
  fromStatus: string | null;
  /** Status after the action. @example '30' */
  toStatus: string;
  /** Action. @example 'request_approval' */
  action: string;
  /** Role of the actor: agent, underwriter, customer, bank, staff or clock. @example 'agent' */
  actor: string;
  /** Name of the actor. @example 'Ασφαλιστικό Πρακτορείο' */
  actorName: string;
  /** First six characters of the API key. @example 'a1B2c3' */
  keyPrefix: string | null;
  /** Code of the agent of the token. @example '10001' */
  agentCode: string | null;
  /** Reason of the action. @example 'APPROVE' */
  reason: string | null;
  /** Time of the action, Athens. @example '2026-11-21T10:20:00' */
  at: string;
}

export class StaffDocumentResponse {
  /** Id of the document. @example 7 */
  id: number;
  /** Category. Codes: `GET /fire-api/parameters/documentCategories`. @example 28 */
  categoryId: number;
  /** Name of the file. @example 'P260000001.pdf' */
  fileName: string;
  /** Media type. @example 'application/pdf' */
  mimeType: string;
  /** Size in bytes. @example 48211 */
  size: number;
  /** Whether the system created it. @example true */
  system: boolean;
  /** Whether it is of a policy that was cancelled or changed since, so that it proves no cover. @example false */
  cancelled: boolean;
  /** Time of creation, Athens. @example '2026-11-21T10:20:00' */
  createdAt: string;
}

export class CancellationReasonResponse {
  /** Code of the reason; null for a lapse. Codes: `GET /parameters-api/cancellationReasons`. @example 'SALE' */
  reasonCode: string | null;
  /** Title of the reason in the language of the call. @example 'Πώληση ή μεταβίβαση' */
  reasonTitle: string | null;
  /** Text beside the reason. @example 'Πώληση του οχήματος' */
  text: string | null;
  /** Day on which the declaration arrived; null for a lapse. @example '2026-11-22' */
  receivedOn: string | null;
}

export class CancellationResponse extends CancellationReasonResponse {
  /** CANCELLATION, WITHDRAWAL, VOID (cover never began) or NON_PAYMENT. @example 'CANCELLATION' */
  kind: string;
  /** Number of the act. @example 12 */
  actNo: number;
  /** Day of the cancellation; null for a lapse. @example '2026-11-22' */
  date: string | null;
  /** First day without cover. @example '2026-11-23' */
  coverEnds: string;
  /** PRO_RATA, ALL, NONE or SHORT_RATE; null for a lapse. @example 'PRO_RATA' */
  refundRule: string | null;
  /** Time of the act, Athens. @example '2026-11-22T10:20:00' */
  cancelledAt: string;
}

/** A cancellation that the clock carries out as its day begins. */
export class ScheduledCancellationResponse extends CancellationReasonResponse {
  /** Day of the cancellation, the first one without cover. @example '2027-01-15' */
  date: string;
  /** Whether there was a claim. @example false */
  claims: boolean;
  /** Name of the employee who scheduled it. @example 'Μαρία Νικολάου' */
  scheduledBy: string;
  /** Time of the request, Athens. @example '2026-11-22T10:20:00' */
  scheduledAt: string;
}

export class StaffPaymentCodeResponse {
  /** RF creditor reference. @example 'RF23912344000000000100017' */
  code: string;
  /** Amount, in euro, for which alone it is valid. @example 332.64 */
  amount: number;
  /** Last day to pay. @example '2026-12-01' */
  dueDate: string;
}

/** The state at `asOf`, or the current state without it. */
export class StaffApplicationResponse extends OmitType(StaffApplicationRowResponse, ['reasons']) {
  /** Number of the client in the register; null before the register has the person. @example 5 */
  clientId: number | null;
  /** The latest payment code; null without one, and with `asOf`. */
  paymentCode: StaffPaymentCodeResponse | null;
  /** Day of issue; null before. @example '2026-11-22' */
  issueDate: string | null;
  /** Months between payments. @example 12 */
  payFrequencyInMonths: number;
  /** Plate of the vehicle; null in other lines. @example 'IZX4821' */
  plateNo: string | null;
  /** Questionnaire of the line, as the agent sent it. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  questionnaire: object;
  /** Price with the trace of each cover; null in status 00. */
  price: StaffPriceResponse | null;
  /** Messages of the calculation and of the underwriter. */
  messages: StaffApplicationMessageResponse[];
  /** The last approval; null before the first. */
  approval: StaffApprovalResponse | null;
  /** All transitions, oldest first. */
  history: StaffTransitionResponse[];
  /** Id of the renewed policy; null if this is not a renewal. @example 1 */
  renewalOf: number | null;
  /** Id of the latest renewal, possibly cancelled; null before the first. @example 2 */
  renewedBy: number | null;
  /** The cancellation; null unless the policy ended before its time. */
  cancellation: CancellationResponse | null;
  /** The scheduled cancellation; null without one. */
  scheduledCancellation: ScheduledCancellationResponse | null;
  /** Documents, oldest first. */
  documents: StaffDocumentResponse[];
  /** Time of entry, Athens. @example '2026-11-21T10:15:00' */
  createdAt: string;
  /** Internal notes, oldest first; hidden from agents. */
  notes: ApplicationNoteResponse[];
  /** Actions of the caller's role in this status; empty with `asOf`. @example ["approve", "return", "decline"] */
  actions: string[];
}

export class DecisionPreviewResponse extends PickType(StaffApplicationResponse, ['status', 'statusTitle', 'price', 'messages']) {
  /** Whether the caller's authority covers the decision; null for one that needs none. */
  authority: DecisionAuthorityResponse | null;
}

/** Refund of one paid receipt; amounts are positive. */
export class RefundedReceiptResponse extends PickType(InstalmentResponse, ['net', 'fee', 'tax', 'levy', 'gross']) {
  /** Number of the refund receipt; null without a refund and in a preview. @example 18 */
  receiptNo: number | null;
  /** Number of the paid receipt. @example 17 */
  refundedReceiptNo: number;
  /** Method of payment and refund: CHARGE (agent's account) or RF (owed to the customer). @example 'CHARGE' */
  method: string;
  /** Days in the receipt's period. @example 365 */
  days: number;
  /** Days in the period from the cancellation on. @example 183 */
  unearnedDays: number;
}

/** The refund; of a scheduled cancellation, as it would be today. */
export class RefundResponse {
  /** Whether the policy was withdrawn from: everything is refunded. @example false */
  withdrawal: boolean;
  /** Rule of the reason: PRO_RATA (unearned days), ALL, NONE or SHORT_RATE. @example 'PRO_RATA' */
  rule: string;
  /** Sum in euro. @example 143.72 */
  total: number;
  /** Refund of each paid receipt, ordered by instalment. */
  receipts: RefundedReceiptResponse[];
}

export class CancelledApplicationResponse extends StaffApplicationResponse {
  /** Refunded premium. */
  refund: RefundResponse;
}

export class PlannedDocumentResponse {
  /** Category. Codes: `GET /fire-api/parameters/documentCategories`. @example 32 */
  categoryId: number;
  /** Title of the category in the language of the call. @example 'Πράξη ακύρωσης' */
  title: string;
  /** Name of the file. @example 'P260000042-cancellation.pdf' */
  fileName: string;
  /** Number of the refunded receipt; null for a document of the whole policy. @example 17 */
  refundedReceiptNo: number | null;
}

export class CancellationPreviewResponse extends PickType(CancelledApplicationResponse, ['status', 'statusTitle', 'refund']) {
  /** First day without cover. @example '2026-11-23' */
  coverEnds: string;
  /** Whether the clock carries it out on a later day. @example false */
  scheduled: boolean;
  /** Whether a second person must approve it before it takes effect. @example false */
  needsSecondPerson: boolean;
  /** Documents that would be created: a receipt for each refund, and the cancellation act. */
  documents: PlannedDocumentResponse[];
}

export class StateActionsResponse {
  /** Line of business. @example "fire" */
  line: string;
  /** Status code. @example "30" */
  status: string;
  /** Actions of the caller's role in this status. @example ["approve", "return", "request_documents", "decline"] */
  actions: string[];
}

export class ApplicationActionsResponse {
  /** Actions for every line and status. */
  states: StateActionsResponse[];
}
