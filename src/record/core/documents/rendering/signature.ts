import { drawParagraph, drawSection, calculateParagraphHeight, SECTION_HEIGHT } from './headings.js';
import type { Sheet } from './sheet.js';
import { BODY_WIDTH, COLORS, calculateLineHeight, PAGE, STYLES } from './styles.js';

interface Signature {
  readonly title: string;
  readonly declaration?: string;
  readonly labels: readonly string[];
}

const SPACE = 36;
const GAP = 40;
const MAX_LABEL_LINES = 2;
const BLANKS_HEIGHT = SPACE + MAX_LABEL_LINES * calculateLineHeight(STYLES.label) + 8;

export function calculateSignatureHeight(sheet: Sheet, declaration?: string): number {
  return SECTION_HEIGHT + (declaration === undefined ? 0 : calculateParagraphHeight(sheet, declaration)) + BLANKS_HEIGHT;
}

export function drawSignature(sheet: Sheet, { title, declaration, labels }: Signature): void {
  drawSection(sheet, title, calculateSignatureHeight(sheet, declaration) - SECTION_HEIGHT);
  if (declaration !== undefined) drawParagraph(sheet, declaration);
  drawBlanks(sheet, labels);
}

export function drawBlanks(sheet: Sheet, labels: readonly string[], space = SPACE): void {
  const width = (BODY_WIDTH - GAP * (labels.length - 1)) / labels.length;
  const y = sheet.y + space;
  const texts = labels.map((label) => sheet.wrapShort(label, width, STYLES.label, MAX_LABEL_LINES));
  texts.forEach((lines, column) => {
    const x = PAGE.left + column * (width + GAP);
    sheet.rule(y, { x, width, color: COLORS.muted });
    sheet.tagged(sheet.root, 'P', () => sheet.draw(lines, { x, y: y + 2, width }, STYLES.label));
  });
  sheet.y = y + Math.max(...texts.map((lines) => lines.length)) * calculateLineHeight(STYLES.label) + 4;
}
