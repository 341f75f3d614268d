import type { Transaction } from '../../store/store.js';

/** Rows that are read within a statement's time, with room to spare: each may be some kilobytes of text. */
const ROWS = 500;
/** The same of applications, each with all its former states. */
const APPLICATIONS = 200;

/** The applications, so many at a time. */
export function partsOf(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / APPLICATIONS) }, (_, part) =>
    ids.slice(part * APPLICATIONS, (part + 1) * APPLICATIONS),
  );
}

/** Calls `work` for one range of keys after the other, `after` < key ≤ `last`, until all of the table has had its turn. */
export async function forRanges(
  tx: Transaction,
  { table, key, first }: { readonly table: string; readonly key: string; readonly first: unknown },
  work: (after: unknown, last: unknown) => Promise<unknown>,
): Promise<void> {
  const find = `
    SELECT part.key FROM (SELECT ${key} AS key FROM ${table} WHERE ${key} > $1 ORDER BY ${key} LIMIT ${ROWS}) AS part
    ORDER BY part.key DESC LIMIT 1`;
  for (let after = first; ;) {
    const [last] = await tx.query<{ key: unknown }>(find, [after]);
    if (last === undefined) return;
    await work(after, last.key);
    after = last.key;
  }
}
