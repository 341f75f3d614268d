import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText, type MessageId } from '../messages/language.js';
import { useFormat, type Format } from './format.js';
import { StatusTag } from './page.js';

interface ColumnHead<Row> {
  readonly title: MessageId;
  /** Replaces the text in the table. */
  readonly show?: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
  /** Whether the column keeps the width of its longest text when others are shortened. */
  readonly isWhole?: boolean;
  /** Whether it is hidden unless the user chooses it. */
  readonly isExtra?: boolean;
  /** Value of the query parameter `sort`. */
  readonly sort?: string;
}

/** A column of texts, which the CSV shows too, or of amounts in euro, which have a sum. */
export type Column<Row> = ColumnHead<Row> &
  (
    | { readonly text: (row: Row) => string; readonly amount?: undefined }
    | { readonly amount: (row: Row) => number | string | null | undefined; readonly text?: undefined }
  );

/** Rows that can be ticked, by their keys. */
export interface Ticks<Row> {
  readonly keys: ReadonlySet<string | number>;
  readonly set: (keys: ReadonlySet<string | number>) => void;
  readonly isPossible: (row: Row) => boolean;
}

export interface TableProps<Row> {
  readonly name: MessageId;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string | number;
  /** Target of the link in the first column. */
  readonly linkOf?: (row: Row) => string;
  /** Query parameters of a row's link. */
  readonly linkSearch?: (row: Row) => Readonly<Record<string, string>>;
  /** Buttons of a row. */
  readonly actions?: (row: Row) => ReactNode;
  /** Custom head of a column. */
  readonly head?: (column: Column<Row>) => ReactNode;
  readonly ticks?: Ticks<Row>;
  /** Title of the sums of the amounts; none if absent. */
  readonly sumTitle?: MessageId;
  /** Whether rows are high instead of low. */
  readonly isRoomy?: boolean;
}

/** Status of an application or policy. */
export const STATUS_COLUMN: Column<{ readonly status: string; readonly statusTitle: string }> = {
  title: 'column.status',
  text: ({ statusTitle }) => statusTitle,
  show: ({ status, statusTitle }) => <StatusTag status={status} title={statusTitle} />,
  isWhole: true,
};

/** Texts up to this length, and those of digits, are never shortened. */
const SHORT_TEXT = 13;
const LONG_TEXT = 40;
const DIGITS = /^[\d\s.,:/€%+–-]*$/;

export const textOf = <Row,>(column: Column<Row>, row: Row, { money }: Format): string =>
  column.text === undefined ? money(column.amount(row)) : column.text(row);

/** Returns the weights of the columns that share the rest of the width; null for a column that keeps its own. */
function weigh<Row>(columns: readonly Column<Row>[], texts: readonly (readonly string[])[]): readonly (number | null)[] {
  return columns.map((column, index) => {
    const longest = Math.max(0, ...texts.map((row) => (DIGITS.test(row[index]!) ? 0 : row[index]!.length)));
    return classOf(column) !== undefined || column.isWhole === true || longest <= SHORT_TEXT ? null : Math.min(longest, LONG_TEXT);
  });
}

/** Places in the two lines of a phone's card, by column: first line, then second line. */
type PhonePlace = 'phone-name' | 'phone-status' | 'phone-text' | 'phone-sum' | 'phone-none';

/** Chooses what a phone shows of a row whose page has the rest: number and status, then client and amount. */
function placeOnPhone<Row>(columns: readonly Column<Row>[], texts: readonly string[]): readonly PhonePlace[] {
  const find = (isIt: (column: Column<Row>, index: number) => boolean): number => columns.findIndex(isIt);
  const status = find(({ title }) => title === 'column.status');
  const sum = find(({ amount }) => amount !== undefined);
  const client = find(({ title }) => title === 'column.client');
  const isText = (column: Column<Row>, index: number): boolean => index > 0 && index !== status && classOf(column) === undefined;
  const text = client > 0 && texts[client] !== '' ? client : find((column, index) => isText(column, index) && texts[index] !== '');
  const places = new Map<number, PhonePlace>([
    [sum, 'phone-sum'],
    [text, 'phone-text'],
    [status, 'phone-status'],
    [0, 'phone-name'],
  ]);
  return columns.map((_, index) => places.get(index) ?? 'phone-none');
}

