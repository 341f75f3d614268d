import { buildAgentFact, buildPersonFact } from './contract-document.js';
import { DOCUMENT_TEXTS } from './document-texts.js';
import type { PaymentNotification } from './documents.types.js';
import { drawFacts } from './facts.js';
import { formatDate, formatDay, formatPeriod, groupInFours } from '../../../../common/formats.js';
import { drawParagraph, drawSection } from './headings.js';
import { drawDocument } from './letterhead.js';
import { encodeQr } from './qr-code.js';
import type { Pdf, Sheet } from './sheet.js';
import { BODY_WIDTH, COLORS, calculateLineHeight, PAGE, STYLES, type Style } from './styles.js';

const PANEL_HEIGHT = 152;
const PANEL_PADDING = 16;
const QR_SIZE = 120;
const QR_QUIET_ZONE = 6;

export function drawPaymentNotification(data: PaymentNotification): Promise<Pdf> {
  const words = DOCUMENT_TEXTS[data.language];
  return drawDocument(data, { title: words.notification, number: data.policyNo || data.applicationNo }, (sheet) => {
    drawPanel(sheet, data);
    drawSection(sheet, words.paymentDetails, 40);
    drawFacts(
      sheet,
      [
        buildPersonFact(words, words.payer, data.payer),
        { label: words.policyNo, value: data.policyNo, strong: true },
        { label: words.applicationNo, value: data.applicationNo },
        { label: words.line, value: data.line },
        { label: words.periodPaidFor, value: data.period && formatPeriod(data.period) },
        { label: words.issueDate, value: formatDay(data.issuedAt) },
        buildAgentFact(words, data.agent),
      ],
      2,
    );
    drawSection(sheet, words.howToPay, 3 * calculateLineHeight(STYLES.body));
    for (const paragraph of words.howToPaySteps) drawParagraph(sheet, paragraph);
  });
}

function drawPanel(sheet: Sheet, data: PaymentNotification): void {
  const { words } = sheet;
  const top = sheet.y;
  const x = PAGE.left + PANEL_PADDING;
  const width = BODY_WIDTH - QR_SIZE - 3 * PANEL_PADDING;
  sheet.decorate(() => {
    sheet.fill([{ x: PAGE.left, y: top, width: BODY_WIDTH, height: PANEL_HEIGHT }], COLORS.panel);
    sheet.fill([{ x: PAGE.left, y: top, width: 3, height: PANEL_HEIGHT }], COLORS.accent);
  });
  let y = top + PANEL_PADDING - 2;
  const item = (label: string, value: string, style: Style, space: number): void => {
    sheet.tagged(sheet.root, 'P', () => {
      sheet.draw([label], { x, y, width }, STYLES.label);
      y += calculateLineHeight(STYLES.label);
      sheet.draw(sheet.wrapShort(value, width, style), { x, y, width }, style);
      y += calculateLineHeight(style) + space;
    });
  };
  item(words.amountToPay, sheet.money(data.amount), STYLES.amount, 5);
  item(words.payBy, formatDate(data.dueDate), STYLES.number, 5);
  item(words.paymentCode, groupInFours(data.paymentCode), STYLES.code, 2);
  item(words.toCopy, data.paymentCode, STYLES.body, 0);
  drawQr(sheet, data.paymentCode, PAGE.left + BODY_WIDTH - PANEL_PADDING - QR_SIZE, top + (PANEL_HEIGHT - QR_SIZE) / 2);
  sheet.y = top + PANEL_HEIGHT + 4;
}

function drawQr(sheet: Sheet, code: string, x: number, y: number): void {
  const qr = encodeQr(code);
  const unit = (QR_SIZE - 2 * QR_QUIET_ZONE) / qr.size;
  const origin = { x: x + QR_QUIET_ZONE, y: y + QR_QUIET_ZONE };
  const modules = qr.runs.map(({ column, row, length }) => ({
    x: origin.x + column * unit,
    y: origin.y + row * unit,
    width: length * unit,
    height: unit,
  }));
  sheet.decorate(() => sheet.fill([{ x, y, width: QR_SIZE, height: QR_SIZE }], '#ffffff'));
  sheet.tagged(sheet.root, 'Figure', () => sheet.fill(modules, '#000000'), { alt: sheet.words.qrCode(code) });
}
