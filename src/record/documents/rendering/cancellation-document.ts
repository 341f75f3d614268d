import { decimal } from '../../../common/money.js';
import { CANCELLATION_TEXTS } from './cancellation-texts.js';
import { agentFact, personFact } from './contract-document.js';
import type { CancellationDocument, PrintedReturn, PrintedShare } from './documents.types.js';
import { drawFacts, firstRowHeight } from './facts.js';
import { formatAmount, formatDate, formatDay, formatPeriod } from './formats.js';
import { drawParagraph, drawSection } from './headings.js';
import { drawLetterhead, drawPageFrames } from './letterhead.js';
import { Sheet } from './sheet.js';
import { drawSignatures, SIGNATURES_HEIGHT } from './signature.js';
import { BODY_HEIGHT, lineHeight, STYLES } from './styles.js';
import { drawTable, tableHeight, type Column, type TableSpec } from './table.js';
import { REFUND_STATUS_TEXTS } from './texts.js';

const AMOUNT_WIDTH = 66;
const texts = CANCELLATION_TEXTS.el;

/** A receipt, or the sum of all. */
interface ReturnRow extends PrintedShare {
  readonly receipt: PrintedReturn | null;
}

/** The act by which a policy ends before its time: when, why, and what becomes of each receipt that was paid (documents.19). */
export function drawCancellation(data: CancellationDocument): Promise<Uint8Array<ArrayBuffer>> {
  const name = { title: texts.act, number: data.actNo };
  const sheet = new Sheet({ title: `${name.title} ${name.number}`, author: data.insurer.name, createdAt: data.issuedAt });
  drawLetterhead(sheet, data, name);
  const moment = texts.moment(formatDate(data.coverEnds));
  drawFacts(
    sheet,
    [
      { label: texts.actNo, value: data.actNo, strong: true },
      { label: 'Αριθμός ασφαλιστηρίου', value: data.policyNo, strong: true },
      { label: 'Αριθμός αίτησης', value: data.applicationNo },
      { label: 'Κλάδος', value: data.line },
      { label: texts.coverEnds, value: moment, strong: true },
      { label: 'Διάρκεια ασφάλισης', value: formatPeriod(data.period) },
      { label: texts.actDate, value: formatDay(data.issuedAt) },
      agentFact(data.agent),
    ],
    4,
  );
  const parties = [
    personFact('Λήπτης της ασφάλισης', data.client),
    personFact('Ασφαλισμένος', data.insured),
    { label: data.objects.length === 1 ? 'Ασφαλιζόμενο αντικείμενο' : 'Ασφαλιζόμενα αντικείμενα', value: data.objects.join('\n') },
  ];
  drawSection(sheet, 'Συμβαλλόμενοι', firstRowHeight(sheet, parties, 2));
  drawFacts(sheet, parties, 2);
  drawEnd(sheet, data, moment);
  drawReturned(sheet, data);
  drawWays(sheet, data);
  drawNotOwed(sheet, data);
  drawSignatures(sheet, texts.signature, ['Τόπος και ημερομηνία', texts.signatureOfInsurer(data.insurer.name)]);
  drawPageFrames(sheet, data, name);
  return sheet.toBytes();
}

function drawEnd(sheet: Sheet, { kind, reason, policyNo, coverEnds, period }: CancellationDocument, moment: string): void {
  const why = kind === 'NON_PAYMENT' ? texts.nonPayment : reason;
  const hasBegun = coverEnds >= period.start;
  drawSection(sheet, texts.kinds[kind], 40);
  drawParagraph(sheet, hasBegun ? texts.ends(policyNo, moment) : texts.endsBefore(policyNo, moment, formatDate(period.start)));
  if (why) drawParagraph(sheet, `${texts.reason}: ${why}`);
  drawParagraph(sheet, texts.partOfPolicy(policyNo));
}

