import { drawSection, SECTION_HEIGHT } from './headings.js';
import type { Sheet } from './sheet.js';
import { BODY_WIDTH, COLORS, lineHeight, PAGE, STYLES } from './styles.js';

const SPACE = 36;
const GAP = 40;

/** Height of the lines to sign on, with their heading. */
export const SIGNATURES_HEIGHT = SECTION_HEIGHT + SPACE + 2 * lineHeight(STYLES.label) + 8;

/** A section with lines to sign on, side by side, each over what it is for; all on one page. */
export function drawSignatures(sheet: Sheet, title: string, labels: readonly string[]): void {
  drawSection(sheet, title, SIGNATURES_HEIGHT - SECTION_HEIGHT);
  const width = (BODY_WIDTH - GAP * (labels.length - 1)) / labels.length;
  const y = sheet.y + SPACE;
  labels.forEach((label, column) => {
    const x = PAGE.left + column * (width + GAP);
    sheet.rule(y, { x, width, color: COLORS.muted });
    const lines = sheet.wrapShort(label, width, STYLES.label, 2);
    sheet.tagged(sheet.root, 'P', () => sheet.draw(lines, { x, y: y + 2, width }, STYLES.label));
  });
  sheet.y = y + 2 * lineHeight(STYLES.label) + 4;
}
