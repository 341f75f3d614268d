import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useRef, useState, type ChangeEvent, type KeyboardEvent, type ReactNode } from 'react';
import type { Result } from '../api/client.js';
import type { Problem } from '../api/problem.js';
import { isReadable, toTyped, toWireText } from '../forms/typed-number.js';
import { useLocale, useText, type MessageId } from '../messages/language.js';
import { saveCsv } from './csv.js';
import { dayAfter, isDate, useFormat } from './format.js';
import { useKeys } from './keys.js';
import { NumberInput } from './number-field.js';
import { PAGE_ROWS, type ListSearch } from './list-search.js';
import { Loaded } from './states.js';
import { classOf, Table, type Column, type TableProps } from './table.js';

export type { Column } from './table.js';

export interface Filter {
  readonly name: string;
  readonly label: MessageId;
  readonly type?: 'text' | 'date' | 'money' | 'whole';
  /** Suggestions; other values may be typed. */
  readonly offered?: readonly string[];
  readonly choices?: readonly (readonly [value: string, title: string])[];
  /** Label of the empty choice. */
  readonly none?: MessageId;
}

export interface Page<Row> {
  readonly items: readonly Row[];
  readonly start: number;
  readonly limit: number;
  readonly total: number;
  readonly totalCapped?: boolean;
}

interface ListProps<Row> extends Pick<TableProps<Row>, 'columns' | 'keyOf' | 'linkOf' | 'linkSearch' | 'actions'> {
  /** Name of the table and of its CSV file. */
  readonly name: MessageId;
  readonly page: UseQueryResult<Result<Page<Row>>, Problem>;
  readonly search: ListSearch;
  readonly filters?: readonly Filter[];
  readonly empty?: MessageId;
}

/** Shows one page of a list, filtered by the address. `j` and `k` move through rows, `/` focuses the filters. */
export function List<Row>(props: ListProps<Row>): ReactNode {
  const { filters = [], search, page } = props;
  const box = useRef<HTMLDivElement>(null);
  useListKeys(box);
  return (
    <div className="card" ref={box}>
      {filters.length > 0 && <FilterBar filters={filters} search={search} />}
      <Loaded of={page} lines={8}>
        {({ body }) => <ListTable {...props} found={body} />}
      </Loaded>
    </div>
  );
}

function ListTable<Row>(props: ListProps<Row> & { readonly found: Page<Row> }): ReactNode {
  const { name, columns, found, search, empty = 'list.empty' } = props;
  const t = useText();
  if (found.items.length === 0) return <p className="empty">{t(empty)}</p>;
  return (
    <>
      <Table {...props} rows={found.items} head={(column) => <HeadCell key={column.title} column={column} search={search} />} />
      <ListFoot name={name} columns={columns} found={found} search={search} />
    </>
  );
}

function HeadCell<Row>({ column, search }: { readonly column: Column<Row>; readonly search: ListSearch }): ReactNode {
  const t = useText();
  const { sort } = column;
  const className = classOf(column);
  if (sort === undefined) return <th className={className}>{t(column.title)}</th>;
  const now = search.values.sort;
  const order = now === sort ? 'ascending' : now === `-${sort}` ? 'descending' : 'none';
  const mark = { ascending: ' ↑', descending: ' ↓', none: '' }[order];
  return (
    <th className={className} aria-sort={order}>
      <button type="button" onClick={() => search.change({ sort: order === 'ascending' ? `-${sort}` : sort })}>
        {t(column.title)}
        {mark}
      </button>
    </th>
  );
}

