import type { Violation } from '../domain-error.js';
import { ErrorCode, ERROR_TEXTS } from '../error-codes.js';
import { formatEuro, formatNumber } from '../formats.js';
import { isAfm, isPostcode } from '../identifiers.js';
import { parseLocalDate, parseInstant } from '../athens.js';
import type { Language, Text } from '../language.js';
import { isMailAddress } from '../mail-address.js';
import type { CodeLists } from './code-lists.js';

type JsonType = 'string' | 'number' | 'boolean' | 'array' | 'object';

const TYPE_TITLES: Readonly<Record<JsonType | 'null', Text>> = {
  null: { el: 'null', en: 'null' },
  string: { el: 'κείμενο', en: 'a string' },
  number: { el: 'αριθμός', en: 'a number' },
  boolean: { el: 'true ή false', en: 'a boolean' },
  array: { el: 'πίνακας', en: 'an array' },
  object: { el: 'αντικείμενο', en: 'an object' },
};

function buildTypeText(expected: JsonType, value: unknown): Text {
  const [wanted, found] = [TYPE_TITLES[expected], TYPE_TITLES[getJsonType(value)]];
  return { el: `Αναμένεται ${wanted.el}, στάλθηκε ${found.el}.`, en: `Must be ${wanted.en}, was ${found.en}.` };
}

function getJsonType(value: unknown): JsonType | 'null' {
  if (isMissing(value)) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as JsonType);
}

export function buildViolation({ type, code, text }: Check, value: unknown, path: string): Violation {
  if (type !== undefined && getJsonType(value) !== type) return { path, code: ErrorCode.INVALID, text: buildTypeText(type, value) };
  return { path, code, text };
}