/** A table with one line for each row, in which long texts are shortened. On narrow screens each row is a card. */
export function Table<Row>(props: TableProps<Row>): ReactNode {
  const { name, rows, columns, keyOf, linkOf, linkSearch, actions, head, ticks, sumTitle, isRoomy = false } = props;
  const t = useText();
  const format = useFormat();
  const texts = rows.map((row) => columns.map((column) => textOf(column, row, format)));
  const weights = weigh(columns, texts);
  // Buttons of a row are pressed because of what it shows.
  const isPaired = linkOf !== undefined && actions === undefined;
  const places = texts.map((row) => (isPaired ? placeOnPhone(columns, row) : []));
  const total = weights.reduce<number>((sum, weight) => sum + (weight ?? 0), 0);
  return (
    <div className="table-box" role="region" aria-label={t(name)} tabIndex={0}>
      <table className={`table lines cards ${isPaired ? 'pairs' : ''} ${isRoomy ? 'roomy' : ''}`} aria-label={t(name)}>
        <colgroup>
          {ticks !== undefined && <col />}
          {weights.map((weight, index) => (
            <col key={index} style={weight === null ? undefined : { width: `${(100 * weight) / total}%` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {ticks !== undefined && <TickAll rows={rows} keyOf={keyOf} ticks={ticks} />}
            {columns.map((column) => head?.(column) ?? <Head key={column.title} column={column} />)}
            {actions !== undefined && <th className="number row-actions">{t('list.actions')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={keyOf(row)}>
              {ticks !== undefined && <Tick row={row} rowKey={keyOf(row)} name={texts[at]![0]!} ticks={ticks} />}
              {columns.map((column, index) => (
                <td
                  key={column.title}
                  className={
                    [classOf(column) ?? (weights[index] === null ? '' : 'fluid'), places[at]?.[index] ?? ''].join(' ').trim() || undefined
                  }
                  data-label={t(column.title)}
                  title={weights[index] === null ? undefined : texts[at]![index]}
                >
                  <Cell link={index === 0 ? linkOf?.(row) : undefined} search={linkSearch?.(row)}>
                    {column.show?.(row) ?? texts[at]![index]}
                  </Cell>
                </td>
              ))}
              {actions !== undefined && <td className="number row-actions">{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
        {sumTitle !== undefined && columns.some(({ amount }) => amount) && (
          <Sums
            {...{ rows, columns, format }}
            title={t(sumTitle)}
            before={ticks === undefined ? 0 : 1}
            hasActions={actions !== undefined}
          />
        )}
      </table>
    </div>
  );
}

export const classOf = ({ isNumber, amount }: Pick<Column<never>, 'isNumber' | 'amount'>): string | undefined =>
  isNumber === true || amount !== undefined ? 'number' : undefined;

function Head<Row>({ column }: { readonly column: Column<Row> }): ReactNode {
  const t = useText();
  return <th className={classOf(column)}>{t(column.title)}</th>;
}

interface CellProps {
  readonly link?: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

function Cell({ link, search, children }: CellProps): ReactNode {
  if (link === undefined) return children;
  return (
    <Link to={link} search={search} className="row-link" data-row="">
      {children}
    </Link>
  );
}

interface SumsProps<Row> extends Pick<TableProps<Row>, 'rows' | 'columns'> {
  readonly title: string;
  readonly format: Format;
  /** Columns before the first one. */
  readonly before: number;
  readonly hasActions: boolean;
}

function Sums<Row>({ rows, columns, title, format, before, hasActions }: SumsProps<Row>): ReactNode {
  const first = columns.findIndex(({ amount }) => amount);
  const sum = (amount: NonNullable<Column<Row>['amount']>): number =>
    rows.reduce((cents, row) => cents + Math.round(Number(amount(row) ?? 0) * 100), 0) / 100;
  return (
    <tfoot>
      <tr>
        <td colSpan={Math.max(1, before + first)}>{title}</td>
        {columns.slice(Math.max(first, 1 - before)).map(({ title: name, amount }) => (
          <td key={name} className="number">
            {amount && format.money(sum(amount))}
          </td>
        ))}
        {hasActions && <td />}
      </tr>
    </tfoot>
  );
}

interface TickAllProps<Row> extends Pick<TableProps<Row>, 'rows' | 'keyOf'> {
  readonly ticks: Ticks<Row>;
}

function TickAll<Row>({ rows, keyOf, ticks: { keys, set, isPossible } }: TickAllProps<Row>): ReactNode {
  const t = useText();
  const possible = rows.filter(isPossible).map(keyOf);
  const isAll = possible.length > 0 && possible.every((key) => keys.has(key));
  return (
    <th className="tick">
      <Checkbox
        size="xs"
        aria-label={t('list.tickAll')}
        checked={isAll}
        disabled={possible.length === 0}
        onChange={() => set(new Set(isAll ? [] : possible))}
      />
    </th>
  );
}

interface TickProps<Row> {
  readonly row: Row;
  readonly rowKey: string | number;
  readonly name: string;
  readonly ticks: Ticks<Row>;
}

function Tick<Row>({ row, rowKey, name, ticks: { keys, set, isPossible } }: TickProps<Row>): ReactNode {
  const t = useText();
  const toggle = (): void => {
    const next = new Set(keys);
    if (!next.delete(rowKey)) next.add(rowKey);
    set(next);
  };
  return (
    <td className="tick">
      {isPossible(row) && <Checkbox size="xs" aria-label={t('list.tick', { name })} checked={keys.has(rowKey)} onChange={toggle} />}
    </td>
  );
}
