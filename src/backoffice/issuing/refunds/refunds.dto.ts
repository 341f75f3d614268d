import { OneOf, Required, TextUpTo } from '../../../common/validation/decorators.js';
import { BankReference, PaidAmount } from '../../../record/contract/payments/bank-advice.dto.js';
import { REFUND_KINDS } from '../../../record/money/ledger/ledger.repository.js';
import { Iban } from '../../../record/money/payouts/iban.js';
import { IntegerParameter, RequiredText } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';

const MAX_ID = 9_999_999_999;
/** Limit of SEPA. */
const MAX_HOLDER_NAME = 70;

export class RefundQuery extends PageQueryDto {
  /** OWED, PREPARED (in a batch), PAID or WITHDRAWN; all statuses when absent. @example 'OWED' */
  @OneOf(['OWED', 'PREPARED', 'PAID', 'WITHDRAWN'])
  status?: string;

  /** CANCELLATION, SUSPENSE (money), AGENT (credit) or OVERPAYMENT; all when absent. @example 'CANCELLATION' */
  @OneOf(REFUND_KINDS)
  kind?: string;

  /** yes: refunds with an account; no: refunds without one. @example 'no' */
  @OneOf(['yes', 'no'])
  hasAccount?: string;

  /** Code of the agent who gets the refund, or of the application's agent. @example '10001' */
  @TextUpTo(20)
  agentCode?: string;

  /** Id of the application. @example 1 */
  @IntegerParameter(1, MAX_ID)
  applicationId?: number;

  /** Id of the item in suspense. @example 3 */
  @IntegerParameter(1, MAX_ID)
  suspenseId?: number;
}

export class RefundAccountRequest {
  /** IBAN of a SEPA country. @example 'GR1601101250000000012300695' */
  @Required()
  @Iban()
  iban: string;

  /** Name of the account holder. @example 'Παπαδοπούλου Μαρία' */
  @RequiredText(MAX_HOLDER_NAME)
  holder: string;
}

export class AgentRefundRequest {
  /** Amount in euro, at most the agent's credit. @example 150.5 */
  @Required()
  @PaidAmount()
  amount: number;
}

export class RefundReturnRequest {
  /** The bank's reference of the return. @example 'NBG-20261203-000031' */
  @Required()
  @BankReference()
  reference: string;

  /** Reason given by the bank. @example 'AC04 closed account' */
  @RequiredText(200)
  reason: string;
}

export class RefundAccountResponse {
  /** Country and last four characters of the IBAN. @example 'GR…0695' */
  iban: string;
  /** Name of the account holder. @example 'Παπαδοπούλου Μαρία' */
  holder: string;
}

export class RefundPayoutResponse {
  /** Id of the payout batch. @example 4 */
  batchId: number;
  /** PREPARED, APPROVED, PAID, RETURNED or CANCELLED. @example 'PAID' */
  status: string;
  /** Requested day of execution. @example '2026-12-01' */
  executionDate: string;
  /** The bank's reference of the batch; null until it is confirmed. @example 'NBG-20261201-000009' */
  reference: string | null;
  /** When the payment was confirmed, Athens; null before. @example '2026-12-01T15:10:00' */
  paidAt: string | null;
  /** When the bank returned the money, Athens; null if it did not. @example '2026-12-03T09:00:00' */
  returnedAt: string | null;
  /** Why the bank returned the money. @example 'AC04 closed account' */
  returnReason: string | null;
}

export class OwedRefundResponse {
  /** Id of the refund. @example 7 */
  id: number;
  /** CANCELLATION, SUSPENSE, AGENT or OVERPAYMENT. @example 'CANCELLATION' */
  kind: string;
  /** OWED, PREPARED, PAID or WITHDRAWN. @example 'OWED' */
  status: string;
  /** Amount in euro. @example 120.4 */
  amount: number;
  /** Time since which it is owed, Athens. @example '2026-11-21T10:20:00' */
  owedSince: string;
  /** Id of the application; null for refunds to agents and senders. @example 1 */
  applicationId: number | null;
  /** Number of the policy. @example 'P260000001' */
  policyNo: string | null;
  /** Name of the client. @example 'Παπαδοπούλου Μαρία' */
  clientName: string | null;
  /** Number of the client in the register; null without a client. @example 5 */
  clientId: number | null;
  /** Code of the agent who gets it, or of the application's agent; null for a sender. @example '10001' */
  agentCode: string | null;
  /** Name of that agent. @example 'Πρακτορείο Αττικής' */
  agentName: string | null;
  /** Number of the refund receipt of a cancellation. @example 18 */
  receiptNo: number | null;
  /** Id of the item in suspense; null for other kinds. @example 3 */
  suspenseId: number | null;
  /** Account to pay to; null if it is unknown. */
  account: RefundAccountResponse | null;
  /** Current payout, or the last one that the bank returned; null before the first. */
  payout: RefundPayoutResponse | null;
}

export class RefundPageResponse extends PageResponseOf(OwedRefundResponse) {}