export interface ValueKeywords {
  readonly type?: 'integer';
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface Check {
  readonly name: string;
  readonly code: ErrorCode;
  readonly text: Text;
  readonly type?: JsonType;
  readonly values?: readonly (string | number)[];
  readonly list?: string;
  readonly keywords?: ValueKeywords;
  accepts(value: unknown, owner: Readonly<Record<string, unknown>>, lists?: CodeLists): boolean;
}

// Postgres stores neither NUL nor a lone surrogate.
const UNPRINTABLE = /[^\P{Cc}\t\n\r]|\p{Surrogate}/u;
const MAX_LISTED_VALUES = 12;

export function isMissing(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `min` and `max` in UTF-16 units. */
export function buildTextCheck(max: number, min = 0): Check {
  const text =
    min > 0
      ? {
          el: `Κείμενο από ${min} έως ${max} χαρακτήρες, χωρίς χαρακτήρες ελέγχου.`,
          en: `Text of ${min} to ${max} characters, without control characters.`,
        }
      : {
          el: `Κείμενο έως ${max} χαρακτήρες, χωρίς χαρακτήρες ελέγχου.`,
          en: `Text of at most ${max} characters, without control characters.`,
        };
  const accepts = (value: unknown): boolean =>
    typeof value === 'string' && value.length >= min && value.length <= max && !UNPRINTABLE.test(value);
  return { ...buildCheck('text', text, accepts, { ...(min > 0 && { minLength: min }), maxLength: max }), type: 'string' };
}

const MAX_FILE_NAME_LENGTH = 1000;
export const FILE_NAME_CHECK: Check = buildCheck(
  'fileName',
  { el: `Κείμενο έως ${MAX_FILE_NAME_LENGTH} χαρακτήρες.`, en: `Text of at most ${MAX_FILE_NAME_LENGTH} characters.` },
  (value) => typeof value === 'string' && value.length <= MAX_FILE_NAME_LENGTH,
  { maxLength: MAX_FILE_NAME_LENGTH },
);

/** Invalid percent escapes arrive as U+FFFD. */
export const ENCODING_CHECK: Check = buildCheck(
  'encoding',
  { el: 'Η κωδικοποίηση δεν είναι UTF-8.', en: 'The encoding is not UTF-8.' },
  (value) => typeof value !== 'string' || !value.includes('\uFFFD'),
);

const LEAST_GROUPED = 10_000;

/** Separates thousands only in large numbers, because others may be years. */
function formatBounds(min: number, max: number): Text {
  const show = (bound: number, language: Language): string =>
    Math.abs(bound) < LEAST_GROUPED && Number.isInteger(bound) ? String(bound) : formatNumber(String(bound), language);
  return { el: `από ${show(min, 'el')} έως ${show(max, 'el')}`, en: `from ${show(min, 'en')} to ${show(max, 'en')}` };
}

export function buildIntegerCheck(min: number, max: number): Check {
  const bounds = formatBounds(min, max);
  const text = { el: `Ακέραιος αριθμός ${bounds.el}.`, en: `A whole number ${bounds.en}.` };
  const accepts = (value: unknown): boolean => Number.isSafeInteger(value) && isBetween(value as number, min, max);
  return buildCheck('integer', text, accepts, { type: 'integer', minimum: min, maximum: max });
}

export function buildNumberCheck(min: number, max: number): Check {
  const bounds = formatBounds(min, max);
  const text = { el: `Αριθμός ${bounds.el}.`, en: `A number ${bounds.en}.` };
  const accepts = (value: unknown): boolean => typeof value === 'number' && isBetween(value, min, max);
  return buildCheck('number', text, accepts, { minimum: min, maximum: max });
}

export function buildAmountCheck(max: number, min = 0): Check {
  const [least, most] = [formatEuro(String(min)), formatEuro(String(max))];
  const text = {
    el: `Ποσό από ${least.el} έως ${most.el}, με έως δύο δεκαδικά.`,
    en: `An amount from ${least.en} to ${most.en}, with at most two decimals.`,
  };
  return buildCheck(
    'amount',
    text,
    (value) => typeof value === 'number' && isBetween(value, min, max) && Number(value.toFixed(2)) === value,
    { minimum: min, maximum: max },
  );
}

export function buildOneOfCheck(values: readonly (string | number)[]): Check {
  const listed = values.slice(0, MAX_LISTED_VALUES).join(', ');
  const accepts = (value: unknown): boolean => values.includes(value as string | number);
  return { ...buildCheck('oneOf', { el: `Μία από τις τιμές: ${listed}.`, en: `One of: ${listed}.` }, accepts), values };
}

export const ISO_DATE_CHECK: Check = {
  ...buildTextTypeCheck('isoDate', ErrorCode.BAD_DATE, (text) => parseLocalDate(text) !== null),
  keywords: { format: 'date' },
};
export const INSTANT_CHECK: Check = {
  ...buildTextTypeCheck('instant', ErrorCode.BAD_DATE, (text) => parseInstant(text) !== null),
  text: {
    el: 'Ημερομηνία (YYYY-MM-DD) ή χρονική στιγμή, π.χ. 2027-03-05T08:00:00Z.',
    en: 'A date (YYYY-MM-DD) or an instant, like 2027-03-05T08:00:00Z.',
  },
};
export const AFM_CHECK: Check = {
  ...buildTextTypeCheck('afm', ErrorCode.BAD_AFM, isAfm),
  keywords: { pattern: '^\\d{9}$' },
};
export const POSTCODE_CHECK: Check = {
  ...buildTextTypeCheck('postcode', ErrorCode.BAD_POSTCODE, isPostcode),
  keywords: { pattern: '^\\d{3} ?\\d{2}$' },
};

export const EMAIL_CHECK: Check = {
  ...buildCheck(
    'email',
    { el: 'Μη έγκυρη διεύθυνση email.', en: 'Invalid email address.' },
    (value) => typeof value === 'string' && isMailAddress(value),
    { format: 'email' },
  ),
  type: 'string',
};

export const BOOLEAN_CHECK: Check = {
  ...buildCheck('boolean', { el: 'Αναμένεται true ή false.', en: 'true or false is expected.' }, (value) => typeof value === 'boolean'),
  type: 'boolean',
};

export const OBJECT_CHECK: Check = {
  ...buildCheck('object', { el: 'Αναμένεται αντικείμενο JSON.', en: 'A JSON object is expected.' }, isRecord),
  type: 'object',
};

export function buildArrayCheck(maxItems: number, minItems = 0): Check {
  const text =
    minItems > 0
      ? { el: `Πίνακας από ${minItems} έως ${maxItems} στοιχεία.`, en: `Array of ${minItems} to ${maxItems} items.` }
      : { el: `Πίνακας έως ${maxItems} στοιχεία.`, en: `Array of at most ${maxItems} items.` };
  const accepts = (value: unknown): boolean => Array.isArray(value) && isBetween(value.length, minItems, maxItems);
  return buildCheck('array', text, accepts, { ...(minItems > 0 && { minItems }), maxItems });
}

export function buildTextTypeCheck(
  name: string,
  code: ErrorCode,
  isOne: (text: string, owner: Readonly<Record<string, unknown>>) => boolean,
): Check {
  const accepts: Check['accepts'] = (value, owner) => typeof value === 'string' && isOne(value, owner);
  return { name, code, text: ERROR_TEXTS[code], type: 'string', accepts };
}

export function buildCheck(name: string, text: Text, accepts: Check['accepts'], keywords?: ValueKeywords): Check {
  return { name, code: ErrorCode.INVALID, text, accepts, keywords };
}

function isBetween(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}
