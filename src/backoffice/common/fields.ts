import { buildCheck } from '../../common/validation/checks.js';
import {
  CheckedText,
  type Class,
  FromNumericText,
  IntegerBetween,
  Nested,
  OneOf,
  Required,
  RequiredWhen,
  TextUpTo,
  combineDecorators,
} from '../../common/validation/decorators.js';
import { listFieldNames, getField } from '../../common/validation/dto.js';
import { AGENT_CODE_PATTERN } from './errors.js';

const NEW_CODE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$/;

const CODE_CHECK = buildCheck(
  'code',
  { el: 'Έως 20 λατινικά γράμματα, ψηφία, τελεία, παύλα ή κάτω παύλα.', en: 'Up to 20 letters, digits, dots, hyphens or underscores.' },
  (value) => typeof value === 'string' && AGENT_CODE_PATTERN.test(value),
  { pattern: AGENT_CODE_PATTERN.source },
);

const NEW_CODE_CHECK = buildCheck(
  'code',
  {
    el: 'Έως 20 λατινικά γράμματα, ψηφία, τελεία, παύλα ή κάτω παύλα, πρώτα γράμμα ή ψηφίο.',
    en: 'Up to 20 letters, digits, dots, hyphens or underscores, a letter or a digit first.',
  },
  (value) => typeof value === 'string' && NEW_CODE.test(value),
  { pattern: NEW_CODE.source },
);

export const SubagentCode = (): PropertyDecorator => CheckedText(CODE_CHECK);

/** The code is part of URLs, so it cannot be `..`. */
export const NewAgentCode = (): PropertyDecorator => CheckedText(NEW_CODE_CHECK);

export const BankAccountName = (): PropertyDecorator => CheckedText(NEW_CODE_CHECK);

export const RequiredText = (max: number): PropertyDecorator => combineDecorators(TextUpTo(max), Required());
export const RequiredOneOf = (values: readonly string[]): PropertyDecorator => combineDecorators(OneOf(values), Required());
export const RequiredInteger = (min: number, max: number): PropertyDecorator => combineDecorators(IntegerBetween(min, max), Required());
export const RequiredNested = (type: () => Class): PropertyDecorator => combineDecorators(Nested(type), Required());

export const IntegerParameter = (min: number, max: number): PropertyDecorator =>
  combineDecorators(IntegerBetween(min, max), FromNumericText());

/** Refuses null and a blank value (-101): a change may omit the field, but not clear it. */
export function NotEmptied(): PropertyDecorator {
  return (target, property) => RequiredWhen((owner) => (owner as Record<string | symbol, unknown>)[property] === null)(target, property);
}

export function applyChange<T extends object>(type: Class, before: T, change: object = {}): T {
  const [previous, changed] = [before, change] as [Record<string, unknown>, Record<string, unknown>];
  const entries = listFieldNames(type).map((name) => {
    const nested = getField(type, name)?.nested?.();
    if (nested && !Array.isArray(previous[name]))
      return [name, applyChange(nested, previous[name] as object, changed[name] as object | undefined)];
    return [name, (changed[name] === undefined ? previous[name] : changed[name]) ?? null];
  });
  return Object.fromEntries(entries) as T;
}
