import { Allow, ValidateBy, ValidateNested, type ValidatorConstraintInterface } from 'class-validator';
import { parseLocalDate } from '../athens.js';
import { ErrorCode, ERROR_TEXTS } from '../error-codes.js';
import { isAmka, removeBlanks } from '../identifiers.js';
import {
  AFM_CHECK,
  buildAmountCheck,
  buildArrayCheck,
  BOOLEAN_CHECK,
  type Check,
  EMAIL_CHECK,
  ENCODING_CHECK,
  FILE_NAME_CHECK,
  buildIntegerCheck,
  INSTANT_CHECK,
  ISO_DATE_CHECK,
  isRecord,
  buildNumberCheck,
  OBJECT_CHECK,
  buildOneOfCheck,
  POSTCODE_CHECK,
  buildTextCheck,
  buildTextTypeCheck,
  buildCheck,
} from './checks.js';
import { type CodeLists, NO_LISTS } from './code-lists.js';
import { addAlias, addConversion, addNested, type Class, type Conversion, isMet, type FieldRule, toDto } from './dto.js';

export type { Class } from './dto.js';

const NUMERIC_TEXT = /^[+-]?\d{1,15}(?:\.\d{1,6})?$/;

export function Converted(convert: Conversion): PropertyDecorator {
  return (target, property) => addConversion(target.constructor, String(property), convert);
}

export function CheckedBy(check: Check, itemCheck?: Check): PropertyDecorator {
  return addRule({ check, itemCheck });
}

export function CheckedText(check: Check): PropertyDecorator {
  return combineDecorators(
    CheckedBy(check),
    Converted((value) => (typeof value === 'string' && value.trim() === '' ? null : value)),
  );
}

export function Required(): PropertyDecorator {
  return RequiredWhen(() => true);
}

export function RequiredWhen<T extends object>(isNeeded: (owner: T, lists: CodeLists) => boolean): PropertyDecorator {
  return requireWhen({ name: 'required', code: ErrorCode.REQUIRED, text: ERROR_TEXTS[ErrorCode.REQUIRED], accepts: () => true }, isNeeded);
}

export const Unchecked = Allow;

export const TextUpTo = (max: number): PropertyDecorator => CheckedText(buildTextCheck(max));
export const FileName = (): PropertyDecorator => CheckedText(FILE_NAME_CHECK);
export const WellEncoded = (): PropertyDecorator => CheckedBy(ENCODING_CHECK);
export const IsoDate = (): PropertyDecorator => CheckedText(ISO_DATE_CHECK);
export const Instant = (): PropertyDecorator => CheckedText(INSTANT_CHECK);
export const OneOf = (values: readonly string[]): PropertyDecorator => CheckedText(buildOneOfCheck(values));
export const ZeroOne = (): PropertyDecorator => OneOf(['0', '1']);
export const Afm = (): PropertyDecorator => CheckedText(AFM_CHECK);
export const Email = (): PropertyDecorator => CheckedText(EMAIL_CHECK);
export const IntegerBetween = (min: number, max: number): PropertyDecorator => CheckedBy(buildIntegerCheck(min, max));
export const NumberBetween = (min: number, max: number): PropertyDecorator => CheckedBy(buildNumberCheck(min, max));
export const AmountUpTo = (max: number, min = 0): PropertyDecorator => CheckedBy(buildAmountCheck(max, min));
export const TrueFalse = (): PropertyDecorator => CheckedBy(BOOLEAN_CHECK);
export const OneOfNumbers = (values: readonly number[]): PropertyDecorator => CheckedBy(buildOneOfCheck(values));

export function Amka(birthDateField: string): PropertyDecorator {
  const check = buildTextTypeCheck('amka', ErrorCode.BAD_AMKA, (text, owner) => isAmka(text, getBirthDate(owner, birthDateField)));
  return CheckedText({ ...check, keywords: { pattern: '^\\d{11}$' } });
}

export function Postcode(): PropertyDecorator {
  return combineDecorators(WithoutBlanks(), CheckedText(POSTCODE_CHECK));
}

