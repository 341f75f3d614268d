import { BODY_HEIGHT, BODY_WIDTH, COLORS, lineHeight, PAGE, STYLES, type Style } from './styles.js';
import type { Sheet } from './sheet.js';

const SECTION_SPACE = 9;
const SECTION_GAP = 5;

/** Height of a section's heading with the space around it. */
export const SECTION_HEIGHT = SECTION_SPACE + lineHeight(STYLES.section) + SECTION_GAP;

/** A section's heading; `following` is the height that has to stand on the same page below it. */
export function drawSection(sheet: Sheet, title: string, following: number): void {
  sheet.ensure(SECTION_HEIGHT + Math.min(following, BODY_HEIGHT - SECTION_HEIGHT));
  sheet.y += SECTION_SPACE;
  sheet.tagged(sheet.root, 'H2', () => {
    sheet.draw(sheet.wrapShort(title, BODY_WIDTH, STYLES.section), { x: PAGE.left, y: sheet.y, width: BODY_WIDTH }, STYLES.section);
  });
  sheet.y += lineHeight(STYLES.section) + 1.5;
  sheet.rule(sheet.y, { color: COLORS.accent, thickness: 0.6 });
  sheet.y += SECTION_GAP;
}

const PARAGRAPH_GAP = 4;
/** Fewer lines of a paragraph never stand alone on a page. */
const LEAST_LINES = 2;

/** Height of running text with the space below it when no page turns in it. */
export function paragraphHeight(sheet: Sheet, text: string, style: Style = STYLES.body): number {
  return sheet.wrap(text, BODY_WIDTH, style).length * lineHeight(style) + PARAGRAPH_GAP;
}

/** Running text over the whole width; it may go on on the next page, no line of it alone. */
export function drawParagraph(sheet: Sheet, text: string, style: Style = STYLES.body): void {
  let lines = sheet.wrap(text, BODY_WIDTH, style);
  while (lines.length > 0) {
    const part = lines.slice(0, roomFor(sheet, lines.length, lineHeight(style)));
    sheet.tagged(sheet.root, 'P', () => sheet.draw(part, { x: PAGE.left, y: sheet.y, width: BODY_WIDTH }, style));
    sheet.y += part.length * lineHeight(style);
    lines = lines.slice(part.length);
  }
  sheet.y += PARAGRAPH_GAP;
}

/** How many of so many lines stand on this page, or on the next one, which is begun then. */
function roomFor(sheet: Sheet, lines: number, height: number): number {
  const room = Math.floor((PAGE.height - PAGE.bottom - sheet.y) / height);
  if (room >= lines) return lines;
  const here = Math.min(room, lines - LEAST_LINES);
  if (here >= LEAST_LINES) return here;
  sheet.turnPage();
  return Math.min(lines, Math.floor(BODY_HEIGHT / height));
}
