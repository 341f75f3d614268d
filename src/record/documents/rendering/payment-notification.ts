import { agentFact, personFact } from './contract-document.js';
import type { PaymentNotification } from './documents.types.js';
import { drawFacts } from './facts.js';
import { formatAmount, formatDate, formatDay, formatPeriod, groupInFours } from './formats.js';
import { drawParagraph, drawSection } from './headings.js';
import { drawLetterhead, drawPageFrames } from './letterhead.js';
import { encodeQr } from './qr-code.js';
import { Sheet } from './sheet.js';
import { BODY_WIDTH, COLORS, lineHeight, PAGE, STYLES, type Style } from './styles.js';
import { HOW_TO_PAY } from './texts.js';

const PANEL_HEIGHT = 152;
const PANEL_PADDING = 16;
const QR_SIZE = 120;
const QR_QUIET_ZONE = 6;

export function drawPaymentNotification(data: PaymentNotification): Promise<Uint8Array<ArrayBuffer>> {
  const number = data.policyNo || data.applicationNo;
  const name = { title: 'Ειδοποίηση πληρωμής', number };
  const sheet = new Sheet({ title: `${name.title} ${number}`, author: data.insurer.name, createdAt: data.issuedAt });
  drawLetterhead(sheet, data, name);
  drawPanel(sheet, data);
  drawSection(sheet, 'Στοιχεία πληρωμής', 40);
  drawFacts(
    sheet,
    [
      personFact('Υπόχρεος πληρωμής', data.payer),
      { label: 'Αριθμός ασφαλιστηρίου', value: data.policyNo, strong: true },
      { label: 'Αριθμός αίτησης', value: data.applicationNo },
      { label: 'Κλάδος', value: data.line },
      { label: 'Περίοδος που πληρώνεται', value: data.period && formatPeriod(data.period) },
      { label: 'Ημερομηνία έκδοσης', value: formatDay(data.issuedAt) },
      agentFact(data.agent),
    ],
    2,
  );
  drawSection(sheet, 'Πώς πληρώνετε', 3 * lineHeight(STYLES.body));
  for (const paragraph of HOW_TO_PAY) drawParagraph(sheet, paragraph);
  drawPageFrames(sheet, data, name);
  return sheet.toBytes();
}

/** What a payer needs at a glance: amount, date, code and its QR. */
function drawPanel(sheet: Sheet, data: PaymentNotification): void {
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
      y += lineHeight(STYLES.label);
      sheet.draw(sheet.wrapShort(value, width, style), { x, y, width }, style);
      y += lineHeight(style) + space;
    });
  };
  item('Ποσό πληρωμής', formatAmount(data.amount, data.currency), STYLES.amount, 5);
  item('Πληρωμή έως', formatDate(data.dueDate), STYLES.number, 5);
  item('Κωδικός πληρωμής RF', groupInFours(data.paymentCode), STYLES.code, 2);
  item('Για αντιγραφή, χωρίς κενά', data.paymentCode, STYLES.body, 0);
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
  sheet.tagged(sheet.root, 'Figure', () => sheet.fill(modules, '#000000'), { alt: `Κωδικός QR με τον κωδικό πληρωμής ${code}` });
}
