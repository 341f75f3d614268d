import { validateSync, type ValidationError } from 'class-validator';
import { DomainError, type Fault } from '../domain-error.js';
import { ErrorCode, ERROR_TEXTS } from '../error-codes.js';
import { faultOf, isRecord, OBJECT_CHECK } from './checks.js';
import type { CheckContext } from './decorators.js';
import { type Class, isFaultless, toDto } from './dto.js';

/** A DTO and what is wrong with it; the value is to be used only when there are no faults. */
export interface Inspected<T> {
  readonly value: T;
  readonly faults: readonly Fault[];
}

/**
 * A DTO of a JSON value: unknown fields dropped, nothing converted, every fault at once (decisions §2).
 * `pathPrefix` is the place of the value in the body as sent. Throws a `DomainError` with the faults.
 */
export function validateInput<T extends object>(type: Class<T>, plain: unknown, pathPrefix = ''): T {
  const { value, faults } = inspectInput(type, plain, pathPrefix);
  const [first, ...others] = faults;
  if (first !== undefined) throw DomainError.ofFaults([first, ...others]);
  return value;
}

/** Like `validateInput`, for a caller that adds faults of its own. A missing value counts as an object without fields. */
export function inspectInput<T extends object>(type: Class<T>, plain: unknown, pathPrefix = ''): Inspected<T> {
  const source = plain ?? {};
  const value = toDto(type, isRecord(source) ? source : {});
  if (isRecord(source) && isFaultless(value)) return { value, faults: [] };
  const errors = validateSync(value, { forbidUnknownValues: false, validationError: { target: false } });
  const faults: Fault[] = [];
  collect(errors, pathPrefix, false, faults);
  if (isRecord(source) || faults.some((fault) => fault.code === ErrorCode.WRAPPER_MISSING)) return { value, faults };
  return { value, faults: [{ path: pathPrefix, code: OBJECT_CHECK.code, text: OBJECT_CHECK.text }] };
}

/** Like `validateInput`, for query parameters: every fault is -105 and names the parameter, and a blank parameter is an absent one. */
export function validateQuery<T extends object>(type: Class<T>, plain: unknown): T {
  const { value, faults } = inspectInput(type, plain);
  const [first, ...others] = faults.map(toQueryFault);
  if (first !== undefined) throw DomainError.ofFaults([first, ...others]);
  for (const [name, given] of Object.entries(value)) if (given === null) Reflect.deleteProperty(value, name);
  return value;
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

function collect(errors: readonly ValidationError[], prefix: string, inArray: boolean, faults: Fault[]): void {
  for (const error of errors) {
    const path = inArray ? `${prefix}[${error.property}]` : prefix === '' ? error.property : `${prefix}.${error.property}`;
    // What is no object among objects was named by the check of the array already.
    if (inArray && faults.some((fault) => fault.path === path)) continue;
    faults.push(...ownFaults(error, path, inArray));
    collect(error.children ?? [], path, Array.isArray(error.value), faults);
  }
}

/** The faults of one field without those of its children: one, or one for each bad item of an array of plain values. */
function ownFaults(error: ValidationError, path: string, inArray: boolean): Fault[] {
  const name = uppermost(error);
  if (name === undefined) return [];
  const context = error.contexts?.[name] as CheckContext | undefined;
  if (context === undefined) return foreignFaults(error, path, inArray);
  const { check, itemCheck } = context;
  const value: unknown = error.value;
  if (itemCheck !== undefined && Array.isArray(value) && check.accepts(value, {})) {
    return value.flatMap((item: unknown, index) => (itemCheck.accepts(item, {}) ? [] : [faultOf(itemCheck, item, `${path}[${index}]`)]));
  }
  return [faultOf(check, value, path)];
}

/** class-validator runs the decorators of a field from the bottom up, and ours before its own nested check. */
function uppermost(error: ValidationError): string | undefined {
  const names = Object.keys(error.constraints ?? {});
  return names.findLast((name) => error.contexts?.[name] !== undefined) ?? names.at(-1);
}

/** Faults of class-validator's own decorators, which carry no code: the nested check says "no object", the others "invalid". */
function foreignFaults(error: ValidationError, path: string, inArray: boolean): Fault[] {
  const value: unknown = error.value;
  if (error.constraints?.['nestedValidation'] !== undefined) {
    const isOptionalNull = value === null && !inArray;
    return isOptionalNull ? [] : [{ path, code: OBJECT_CHECK.code, text: OBJECT_CHECK.text }];
  }
  const code = value === undefined || value === null ? ErrorCode.REQUIRED : ErrorCode.INVALID;
  return [{ path, code, text: ERROR_TEXTS[code] }];
}
