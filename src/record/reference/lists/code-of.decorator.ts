import { ErrorCode, ERROR_TEXTS } from '../../../common/error-codes.js';
import { NO_LISTS } from '../../../common/validation/code-lists.js';
import type { Check } from '../../../common/validation/checks.js';
import { CheckedBy, CheckedText } from '../../../common/validation/decorators.js';
import { hasNumericKey, type ListName } from './registry.js';

/**
 * A code of a reference list, active or kept by the record that is being changed; anything else is -103, a value of another type
 * -102. Lists with ids take numbers.
 */
export function codeCheck(list: ListName): Check {
  const type = hasNumericKey(list) ? 'number' : 'string';
  return {
    name: 'codeOf',
    code: ErrorCode.UNKNOWN_CODE,
    text: ERROR_TEXTS[ErrorCode.UNKNOWN_CODE],
    type,
    list,
    accepts: (value, _owner, lists = NO_LISTS) => typeof value === type && lists.isAcceptable(list, value as string | number),
  };
}

/** A field that holds a code of the list: `@CodeOf('genders')`. For an array of codes: `@ArrayOf(20, codeCheck('alarms'))`. */
export function CodeOf(list: ListName): PropertyDecorator {
  return hasNumericKey(list) ? CheckedBy(codeCheck(list)) : CheckedText(codeCheck(list));
}
