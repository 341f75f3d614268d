import { setImmediate as nextTurn } from 'node:timers/promises';

export { nextTurn };

/** Longest time on a list before other calls are served. */
const TURN_MS = 10;

export async function mapInTurns<Item, Result>(items: readonly Item[], map: (item: Item, index: number) => Result): Promise<Result[]> {
  const results: Result[] = [];
  let turnEndsMs = performance.now() + TURN_MS;
  for (const [index, item] of items.entries()) {
    results.push(map(item, index));
    if (performance.now() < turnEndsMs) continue;
    await nextTurn();
    turnEndsMs = performance.now() + TURN_MS;
  }
  return results;
}

const LONG = 5;

/** Returns null for a value without a long list. */
export function toJsonLists(value: object): Promise<string> | null {
  if (isLong(value)) return listToJson(value);
  if (Array.isArray(value) || !Object.values(value).some(isLong)) return null;
  const fields = Object.entries(value).filter(([, item]) => item !== undefined);
  const parts = fields.map(
    async ([name, item]) => `${JSON.stringify(name)}:${isLong(item) ? await listToJson(item) : JSON.stringify(item)}`,
  );
  return Promise.all(parts).then((written) => `{${written.join(',')}}`);
}

function isLong(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length >= LONG;
}

async function listToJson(list: readonly unknown[]): Promise<string> {
  return `[${(await mapInTurns(list, (item) => JSON.stringify(item) ?? 'null')).join(',')}]`;
}
