import { MAX_REASON_TEXT, MAX_SUSPENSE_ID } from '../../record/contract/cancellation/cancellation.dto.js';
import { CodeOf } from '../../record/reference/lists/code-of.decorator.js';
import { CheckedText, IntegerBetween, IsoDate, Nested, OneOf, Required, TextUpTo, TrueFalse } from '../../common/validation/decorators.js';
import { MONTH_CHECK, SETTLEMENTS, type CommissionSettlement } from '../../record/money/commission/commission-statement.js';
import { BankReference, PaidAmount, PaidCode, SuspenseReasonResponse } from '../../record/contract/payments/bank-advice.dto.js';
import { DecisionFields, ExcludedCovers, LoadingPercent, TermsFields } from '../../record/contract/underwriting/decision.dto.js';

export class SandboxTermsRequest extends TermsFields {
  /** Loading on every line, per cent, 0 to 300. @example 20 */
  @LoadingPercent()
  loading_percent?: number;

  /** Codes of excluded covers. @example ["004"] */
  @ExcludedCovers()
  excluded_covers?: string[];
}

export class SandboxDecisionRequest extends DecisionFields {
  /** Terms; for approve_with_terms only. */
  @Nested(() => SandboxTermsRequest)
  terms?: SandboxTermsRequest;
}

export class SandboxPaymentRequest {
  /** RF code of the agent's application; blanks are removed. @example 'RF66900006000000000100001' */
  @PaidCode()
  @Required()
  payment_code: string;

  /** Paid amount, euro. @example 332.64 */
  @Required()
  @PaidAmount()
  amount: number;

  /** Bank's reference, unique for each payment of the agent. @example 'NBG-20261121-000123' */
  @Required()
  @BankReference()
  reference: string;

  /** Day on which the bank booked it, not after today; today when absent (money.81). @example '2026-11-21' */
  @IsoDate()
  value_date?: string;
}

export class SandboxCancellationRequest {
  /** Reason. Codes: `GET /parameters-api/cancellationReasons`. @example 'SALE' */
  @Required()
  @CodeOf('cancellationReasons')
  reason_code: string;

  /** Text beside the reason, which the list requires for some. @example 'Πώληση του οχήματος' */
  @TextUpTo(MAX_REASON_TEXT)
  text?: string | null;

  /** Day on which the declaration arrived; today when absent (money.86). @example '2026-11-21' */
  @IsoDate()
  received_on?: string;

  /** Day of the cancellation; a later day than today is scheduled (money.89). @example '2026-11-21' */
  @Required()
  @IsoDate()
  date: string;

  /** Whether there was a claim, after which a withdrawal is not possible. @example false */
  @Required()
  @TrueFalse()
  claims: boolean;
}

export class SandboxReinstatementRequest {
  /** Reason, for the history. @example 'Ακυρώθηκε εκ παραδρομής.' */
  @Required()
  @TextUpTo(MAX_REASON_TEXT)
  reason: string;

  /** Money in suspense that pays the instalment of a lapsed policy; absent for a cancellation in error. @example 3 */
  @IntegerBetween(1, MAX_SUSPENSE_ID)
  suspense_id?: number | null;
}

export const CUSTOMER_ACTS = ['accept', 'reject', 'withdraw'] as const;

export class SandboxCustomerRequest {
  /** accept or reject (status 39 or 12), or withdraw (from a policy). @example 'withdraw' */
  @Required()
  @OneOf(CUSTOMER_ACTS)
  act: string;

  /** Reason for a rejection or withdrawal. @example 'Άλλαξα γνώμη.' */
  @TextUpTo(MAX_REASON_TEXT)
  reason?: string | null;
}

export class SandboxPaymentResponse {
  /** ISSUED, INSTALMENT_PAID, PAID_SEVERAL (instalments) or SUSPENDED (the money waits). @example 'ISSUED' */
  outcome: string;

  /** RF code. @example 'RF66900006000000000100001' */
  payment_code: string;

  /** Paid amount, euro. @example 332.64 */
  amount: number;

  /** The bank's reference. @example 'NBG-20261121-000123' */
  reference: string;

  /** Day on which the bank booked it. @example '2026-11-21' */
  value_date: string;

  /** Id of the application or policy of the code; null for an unknown code. @example 1 */
  application_id: number | null;

  /** Number of the paid receipt; null when suspended. @example 17 */
  receipt_no: number | null;

  /** Id of the item in suspense; null when not suspended. @example 3 */
  suspense_id: number | null;

  /** Reason for the suspense; null when not suspended. */
  reason: SuspenseReasonResponse | null;
}

export class InfectedDocumentResponse {
  /** Id of the document. @example 7 */
  id: number;

  /** Id of its application. @example 1 */
  application_id: number;

  /** Result of the virus scan: infected, with the content deleted. @example 'infected' */
  scan: string;
}

export class AnsweredRequestResponse {
  /** Number of the request. @example 'SR-26-000123-K' */
  service_request_id: string;

  /** ANSWERED or CLOSED. @example 'ANSWERED' */
  status: string;

  /** Text of the answer; null when closed without one. @example 'Η διεύθυνση άλλαξε.' */
  answer: string | null;

  /** Time of the last answer, local time in Athens; null without one. @example '2026-11-20T12:30:00' */
  answered_at: string | null;

  /** Time of closing, local time in Athens; null while open. @example '2026-11-21T09:00:00' */
  closed_at: string | null;
}

export class SandboxCommissionRequest {
  /** Month that is over by the agent's clock. @example '2026-11' */
  @Required()
  @CheckedText(MONTH_CHECK)
  month: string;

  /** PAYOUT (a refund for the next batch) or OFFSET (a credit on the account); PAYOUT when absent. @example 'OFFSET' */
  @OneOf(SETTLEMENTS)
  settlement?: CommissionSettlement;
}

export class SandboxCommissionResponse {
  /** Id of the statement. @example 7 */
  id: number;
  /** Series and number. @example 'S26K 1' */
  number: string | null;
  /** Month of the commission. @example '2026-11' */
  month: string;
  /** Amount that is paid out or offset, euro. @example 80 */
  due: number;
}
