import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools';
import { buildCheck } from '../../../common/validation/checks.js';
import { CheckedText, Converted, combineDecorators } from '../../../common/validation/decorators.js';

const COUNTRY = 2;

const IBAN_CHECK = buildCheck(
  'iban',
  {
    el: 'IBAN χώρας του ενιαίου χώρου πληρωμών σε ευρώ (SEPA), με σωστό μήκος και σωστά ψηφία ελέγχου.',
    en: 'An IBAN of a SEPA country, with the right length and check digits.',
  },
  (value) => typeof value === 'string' && isSepaIban(value),
);

export function Iban(): PropertyDecorator {
  return combineDecorators(
    CheckedText(IBAN_CHECK),
    Converted((value) => (typeof value === 'string' ? (electronicFormatIBAN(value) ?? value) : value)),
  );
}

export function toSepaIban(text: string): string | null {
  const iban = electronicFormatIBAN(text);
  return iban !== null && isSepaIban(iban) ? iban : null;
}

function isSepaIban(text: string): boolean {
  return isValidIBAN(text) && isSEPACountry(text.slice(0, COUNTRY));
}
