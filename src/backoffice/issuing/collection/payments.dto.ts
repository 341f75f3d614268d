import { IsoDate, Required } from '../../../common/validation/decorators.js';
import { BankReference, PaidAmount, PaidCode, SuspenseReasonResponse } from '../../../record/contract/payments/bank-advice.dto.js';

export class BankAdviceRequest {
  /** RF code; blanks are removed. @example 'RF23912344000000000100017' */
  @PaidCode()
  @Required()
  paymentCode: string;

  /** Paid amount in euro. @example 332.64 */
  @Required()
  @PaidAmount()
  amount: number;

  /** The bank's reference; a repeated one returns the first response again. @example 'NBG-20261121-000123' */
  @Required()
  @BankReference()
  reference: string;

  /** Day on which the bank booked it, not after today (money.81). @example '2026-11-21' */
  @Required()
  @IsoDate()
  valueDate: string;
}

export class BankPaymentResponse {
  /** ISSUED, INSTALMENT_PAID, PAID_SEVERAL (instalments) or SUSPENDED (the money waits). @example 'ISSUED' */
  outcome: string;
  /** RF code. @example 'RF23912344000000000100017' */
  paymentCode: string;
  /** Paid amount in euro. @example 332.64 */
  amount: number;
  /** The bank's reference. @example 'NBG-20261121-000123' */
  reference: string;

  /** Day on which the bank booked it. @example '2026-11-21' */
  valueDate: string;

  /** Application or policy of the payment code; null for an unknown code. @example 1 */
  applicationId: number | null;
  /** Number of the paid receipt; null in suspense, and of several. @example 17 */
  receiptNo: number | null;
  /** Id of the item in suspense; null otherwise. @example 3 */
  suspenseId: number | null;
  /** Why the money is in suspense; null otherwise. */
  reason: SuspenseReasonResponse | null;
}
