import { isRfCode } from '../../../common/rf-code.js';
import { buildCheck } from '../../../common/validation/checks.js';
import { AmountUpTo, CheckedText, Converted, TextUpTo, combineDecorators } from '../../../common/validation/decorators.js';

const MAX_AMOUNT = 999_999_999_999.99;
const MAX_REFERENCE = 100;

const RF_CHECK = buildCheck(
  'rfCode',
  {
    el: 'Κωδικός πληρωμής RF, 25 χαρακτήρες με σωστά ψηφία ελέγχου.',
    en: 'An RF payment code of 25 characters with correct check digits.',
  },
  (value) => typeof value === 'string' && isRfCode(value),
);

/** Requires a payment code, and removes its blanks. */
export function PaidCode(): PropertyDecorator {
  return combineDecorators(
    CheckedText(RF_CHECK),
    Converted((value) => (typeof value === 'string' ? value.replaceAll(/\s/g, '').toUpperCase() : value)),
  );
}

/** Requires an amount above zero, to the cent. */
export function PaidAmount(): PropertyDecorator {
  return AmountUpTo(MAX_AMOUNT, 0.01);
}

export function BankReference(): PropertyDecorator {
  return TextUpTo(MAX_REFERENCE);
}

export class SuspenseReasonResponse {
  /** Error code. @example '-701' */
  code: string;

  /** Text of the reason in the language of the call. @example 'Το ποσό διαφέρει από το οφειλόμενο.' */
  message: string;
}
