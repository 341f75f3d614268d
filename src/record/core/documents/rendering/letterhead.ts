import type { PrintedDocument } from './documents.types.js';
import { formatDay } from './formats.js';
import { Sheet } from './sheet.js';
import { BODY_WIDTH, COLORS, lineHeight, PAGE, STYLES } from './styles.js';

const TITLE_WIDTH = BODY_WIDTH * 0.62;
/** Of a running head: the marks and the document's number stand whole, the insurer's name where it fits. */
const RUNNING_WIDTH = BODY_WIDTH * 0.72;
const INSURER_WIDTH = BODY_WIDTH - RUNNING_WIDTH - 12;

/** What a document is called and the number it goes by. */
export interface DocumentName {
  readonly title: string;
  readonly number: string;
}

/** The sheet that a document is drawn on. */
export function sheetOf({ insurer, issuedAt, language }: PrintedDocument, { title, number }: DocumentName, ink?: string): Sheet {
  return new Sheet({ title: `${title} ${number}`, author: insurer.name, createdAt: issuedAt, language, ink });
}

/** The first page's head: the insurer, a rule, what the document is and its number. */
export function drawLetterhead(sheet: Sheet, data: PrintedDocument, name: DocumentName): void {
  const { insurer } = data;
  const { words } = sheet;
  drawBlock(sheet, 'P', insurer.name, STYLES.insurer, 2);
  const contact = [words.taxNumber(insurer.afm), insurer.address, insurer.phone && words.telephone(insurer.phone), insurer.email]
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
  for (const mark of marksOf(sheet, data)) drawBlock(sheet, 'P', mark, STYLES.mark, 1);
  sheet.y += 7;
}

/** Running heads (from the second page on), who issued it and when, and page numbers: the last thing drawn. Another `origin` is of what nobody issued. */
export function drawPageFrames(
  sheet: Sheet,
  data: PrintedDocument,
  name: DocumentName,
  origin = sheet.words.origin(data.insurer.name, formatDay(data.issuedAt)),
): void {
  const running = [...marksOf(sheet, data), `${name.title} ${name.number}`].join('  ·  ');
  const insurer = sheet.wrapShort(data.insurer.name, INSURER_WIDTH, STYLES.head);
  sheet.onEachPage((page) => {
    if (page > 1) {
      sheet.draw(insurer, { x: PAGE.left, y: PAGE.top, width: INSURER_WIDTH }, STYLES.head);
      const right = { x: PAGE.left + BODY_WIDTH - RUNNING_WIDTH, y: PAGE.top, width: RUNNING_WIDTH };
      sheet.draw(sheet.wrapShort(running, RUNNING_WIDTH, STYLES.small), right, STYLES.small, 'right');
      sheet.fill([{ x: PAGE.left, y: PAGE.top + 14, width: BODY_WIDTH, height: 0.8 }], COLORS.accent);
    }
    const y = PAGE.height - 44;
    sheet.fill([{ x: PAGE.left, y, width: BODY_WIDTH, height: 0.5 }], COLORS.hairline);
    const box = { x: PAGE.left, y: y + 6, width: BODY_WIDTH };
    sheet.draw(sheet.wrapShort(origin, BODY_WIDTH - 80, STYLES.small), box, STYLES.small);
    sheet.draw([sheet.words.pageOf(page, sheet.pageCount)], box, STYLES.small, 'right');
  });
}

/** What stands on every page: that it is of the sandbox, that it is a copy. */
function marksOf({ words }: Sheet, { sandbox }: PrintedDocument): string[] {
  return [sandbox ? words.sandboxMark : '', words.copyMark].filter((mark) => mark !== '');
}

function drawBlock(sheet: Sheet, tag: string, text: string, style: (typeof STYLES)[keyof typeof STYLES], most: number): void {
  const lines = sheet.wrapShort(text, BODY_WIDTH, style, most);
  sheet.tagged(sheet.root, tag, () => sheet.draw(lines, { x: PAGE.left, y: sheet.y, width: BODY_WIDTH }, style));
  sheet.y += lines.length * lineHeight(style);
}
