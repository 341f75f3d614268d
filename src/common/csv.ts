import type { Language, Text } from './language.js';

/** A cell: text, an amount as exact decimal text (`-12.50`), a whole number; null is empty. */
export type CsvValue = string | number | null;

/** A column of a table for people: its heading in both languages, and its cell of a row. */
export interface CsvColumn<Row> {
  readonly heading: Text;
  readonly cell: (row: Row) => CsvValue;
}

/** Spreadsheets take a file for UTF-8 by this mark. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** What a spreadsheet would carry out instead of showing it, with the full-width forms of the same signs. */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;
const TO_BE_QUOTED = /[",\r\n]|^\s|\s$/;

/** The mark of UTF-8 and the line of headings: what a file of CSV begins with. */
export function csvHead<Row>(columns: readonly CsvColumn<Row>[], language: Language): string {
  return BYTE_ORDER_MARK + lineOf(columns.map(({ heading }) => heading[language]));
}

/** A row by RFC 4180: commas between the cells, a decimal point in amounts, CRLF at the end. */
export function csvLine<Row>(columns: readonly CsvColumn<Row>[], row: Row): string {
  return lineOf(columns.map(({ cell }) => cell(row)));
}

function lineOf(cells: readonly CsvValue[]): string {
  return cells.map(cellOf).join(',') + LINE_END;
}

/** An apostrophe before what is no number and would be a formula makes it text. */
function cellOf(value: CsvValue): string {
  if (value === null) return '';
  const text = String(value);
  const shown = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return TO_BE_QUOTED.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
