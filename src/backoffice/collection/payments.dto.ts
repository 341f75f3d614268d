import { isRfCode } from '../../common/rf-code.js';
import { invalid } from '../../common/validation/checks.js';
import { AmountUpTo, CheckedText, Converted, Required, TextUpTo } from '../../common/validation/decorators.js';

/** The most that a payment's column holds. */
export const MAX_AMOUNT = 999_999_999_999.99;
const MAX_REFERENCE = 100;

const RF_CHECK = invalid(
  'rfCode',
  { el: 'Κωδικός πληρωμής RF, 25 χαρακτήρες με σωστά ψηφία ελέγχου.', en: 'An RF payment code of 25 characters with right check digits.' },
  (value) => typeof value === 'string' && isRfCode(value),
);

/** Above zero, to the cent. */
export function PaidAmount(): PropertyDecorator {
  return AmountUpTo(MAX_AMOUNT, 0.01);
}

/** The bank's reference of a payment. */
export function BankReference(): PropertyDecorator {
  return TextUpTo(MAX_REFERENCE);
}

/** What the bank says that it received. */
export class BankAdviceRequest {
  /**
   * RF code; blanks, as banks print it in groups of four, are dropped
   * @example 'RF23912344000000000100017'
   */
  @Converted((value) => (typeof value === 'string' ? value.replaceAll(/\s/g, '').toUpperCase() : value))
  @CheckedText(RF_CHECK)
  @Required()
  paymentCode: string;

  /**
   * What was paid, in euro
   * @example 332.64
   */
  @Required()
  @PaidAmount()
  amount: number;

  /**
   * The bank's own, once for each payment; sent again it gets the same response as before
   * @example 'NBG-20261121-000123'
   */
  @Required()
  @BankReference()
  reference: string;
}

/** Why a payment paid nothing. */
export class SuspenseReasonResponse {
  /**
   * Code of the catalogue
   * @example '-701'
   */
  code: string;

  /**
   * In the language of the call
   * @example 'Λανθασμένο ποσό.'
   */
  message: string;
}

/** What became of a payment. */
export class BankPaymentResponse {
  /**
   * ISSUED: the policy was issued, INSTALMENT_PAID, or SUSPENDED: it waits for a resolution
   * @example 'ISSUED'
   */
  outcome: string;

  /**
   * RF code
   * @example 'RF23912344000000000100017'
   */
  paymentCode: string;

  /**
   * What was paid, in euro
   * @example 332.64
   */
  amount: number;

  /**
   * The bank's reference
   * @example 'NBG-20261121-000123'
   */
  reference: string;

  /**
   * The application or policy that the code names; null when it was never given out
   * @example 1
   */
  applicationId: number | null;

  /**
   * The receipt that was paid; null when suspended
   * @example 17
   */
  receiptNo: number | null;

  /**
   * The item in suspense, if it went there
   * @example 3
   */
  suspenseId: number | null;

  /** Why it paid nothing; null when it did */
  reason: SuspenseReasonResponse | null;
}
