import { BLANKS_HEIGHT, drawBlanks } from './blanks.js';
import { drawParagraph, drawSection, paragraphHeight, SECTION_HEIGHT } from './headings.js';
import type { Sheet } from './sheet.js';

/** A section to sign: its heading, what is declared (absent where nothing is), and where to sign. */
interface Signature {
  readonly title: string;
  readonly declaration?: string;
  readonly labels: readonly string[];
}

/** Height of what has to stand on one page. */
export function signatureHeight(sheet: Sheet, declaration?: string): number {
  return SECTION_HEIGHT + (declaration === undefined ? 0 : paragraphHeight(sheet, declaration)) + BLANKS_HEIGHT;
}

/** All on one page. */
export function drawSignature(sheet: Sheet, { title, declaration, labels }: Signature): void {
  drawSection(sheet, title, signatureHeight(sheet, declaration) - SECTION_HEIGHT);
  if (declaration !== undefined) drawParagraph(sheet, declaration);
  drawBlanks(sheet, labels);
}
