import type { Fault } from '../domain-error.js';

/** An input without its faulty fields. Items of arrays keep their places. */
export type Checked<T> = T extends readonly (infer Item)[]
  ? readonly (Checked<Item> | undefined)[]
  : T extends object
    ? { readonly [Field in keyof T]?: Checked<T[Field]> }
    : T;

/** Removes every place with a fault, so that further checks report on the rest. Changes the value. */
export function withoutFaulty<T extends object>(value: T, faults: readonly Fault[]): Checked<T> {
  for (const { path } of faults) remove(value, path.replaceAll(']', '').split(/[.[]/));
  return value as Checked<T>;
}

function remove(root: object, steps: string[]): void {
  const last = steps.pop() ?? '';
  let owner: unknown = root;
  for (const step of steps) owner = (owner as Record<string, unknown> | undefined)?.[step];
  if (typeof owner === 'object' && owner !== null) (owner as Record<string, unknown>)[last] = undefined;
}
