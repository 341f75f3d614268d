import { PickType } from '@nestjs/swagger';
import { IntegerBetween, OneOf, TrueFalse } from '../../../common/validation/decorators.js';
import { SuspenseReasonResponse } from '../../../record/contract/payments/bank-advice.dto.js';
import { IntegerParameter } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';
import { RefundAccountResponse } from '../refunds/refunds.dto.js';

const MAX_ID = 9_999_999_999;

export class SuspenseQueryDto extends PageQueryDto {
  /** open or resolved; both when absent. @example 'open' */
  @OneOf(['open', 'resolved'])
  state?: string;

  /** Id of the application of the payment code. @example 1 */
  @IntegerParameter(1, MAX_ID)
  applicationId?: number;
}

export class SuspenseResolutionRequest {
  /** Application in prepay, or policy with a due instalment, whose amount the money equals. @example 2 */
  @IntegerBetween(1, MAX_ID)
  applicationId?: number | null;

  /** true to refund the money to the customer, or to the sender if there is no application. @example true */
  @TrueFalse()
  refund?: boolean | null;
}

/** A payment that could not be used. */
export class SuspenseItemResponse {
  /** Id of the item. @example 3 */
  id: number;
  /** Amount in euro. @example 300 */
  amount: number;
  /** RF code of the payment; null if the transfer named none. @example 'RF23912344000000000100017' */
  paymentCode: string | null;
  /** The bank's reference. @example 'NBG-20261121-000123' */
  reference: string;

  /** Day on which the bank booked it. @example '2026-11-21' */
  valueDate: string;

  /** Application of the payment code; null for an unknown code. @example 1 */
  applicationId: number | null;
  /** Number of the application. @example 'F260000001' */
  applicationNo: string | null;
  /** Number of the policy; null until it is reserved. @example 'P260000001' */
  policyNo: string | null;
  /** Name of the client. @example 'Παπαδοπούλου Μαρία' */
  clientName: string | null;
  /** Why the money could not be used. */
  reason: SuspenseReasonResponse;
  /** Time of the payment, Athens. @example '2026-11-21T10:20:00' */
  createdAt: string;
  /** APPLICATION or REFUND; null while open. @example 'REFUND' */
  resolution: string | null;
  /** Application that it paid, or whose customer gets the refund; null for a refund to the sender. @example 2 */
  resolvedApplicationId: number | null;
  /** Name of the user who resolved it. @example 'Μαρία Γεωργίου' */
  resolvedBy: string | null;
  /** Time of resolution, Athens; null while open. @example '2026-11-22T09:00:00' */
  resolvedAt: string | null;
}

export class SuspenseCandidateResponse {
  /** Id of the application or policy. @example 2 */
  applicationId: number;
  /** Number of the application. @example 'F260000002' */
  applicationNo: string;
  /** Number of the policy; null until it is reserved. @example 'P260000002' */
  policyNo: string | null;
  /** Name of the client. @example 'Παπαδοπούλου Μαρία' */
  clientName: string;
  /** Amount of the last unpaid payment code, in euro. @example 332.64 */
  amountDue: number;
  /** AMOUNT: the amounts are equal. NAME: the sender has the client's name. @example ['AMOUNT', 'NAME'] */
  why: string[];
}

export class SuspenseItemWithCandidatesResponse extends SuspenseItemResponse {
  /** Sender in the bank's file; null for money booked by hand or resolved. @example 'PAPADOPOULOU MARIA' */
  sender: string | null;
  /** Country and last four characters of the sender's IBAN; null if unknown or resolved. @example 'GR…0695' */
  senderIban: string | null;
  /** Remittance text of the sender. @example 'ASFALISTRA SPITIOU' */
  remittance: string | null;
  /** Up to five applications that the money may be for, likeliest first; empty once it is resolved. */
  candidates: SuspenseCandidateResponse[];
}

export class SuspensePaidApplicationResponse extends PickType(SuspenseCandidateResponse, ['applicationNo', 'policyNo', 'clientName']) {
  /** Status code after the payment. @example '50' */
  status: string;
  /** Title of that status in the language of the call. @example 'Σε ισχύ' */
  statusTitle: string;
  /** Instalment that would be paid. @example 1 */
  instalmentNo: number | null;
}

export class SuspensePreviewResponse {
  /** PAID (pays an application) or OWED (is refunded to the customer or the sender). @example 'PAID' */
  use: string;
  /** Amount in euro. @example 332.64 */
  amount: number;
  /** Application to be paid, or whose customer gets the refund; null for a refund to the sender. @example 2 */
  applicationId: number | null;
  /** The application to be paid; null for a refund. */
  application: SuspensePaidApplicationResponse | null;
  /** Account of the refund; null for a payment, and if staff must enter it afterwards. */
  account: RefundAccountResponse | null;
}

export class SuspenseListResponse extends PageResponseOf(SuspenseItemResponse) {}
