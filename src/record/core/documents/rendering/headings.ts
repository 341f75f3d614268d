import { BODY_HEIGHT, BODY_WIDTH, COLORS, calculateLineHeight, PAGE, STYLES, type Style } from './styles.js';
import type { Sheet } from './sheet.js';

const SECTION_SPACE = 9;
const SECTION_GAP = 5;
const RULE_SPACE = 1.5;

export const SECTION_HEIGHT = SECTION_SPACE + calculateLineHeight(STYLES.section) + RULE_SPACE + SECTION_GAP;

export function drawSection(sheet: Sheet, title: string, following: number): void {
  sheet.ensure(SECTION_HEIGHT + Math.min(following, BODY_HEIGHT - SECTION_HEIGHT));
  sheet.y += SECTION_SPACE;
  sheet.drawBlock('H2', sheet.wrapShort(title, BODY_WIDTH, STYLES.section), STYLES.section);
  sheet.y += RULE_SPACE;
  sheet.rule(sheet.y, { color: COLORS.accent, thickness: 0.6 });
  sheet.y += SECTION_GAP;
}

const PARAGRAPH_GAP = 4;
const MIN_LINES = 2;

export function calculateParagraphHeight(sheet: Sheet, text: string, style: Style = STYLES.body): number {
  return sheet.wrap(text, BODY_WIDTH, style).length * calculateLineHeight(style) + PARAGRAPH_GAP;
}

export function drawParagraph(sheet: Sheet, text: string, style: Style = STYLES.body): void {
  let lines = sheet.wrap(text, BODY_WIDTH, style);
  while (lines.length > 0) {
    const count = fitLines(sheet, lines.length, calculateLineHeight(style));
    sheet.drawBlock('P', lines.slice(0, count), style);
    lines = lines.slice(count);
  }
  sheet.y += PARAGRAPH_GAP;
}

export function drawItems(sheet: Sheet, title: string, items: readonly string[]): void {
  const [first] = items;
  if (first === undefined) return;
  drawSection(sheet, title, calculateParagraphHeight(sheet, first));
  for (const item of items) drawParagraph(sheet, `•  ${item}`);
}

function fitLines(sheet: Sheet, lines: number, height: number): number {
  const room = Math.floor((PAGE.height - PAGE.bottom - sheet.y) / height);
  if (room >= lines) return lines;
  const here = Math.min(room, lines - MIN_LINES);
  if (here >= MIN_LINES) return here;
  sheet.turnPage();
  return Math.min(lines, Math.floor(BODY_HEIGHT / height));
}
