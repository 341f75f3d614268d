import { Nested, Required } from '../../common/validation/decorators.js';
import { BankReference, PaidAmount, PaidCode, SuspenseReasonResponse } from '../../record/contract/payments/bank-advice.dto.js';
import { DecisionFields, ExcludedCovers, LoadingPercent, TermsFields } from '../../record/contract/underwriting/decision.dto.js';

export class SandboxTermsRequest extends TermsFields {
  /** Loading on every line, per cent, 0 to 300. @example 20 */
  @LoadingPercent()
  loading_percent?: number;

  /** Covers that are not given. @example ["004"] */
  @ExcludedCovers()
  excluded_covers?: string[];
}

export class SandboxDecisionRequest extends DecisionFields {
  /** Terms, of approve_with_terms only. */
  @Nested(() => SandboxTermsRequest)
  terms?: SandboxTermsRequest;
}

export class SandboxPaymentRequest {
  /** RF code; blanks are dropped. One that is none of the agent's is an unknown one. @example 'RF92900006000000000100001' */
  @PaidCode()
  @Required()
  payment_code: string;

  /** What was paid, in euro. @example 332.64 */
  @Required()
  @PaidAmount()
  amount: number;

  /** The bank's own, once for each payment of the agent; sent again it gets the same response as before. @example 'NBG-20261121-000123' */
  @Required()
  @BankReference()
  reference: string;
}

export class SandboxPaymentResponse {
  /** ISSUED: the policy was issued, INSTALMENT_PAID, or SUSPENDED: it waits until the insurer's people allocate it. @example 'ISSUED' */
  outcome: string;

  /** RF code. @example 'RF92900006000000000100001' */
  payment_code: string;

  /** What was paid, in euro. @example 332.64 */
  amount: number;

  /** The bank's reference. @example 'NBG-20261121-000123' */
  reference: string;

  /** The application or policy that the code names; null when it is none of the agent's. @example 1 */
  application_id: number | null;

  /** The receipt that was paid; null when suspended. @example 17 */
  receipt_no: number | null;

  /** The item in suspense, if it went there. @example 3 */
  suspense_id: number | null;

  /** Why it paid nothing; null when it did. */
  reason: SuspenseReasonResponse | null;
}

export class InfectedDocumentResponse {
  /** Id of the document. @example 7 */
  id: number;

  /** Application it belongs to. @example 1 */
  application_id: number;

  /** What the virus scanner says: the content is deleted. @example 'infected' */
  scan: string;
}

export class AnsweredRequestResponse {
  /** Number of the request. @example 'SR-26-000123-K' */
  service_request_id: string;

  /** ANSWERED or CLOSED. @example 'ANSWERED' */
  status: string;

  /** The answer; null when it was closed without one. @example 'Η διεύθυνση άλλαξε.' */
  answer: string | null;

  /** When it was answered last, Athens. @example '2026-11-20T12:30:00' */
  answered_at: string | null;

  /** When it was closed, Athens. @example '2026-11-21T09:00:00' */
  closed_at: string | null;
}
