import type { PrintedDocument } from './documents.types.js';
import { formatDay } from '../../../../common/formats.js';
import { Sheet, type Pdf } from './sheet.js';
import { BODY_WIDTH, COLORS, calculateLineHeight, PAGE, STYLES } from './styles.js';

const TITLE_WIDTH = BODY_WIDTH * 0.62;
const RUNNING_WIDTH = BODY_WIDTH * 0.72;
const INSURER_WIDTH = BODY_WIDTH - RUNNING_WIDTH - 12;

const LOGO = { width: 120, height: 34 };

interface DocumentName {
  readonly title: string;
  readonly number: string;
}

export function drawDocument(
  data: PrintedDocument & { readonly logo?: string | null },
  name: DocumentName,
  draw: (sheet: Sheet) => void,
  origin?: string,
): Promise<Pdf> {
  const sheet = createSheet(data, name);
  if (data.logo) drawLogo(sheet, data.logo, data.insurer.name);
  drawLetterhead(sheet, data, name);
  draw(sheet);
  drawPageFrames(sheet, data, name, origin);
  return sheet.toBytes();
}

export function drawLogo(sheet: Sheet, logo: string, insurer: string, size = LOGO): void {
  const box = { x: PAGE.left + BODY_WIDTH - size.width, y: PAGE.top - 8, ...size };
  sheet.tagged(sheet.root, 'Figure', () => sheet.image(Buffer.from(logo, 'base64'), box), { alt: insurer });
}

export function createSheet(data: PrintedDocument, { title, number }: DocumentName, ink?: string): Sheet {
  const { insurer, issuedAt, language, currency } = data;
  return new Sheet({ title: `${title} ${number}`, author: insurer.name, createdAt: issuedAt, language, currency, ink });
}

function drawLetterhead(sheet: Sheet, data: PrintedDocument, name: DocumentName): void {
  const { insurer } = data;
  const { words } = sheet;
  sheet.drawBlock('P', sheet.wrapShort(insurer.name, BODY_WIDTH, STYLES.insurer, 2), STYLES.insurer);
  const contact = [words.taxNumber(insurer.afm), insurer.address, insurer.phone && words.telephone(insurer.phone), insurer.email]
    .filter(Boolean)
    .join('  ·  ');
  sheet.drawBlock('P', sheet.wrapShort(contact, BODY_WIDTH, STYLES.small, 2), STYLES.small);
  sheet.y += 6;
  sheet.rule(sheet.y, { color: COLORS.accent, thickness: 1.2 });
  sheet.y += 12;
  const numberLines = sheet.wrapShort(name.number, BODY_WIDTH - TITLE_WIDTH, STYLES.number, 2);
  const titleLines = sheet.wrapShort(name.title, TITLE_WIDTH, STYLES.title, 2);
  const top = sheet.y;
  sheet.tagged(sheet.root, 'H1', () => sheet.draw(titleLines, { x: PAGE.left, y: top, width: TITLE_WIDTH }, STYLES.title));
  const numberTop = top + (calculateLineHeight(STYLES.title) - calculateLineHeight(STYLES.number)) / 2 + 2;
  const numberBox = { x: PAGE.left + TITLE_WIDTH, y: numberTop, width: BODY_WIDTH - TITLE_WIDTH };
  sheet.tagged(sheet.root, 'P', () => sheet.draw(numberLines, numberBox, STYLES.number, 'right'));
  const titleHeight = titleLines.length * calculateLineHeight(STYLES.title) + 3;
  sheet.y = Math.max(top + titleHeight, numberTop + numberLines.length * calculateLineHeight(STYLES.number));
  for (const mark of listMarks(sheet, data)) sheet.drawBlock('P', sheet.wrapShort(mark, BODY_WIDTH, STYLES.mark), STYLES.mark);
  sheet.y += 7;
}

export function drawPageFrames(
  sheet: Sheet,
  data: PrintedDocument,
  name: DocumentName,
  origin = sheet.words.origin(data.insurer.name, formatDay(data.issuedAt)),
): void {
  const running = [...listMarks(sheet, data), `${name.title} ${name.number}`].join('  ·  ');
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

function listMarks({ words }: Sheet, { sandbox }: PrintedDocument): string[] {
  return [sandbox ? words.sandboxMark : '', words.copyMark].filter((mark) => mark !== '');
}
