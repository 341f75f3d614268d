import { assertNoFaults, DomainError, type Fault, MAX_FAULTS } from '../domain-error.js';
import { ErrorCode } from '../error-codes.js';
import { isRecord, OBJECT_CHECK } from './checks.js';
import { type CodeLists, NO_LISTS } from './code-lists.js';
import { type Class, findFaults, toDto } from './dto.js';

/** A DTO and what is wrong with it; the value is to be used only when there are no faults. */
export interface Inspected<T> {
  readonly value: T;
  readonly faults: readonly Fault[];
}

/**
 * A DTO of a JSON value: unknown fields dropped, nothing converted, its faults at once (input.5, gateway.24).
 * `lists`: what the codes in it are held against.
 * @throws DomainError with the faults
 */
export function validateInput<T extends object>(type: Class<T>, plain: unknown, lists: CodeLists = NO_LISTS): T {
  const { value, faults } = inspect(type, plain, lists);
  assertNoFaults(faults);
  return value;
}

/**
 * Like `validateInput`, for a caller that adds its own faults. A missing value counts as an object without fields.
 * Throws a `DomainError` when there are more faults than are named: the rest was not looked at.
 */
export function inspectInput<T extends object>(type: Class<T>, plain: unknown, lists: CodeLists = NO_LISTS): Inspected<T> {
  const inspected = inspect(type, plain, lists);
  const [first, ...others] = inspected.faults;
  if (first !== undefined && others.length >= MAX_FAULTS) throw DomainError.ofFaults([first, ...others]);
  return inspected;
}

function inspect<T extends object>(type: Class<T>, plain: unknown, lists: CodeLists): Inspected<T> {
  const source = plain ?? {};
  const value = toDto(type, isRecord(source) ? source : {});
  const faults = findFaults(value, '', MAX_FAULTS, lists);
  if (isRecord(source) || faults.some((fault) => fault.code === ErrorCode.WRAPPER_MISSING)) return { value, faults };
  return { value, faults: [{ path: '', code: OBJECT_CHECK.code, text: OBJECT_CHECK.text }] };
}

/** Like `validateInput`, for query parameters: every fault is -105 and names the parameter, and a blank parameter is an absent one. */
export function validateQuery<T extends object>(type: Class<T>, plain: unknown, lists: CodeLists = NO_LISTS): T {
  const { value, faults } = inspect(type, isRecord(plain) ? withoutBlankParameters(plain) : plain, lists);
  assertNoFaults(faults.map(toQueryFault));
  return value;
}

/** The query parameters that have a value. */
export function withoutBlankParameters(query: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => typeof value !== 'string' || value.trim() !== ''));
}

function toQueryFault({ path, code, text }: Fault): Fault {
  const missing = code === ErrorCode.REQUIRED;
  return {
    path,
    code: ErrorCode.BAD_QUERY,
    text: missing
      ? { el: `Λείπει η παράμετρος ${path}.`, en: `Parameter ${path} is missing.` }
      : { el: `Παράμετρος ${path}: ${text.el}`, en: `Parameter ${path}: ${text.en}` },
  };
}
