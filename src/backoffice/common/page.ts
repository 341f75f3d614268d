import { Raw, type EntityManager, type EntityTarget, type FindManyOptions, type FindOperator, type ObjectLiteral } from 'typeorm';
import { cappedTotal, MAX_COUNTED, type Page, type PageWindow } from '../../common/paging.js';
import type { Schema, Store } from '../../store/store.js';

/** The shape of every list of the back office. */
export interface ListPage<T> extends PageWindow {
  readonly items: T[];
  readonly total: number;
  /** There are more than that. */
  readonly totalCapped?: true;
}

/** A page as it is returned; its total says when counting stopped (backoffice.2). */
export function pageOf<T>({ items, total, isCapped }: Page<T>, { start, limit }: PageWindow): ListPage<T> {
  return { items: [...items], start, limit, total, ...(isCapped ? { totalCapped: true } : {}) };
}

/** How many rows a query selects, counted up to one more than a total may be. */
export const countedOf = (select: string): string => `SELECT count(*)::integer FROM (${select} LIMIT ${MAX_COUNTED + 1}) AS counted`;

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
  // Each of the two reads as far as it must: neither waits for all that is found.
  const text = `
    WITH found AS NOT MATERIALIZED (${select}),
         page AS (SELECT * FROM found ORDER BY ${order} OFFSET $${values.length + 1} LIMIT $${values.length + 2})
    SELECT (${countedOf('SELECT FROM found')}) AS total_found, page.*
    FROM (VALUES (1)) AS always LEFT JOIN page ON true ORDER BY ${order}`;
  const rows = await store.query<Found<Row>>(schema, text, [...values, start - 1, limit]);
  const items = rows.filter(({ id }) => id !== null);
  return pageOf({ items, ...cappedTotal(rows[0]?.total_found ?? 0) }, { start, limit });
}

/** One page of an entity's rows and the number of all of them. */
export async function findEntities<E extends ObjectLiteral>(
  store: Store,
  schema: Schema,
  entity: EntityTarget<E>,
  options: Pick<FindManyOptions<E>, 'select' | 'where' | 'order' | 'relations'>,
  { start, limit }: PageWindow,
): Promise<ListPage<E>> {
  return store.read(schema, async (manager) => {
    const items = await manager.find(entity, { ...options, skip: start - 1, take: limit });
    return pageOf({ items, ...cappedTotal(await countRows(manager, entity, options)) }, { start, limit });
  });
}

async function countRows<E extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<E>,
  { where }: Pick<FindManyOptions<E>, 'where'>,
): Promise<number> {
  const hits = manager.createQueryBuilder(entity, 'hit').setFindOptions(where === undefined ? {} : { where });
  const [text, values] = hits.select('1', 'hit').getQueryAndParameters();
  const [row] = await manager.query<{ count: number }[]>(countedOf(text), values);
  return row?.count ?? 0;
}

/** The conditions that were given; the ORM refuses undefined ones. */
export function given<T extends object>(conditions: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(conditions).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** Names that contain the text, whatever its capitals and accents. */
export function containsText(text: string): FindOperator<string> {
  return Raw((column) => `position(fold_name(:text) IN fold_name(${column})) > 0`, { text }) as FindOperator<string>;
}

/** The same page of other items. */
export function mapPage<T, U>(page: ListPage<T>, map: (item: T) => U): ListPage<U> {
  return { ...page, items: page.items.map(map) };
}
