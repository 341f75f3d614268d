import type { Sheet } from './sheet.js';
import { BODY_WIDTH, COLORS, lineHeight, PAGE, STYLES } from './styles.js';

const SPACE = 36;
const GAP = 40;

/** Height of a row of lines to write on. */
export const BLANKS_HEIGHT = SPACE + lineHeight(STYLES.label) + 8;

/** Lines to write on, side by side, each with its label below it. */
export function drawBlanks(sheet: Sheet, labels: readonly string[], space = SPACE): void {
  const width = (BODY_WIDTH - GAP * (labels.length - 1)) / labels.length;
  const y = sheet.y + space;
  labels.forEach((label, column) => {
    const x = PAGE.left + column * (width + GAP);
    sheet.rule(y, { x, width, color: COLORS.muted });
    sheet.tagged(sheet.root, 'P', () => sheet.draw([label], { x, y: y + 2, width }, STYLES.label));
  });
  sheet.y = y + lineHeight(STYLES.label) + 4;
}