export function WithoutBlanks(): PropertyDecorator {
  return Converted((value) => (typeof value === 'string' ? removeBlanks(value) : value));
}

export function FromNumericText(): PropertyDecorator {
  return Converted((value) => {
    if (typeof value !== 'string') return value;
    const text = value.trim();
    if (text === '') return undefined;
    return NUMERIC_TEXT.test(text) ? Number(text) : value;
  });
}

export function ArrayOf(maxItems: number, itemCheck: Check, minItems = 0): PropertyDecorator {
  return CheckedBy(buildArrayCheck(maxItems, minItems), itemCheck);
}

export interface NestedOptions {
  /** The field wraps the payload: -106 if missing. */
  readonly wrapper?: boolean;
  readonly minItems?: number;
}

export function Nested(type: () => Class, options: NestedOptions = {}): PropertyDecorator {
  return combineDecorators(
    Converted((value) => toNested(type(), value)),
    holds(type),
    ...shape(OBJECT_CHECK, options),
  );
}

export function ListOf(type: () => Class, maxItems: number, options: NestedOptions = {}): PropertyDecorator {
  return combineDecorators(
    Converted((value) => {
      if (!Array.isArray(value)) return value;
      return value.length > maxItems ? new OversizedArray() : value.map((item) => toNested(type(), item));
    }),
    holds(type),
    ...shape(buildArrayCheck(maxItems, options.minItems), options, OBJECT_CHECK, (value) => value instanceof OversizedArray),
  );
}

function holds(type: () => Class): PropertyDecorator {
  const note: PropertyDecorator = (target, property) => addNested(target.constructor, String(property), type);
  return combineDecorators(ValidateNested(), note);
}

export function AlsoWritten(alias: string): PropertyDecorator {
  return (target, property) => addAlias(target.constructor, String(property), alias);
}

class OversizedArray {}

/** `isOversized`: the wrapper is present, but too long. */
function shape(
  check: Check,
  { wrapper = false }: NestedOptions,
  itemCheck?: Check,
  isOversized = (_value: unknown) => false,
): PropertyDecorator[] {
  if (!wrapper) return [CheckedBy(check, itemCheck)];
  const accepts: Check['accepts'] = (value, owner, lists) => isOversized(value) || check.accepts(value, owner, lists);
  const wrapped: Check = { name: 'wrapper', code: ErrorCode.WRAPPER_MISSING, text: ERROR_TEXTS[ErrorCode.WRAPPER_MISSING], accepts };
  return [CheckedBy(check, itemCheck), requireWhen(wrapped, () => true)];
}

function requireWhen<T extends object>(check: Check, isNeeded: (owner: T, lists: CodeLists) => boolean): PropertyDecorator {
  return addRule({ check, isNeeded: isNeeded as FieldRule['isNeeded'] });
}

function addRule(rule: FieldRule): PropertyDecorator {
  const validate: ValidatorConstraintInterface['validate'] = (value, args) => isMet(rule, value, args?.object ?? {}, NO_LISTS);
  return ValidateBy({ name: rule.check.name, validator: { validate } }, { context: rule });
}

function toNested(type: Class, value: unknown): unknown {
  return isRecord(value) ? toDto(type, value) : value;
}

function getBirthDate(owner: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const value = owner[field];
  return typeof value === 'string' ? (parseLocalDate(value) ?? undefined) : undefined;
}

export function combineDecorators(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, property) => decorators.forEach((decorate) => decorate(target, property));
}

const STATUS = /^[1-5](?:\d\d|xx)$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function HttpStatusOrClass(): PropertyDecorator {
  const text = { el: 'Κωδικός HTTP (404) ή κατηγορία (4xx).', en: 'An HTTP status (404) or a class of them (4xx).' };
  return CheckedText(
    buildCheck('httpStatus', text, (value) => typeof value === 'string' && STATUS.test(value), { pattern: STATUS.source }),
  );
}

export function RequestId(): PropertyDecorator {
  const text = { el: 'Αναμένεται UUID.', en: 'A UUID is expected.' };
  return CheckedText(buildCheck('requestId', text, (value) => typeof value === 'string' && UUID.test(value), { format: 'uuid' }));
}
