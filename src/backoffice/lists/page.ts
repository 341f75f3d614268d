import { Raw, type EntityTarget, type FindManyOptions, type FindOperator, type ObjectLiteral } from 'typeorm';
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

/** One page of an entity's rows and the number of all of them. */
export async function findEntities<E extends ObjectLiteral>(
  store: Store,
  schema: Schema,
  entity: EntityTarget<E>,
  options: Pick<FindManyOptions<E>, 'select' | 'where' | 'order' | 'relations'>,
  { start, limit }: PageWindow,
): Promise<ListPage<E>> {
  const [items, total] = await store.read(schema, (manager) => manager.findAndCount(entity, { ...options, skip: start - 1, take: limit }));
  return { items, start, limit, total };
}

/** The conditions that were given; the ORM refuses undefined ones. */
export function given<T extends object>(conditions: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(conditions).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** Names that contain the text, whatever its capitals and accents. */
export function containing(text: string): FindOperator<string> {
  return Raw((column) => `position(fold_name(:text) IN fold_name(${column})) > 0`, { text }) as FindOperator<string>;
}

/** The same page of other items. */
export function mapPage<T, U>(page: ListPage<T>, map: (item: T) => U): ListPage<U> {
  return { ...page, items: page.items.map(map) };
}
