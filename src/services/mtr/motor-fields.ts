import { buildCodeCheck } from '../../record/reference/lists/code-of.decorator.js';
import type { ListName } from '../../record/reference/lists/registry.js';
import { CheckedText, Converted, TextUpTo, combineDecorators } from '../../common/validation/decorators.js';
import { parseCodes } from '../../pricing/code-list.js';
import { normalizePlate } from '../../common/plate.js';

const MAX_CODES_LENGTH = 300;
const MAX_PLATE_LENGTH = 20;
/** Length above which input is refused without conversion. */
const MAX_SENT_LENGTH = 4 * MAX_CODES_LENGTH;

export function NumberedCode(list: ListName, digits: number): PropertyDecorator {
  return combineDecorators(
    Converted((value) => {
      const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : value;
      return typeof text === 'string' && /^\d+$/.test(text) ? text.replace(/^0+/, '').padStart(digits, '0') : text;
    }),
    CheckedText(buildCodeCheck(list)),
  );
}

/** Accepts codes separated by blanks or commas, or an array of codes, and converts them to one text. */
export function DelimitedCodes(): PropertyDecorator {
  return combineDecorators(
    Converted((value) => (isTextList(value) && value.length <= MAX_SENT_LENGTH ? parseCodes(value).join(' ') : value)),
    TextUpTo(MAX_CODES_LENGTH),
  );
}

export function Plate(): PropertyDecorator {
  return combineDecorators(
    Converted((value) => (typeof value === 'string' && value.length <= MAX_SENT_LENGTH ? normalizePlate(value) : value)),
    TextUpTo(MAX_PLATE_LENGTH),
  );
}

function isTextList(value: unknown): value is string | string[] {
  return typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'));
}
