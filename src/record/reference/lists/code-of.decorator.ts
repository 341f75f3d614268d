import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { NO_LISTS } from '../../../common/validation/code-lists.js';
import { type Check, buildOneOfCheck, POSTCODE_CHECK, buildTextCheck } from '../../../common/validation/checks.js';
import { CheckedBy, CheckedText, WithoutBlanks, combineDecorators } from '../../../common/validation/decorators.js';
import { LIST_ADDRESSES } from './list-addresses.js';
import { hasNumericKey, type ListName } from './registry.js';

/** Accepts active codes, and those of the changed record. Lists with ids take numbers. */
export function buildCodeCheck(list: ListName): Check {
  const type = hasNumericKey(list) ? 'number' : 'string';
  return {
    name: 'codeOf',
    code: ErrorCode.UNKNOWN_CODE,
    text: buildListText(list),
    type,
    list,
    accepts: (value, _owner, lists = NO_LISTS) => typeof value === type && lists.isAcceptable(list, value as string | number),
  };
}

function buildListText(list: ListName): Text {
  const name = LIST_ADDRESSES[list] ?? list;
  return {
    el: `Ο κωδικός δεν υπάρχει στη λίστα ${name} ή έχει καταργηθεί.`,
    en: `The code is not in the list ${name} or has been retired.`,
  };
}

/** In an array use `@ArrayOf(20, buildCodeCheck('alarms'))`. */
export function CodeOf(list: ListName): PropertyDecorator {
  return hasNumericKey(list) ? CheckedBy(buildCodeCheck(list)) : CheckedText(buildCodeCheck(list));
}

const MAX_CODE_LENGTH = 50;

export function LookupCode(): PropertyDecorator {
  return CheckedBy(buildTextCheck(MAX_CODE_LENGTH, 1));
}

export function LookupPostcode(): PropertyDecorator {
  return combineDecorators(WithoutBlanks(), CheckedBy(POSTCODE_CHECK));
}

export function Choice(...values: readonly string[]): PropertyDecorator {
  return CheckedBy(buildOneOfCheck(values));
}
