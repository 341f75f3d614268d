import { isRfCode } from '../../../common/rf-code.js';
import { invalid } from '../../../common/validation/checks.js';
import { all, AmountUpTo, CheckedText, Converted, TextUpTo } from '../../../common/validation/decorators.js';

const MAX_AMOUNT = 999_999_999_999.99;
const MAX_REFERENCE = 100;

const RF_CHECK = invalid(
  'rfCode',
  { el: 'Κωδικός πληρωμής RF, 25 χαρακτήρες με σωστά ψηφία ελέγχου.', en: 'An RF payment code of 25 characters with right check digits.' },
  (value) => typeof value === 'string' && isRfCode(value),
);

/** A payment code, from which blanks are removed. */
export function PaidCode(): PropertyDecorator {
  return all(
    CheckedText(RF_CHECK),
    Converted((value) => (typeof value === 'string' ? value.replaceAll(/\s/g, '').toUpperCase() : value)),
  );
}

/** Above zero, to the cent. */
export function PaidAmount(): PropertyDecorator {
  return AmountUpTo(MAX_AMOUNT, 0.01);
}

export function BankReference(): PropertyDecorator {
  return TextUpTo(MAX_REFERENCE);
}

/** Why a payment paid nothing. */
export class SuspenseReasonResponse {
  /** Code of the catalogue @example '-701' */
  code: string;

  /** In the language of the call @example 'Το ποσό διαφέρει από το οφειλόμενο.' */
  message: string;
}
