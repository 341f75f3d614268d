import { FromNumericText, IntegerBetween, OneOf, TrueFalse } from '../../../common/validation/decorators.js';
import { SuspenseReasonResponse } from '../../../record/contract/payments/bank-advice.dto.js';
import { RefundAccountResponse } from '../refunds/refunds.dto.js';
import { PageDto, PageQueryDto } from '../../common/page.dto.js';

const MAX_ID = 9_999_999_999;

export class SuspenseQueryDto extends PageQueryDto {
  /** open or resolved; all when absent @example 'open' */
  @OneOf(['open', 'resolved'])
  state?: string;

  /** Application that the payment code names @example 1 */
  @FromNumericText()
  @IntegerBetween(1, MAX_ID)
  applicationId?: number;
}

export class SuspenseResolutionRequest {
  /** Application in prepay, or policy with an instalment due, that it pays exactly @example 2 */
  @IntegerBetween(1, MAX_ID)
  applicationId?: number | null;

  /** true: a refund is owed to the customer, or to the sender without an application @example true */
  @TrueFalse()
  refund?: boolean | null;
}

/** A payment that could not be booked. */
export class SuspenseItemResponse {
  /** Id @example 3 */
  id: number;

  /** In euro @example 300 */
  amount: number;

  /** RF code it was paid with; null when the transfer named none @example 'RF23912344000000000100017' */
  paymentCode: string | null;

  /** The bank's reference @example 'NBG-20261121-000123' */
  reference: string;

  /** Application that the code names; null when it was never given out @example 1 */
  applicationId: number | null;

  /** Its number @example 'F260000001' */
  applicationNo: string | null;

  /** Number of the policy, once reserved @example 'P260000001' */
  policyNo: string | null;

  /** Name of its client @example 'Παπαδοπούλου Μαρία' */
  clientName: string | null;

  /** Why it paid nothing */
  reason: SuspenseReasonResponse;

  /** Since when it waits, Athens @example '2026-11-21T10:20:00' */
  createdAt: string;

  /** APPLICATION or REFUND; null while it is open @example 'REFUND' */
  resolution: string | null;

  /** The application that it paid, or whose customer it is owed to; null when it is owed to the sender @example 2 */
  resolvedApplicationId: number | null;

  /** Who resolved it @example 'Μαρία Γεωργίου' */
  resolvedBy: string | null;

  /** When, Athens @example '2026-11-22T09:00:00' */
  resolvedAt: string | null;
}

export class SuspenseCandidateResponse {
  /** Application or policy @example 2 */
  applicationId: number;

  /** Its number @example 'F260000002' */
  applicationNo: string;

  /** Number of the policy, once reserved @example 'P260000002' */
  policyNo: string | null;

  /** Name of its client @example 'Παπαδοπούλου Μαρία' */
  clientName: string;

  /** What its last unpaid payment code asks for, in euro @example 332.64 */
  amountDue: number;

  /** AMOUNT: that is the amount of the money. NAME: the sender has the client's name @example ['AMOUNT', 'NAME'] */
  why: string[];
}

export class SuspenseItemWithCandidatesResponse extends SuspenseItemResponse {
  /** Who paid, as a file of the bank told; null when it was booked by hand, and once it is resolved @example 'PAPADOPOULOU MARIA' */
  sender: string | null;

  /** Sender's IBAN, country and last four characters; null when no file has it, and once resolved @example 'GR…0695' */
  senderIban: string | null;

  /** What for, in the sender's words @example 'ASFALISTRA SPITIOU' */
  remittance: string | null;

  /** Five applications at most, the likeliest first; none once it is resolved */
  candidates: SuspenseCandidateResponse[];
}

export class SuspensePaidApplicationResponse {
  /** Number of the application @example 'F260000002' */
  applicationNo: string;

  /** Number of the policy @example 'P260000002' */
  policyNo: string | null;

  /** Name of its client @example 'Παπαδοπούλου Μαρία' */
  clientName: string;

  /** Status code that it would have @example '50' */
  status: string;

  /** That status in the language of the call @example 'Σε ισχύ' */
  statusTitle: string;

  /** Instalment that would be paid @example 1 */
  instalmentNo: number | null;
}

export class SuspensePreviewResponse {
  /** PAID: it pays the application. OWED: it is owed to the customer, or to the sender without an application @example 'PAID' */
  use: string;

  /** In euro @example 332.64 */
  amount: number;

  /** The application that it would pay, or whose customer it would be owed to; null when it is owed to the sender @example 2 */
  applicationId: number | null;

  /** That application when it is paid */
  application: SuspensePaidApplicationResponse | null;

  /** Account of the refund; null when it pays an application, and when staff must enter it afterwards */
  account: RefundAccountResponse | null;
}

export class SuspenseListResponse extends PageDto {
  /** The requested part */
  items: SuspenseItemResponse[];
}
