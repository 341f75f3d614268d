import { formatDay } from '../../../../common/formats.js';
import type { LetterDocument } from './documents.types.js';
import { drawFactSection } from './facts.js';
import { drawParagraph } from './headings.js';
import { drawDocument } from './letterhead.js';
import type { Pdf, Sheet } from './sheet.js';
import { BODY_WIDTH, calculateLineHeight, PAGE, STYLES } from './styles.js';

/** Places the address behind the window of an envelope (DIN long). */
const ADDRESS_TOP = 132;
const ADDRESS_HEIGHT = 70;
const ADDRESS_WIDTH = BODY_WIDTH * 0.5;
const TEXT = { ...STYLES.body, size: 10 } as const;
const SUBJECT = { ...STYLES.strong, size: 11 } as const;

export function drawLetter(data: LetterDocument): Promise<Pdf> {
  return drawDocument(data, { title: data.title, number: data.number }, (sheet) => {
    drawAddress(sheet, data);
    drawParagraph(sheet, data.subject, SUBJECT);
    sheet.y += 6;
    for (const paragraph of data.body.split('\n').filter((text) => text.trim() !== '')) drawParagraph(sheet, paragraph, TEXT);
    sheet.y += 12;
    drawParagraph(sheet, `${data.signature}\n${data.insurer.name}`, TEXT);
    if (data.facts.length === 0) return;
    sheet.y += 8;
    drawFactSection(
      sheet,
      sheet.words.letterFacts,
      [{ label: data.isPolicy ? sheet.words.policyNo : sheet.words.applicationNo, value: data.number, strong: true }, ...data.facts],
      3,
    );
  });
}

function drawAddress(sheet: Sheet, { recipient, issuedAt }: LetterDocument): void {
  const top = Math.max(sheet.y, ADDRESS_TOP);
  const lines = [
    ...sheet.wrapShort(recipient.name, ADDRESS_WIDTH, TEXT, 4),
    ...(recipient.address ?? '').split(', ').flatMap((line) => sheet.wrapShort(line, ADDRESS_WIDTH, TEXT, 2)),
  ];
  sheet.tagged(sheet.root, 'P', () => sheet.draw(lines, { x: PAGE.left, y: top, width: ADDRESS_WIDTH }, TEXT));
  const right = { x: PAGE.left + ADDRESS_WIDTH, y: top, width: BODY_WIDTH - ADDRESS_WIDTH };
  sheet.tagged(sheet.root, 'P', () => sheet.draw([formatDay(issuedAt)], right, TEXT, 'right'));
  sheet.y = top + Math.max(ADDRESS_HEIGHT, lines.length * calculateLineHeight(TEXT) + 12);
}
