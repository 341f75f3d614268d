import { drawSection } from './headings.js';
import { BODY_HEIGHT, BODY_WIDTH, calculateLineHeight, PAGE, STYLES, type Style } from './styles.js';
import type { Sheet } from './sheet.js';
import { clipLines } from './wrap-text.js';

export interface Fact {
  readonly label: string;
  readonly value?: string | readonly (string | null | undefined)[] | null;
  readonly strong?: boolean;
}

const GUTTER = 14;
const ROW_GAP = 5;
const MAX_LINES = Math.floor((BODY_HEIGHT / 2 - calculateLineHeight(STYLES.label)) / calculateLineHeight(STYLES.body));

type Cell = readonly { readonly lines: string[]; readonly style: Style }[];

export function drawFacts(sheet: Sheet, facts: readonly Fact[], columns: number): void {
  const width = calculateColumnWidth(columns);
  for (const row of measureRows(sheet, facts, columns)) {
    const height = calculateRowHeight(row);
    sheet.ensure(height);
    row.forEach((cell, index) => drawCell(sheet, cell, PAGE.left + index * (width + GUTTER), width));
    sheet.y += height + ROW_GAP;
  }
}

export function drawFactSection(sheet: Sheet, title: string, facts: readonly Fact[], columns: number): void {
  drawSection(sheet, title, calculateFirstRowHeight(sheet, facts, columns));
  drawFacts(sheet, facts, columns);
}

export function calculateFactsHeight(sheet: Sheet, facts: readonly Fact[], columns: number): number {
  return measureRows(sheet, facts, columns).reduce((sum, row) => sum + calculateRowHeight(row) + ROW_GAP, 0);
}

export function calculateFirstRowHeight(sheet: Sheet, facts: readonly Fact[], columns: number): number {
  const [first] = measureRows(sheet, facts, columns);
  return first === undefined ? 0 : calculateRowHeight(first);
}

function calculateColumnWidth(columns: number): number {
  return (BODY_WIDTH - GUTTER * (columns - 1)) / columns;
}

function calculateRowHeight(row: readonly Cell[]): number {
  return Math.max(...row.map((cell) => cell.reduce((sum, { lines, style }) => sum + lines.length * calculateLineHeight(style), 0)));
}

function measureRows(sheet: Sheet, facts: readonly Fact[], columns: number): Cell[][] {
  const width = calculateColumnWidth(columns);
  const cells = facts.map((fact) => measureFact(sheet, fact, width)).filter((cell) => cell !== null);
  const rows = [];
  for (let start = 0; start < cells.length; start += columns) rows.push(cells.slice(start, start + columns));
  return rows;
}

function measureFact(sheet: Sheet, { label, value, strong }: Fact, width: number): Cell | null {
  const several = typeof value !== 'string';
  const texts = (several ? (value ?? []) : [value]).filter((text): text is string => text != null && text.trim() !== '');
  if (texts.length === 0) return null;
  const parts = [{ lines: sheet.wrapShort(label, width, STYLES.label, 2), style: STYLES.label as Style }];
  let left = MAX_LINES;
  for (const [index, text] of texts.entries()) {
    if (left <= 0) break;
    const style = strong || (several && index === 0) ? STYLES.strong : STYLES.body;
    const lines = clipLines(sheet.wrap(text, width, style), left);
    left -= lines.length;
    parts.push({ lines, style });
  }
  return parts;
}

function drawCell(sheet: Sheet, cell: Cell, x: number, width: number): void {
  sheet.tagged(sheet.root, 'P', () => {
    let y = sheet.y;
    for (const { lines, style } of cell) {
      sheet.draw(lines, { x, y, width }, style);
      y += lines.length * calculateLineHeight(style);
    }
  });
}
