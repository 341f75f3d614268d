import type { Sheet } from './sheet.js';
import { BODY_WIDTH, COLORS, lineHeight, PAGE, STYLES } from './styles.js';

const SPACE = 36;
const GAP = 40;
/** Of a label; what is beyond ends in an ellipsis. */
const MOST_LINES = 2;

/** Height of a row of lines to write on, however long their labels are. */
export const BLANKS_HEIGHT = SPACE + MOST_LINES * lineHeight(STYLES.label) + 8;

/** Lines to write on, side by side, each with its label below it. */
export function drawBlanks(sheet: Sheet, labels: readonly string[], space = SPACE): void {
  const width = (BODY_WIDTH - GAP * (labels.length - 1)) / labels.length;
  const y = sheet.y + space;
  const texts = labels.map((label) => sheet.wrapShort(label, width, STYLES.label, MOST_LINES));
  texts.forEach((lines, column) => {
    const x = PAGE.left + column * (width + GAP);
    sheet.rule(y, { x, width, color: COLORS.muted });
    sheet.tagged(sheet.root, 'P', () => sheet.draw(lines, { x, y: y + 2, width }, STYLES.label));
  });
  sheet.y = y + Math.max(...texts.map((lines) => lines.length)) * lineHeight(STYLES.label) + 4;
}
