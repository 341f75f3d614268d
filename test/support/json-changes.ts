/** Value that deletes a field in `Changes`. */
export const ABSENT = Symbol('absent');

/** New values by path: `{ 'client.afm': '1', 'objects_insured[0].co-owners[1].city': ABSENT }`. */
export type Changes = Readonly<Record<string, unknown>>;

/** Returns a changed copy of a JSON value. Throws when a path leads through a missing value. */
export function applyChanges<T>(value: T, changes: Changes): T {
  const copy = structuredClone(value);
  for (const [path, wanted] of Object.entries(changes)) applyChange(copy, path, wanted);
  return copy;
}

export function findValue(value: unknown, path: string): unknown {
  return parsePath(path).reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], value);
}

function applyChange(root: unknown, path: string, wanted: unknown): void {
  const steps = parsePath(path);
  const last = steps.pop();
  const owner = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], root);
  if (last === undefined || typeof owner !== 'object' || owner === null) throw new Error(`nothing at ${path}`);
  if (wanted === ABSENT) Reflect.deleteProperty(owner, last);
  else (owner as Record<string, unknown>)[last] = structuredClone(wanted);
}

function parsePath(path: string): string[] {
  return path.replaceAll(']', '').split(/[.[]/);
}
