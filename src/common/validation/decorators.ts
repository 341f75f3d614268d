import { Allow, ValidateBy, ValidateNested, type ValidatorConstraintInterface } from 'class-validator';
import { parseLocalDate } from '../athens.js';
import { ErrorCode, ERROR_TEXTS } from '../error-codes.js';
import { isAmka, withoutBlanks } from '../identifiers.js';
import {
  AFM_CHECK,
  amountCheck,
  arrayCheck,
  BOOLEAN_CHECK,
  type Check,
  EMAIL_CHECK,
  ENCODING_CHECK,
  FILE_NAME_CHECK,
  integerCheck,
  INSTANT_CHECK,
  ISO_DATE_CHECK,
  isRecord,
  numberCheck,
  OBJECT_CHECK,
  oneOfCheck,
  POSTCODE_CHECK,
  textCheck,
  textOf,
} from './checks.js';
import { type CodeLists, NO_LISTS } from './code-lists.js';
import { addAlias, addConversion, addNested, type Class, type Conversion, isKept, type FieldRule, toDto } from './dto.js';

/**
 * What the fields of a DTO must look like. A check only applies to a value that is there: absent and null pass it, and only
 * `@Required()` demands one. So a missing field has one fault (-101), and an optional field needs no further mark. In fields of text
 * a blank text is no value and becomes null. Of several checks on a field the uppermost that fails gives the fault.
 */
export type { Class } from './dto.js';

const NUMERIC_TEXT = /^[+-]?\d{1,15}(?:\.\d{1,6})?$/;

/** What becomes of the value before it is checked. */
export function Converted(convert: Conversion): PropertyDecorator {
  return (target, property) => addConversion(target.constructor, String(property), convert);
}

export function CheckedBy(check: Check, itemCheck?: Check): PropertyDecorator {
  return ruled({ check, itemCheck });
}

/** `Checked` for a field of text: a blank one becomes null. */
export function CheckedText(check: Check): PropertyDecorator {
  return all(
    CheckedBy(check),
    Converted((value) => (typeof value === 'string' && value.trim() === '' ? null : value)),
  );
}

/** Present, or -101. */
export function Required(): PropertyDecorator {
  return RequiredWhen(() => true);
}

/** Present when the object it belongs to says so: `@RequiredWhen((person: PersonDto) => person.person_type_code === '1')`. */
export function RequiredWhen<T extends object>(isNeeded: (owner: T, lists: CodeLists) => boolean): PropertyDecorator {
  return demand({ name: 'required', code: ErrorCode.REQUIRED, text: ERROR_TEXTS[ErrorCode.REQUIRED], accepts: () => true }, isNeeded);
}

/** A field that is taken as it comes, or that another place checks. Without any decorator a field is dropped. */
export const Unchecked = Allow;

export const TextUpTo = (max: number): PropertyDecorator => CheckedText(textCheck(max));
/** Of any characters: which of them a file name may have is said where it is kept. */
export const FileName = (): PropertyDecorator => CheckedText(FILE_NAME_CHECK);
/** A text of a query whose bytes were UTF-8. */
export const WellEncoded = (): PropertyDecorator => CheckedBy(ENCODING_CHECK);
export const IsoDate = (): PropertyDecorator => CheckedText(ISO_DATE_CHECK);
export const Instant = (): PropertyDecorator => CheckedText(INSTANT_CHECK);
export const OneOf = (values: readonly string[]): PropertyDecorator => CheckedText(oneOfCheck(values));
export const ZeroOne = (): PropertyDecorator => OneOf(['0', '1']);
export const Afm = (): PropertyDecorator => CheckedText(AFM_CHECK);
export const Email = (): PropertyDecorator => CheckedText(EMAIL_CHECK);
export const IntegerBetween = (min: number, max: number): PropertyDecorator => CheckedBy(integerCheck(min, max));
export const NumberBetween = (min: number, max: number): PropertyDecorator => CheckedBy(numberCheck(min, max));
export const AmountUpTo = (max: number, min = 0): PropertyDecorator => CheckedBy(amountCheck(max, min));
export const TrueFalse = (): PropertyDecorator => CheckedBy(BOOLEAN_CHECK);
export const OneOfNumbers = (values: readonly number[]): PropertyDecorator => CheckedBy(oneOfCheck(values));

