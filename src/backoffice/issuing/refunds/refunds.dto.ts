import { FromNumericText, IntegerBetween, OneOf, Required, TextUpTo } from '../../../common/validation/decorators.js';
import { BankReference, PaidAmount } from '../../../record/contract/payments/bank-advice.dto.js';
import { Iban } from '../../../record/money/payouts/iban.js';
import { PageDto, PageQueryDto } from '../../common/page.dto.js';

const MAX_ID = 9_999_999_999;
/** Of a SEPA transfer. */
const MAX_NAME = 70;

export class RefundQuery extends PageQueryDto {
  /** OWED, PREPARED (in a batch), PAID or WITHDRAWN; all when absent @example 'OWED' */
  @OneOf(['OWED', 'PREPARED', 'PAID', 'WITHDRAWN'])
  status?: string;

  /** CANCELLATION of a policy, money in SUSPENSE, or credit of an AGENT; all when absent @example 'CANCELLATION' */
  @OneOf(['CANCELLATION', 'SUSPENSE', 'AGENT'])
  kind?: string;

  /** yes: with an account; no: the account is still to be asked for @example 'no' */
  @OneOf(['yes', 'no'])
  hasAccount?: string;

  /** Agent that it is owed to, or whose application it is of @example '10001' */
  @TextUpTo(20)
  agentCode?: string;

  /** Application whose customer it is owed to @example 1 */
  @FromNumericText()
  @IntegerBetween(1, MAX_ID)
  applicationId?: number;

  /** Item of suspense whose money it is @example 3 */
  @FromNumericText()
  @IntegerBetween(1, MAX_ID)
  suspenseId?: number;
}

export class RefundAccountRequest {
  /** Account of a SEPA country @example 'GR1601101250000000012300695' */
  @Required()
  @Iban()
  iban: string;

  /** Whose account it is @example 'Παπαδοπούλου Μαρία' */
  @Required()
  @TextUpTo(MAX_NAME)
  holder: string;
}

export class AgentRefundRequest {
  /** In euro, up to its credit @example 150.5 */
  @Required()
  @PaidAmount()
  amount: number;
}

export class RefundReturnRequest {
  /** The bank's reference of the return, once for each @example 'NBG-20261203-000031' */
  @Required()
  @BankReference()
  reference: string;

  /** Why, as the bank says @example 'AC04 closed account' */
  @Required()
  @TextUpTo(200)
  reason: string;
}

/** The account without the middle of its IBAN. */
export class RefundAccountResponse {
  /** Country and last four characters @example 'GR…0695' */
  iban: string;

  /** Whose account it is @example 'Παπαδοπούλου Μαρία' */
  holder: string;
}

export class RefundPayoutResponse {
  /** Batch that it is in @example 4 */
  batchId: number;

  /** PREPARED, APPROVED, PAID, RETURNED or CANCELLED @example 'PAID' */
  status: string;

  /** Day on which the bank is asked to pay @example '2026-12-01' */
  executionDate: string;

  /** The bank's reference of the batch, once it is confirmed @example 'NBG-20261201-000009' */
  reference: string | null;

  /** When it was confirmed, Athens @example '2026-12-01T15:10:00' */
  paidAt: string | null;

  /** When the money came back, Athens @example '2026-12-03T09:00:00' */
  returnedAt: string | null;

  /** Why it came back @example 'AC04 closed account' */
  returnReason: string | null;
}

export class OwedRefundResponse {
  /** Id @example 7 */
  id: number;

  /** CANCELLATION, SUSPENSE or AGENT @example 'CANCELLATION' */
  kind: string;

  /** OWED, PREPARED, PAID or WITHDRAWN @example 'OWED' */
  status: string;

  /** In euro @example 120.4 */
  amount: number;

  /** Since when it is owed, Athens @example '2026-11-21T10:20:00' */
  owedSince: string;

  /** Application whose customer it is owed to; null when it is owed to the agent or to a sender @example 1 */
  applicationId: number | null;

  /** Number of its policy @example 'P260000001' */
  policyNo: string | null;

  /** Name of its client @example 'Παπαδοπούλου Μαρία' */
  clientName: string | null;

  /** Agent that it is owed to, or of the application; null when it is owed to the sender @example '10001' */
  agentCode: string | null;

  /** Its name @example 'Πρακτορείο Αττικής' */
  agentName: string | null;

  /** The refund's receipt, of a cancellation @example 18 */
  receiptNo: number | null;

  /** The item of suspense whose money it is; null of a cancellation and an agent's credit @example 3 */
  suspenseId: number | null;

  /** Where it is paid; null when that is still to be asked for */
  account: RefundAccountResponse | null;

  /** The transfer that is to pay it or has, or the last one that came back; null before the first */
  payout: RefundPayoutResponse | null;
}

export class RefundPageResponse extends PageDto {
  /** The requested part */
  items: OwedRefundResponse[];
}
