import { assertNoFaults, DomainError, type Fault, MAX_FAULTS } from '../domain-error.js';
import { ErrorCode } from '../error-codes.js';
import { isRecord, OBJECT_CHECK } from './checks.js';
import { type CodeLists, NO_LISTS } from './code-lists.js';
import { type Class, findFaults, toDto } from './dto.js';

export interface Inspected<T> {
  readonly value: T;
  readonly faults: readonly Fault[];
}

/** Validates a JSON value as a DTO (input.5, gateway.24). @throws DomainError with all faults */
export function validateInput<T extends object>(type: Class<T>, plain: unknown, lists: CodeLists = NO_LISTS): T {
  const { value, faults } = inspect(type, plain, lists);
  assertNoFaults(faults);
  return value;
}

/** Validates for a caller that adds faults. @throws DomainError if there are too many */
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

/** Validates query parameters: every fault is -105, blank parameters are absent. */
export function validateQuery<T extends object>(type: Class<T>, plain: unknown, lists: CodeLists = NO_LISTS): T {
  const { value, faults } = inspect(type, isRecord(plain) ? omitBlankParameters(plain) : plain, lists);
  assertNoFaults(faults.map(toQueryFault));
  return value;
}

export function omitBlankParameters(query: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).filter(([, value]) => value !== undefined && (typeof value !== 'string' || value.trim() !== '')),
  );
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
