import { oneOfCheck, POSTCODE_CHECK, textCheck } from '../../../common/validation/checks.js';
import { all, CheckedBy, WithoutBlanks } from '../../../common/validation/decorators.js';

const MAX_CODE_LENGTH = 50;

/** A code to look up in a list: an unknown one finds nothing. */
export function LookupCode(): PropertyDecorator {
  return CheckedBy(textCheck(MAX_CODE_LENGTH, 1));
}

/** A postcode to look up: blanks are dropped. */
export function LookupPostcode(): PropertyDecorator {
  return all(WithoutBlanks(), CheckedBy(POSTCODE_CHECK));
}

/** One of the values that the contract gives a filter. */
export function Choice(...values: readonly string[]): PropertyDecorator {
  return CheckedBy(oneOfCheck(values));
}
