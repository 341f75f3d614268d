import type { PrintedDocument } from './documents.types.js';
import { formatDay } from './formats.js';
import type { Sheet } from './sheet.js';
import { BODY_WIDTH, COLORS, lineHeight, PAGE, STYLES } from './styles.js';
import { SANDBOX_MARK } from './texts.js';

const TITLE_WIDTH = BODY_WIDTH * 0.62;

/** What a document is called and the number it goes by. */
export interface DocumentName {
  readonly title: string;
  readonly number: string;
}

/** The first page's head: the insurer, a rule, what the document is and its number. */
export function drawLetterhead(sheet: Sheet, data: PrintedDocument, name: DocumentName): void {
  const { insurer } = data;
  drawBlock(sheet, 'P', insurer.name, STYLES.insurer, 2);
  const contact = [`ΑΦΜ ${insurer.afm}`, insurer.address, insurer.phone && `Τηλ. ${insurer.phone}`, insurer.email]
    .filter(Boolean)
    .join('  ·  ');
  drawBlock(sheet, 'P', contact, STYLES.small, 2);
  sheet.y += 6;
  sheet.rule(sheet.y, { color: COLORS.accent, thickness: 1.2 });
  sheet.y += 12;
  const numberLines = sheet.wrapShort(name.number, BODY_WIDTH - TITLE_WIDTH, STYLES.number, 2);
  const titleLines = sheet.wrapShort(name.title, TITLE_WIDTH, STYLES.title, 2);
  const top = sheet.y;
  sheet.tagged(sheet.root, 'H1', () => sheet.draw(titleLines, { x: PAGE.left, y: top, width: TITLE_WIDTH }, STYLES.title));
  const numberTop = top + (lineHeight(STYLES.title) - lineHeight(STYLES.number)) / 2 + 2;
  const numberBox = { x: PAGE.left + TITLE_WIDTH, y: numberTop, width: BODY_WIDTH - TITLE_WIDTH };
  sheet.tagged(sheet.root, 'P', () => sheet.draw(numberLines, numberBox, STYLES.number, 'right'));
  const titleHeight = titleLines.length * lineHeight(STYLES.title) + 3;
  sheet.y = Math.max(top + titleHeight, numberTop + numberLines.length * lineHeight(STYLES.number));
  if (data.sandbox) drawBlock(sheet, 'P', SANDBOX_MARK, STYLES.mark, 1);
  sheet.y += 7;
}

/** Running heads (from the second page on) and page numbers: the last thing drawn. */
export function drawPageFrames(sheet: Sheet, data: PrintedDocument, name: DocumentName): void {
  const mark = data.sandbox ? `${SANDBOX_MARK}  ·  ` : '';
  const running = `${mark}${name.title} ${name.number}`;
  const half = BODY_WIDTH / 2 - 6;
  const insurer = sheet.wrapShort(data.insurer.name, half, STYLES.head);
  const origin = `Εκδόθηκε ηλεκτρονικά από την ${data.insurer.name} στις ${formatDay(data.issuedAt)}.`;
  sheet.onEachPage((page) => {
    if (page > 1) {
      sheet.draw(insurer, { x: PAGE.left, y: PAGE.top, width: half }, STYLES.head);
      const right = { x: PAGE.left + BODY_WIDTH - half, y: PAGE.top, width: half };
      sheet.draw(sheet.wrapShort(running, half, STYLES.small), right, STYLES.small, 'right');
      sheet.fill([{ x: PAGE.left, y: PAGE.top + 14, width: BODY_WIDTH, height: 0.8 }], COLORS.accent);
    }
    const y = PAGE.height - 44;
    sheet.fill([{ x: PAGE.left, y, width: BODY_WIDTH, height: 0.5 }], COLORS.hairline);
    const box = { x: PAGE.left, y: y + 6, width: BODY_WIDTH };
    sheet.draw(sheet.wrapShort(origin, BODY_WIDTH - 80, STYLES.small), box, STYLES.small);
    sheet.draw([`Σελίδα ${page} από ${sheet.pageCount}`], box, STYLES.small, 'right');
  });
}

function drawBlock(sheet: Sheet, tag: string, text: string, style: (typeof STYLES)[keyof typeof STYLES], most: number): void {
  const lines = sheet.wrapShort(text, BODY_WIDTH, style, most);
  sheet.tagged(sheet.root, tag, () => sheet.draw(lines, { x: PAGE.left, y: sheet.y, width: BODY_WIDTH }, style));
  sheet.y += lines.length * lineHeight(style);
}
