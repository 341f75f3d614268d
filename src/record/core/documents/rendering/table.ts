import { drawSection, SECTION_HEIGHT } from './headings.js';
import type { Align, Box, Sheet, Tag } from './sheet.js';
import { BODY_HEIGHT, BODY_WIDTH, COLORS, calculateLineHeight, PAGE, STYLES, type Style } from './styles.js';
import { clipLines } from './wrap-text.js';

export interface Column<Row> {
  readonly head: string;
  /** Points; columns without a width share what is left. */
  readonly width?: number;
  readonly align?: Align;
  readonly text: (row: Row) => string;
}

export interface TableSpec<Row> {
  readonly title: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly group?: (row: Row) => string | null | undefined;
  readonly strong?: (row: Row) => boolean;
}

const GUTTER = 8;
const PADDING = 2.3;
const HEAD_HEIGHT = calculateLineHeight(STYLES.head) + 2 * PADDING;
const GROUP_HEIGHT = calculateLineHeight(STYLES.subsection) + 2 * PADDING + 2;
const SPACE_BELOW = 4;
// A row fits on one page below the repeated heads; a longer one ends in an ellipsis.
const MAX_LINES = Math.floor((BODY_HEIGHT - SECTION_HEIGHT - HEAD_HEIGHT - GROUP_HEIGHT - 2 * PADDING) / calculateLineHeight(STYLES.body));

/** Heads are repeated on each page and rows never split. Draws nothing without rows. */
export function drawTable<Row>(sheet: Sheet, spec: TableSpec<Row>): void {
  if (spec.rows.length > 0) new TablePainter(sheet, spec).paint();
}

export function calculateTableHeight<Row>(sheet: Sheet, spec: TableSpec<Row>): number {
  return spec.rows.length > 0 ? new TablePainter(sheet, spec).height() : 0;
}

class TablePainter<Row> {
  private readonly widths: readonly number[];
  private readonly lefts: readonly number[];
  private body: Tag;

  constructor(
    private readonly sheet: Sheet,
    private readonly spec: TableSpec<Row>,
  ) {
    const { columns } = spec;
    const flexible = columns.filter((column) => column.width === undefined).length;
    const taken = columns.reduce((sum, column) => sum + (column.width ?? 0), GUTTER * (columns.length - 1));
    this.widths = columns.map((column) => column.width ?? (BODY_WIDTH - taken) / flexible);
    this.lefts = this.widths.map((_, index) => PAGE.left + this.widths.slice(0, index).reduce((sum, width) => sum + width + GUTTER, 0));
  }

  height(): number {
    return this.spec.rows.reduce((sum, row) => sum + rowHeight(this.measure(row)), SECTION_HEIGHT + HEAD_HEIGHT + SPACE_BELOW);
  }

  paint(): void {
    const { sheet, spec } = this;
    const firstHeight = spec.rows.slice(0, 2).reduce((sum, row) => sum + rowHeight(this.measure(row)), 0);
    drawSection(sheet, spec.title, HEAD_HEIGHT + (this.findGroup(0) === null ? 0 : GROUP_HEIGHT) + firstHeight);
    const table = sheet.open(sheet.root, 'Table');
    sheet.group(table, 'THead', (head) => sheet.group(head, 'TR', (row) => this.paintHead(row)));
    this.body = sheet.open(table, 'TBody');
    let group: string | null = null;
    for (const index of spec.rows.keys()) {
      const next = this.findGroup(index);
      this.paintRow(index, next, next !== group);
      group = next;
    }
    this.body.end();
    table.end();
    sheet.y += SPACE_BELOW;
  }

  private paintRow(index: number, group: string | null, begins: boolean): void {
    const { sheet } = this;
    const row = this.spec.rows[index] as Row;
    const cells = this.measure(row);
    const height = rowHeight(cells);
    const groupHeight = group !== null && begins ? GROUP_HEIGHT : 0;
    // The last row, of a group too, is never on a page without the one before it.
    const last = index > 0 && this.isLastAfter(index) ? rowHeight(this.measure(this.spec.rows[index + 1] as Row)) : 0;
    const kept = height + last <= BODY_HEIGHT / 2 ? last : 0;
    if (!sheet.fits(height + groupHeight + kept)) {
      sheet.turnPage();
      sheet.decorate(() => this.paintHead(null), 'Pagination');
      if (group !== null && !begins) this.paintGroup(group, sheet.words.continued);
    }
    if (group !== null && begins) this.paintGroup(group, '');
    const style = this.getStyle(row);
    if (style === STYLES.strong) sheet.decorate(() => sheet.fill([{ x: PAGE.left, y: sheet.y, width: BODY_WIDTH, height }], COLORS.panel));
    sheet.group(this.body, 'TR', (tr) => {
      cells.forEach((lines, index) => {
        sheet.tagged(tr, 'TD', () => sheet.draw(lines, this.getBox(index), style, this.spec.columns[index]?.align));
      });
    });
    sheet.y += height;
    sheet.rule(sheet.y);
  }

  private findGroup(index: number): string | null {
    const row = this.spec.rows[index];
    return row === undefined ? null : (this.spec.group?.(row) ?? null);
  }

  private isLastAfter(index: number): boolean {
    const group = this.findGroup(index);
    return group === this.findGroup(index + 1) && (index === this.spec.rows.length - 2 || group !== this.findGroup(index + 2));
  }

  private paintHead(row: Tag | null): void {
    const { sheet } = this;
    this.spec.columns.forEach((column, index) => {
      const box = this.getBox(index);
      const lines = sheet.wrapShort(column.head, box.width, STYLES.head);
      const draw = (): void => sheet.draw(lines, box, STYLES.head, column.align);
      if (row === null) draw();
      else sheet.tagged(row, 'TH', draw, { scope: 'Column' });
    });
    sheet.y += HEAD_HEIGHT;
    if (row !== null) sheet.rule(sheet.y, { color: COLORS.muted });
    else sheet.fill([{ x: PAGE.left, y: sheet.y - 0.25, width: BODY_WIDTH, height: 0.5 }], COLORS.muted);
  }

  private paintGroup(group: string, suffix: string): void {
    const { sheet } = this;
    const box = { x: PAGE.left, y: sheet.y + PADDING + 2, width: BODY_WIDTH };
    const lines = sheet.wrapShort(group, BODY_WIDTH - (suffix === '' ? 0 : 60), STYLES.subsection);
    const draw = (): void => sheet.draw([(lines[0] ?? '') + suffix], box, STYLES.subsection);
    if (suffix === '') sheet.group(this.body, 'TR', (row) => sheet.tagged(row, 'TD', draw));
    else sheet.decorate(draw, 'Pagination');
    sheet.y += GROUP_HEIGHT;
    sheet.rule(sheet.y);
  }

  private measure(row: Row): string[][] {
    const style = this.getStyle(row);
    return this.spec.columns.map((column, index) =>
      clipLines(this.sheet.wrap(column.text(row), this.widths[index] ?? 0, style), MAX_LINES),
    );
  }

  private getStyle(row: Row): Style {
    return this.spec.strong?.(row) ? STYLES.strong : STYLES.body;
  }

  private getBox(index: number): Box {
    return { x: this.lefts[index] ?? 0, y: this.sheet.y + PADDING, width: this.widths[index] ?? 0 };
  }
}

function rowHeight(cells: readonly string[][]): number {
  return Math.max(1, ...cells.map((lines) => lines.length)) * calculateLineHeight(STYLES.body) + 2 * PADDING;
}
