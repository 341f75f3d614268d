import { Required } from '../../../common/validation/decorators.js';
import { BankReference, PaidAmount, PaidCode, SuspenseReasonResponse } from '../../../record/contract/payments/bank-advice.dto.js';

export class BankAdviceRequest {
  /** RF code; blanks, as banks print it in groups of four, are dropped @example 'RF23912344000000000100017' */
  @PaidCode()
  @Required()
  paymentCode: string;

  /** What was paid, in euro @example 332.64 */
  @Required()
  @PaidAmount()
  amount: number;

  /** The bank's own, once for each payment; sent again it gets the same response as before @example 'NBG-20261121-000123' */
  @Required()
  @BankReference()
  reference: string;
}

export class BankPaymentResponse {
  /** ISSUED: the policy was issued, INSTALMENT_PAID, or SUSPENDED: it waits for a resolution @example 'ISSUED' */
  outcome: string;

  /** RF code @example 'RF23912344000000000100017' */
  paymentCode: string;

  /** What was paid, in euro @example 332.64 */
  amount: number;

  /** The bank's reference @example 'NBG-20261121-000123' */
  reference: string;

  /** The application or policy that the code names; null when it was never given out @example 1 */
  applicationId: number | null;

  /** The receipt that was paid; null when suspended @example 17 */
  receiptNo: number | null;

  /** The item in suspense, if it went there @example 3 */
  suspenseId: number | null;

  /** Why it paid nothing; null when it did */
  reason: SuspenseReasonResponse | null;
}
