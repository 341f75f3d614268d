import { assertNoViolations, DomainError, type Violation, MAX_VIOLATIONS } from '../domain-error.js';
import { ErrorCode } from '../error-codes.js';
import { isRecord, OBJECT_CHECK } from './checks.js';
import { type CodeLists, NO_LISTS } from './code-lists.js';
import { type Class, findViolations, toDto } from './dto.js';

export interface Inspected<T> {
  readonly value: T;
  readonly violations: readonly Violation[];
}

export function validateInput<T extends object>(type: Class<T>, plain: unknown, lists: CodeLists = NO_LISTS): T {
  const { value, violations } = inspect(type, plain, lists);
  assertNoViolations(violations);
  return value;
}

export function inspectInput<T extends object>(type: Class<T>, plain: unknown, lists: CodeLists = NO_LISTS): Inspected<T> {
  const inspected = inspect(type, plain, lists);
  const [first, ...others] = inspected.violations;
  if (first !== undefined && others.length >= MAX_VIOLATIONS) throw DomainError.ofViolations([first, ...others]);
  return inspected;
}

function inspect<T extends object>(type: Class<T>, plain: unknown, lists: CodeLists): Inspected<T> {
  const source = plain ?? {};
  const value = toDto(type, isRecord(source) ? source : {});
  const violations = findViolations(value, '', MAX_VIOLATIONS, lists);
  if (isRecord(source) || violations.some((violation) => violation.code === ErrorCode.WRAPPER_MISSING)) return { value, violations };
  return { value, violations: [{ path: '', code: OBJECT_CHECK.code, text: OBJECT_CHECK.text }] };
}

/** Makes every violation -105, and blank parameters absent. */
export function validateQuery<T extends object>(type: Class<T>, plain: unknown, lists: CodeLists = NO_LISTS): T {
  const { value, violations } = inspect(type, isRecord(plain) ? omitBlankParameters(plain) : plain, lists);
  assertNoViolations(violations.map(toQueryViolation));
  return value;
}

export function omitBlankParameters(query: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).filter(([, value]) => value !== undefined && (typeof value !== 'string' || value.trim() !== '')),
  );
}

function toQueryViolation({ path, code, text }: Violation): Violation {
  const missing = code === ErrorCode.REQUIRED;
  return {
    path,
    code: ErrorCode.BAD_QUERY,
    text: missing
      ? { el: `Λείπει η παράμετρος ${path}.`, en: `Parameter ${path} is missing.` }
      : { el: `Παράμετρος ${path}: ${text.el}`, en: `Parameter ${path}: ${text.en}` },
  };
}
