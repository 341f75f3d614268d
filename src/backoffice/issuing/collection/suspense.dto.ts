import { PickType } from '@nestjs/swagger';
import { ArrayOf, IntegerBetween, ListOf, OneOf, TrueFalse } from '../../../common/validation/decorators.js';
import { buildIntegerCheck } from '../../../common/validation/checks.js';
import { PaidAmount, SuspenseReasonResponse } from '../../../record/contract/payments/bank-advice.dto.js';
import { IntegerParameter, SubagentCode } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';
import { RefundAccountResponse } from '../refunds/refunds.dto.js';

const MAX_ID = 9_999_999_999;
const MAX_PARTS = 50;
const MAX_ITEMS = 20;

export class SuspenseQueryDto extends PageQueryDto {
  /** open, credit (of a customer) or resolved; all when absent. @example 'open' */
  @OneOf(['open', 'credit', 'resolved'])
  state?: string;

  /** Id of the application of the payment code, or whose customer has the credit. @example 1 */
  @IntegerParameter(1, MAX_ID)
  applicationId?: number;
}

export class SuspensePartRequest {
  /** Amount in euro; all money when absent in a single use, required in a part. @example 96.1 */
  @PaidAmount()
  amount?: number | null;

  /** Application in prepay, or policy; the amount pays its next instalments. @example 2 */
  @IntegerBetween(1, MAX_ID)
  applicationId?: number | null;

  /** Code of the agent whose debt it pays. @example '10001' */
  @SubagentCode()
  agentCode?: string | null;

  /** Application whose customer keeps it as credit for later receipts. @example 2 */
  @IntegerBetween(1, MAX_ID)
  creditOf?: number | null;

  /** true to refund the money to the customer, or to the sender if there is no application. @example true */
  @TrueFalse()
  refund?: boolean | null;
}

export class SuspenseResolutionRequest extends SuspensePartRequest {
  /** Several uses, instead of a single one; what they leave stays in suspense. */
  @ListOf(() => SuspensePartRequest, MAX_PARTS, { minItems: 1 })
  parts?: SuspensePartRequest[] | null;

  /** Further items whose money is used together with this one, after it. @example [4] */
  @ArrayOf(MAX_ITEMS, buildIntegerCheck(1, MAX_ID))
  withItems?: number[] | null;

  /** true to write off a difference above the tolerance, by a second person. @example false */
  @TrueFalse()
  writeOff?: boolean | null;
}

export class SuspenseItemResponse {
  /** Id of the item. @example 3 */
  id: number;
  /** Amount in euro; less than `receivedAmount` when other parts are items of their own. @example 300 */
  amount: number;
  /** Amount that was received, in euro. @example 300 */
  receivedAmount: number;
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
  /** Application whose customer has it as credit; null otherwise. @example 2 */
  creditOf: number | null;
  /** APPLICATION, AGENT, REFUND or REVERSED; null while open. @example 'REFUND' */
  resolution: string | null;
  /** Application that it paid, or whose customer gets the refund; null for a refund to the sender. @example 2 */
  resolvedApplicationId: number | null;
  /** Agent whose debt it paid; null otherwise. @example '10001' */
  resolvedAgentCode: string | null;
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

export class SuspenseSiblingResponse extends PickType(SuspenseItemResponse, [
  'id',
  'amount',
  'creditOf',
  'resolution',
  'resolvedApplicationId',
  'resolvedAgentCode',
  'resolvedBy',
  'resolvedAt',
]) {}

export class SuspenseItemWithCandidatesResponse extends SuspenseItemResponse {
  /** Amount for which the payment code was made, in euro; null for an unknown code. @example 332.64 */
  amountDue: number | null;
  /** Sender in the bank's file; null for money booked by hand or resolved. @example 'PAPADOPOULOU MARIA' */
  sender: string | null;
  /** Country and last four characters of the sender's IBAN; null if unknown or resolved. @example 'GR…0695' */
  senderIban: string | null;
  /** Remittance text of the sender. @example 'ASFALISTRA SPITIOU' */
  remittance: string | null;
  /** Other parts of the same money. */
  parts: SuspenseSiblingResponse[];
  /** Up to five applications that the money may be for, likeliest first; empty once it is resolved. */
  candidates: SuspenseCandidateResponse[];
}

export class SuspensePaidApplicationResponse extends PickType(SuspenseCandidateResponse, ['applicationNo', 'policyNo', 'clientName']) {
  /** Status code after the payment. @example '50' */
  status: string;
  /** Title of that status in the language of the call. @example 'Σε ισχύ' */
  statusTitle: string;
  /** Last instalment that would be paid. @example 1 */
  instalmentNo: number | null;
}

export class SuspenseUseResponse {
  /** PAID (pays an application), SETTLED (an agent's debt), CREDIT or OWED (to customer or sender). @example 'PAID' */
  use: string;
  /** Amount in euro. @example 332.64 */
  amount: number;
  /** Application to be paid, or whose customer gets credit or refund; null otherwise. @example 2 */
  applicationId: number | null;
  /** The application; null for other uses. */
  application: SuspensePaidApplicationResponse | null;
  /** Agent whose debt it pays; null for other uses. @example '10001' */
  agentCode: string | null;
  /** Account of the refund; null for other uses, and if staff must enter it afterwards. */
  account: RefundAccountResponse | null;
}

export class SuspensePreviewResponse extends SuspenseUseResponse {
  /** All uses in their order. */
  uses: SuspenseUseResponse[];
  /** Money that stays in suspense, in euro. @example 0 */
  rest: number;
}

export class SuspenseListResponse extends PageResponseOf(SuspenseItemResponse) {}
