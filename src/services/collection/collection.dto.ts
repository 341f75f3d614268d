/** What a customer is asked to pay. */
export class PaymentCodeResponse {
  /** RF creditor reference, 25 characters. @example 'RF23912344000000000100017' */
  payment_code: string;
  /** Amount, euro; the code is good for this amount only. @example 332.64 */
  amount: number;
  /** Currency. @example 'EUR' */
  currency: string;
  /** Last day to pay, Athens. @example '2026-12-01' */
  due_date: string;
  /** Application it pays. @example 1 */
  application_id: number;
}
