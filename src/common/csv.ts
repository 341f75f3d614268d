import type { Language, Text } from './language.js';

export type CsvValue = string | number | null;

export interface CsvColumn<Row> {
  readonly heading: Text;
  readonly cell: (row: Row) => CsvValue;
  readonly isAmount?: boolean;
}

export interface CsvFormat {
  readonly language: Language;
  /** Whether semicolons separate cells and commas separate decimals, as spreadsheets in Greece expect. */
  readonly isGreek: boolean;
}

export function chooseCsvFormat(acceptLanguage: string | undefined, language: Language): CsvFormat {
  return { language, isGreek: language === 'el' && GREEK.test(acceptLanguage ?? '') };
}

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Cells that a spreadsheet would execute, including full-width signs. */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;
const TO_BE_QUOTED = /[",\r\n]|^\s|\s$/;
const TO_BE_QUOTED_IN_GREEK = /[";\r\n]|^\s|\s$/;
const GREEK = /(?:^|[,\s])el\b/i;

export function formatCsvHead<Row>(columns: readonly CsvColumn<Row>[], format: CsvFormat): string {
  return (
    BYTE_ORDER_MARK +
    joinCells(
      columns.map(({ heading }) => toCell(heading[format.language], format)),
      format,
    )
  );
}

export function formatCsvLine<Row>(columns: readonly CsvColumn<Row>[], row: Row, format: CsvFormat): string {
  return joinCells(
    columns.map(({ cell, isAmount }) => toCell(cell(row), format, isAmount)),
    format,
  );
}

function joinCells(cells: readonly string[], { isGreek }: CsvFormat): string {
  return cells.join(isGreek ? ';' : ',') + LINE_END;
}

function toCell(value: CsvValue, { isGreek }: CsvFormat, isAmount = false): string {
  if (value === null) return '';
  const text = String(value);
  if (isGreek && isAmount && NUMBER.test(text)) return text.replace('.', ',');
  const shown = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return (isGreek ? TO_BE_QUOTED_IN_GREEK : TO_BE_QUOTED).test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