function drawReturned(sheet: Sheet, { receipts, parts, currency }: CancellationDocument): void {
  const rows: ReturnRow[] = [...receipts.map((receipt) => ({ ...receipt, receipt })), { ...parts.gross, receipt: null }];
  drawTable(sheet, {
    title: texts.returned,
    rows,
    strong: ({ receipt }) => receipt === null,
    columns: [
      { head: texts.receipt, width: 62, text: ({ receipt }) => receipt?.receiptNo ?? texts.parts.gross },
      { head: 'Περίοδος', width: 104, text: ({ receipt }) => (receipt ? formatPeriod(receipt.period) : '') },
      { head: texts.paidBy, text: ({ receipt }) => (receipt ? paymentText(receipt) : '') },
      ...shareColumns(currency),
    ],
  });
  const names = ['net', 'fee', 'tax', 'levy', 'gross'] as const;
  drawTable(sheet, {
    title: texts.inAll,
    rows: names.filter((name) => name !== 'levy' || !decimal(parts.levy.paid).eq(0)).map((name) => ({ ...parts[name], name })),
    strong: ({ name }) => name === 'gross',
    columns: [{ head: texts.part, text: ({ name }) => texts.parts[name] }, ...shareColumns(currency)],
  });
}

function paymentText({ payment: { method, paidOn } }: PrintedReturn): string {
  return [texts.paymentMethods[method], paidOn && formatDate(paidOn)].filter(Boolean).join(', ');
}

function shareColumns<Row extends PrintedShare>(currency: string): Column<Row>[] {
  return (['paid', 'earned', 'returned'] as const).map((share) => ({
    head: share === 'returned' ? texts.goesBack : texts[share],
    width: AMOUNT_WIDTH,
    align: 'right',
    text: (row) => formatAmount(row[share], currency),
  }));
}

/** A refund goes back the way its premium came. */
function drawWays(sheet: Sheet, { receipts, notOwed, currency }: CancellationDocument): void {
  const rows = receipts.flatMap(({ refund, returned }) => (refund ? [{ ...refund, returned }] : []));
  const table: TableSpec<(typeof rows)[number]> = {
    title: texts.howItGoesBack,
    rows,
    columns: [
      { head: texts.refundReceipt, width: 84, text: ({ receiptNo }) => receiptNo },
      { head: texts.way, text: ({ payment }) => REFUND_STATUS_TEXTS[payment.method] },
      { head: 'Στοιχείο αναφοράς', width: 140, text: ({ payment }) => payment.reference ?? '' },
      { head: texts.goesBack, width: AMOUNT_WIDTH, align: 'right', text: ({ returned }) => formatAmount(returned, currency) },
    ],
  };
  const notes = [
    ...(rows.length === 0 ? [texts.nothingGoesBack] : []),
    ...(rows.some(({ payment }) => payment.method === 'RF') ? [texts.refundOwed] : []),
  ];
  const height = tableHeight(sheet, table) + notes.length * (lineHeight(STYLES.body) * 2 + 4);
  if (notOwed.length === 0) keep(sheet, height + SIGNATURES_HEIGHT);
  drawTable(sheet, table);
  for (const note of notes) drawParagraph(sheet, note);
}

/** On the page that is signed, if any page holds both: no signature stands alone. */
function drawNotOwed(sheet: Sheet, { notOwed, currency }: CancellationDocument): void {
  const table: TableSpec<(typeof notOwed)[number]> = {
    title: texts.notOwed,
    rows: notOwed,
    columns: [
      { head: texts.ordinal, width: 26, text: ({ no }) => String(no) },
      { head: 'Περίοδος', text: ({ from, to }) => formatPeriod({ start: from, end: to }) },
      { head: 'Ποσό', width: AMOUNT_WIDTH, align: 'right', text: ({ gross }) => formatAmount(gross, currency) },
    ],
  };
  keep(sheet, tableHeight(sheet, table) + SIGNATURES_HEIGHT);
  drawTable(sheet, table);
}

/** On one page, if any page holds it. */
function keep(sheet: Sheet, height: number): void {
  if (height <= BODY_HEIGHT) sheet.ensure(height);
}
