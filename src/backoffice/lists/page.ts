import type { PageWindow } from '../../common/paging.js';
import type { Schema, Store } from '../../store/store.js';

/** The shape of every list of the back office. */
export interface ListPage<T> extends PageWindow {
  readonly items: T[];
  readonly total: number;
}

export interface ListQuery {
  /** A SELECT of all that is found, whose columns include `id` (never null). */
  readonly select: string;
  /** Its order, by names of its columns. */
  readonly order: string;
  readonly values: readonly unknown[];
}

type Found<Row> = Row & { readonly id: unknown; readonly total_found: number };

/** One page and the number of rows in all, in one round trip. */
export async function findPage<Row>(
  store: Store,
  schema: Schema,
  { select, order, values }: ListQuery,
  { start, limit }: PageWindow,
): Promise<ListPage<Row>> {
  const text = `
    WITH found AS (${select}),
         page AS (SELECT * FROM found ORDER BY ${order} OFFSET $${values.length + 1} LIMIT $${values.length + 2})
    SELECT (SELECT count(*)::integer FROM found) AS total_found, page.*
    FROM (VALUES (1)) AS always LEFT JOIN page ON true ORDER BY ${order}`;
  const rows = await store.query<Found<Row>>(schema, text, [...values, start - 1, limit]);
  return { items: rows.filter(({ id }) => id !== null), start, limit, total: rows[0]?.total_found ?? 0 };
}

/** The same page of other items. */
export function mapPage<T, U>(page: ListPage<T>, map: (item: T) => U): ListPage<U> {
  return { ...page, items: page.items.map(map) };
}
