import type { Violation } from '../domain-error.js';
import { parseLocalDate } from '../athens.js';
import { isRecord } from './checks.js';

export type Checked<T> = T extends readonly (infer Item)[]
  ? readonly (Checked<Item> | undefined)[]
  : T extends object
    ? { readonly [Field in keyof T]?: Checked<T[Field]> }
    : T;

/** Changes `value`, so that further checks apply to the rest. */
export function deleteInvalidValues<T extends object>(value: T, violations: readonly Violation[]): Checked<T> {
  for (const { path } of violations) remove(value, path.replaceAll(']', '').split(/[.[]/));
  return value as Checked<T>;
}

function remove(root: object, steps: string[]): void {
  const last = steps.pop() ?? '';
  let owner: unknown = root;
  for (const step of steps) owner = (owner as Record<string, unknown> | undefined)?.[step];
  if (typeof owner === 'object' && owner !== null) (owner as Record<string, unknown>)[last] = undefined;
}

/** Trims, and leaves out nulls and blanks. Fields in `dates` become Greek dates. */
export function toStoredInput(value: unknown, dates: ReadonlySet<string>, field = ''): unknown {
  if (typeof value === 'string') return dates.has(field) ? (parseLocalDate(value) ?? value) : value.trim();
  if (Array.isArray(value)) return value.map((item) => toStoredInput(item, dates));
  if (!isRecord(value)) return value;
  const fields: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const stored = toStoredInput(item, dates, name);
    if (stored !== undefined && stored !== null && stored !== '') fields[name] = stored;
  }
  return fields;
}
