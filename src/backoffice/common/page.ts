import { Raw, type EntityManager, type EntityTarget, type FindManyOptions, type FindOperator, type ObjectLiteral } from 'typeorm';
import { toCappedTotal, MAX_COUNTED, type Page, type PageWindow } from '../../common/paging.js';
import type { Schema, Store } from '../../store/store.js';
import { toPageWindow, type PageQueryDto } from './page.dto.js';

export interface ListPage<T> extends PageWindow {
  readonly items: T[];
  readonly total: number;
  readonly totalCapped?: true;
}

export function toPage<T>({ items, total, isCapped }: Page<T>, { start, limit }: PageWindow): ListPage<T> {
  return { items: [...items], start, limit, total, ...(isCapped ? { totalCapped: true } : {}) };
}

export const buildCountQuery = (select: string): string => `SELECT count(*)::integer FROM (${select} LIMIT ${MAX_COUNTED + 1}) AS counted`;

export interface ListQuery {
  readonly select: string;
  readonly order: string;
  readonly values: readonly unknown[];
}

interface Found {
  readonly id: unknown;
  readonly total_found: number;
}

export async function findPage<Row>(
  store: Store,
  schema: Schema,
  { select, order, values }: ListQuery,
  query: PageQueryDto,
): Promise<ListPage<Row>> {
  const window = toPageWindow(query);
  // Not materialized, so that page and count stop early.
  const text = `
    WITH found AS NOT MATERIALIZED (${select}),
         page AS (SELECT * FROM found ORDER BY ${order} OFFSET $${values.length + 1} LIMIT $${values.length + 2})
    SELECT (${buildCountQuery('SELECT FROM found')}) AS total_found, page.*
    FROM (VALUES (1)) AS always LEFT JOIN page ON true ORDER BY ${order}`;
  const rows = await store.readAnywhere(schema, (reader) => reader.query<Found>(text, [...values, window.start - 1, window.limit]));
  const items = rows.filter(({ id }) => id !== null).map(({ total_found: _, ...row }) => row as Row);
  return toPage({ items, ...toCappedTotal(rows[0]?.total_found ?? 0) }, window);
}

export async function findEntities<E extends ObjectLiteral>(
  store: Store,
  schema: Schema,
  entity: EntityTarget<E>,
  options: Pick<FindManyOptions<E>, 'select' | 'where' | 'order' | 'relations'>,
  query: PageQueryDto,
): Promise<ListPage<E>> {
  const window = toPageWindow(query);
  return store.readAnywhere(schema, async ({ manager }) => {
    const items = await manager.find(entity, { ...options, skip: window.start - 1, take: window.limit });
    return toPage({ items, ...toCappedTotal(await countRows(manager, entity, options)) }, window);
  });
}

async function countRows<E extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<E>,
  { where }: Pick<FindManyOptions<E>, 'where'>,
): Promise<number> {
  const hits = manager.createQueryBuilder(entity, 'hit').setFindOptions(where === undefined ? {} : { where });
  const [text, values] = hits.select('1', 'hit').getQueryAndParameters();
  const [row] = await manager.query<{ count: number }[]>(buildCountQuery(text), values);
  return row?.count ?? 0;
}

/** Omits undefined properties; TypeORM refuses undefined conditions. */
export function omitUndefined<T extends object>(conditions: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(conditions).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}

export function buildContainsCondition(text: string): FindOperator<string> {
  return Raw((column) => `position(fold_name(:text) IN fold_name(${column})) > 0`, { text }) as FindOperator<string>;
}

export function mapPage<T, U>(page: ListPage<T>, map: (item: T) => U): ListPage<U> {
  return { ...page, items: page.items.map(map) };
}
