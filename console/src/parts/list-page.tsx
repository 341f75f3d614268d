import { Button } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { useText, type MessageId } from '../messages/language.js';
import { BulkFailures, type BulkFailure, type BulkOutcome } from './bulk-failures.js';
import { saveCsv } from './csv.js';
import { useAction } from './form.js';
import { useFormat } from './format.js';
import { useKeys } from './keys.js';
import { FilterBar, isFiltered, type Filter } from './list-filters.js';
import type { FoundList, ListSearch, Page } from './list-search.js';
import { hiddenColumns, useListSettings } from './list-settings.js';
import { ColumnChoice, SavedViews } from './list-tools.js';
import { Pager } from './pager.js';
import { Loaded, ProblemNotice } from './states.js';
import { classOf, Table, textOf, type Column, type TableProps } from './table.js';

export type { Column } from './table.js';
export type { Filter } from './list-filters.js';
export type { Page } from './list-search.js';

type TableParts<Row> = Pick<TableProps<Row>, 'name' | 'columns' | 'keyOf' | 'linkOf' | 'linkSearch' | 'actions'>;

/** A list; the CSV file has its name. Without `loadAll` the file has the rows of the page. */
interface ListProps<Row> extends TableParts<Row>, Pick<FoundList<Row>, 'page' | 'search'>, Partial<Pick<FoundList<Row>, 'loadAll'>> {
  readonly filters?: readonly Filter[];
  readonly empty?: MessageId;
  /** Actions on several rows at once. */
  readonly bulk?: {
    readonly isPossible: (row: Row) => boolean;
    /** Shows the buttons for the ticked rows. */
    readonly show: (rows: readonly Row[], finish: (outcome: BulkOutcome<Row>) => void) => ReactNode;
  };
}

/** Shows one page of a list, filtered by the address. `j` and `k` move through rows, `/` focuses the filters. */
export function List<Row>(props: ListProps<Row>): ReactNode {
  const { filters = [], search, page } = props;
  const box = useRef<HTMLDivElement>(null);
  useListKeys(box);
  return (
    <div className="card" ref={box}>
      {filters.length > 0 && <FilterBar filters={filters} search={search} />}
      {filters.length > 0 && <SavedViews name={props.name} filters={filters} search={search} />}
      <Loaded of={page} lines={8}>
        {({ body }) => <ListTable {...props} found={body} />}
      </Loaded>
    </div>
  );
}

function ListTable<Row>(props: ListProps<Row> & { readonly found: Page<Row> }): ReactNode {
  const { columns, found, search, filters = [], empty = 'list.empty', bulk, keyOf } = props;
  const t = useText();
  const [failures, setFailures] = useState<readonly BulkFailure[]>([]);
  const [keys, setKeys] = useState<ReadonlySet<string | number>>(new Set());
  const [settings] = useListSettings();
  const hidden = hiddenColumns(settings, props.name, columns);
  const shown = columns.filter(({ title }, index) => index === 0 || !hidden.includes(title));
  const ticked = found.items.filter((row) => keys.has(keyOf(row)) && bulk?.isPossible(row));
  const tick = (next: ReadonlySet<string | number>): void => {
    setKeys(next);
    setFailures([]);
  };
  const finish = (outcome: BulkOutcome<Row>): void => {
    const done = new Set(outcome.done.map(keyOf));
    setKeys((now) => new Set([...now].filter((key) => !done.has(key))));
    setFailures(outcome.failures);
  };
  if (found.items.length === 0)
    return (
      <>
        <BulkFailures of={failures} />
        <p className="empty">{t(isFiltered(filters, search) ? 'list.noMatch' : empty)}</p>
      </>
    );
  return (
    <>
      {bulk !== undefined && ticked.length > 0 && (
        <div className="list-foot">
          <span role="status">{t('list.ticked', { n: ticked.length })}</span>
          <span className="tools">{bulk.show(ticked, finish)}</span>
        </div>
      )}
      <BulkFailures of={failures} />
      <Table
        {...props}
        columns={shown}
        isRoomy={settings.isRoomy}
        rows={found.items}
        head={(column) => <HeadCell key={column.title} column={column} search={search} />}
        ticks={bulk && { keys, set: tick, isPossible: bulk.isPossible }}
        sumTitle={found.items.length > 1 ? (found.total === found.items.length ? 'list.sum' : 'list.sum.page') : undefined}
      />
      <ListFoot {...props} columns={columns} />
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
  const mark = { ascending: ' ↑', descending: ' ↓', none: ' ↕' }[order];
  return (
    <th className={className} aria-sort={order}>
      <button type="button" onClick={() => search.change({ sort: order === 'ascending' ? `-${sort}` : sort })}>
        {t(column.title)}
        <span aria-hidden="true">{mark}</span>
      </button>
    </th>
  );
}

function ListFoot<Row>({ name, columns, found, search, loadAll }: ListProps<Row> & { readonly found: Page<Row> }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { items, total } = found;
  const save = useAction(async () => {
    const rows = items.length === total || loadAll === undefined ? items : await loadAll();
    const titles = columns.map(({ title }) => t(title));
    saveCsv(`${t(name)}.csv`, [titles, ...rows.map((row) => columns.map((column) => textOf(column, row, format)))]);
  });
  const tools = (
    <>
      <ColumnChoice name={name} columns={columns} />
      <Button size="xs" variant="subtle" loading={save.isRunning} onClick={() => void save.run()}>
        {t('list.csv')}
      </Button>
    </>
  );
  return (
    <Pager of={found} search={search} tools={tools}>
      {save.problem !== null && <ProblemNotice problem={save.problem} />}
    </Pager>
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