function ListFoot<Row>({
  name,
  columns,
  found,
  search,
}: Pick<ListProps<Row>, 'name' | 'columns' | 'search'> & { readonly found: Page<Row> }): ReactNode {
  const t = useText();
  const { number } = useFormat();
  const { start, items, total, totalCapped = false, limit } = found;
  const last = start + items.length - 1;
  const titles = columns.map(({ title }) => t(title));
  const go = (to: number): void => search.change({ start: to <= 1 ? '' : String(to) });
  return (
    <div className="list-foot">
      <span role="status">
        {t(totalCapped ? 'list.range.capped' : 'list.range', { from: number(start), to: number(last), total: number(total) })}
      </span>
      <span className="tools">
        <Button
          size="xs"
          variant="subtle"
          onClick={() => saveCsv(`${t(name)}.csv`, [titles, ...items.map((row) => columns.map(({ text }) => text(row)))])}
        >
          {t('list.csv')}
        </Button>
        <Button size="xs" variant="default" disabled={start <= 1} onClick={() => go(start - limit)}>
          {t('list.previous')}
        </Button>
        <Button size="xs" variant="default" disabled={last >= total && !totalCapped} onClick={() => go(start + limit)}>
          {t('list.next')}
        </Button>
      </span>
    </div>
  );
}

export function FilterBar({ filters, search }: { readonly filters: readonly Filter[]; readonly search: ListSearch }): ReactNode {
  const t = useText();
  return (
    <div className="filters" role="search">
      {filters.map((filter) => (
        // Resets the field when the address changes by other means.
        <FilterField key={`${filter.name}=${search.values[filter.name] ?? ''}`} filter={filter} search={search} />
      ))}
      {filters.some(({ name }) => (search.values[name] ?? '') !== '') && (
        <Button size="xs" variant="subtle" mt={22} onClick={() => search.change(Object.fromEntries(filters.map(({ name }) => [name, ''])))}>
          {t('list.clear')}
        </Button>
      )}
    </div>
  );
}

function FilterField({ filter, search }: { readonly filter: Filter; readonly search: ListSearch }): ReactNode {
  const t = useText();
  const { name, label, type = 'text', offered, choices } = filter;
  const offers = useId();
  const value = search.values[name] ?? '';
  const { locale } = useLocale();
  const kind = type === 'money' || type === 'whole' ? type : null;
  const [typed, setTyped] = useState(() => (kind !== null && /^\d+(\.\d+)?$/.test(value) ? toTyped(value, locale) : value));
  const take = (chosen: string): void => {
    if (kind !== null && !isReadable(chosen, kind)) return;
    const found = kind === null ? chosen.trim() : toWireText(chosen, kind);
    if (found !== value) search.change({ [name]: found });
  };
  if (choices !== undefined) {
    const data = [
      { value: '', label: t(filter.none ?? 'list.all') },
      ...choices.map(([choice, title]) => ({ value: choice, label: title })),
    ];
    return <NativeSelect size="xs" label={t(label)} data={data} value={value} onChange={(event) => take(event.target.value)} />;
  }
  const bound = {
    size: 'xs',
    label: t(label),
    value: typed,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.target.value),
    onBlur: () => take(typed),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') take(typed);
    },
  };
  if (kind !== null) return <NumberInput {...bound} kind={kind} />;
  const field = <TextInput {...bound} type={type} list={offered && offers} />;
  if (offered === undefined) return field;
  return (
    <div>
      {field}
      <datalist id={offers}>
        {offered.map((offer) => (
          <option key={offer} value={offer} />
        ))}
      </datalist>
    </div>
  );
}

function useListKeys(box: React.RefObject<HTMLDivElement | null>): void {
  const walk = (step: 1 | -1): void => {
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    rows[Math.max(0, Math.min(rows.length - 1, at + step))]?.focus();
  };
  useKeys({
    j: () => walk(1),
    k: () => walk(-1),
    '/': () => box.current?.querySelector<HTMLElement>('.filters input, .filters select')?.focus(),
  });
}

/** Returns the query of a list: its filters and page. */
export function queryOf({ values }: ListSearch): Record<string, string | number> {
  const { to } = values;
  return { limit: PAGE_ROWS, ...values, ...(isDate(to) && { to: dayAfter(to) }) };
}