/** AMKA; it agrees with the birth date in the field of this name, once that is a date. */
export function Amka(birthDateField: string): PropertyDecorator {
  return CheckedText(textOf('amka', ErrorCode.BAD_AMKA, (text, owner) => isAmka(text, birthDateOf(owner, birthDateField))));
}

/** Blanks are dropped; what is left are 5 digits. */
export function Postcode(): PropertyDecorator {
  return all(WithoutBlanks(), CheckedText(POSTCODE_CHECK));
}

export function WithoutBlanks(): PropertyDecorator {
  return Converted((value) => (typeof value === 'string' ? withoutBlanks(value) : value));
}

/** A numeric text is taken for its number, a blank one for no value: query parameters, and the fields without a type (motor.5). */
export function FromNumericText(): PropertyDecorator {
  return Converted((value) => {
    if (typeof value !== 'string') return value;
    const text = value.trim();
    if (text === '') return undefined;
    return NUMERIC_TEXT.test(text) ? Number(text) : value;
  });
}

/** An array of plain values; `itemCheck` says what each of them must be: `@ArrayOf(20, textCheck(3))`. */
export function ArrayOf(maxItems: number, itemCheck: Check, minItems = 0): PropertyDecorator {
  return CheckedBy(arrayCheck(maxItems, minItems), itemCheck);
}

export interface NestedOptions {
  /** The key that wraps a payload: missing, or of another shape, is -106. */
  readonly wrapper?: boolean;
  readonly minItems?: number;
}

/** One object of another DTO. */
export function Nested(type: () => Class, options: NestedOptions = {}): PropertyDecorator {
  return all(
    Converted((value) => toNested(type(), value)),
    holds(type),
    ...shape(OBJECT_CHECK, options),
  );
}

/** An array of objects of another DTO. One of more than `maxItems` is refused before its items are looked at. */
export function ListOf(type: () => Class, maxItems: number, options: NestedOptions = {}): PropertyDecorator {
  return all(
    Converted((value) => {
      if (!Array.isArray(value)) return value;
      return value.length > maxItems ? new OversizedArray() : value.map((item) => toNested(type(), item));
    }),
    holds(type),
    ...shape(arrayCheck(maxItems, options.minItems), options, OBJECT_CHECK, (value) => value instanceof OversizedArray),
  );
}

function holds(type: () => Class): PropertyDecorator {
  const note: PropertyDecorator = (target, property) => addNested(target.constructor, String(property), type);
  return all(ValidateNested(), note);
}

/** Another spelling that is taken for the field: its reader puts it right. */
export function AlsoWritten(alias: string): PropertyDecorator {
  return (target, property) => addAlias(target.constructor, String(property), alias);
}

/** Stands for an array that is too long: nothing in it is validated. */
class OversizedArray {}

/** `isOversized`: what has the wrapper's shape, only too much of it. */
function shape(
  check: Check,
  { wrapper = false }: NestedOptions,
  itemCheck?: Check,
  isOversized = (_value: unknown) => false,
): PropertyDecorator[] {
  if (!wrapper) return [CheckedBy(check, itemCheck)];
  const accepts: Check['accepts'] = (value, owner, lists) => isOversized(value) || check.accepts(value, owner, lists);
  const wrapped: Check = { name: 'wrapper', code: ErrorCode.WRAPPER_MISSING, text: ERROR_TEXTS[ErrorCode.WRAPPER_MISSING], accepts };
  return [CheckedBy(check, itemCheck), demand(wrapped, () => true)];
}

function demand<T extends object>(check: Check, isNeeded: (owner: T, lists: CodeLists) => boolean): PropertyDecorator {
  return ruled({ check, isNeeded: isNeeded as FieldRule['isNeeded'] });
}

/** class-validator keeps the rule with the class; `findFaults` applies it. */
function ruled(rule: FieldRule): PropertyDecorator {
  const validate: ValidatorConstraintInterface['validate'] = (value, args) => isKept(rule, value, args?.object ?? {}, NO_LISTS);
  return ValidateBy({ name: rule.check.name, validator: { validate } }, { context: rule });
}

function toNested(type: Class, value: unknown): unknown {
  return isRecord(value) ? toDto(type, value) : value;
}

function birthDateOf(owner: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const value = owner[field];
  return typeof value === 'string' ? (parseLocalDate(value) ?? undefined) : undefined;
}

/** Several decorators as one. */
export function all(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, property) => decorators.forEach((decorate) => decorate(target, property));
}
