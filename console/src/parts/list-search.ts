import { useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call, type Result } from '../api/client.js';
import type { Problem } from '../api/problem.js';
import type { Answer, InPath, PathOf, Query } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { isIsoDate } from '../forms/typed-date.js';
import { useLocale } from '../messages/language.js';
import { dayAfter } from './format.js';

export const PAGE_ROWS = 50;
/** Rows of one call, and of all calls, of an export. */
const EXPORTED_AT_ONCE = 500;
const MAX_EXPORTED = 10_000;

export interface ListSearch {
  /** Filters in the address; blank if absent. */
  readonly values: Readonly<Record<string, string>>;
  /** Changes the filters. The list restarts at its first row unless `start` is given. */
  readonly change: (values: Readonly<Record<string, string>>) => void;
}

/** Reads and writes the filters of a list in the address, so that they can be shared and revisited. */
export function useListSearch(): ListSearch {
  const values: Record<string, string> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (changes: Readonly<Record<string, string>>): void => {
    const next = Object.entries({ ...values, start: '', ...changes }).filter(([, value]) => value !== '');
    void navigate({ to: '.', search: Object.fromEntries(next) });
  };
  return { values, change };
}

export interface Page<Row> {
  readonly items: readonly Row[];
  readonly start: number;
  readonly limit: number;
  readonly total: number;
  readonly totalCapped?: boolean;
}

/** A list that the filters in the address find. */
export interface FoundList<Row, Body = Page<Row>> {
  readonly search: ListSearch;
  readonly page: UseQueryResult<Result<Body>, Problem>;
  /** Loads all rows, for an export. */
  readonly loadAll: () => Promise<readonly Row[]>;
}

type RowOf<Body> = Body extends { readonly items: readonly (infer Row)[] } ? Row : never;

interface ListOptions<P extends PathOf<'get'>> {
  readonly path?: InPath<P, 'get'>;
  /** Filters of an address without any. */
  readonly defaults?: Query;
  /** Filters that the address cannot change. */
  readonly query?: Query;
}

/** Loads one page of a list of the API. */
export function useList<P extends PathOf<'get'>>(
  address: P,
  options: ListOptions<P> = {},
): FoundList<RowOf<Answer<P, 'get'>>, Answer<P, 'get'>> {
  const search = useListSearch();
  const { path } = options;
  const query = { ...options.defaults, ...queryOf(search), ...options.query };
  const page = useGet(address, { path, query, keepsPrevious: true });
  const loadAll = async (): Promise<RowOf<Answer<P, 'get'>>[]> => {
    const rows: RowOf<Answer<P, 'get'>>[] = [];
    for (let start = 1; start <= MAX_EXPORTED; start += EXPORTED_AT_ONCE) {
      const { body } = await call('get', address, { path, query: { ...query, start, limit: EXPORTED_AT_ONCE } });
      const { items } = body as Page<RowOf<Answer<P, 'get'>>>;
      rows.push(...items);
      if (items.length < EXPORTED_AT_ONCE) break;
    }
    return rows;
  };
  return { search, page, loadAll };
}

/** Loads one page of a list of a service, which is an array with its total in a header. */
export function useCountedList<Row>(
  name: string,
  load: (query: Query, signal: AbortSignal) => Promise<Result<readonly Row[]>>,
): Pick<FoundList<Row>, 'search' | 'page'> {
  const search = useListSearch();
  const { language } = useLocale();
  const query = queryOf(search);
  const page = useQuery<Result<Page<Row>>, Problem>({
    queryKey: [name, query, language],
    queryFn: async ({ signal }) => {
      const { body: items, ...rest } = await load(query, signal);
      return { ...rest, body: { items, start: Number(search.values.start ?? 1), limit: PAGE_ROWS, total: rest.total } };
    },
    placeholderData: (previous) => previous,
  });
  return { search, page };
}

/** Returns the query of a list: its filters and page. */
export function queryOf({ values }: ListSearch): Record<string, string | number> {
  const { to } = values;
  return { limit: PAGE_ROWS, ...values, ...(to !== undefined && isIsoDate(to) && { to: dayAfter(to) }) };
}
