import { oneOfCheck, POSTCODE_CHECK, textCheck } from '../../../common/validation/checks.js';
import { all, CheckedBy, WithoutBlanks } from '../../../common/validation/decorators.js';

const MAX_CODE_LENGTH = 50;

export function LookupCode(): PropertyDecorator {
  return CheckedBy(textCheck(MAX_CODE_LENGTH, 1));
}

export function LookupPostcode(): PropertyDecorator {
  return all(WithoutBlanks(), CheckedBy(POSTCODE_CHECK));
}

export function Choice(...values: readonly string[]): PropertyDecorator {
  return CheckedBy(oneOfCheck(values));
}
