import type { Language, Text } from './language.js';

/** Text, amount as decimal text, number, or null for an empty cell. */
export type CsvValue = string | number | null;

export interface CsvColumn<Row> {
  readonly heading: Text;
  readonly cell: (row: Row) => CsvValue;
}

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Cells that a spreadsheet would execute, including full-width signs. */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;
const TO_BE_QUOTED = /[",\r\n]|^\s|\s$/;

export function formatCsvHead<Row>(columns: readonly CsvColumn<Row>[], language: Language): string {
  return BYTE_ORDER_MARK + lineOf(columns.map(({ heading }) => heading[language]));
}

/** Returns one row (RFC 4180). */
export function formatCsvLine<Row>(columns: readonly CsvColumn<Row>[], row: Row): string {
  return lineOf(columns.map(({ cell }) => cell(row)));
}

function lineOf(cells: readonly CsvValue[]): string {
  return cells.map(cellOf).join(',') + LINE_END;
}

/** Puts an apostrophe before a formula. */
function cellOf(value: CsvValue): string {
  if (value === null) return '';
  const text = String(value);
  const shown = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return TO_BE_QUOTED.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
