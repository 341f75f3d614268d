import { toLocalDateTime } from './athens.js';
import { formatCsvHead, formatCsvLine, type CsvColumn, type CsvFormat, type CsvValue } from './csv.js';
import type { Text } from './language.js';
import { toNumber } from './money.js';

/** `amount`: decimal text, euro. `date`: Greek date. `time`: instant. `json`: text of JSON on one line. */
export type ColumnType = 'text' | 'integer' | 'amount' | 'date' | 'time' | 'json';

export interface TableColumn {
  readonly key: string;
  readonly type: ColumnType;
  readonly heading: Text;
  readonly example: string | number;
  readonly isOptional: boolean;
  readonly values?: readonly string[] | undefined;
  /** Finds the title of a code; Greek CSV has it instead of the code. */
  readonly findTitle?: (code: string) => Text | undefined;
}

export type TableRow = Readonly<Record<string, unknown>>;

type ColumnParts = readonly [key: string, type: ColumnType, el: string, en: string, example: string | number, values?: readonly string[]];

export function buildColumn(...[key, type, el, en, example, values]: ColumnParts): TableColumn {
  return { key, type, heading: { el, en }, example, isOptional: false, values };
}

export function buildOptionalColumn(...parts: ColumnParts): TableColumn {
  return { ...buildColumn(...parts), isOptional: true };
}

export function addTitles(column: TableColumn, titles: Readonly<Record<string, Text>>): TableColumn {
  return { ...column, findTitle: (code) => titles[code] };
}

export interface TableFormat {
  readonly mediaType: string;
  readonly extension: string;
  readonly head: (columns: readonly TableColumn[], format: CsvFormat) => string;
  readonly lines: (columns: readonly TableColumn[], nameOf: (key: string) => string, format: CsvFormat) => (row: TableRow) => string;
}

export const CSV: TableFormat = {
  mediaType: 'text/csv',
  extension: 'csv',
  head: (columns, format) =>
    formatCsvHead(
      columns.map((column) => toCsvColumn(column, format)),
      format,
    ),
  lines(columns, _nameOf, format) {
    const cells = columns.map((column) => toCsvColumn(column, format));
    return (row) => formatCsvLine(cells, row, format);
  },
};

export const JSON_LINES: TableFormat = {
  mediaType: 'application/x-ndjson',
  extension: 'ndjson',
  head: () => '',
  lines(columns, nameOf) {
    const heads = columns.map(({ key, type }) => ({ key, type, head: `${JSON.stringify(nameOf(key))}:` }));
    return (row) => `{${heads.map(({ key, type, head }) => head + toJson(row[key], type)).join(',')}}\n`;
  },
};

export const TABLE_FORMATS: readonly TableFormat[] = [CSV, JSON_LINES];

export function toSnakeCase(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toCsvColumn({ key, type, heading, findTitle }: TableColumn, { isGreek }: CsvFormat): CsvColumn<TableRow> {
  const cell = (row: TableRow): CsvValue => shown(row[key], type);
  if (!isGreek || findTitle === undefined) return { heading, cell, isAmount: type === 'amount' };
  return { heading, cell: (row) => findTitle(String(row[key]))?.el ?? cell(row) };
}

function shown(value: unknown, type: ColumnType): CsvValue {
  if (value === null || value === undefined) return null;
  return type === 'time' ? toLocalDateTime(value as Date) : (value as CsvValue);
}

function toJson(value: unknown, type: ColumnType): string {
  if (type === 'json' && typeof value === 'string') return value;
  return JSON.stringify(type === 'amount' && typeof value === 'string' ? toNumber(value) : shown(value, type));
}
