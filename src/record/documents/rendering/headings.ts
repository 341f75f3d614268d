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

/** Running text over the whole width; it may go on on the next page. */
export function drawParagraph(sheet: Sheet, text: string, style: Style = STYLES.body): void {
  let lines = sheet.wrap(text, BODY_WIDTH, style);
  while (lines.length > 0) {
    sheet.ensure(lineHeight(style));
    const room = Math.max(1, Math.floor((PAGE.height - PAGE.bottom - sheet.y) / lineHeight(style)));
    const part = lines.slice(0, room);
    sheet.tagged(sheet.root, 'P', () => sheet.draw(part, { x: PAGE.left, y: sheet.y, width: BODY_WIDTH }, style));
    sheet.y += part.length * lineHeight(style);
    lines = lines.slice(room);
  }
  sheet.y += 4;
}
