import { BODY_HEIGHT, BODY_WIDTH, lineHeight, PAGE, STYLES, type Style } from './styles.js';
import type { Sheet } from './sheet.js';
import { clipLines } from './wrap-text.js';

/** A label with its value below it. A value of several texts shows the first one in bold; without a value the fact is left out. */
export interface Fact {
  readonly label: string;
  readonly value?: string | readonly (string | null | undefined)[] | null;
  readonly strong?: boolean;
}

const GUTTER = 14;
const ROW_GAP = 5;
const MOST_LINES = Math.floor((BODY_HEIGHT / 2 - lineHeight(STYLES.label)) / lineHeight(STYLES.body));

interface Cell {
  readonly label: string[];
  readonly parts: readonly { readonly lines: string[]; readonly style: Style }[];
  readonly height: number;
}

/** Facts in columns of equal width, row by row; a row is never split over two pages. */
export function drawFacts(sheet: Sheet, facts: readonly Fact[], columns: number): void {
  const width = columnWidth(columns);
  for (const row of measureRows(sheet, facts, columns)) {
    const height = rowHeight(row);
    sheet.ensure(height);
    row.forEach((cell, index) => drawCell(sheet, cell, PAGE.left + index * (width + GUTTER), width));
    sheet.y += height + ROW_GAP;
  }
}

/** Height of all rows when no page turns between them. */
export function factsHeight(sheet: Sheet, facts: readonly Fact[], columns: number): number {
  return measureRows(sheet, facts, columns).reduce((sum, row) => sum + rowHeight(row) + ROW_GAP, 0);
}

/** Height of the first row, for what has to stand on the same page. */
export function firstRowHeight(sheet: Sheet, facts: readonly Fact[], columns: number): number {
  const [first] = measureRows(sheet, facts, columns);
  return first === undefined ? 0 : rowHeight(first);
}

function columnWidth(columns: number): number {
  return (BODY_WIDTH - GUTTER * (columns - 1)) / columns;
}

function rowHeight(row: readonly Cell[]): number {
  return Math.max(...row.map((cell) => cell.height));
}

function measureRows(sheet: Sheet, facts: readonly Fact[], columns: number): Cell[][] {
  const width = columnWidth(columns);
  const cells = facts.map((fact) => measure(sheet, fact, width)).filter((cell) => cell !== null);
  const rows = [];
  for (let start = 0; start < cells.length; start += columns) rows.push(cells.slice(start, start + columns));
  return rows;
}

function measure(sheet: Sheet, fact: Fact, width: number): Cell | null {
  const several = typeof fact.value !== 'string';
  const texts = (typeof fact.value === 'string' ? [fact.value] : (fact.value ?? [])).filter((text) => text != null && text.trim() !== '');
  if (texts.length === 0) return null;
  const label = sheet.wrapShort(fact.label, width, STYLES.label, 2);
  let left = MOST_LINES;
  const parts = [];
  for (const [index, text] of texts.entries()) {
    if (left <= 0) break;
    const style = fact.strong || (several && index === 0) ? STYLES.strong : STYLES.body;
    const lines = clipLines(sheet.wrap(text as string, width, style), left);
    left -= lines.length;
    parts.push({ lines, style });
  }
  const height = parts.reduce((sum, part) => sum + part.lines.length * lineHeight(part.style), label.length * lineHeight(STYLES.label));
  return { label, parts, height };
}

function drawCell(sheet: Sheet, cell: Cell, x: number, width: number): void {
  sheet.tagged(sheet.root, 'P', () => {
    let y = sheet.y;
    sheet.draw(cell.label, { x, y, width }, STYLES.label);
    y += cell.label.length * lineHeight(STYLES.label);
    for (const { lines, style } of cell.parts) {
      sheet.draw(lines, { x, y, width }, style);
      y += lines.length * lineHeight(style);
    }
  });
}
