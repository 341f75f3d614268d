import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText, type MessageId } from '../messages/language.js';

export interface Column<Row> {
  readonly title: MessageId;
  /** Text in the table and in the CSV. */
  readonly text: (row: Row) => string;
  /** Replaces the text in the table. */
  readonly show?: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
  /** Value of the query parameter `sort`. */
  readonly sort?: string;
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
}

/** A table. On narrow screens each row is a card with the column titles. */
export function Table<Row>({ name, rows, columns, keyOf, linkOf, linkSearch, actions, head }: TableProps<Row>): ReactNode {
  const t = useText();
  return (
    <div className="table-box" role="region" aria-label={t(name)} tabIndex={0}>
      <table className="table cards" aria-label={t(name)}>
        <thead>
          <tr>
            {columns.map((column) => head?.(column) ?? <Head key={column.title} column={column} />)}
            {actions !== undefined && <th className="number row-actions">{t('list.actions')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, index) => (
                <td key={column.title} className={classOf(column)} data-label={t(column.title)}>
                  <Cell column={column} row={row} link={index === 0 ? linkOf?.(row) : undefined} search={linkSearch?.(row)} />
                </td>
              ))}
              {actions !== undefined && <td className="number row-actions">{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export const classOf = ({ isNumber = false }: Pick<Column<never>, 'isNumber'>): string | undefined => (isNumber ? 'number' : undefined);

function Head<Row>({ column }: { readonly column: Column<Row> }): ReactNode {
  const t = useText();
  return <th className={classOf(column)}>{t(column.title)}</th>;
}

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly link?: string;
  readonly search?: Readonly<Record<string, string>>;
}

function Cell<Row>({ column, row, link, search }: CellProps<Row>): ReactNode {
  const content = column.show?.(row) ?? column.text(row);
  if (link === undefined) return content;
  return (
    <Link to={link} search={search} className="row-link" data-row="">
      {content}
    </Link>
  );
}
