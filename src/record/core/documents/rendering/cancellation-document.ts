import type { Language } from '../../../../common/language.js';
import { decimal } from '../../../../common/money.js';
import { CANCELLATION_TEXTS } from './cancellation-texts.js';
import { agentFact, personFact } from './contract-document.js';
import type { CancellationDocument, PrintedReturn, PrintedShare } from './documents.types.js';
import { drawFacts, firstRowHeight } from './facts.js';
import { formatAmount, formatDate, formatDay, formatPeriod } from './formats.js';
import { drawParagraph, drawSection } from './headings.js';
import { drawLetterhead, drawPageFrames, sheetOf } from './letterhead.js';
import type { Sheet } from './sheet.js';
import { drawSignature, signatureHeight } from './signature.js';
import { lineHeight, STYLES } from './styles.js';
import { drawTable, tableHeight, type Column, type TableSpec } from './table.js';

const AMOUNT_WIDTH = 66;

/** A receipt, or the sum of all. */
interface ReturnRow extends PrintedShare {
  readonly receipt: PrintedReturn | null;
}

/** The act by which a policy ends before its time: when, why, and what becomes of each receipt that was paid (documents.19). */
export function drawCancellation(data: CancellationDocument): Promise<Uint8Array<ArrayBuffer>> {
  const texts = CANCELLATION_TEXTS[data.language];
  const name = { title: texts.act, number: data.actNo };
  const sheet = sheetOf(data, name);
  const { words } = sheet;
  drawLetterhead(sheet, data, name);
  const moment = texts.moment(formatDate(data.coverEnds));
  drawFacts(
    sheet,
    [
      { label: texts.actNo, value: data.actNo, strong: true },
      { label: words.policyNo, value: data.policyNo, strong: true },
      { label: words.applicationNo, value: data.applicationNo },
      { label: words.line, value: data.line },
      { label: hasBegun(data) ? texts.coverEnds : texts.cancelledAsOf, value: moment, strong: true },
      { label: words.period, value: formatPeriod(data.period) },
      { label: texts.actDate, value: formatDay(data.issuedAt) },
      agentFact(words, data.agent),
    ],
    4,
  );
  const parties = [
    personFact(words, words.client, data.client),
    personFact(words, words.insured, data.insured),
    { label: words.oneObject, value: data.objects.length === 1 ? data.objects[0] : null },
  ];
  drawSection(sheet, words.parties, firstRowHeight(sheet, parties, 2));
  drawFacts(sheet, parties, 2);
  if (data.objects.length > 1) drawObjects(sheet, data.objects);
  drawEnd(sheet, data, moment);
  drawReturned(sheet, data);
  drawWays(sheet, data);
  drawNotOwed(sheet, data);
  drawSignature(sheet, { title: texts.signature, labels: [words.placeAndDate, texts.signatureOfInsurer(data.insurer.name)] });
  drawPageFrames(sheet, data, name);
  return sheet.toBytes();
}

/** Many objects may take more than a page. */
function drawObjects(sheet: Sheet, objects: readonly string[]): void {
  drawSection(sheet, sheet.words.objects, 2 * lineHeight(STYLES.body));
  drawParagraph(sheet, objects.map((object, index) => `${index + 1}. ${object}`).join('\n'));
}

function hasBegun({ coverEnds, period }: CancellationDocument): boolean {
  return coverEnds >= period.start;
}

function drawEnd(sheet: Sheet, data: CancellationDocument, moment: string): void {
  const { kind, reason, policyNo, period, language } = data;
  const texts = CANCELLATION_TEXTS[language];
  const why = kind === 'NON_PAYMENT' ? texts.nonPayment : reason;
  drawSection(sheet, texts.kinds[kind], 40);
  drawParagraph(sheet, hasBegun(data) ? texts.ends(policyNo, moment) : texts.endsBefore(policyNo, moment, formatDate(period.start)));
  if (why) drawParagraph(sheet, `${texts.reason}: ${why}`);
  drawParagraph(sheet, texts.partOfPolicy(policyNo));
}

function drawReturned(sheet: Sheet, { receipts, parts, currency, language }: CancellationDocument): void {
  const texts = CANCELLATION_TEXTS[language];
  const rows: ReturnRow[] = [...receipts.map((receipt) => ({ ...receipt, receipt })), { ...parts.gross, receipt: null }];
  drawTable(sheet, {
    title: texts.returned,
    rows,
    strong: ({ receipt }) => receipt === null,
    columns: [
      { head: texts.receipt, width: 62, text: ({ receipt }) => receipt?.receiptNo ?? sheet.words.total },
      { head: sheet.words.receiptPeriod, width: 104, text: ({ receipt }) => (receipt ? formatPeriod(receipt.period) : '') },
      { head: texts.paidBy, text: ({ receipt }) => (receipt ? paymentText(receipt, language) : '') },
      ...shareColumns(currency, language),
    ],
  });
  const names = ['net', 'fee', 'tax', 'levy', 'gross'] as const;
  drawTable(sheet, {
    title: texts.inAll,
    rows: names.filter((name) => name !== 'levy' || !decimal(parts.levy.paid).eq(0)).map((name) => ({ ...parts[name], name })),
    strong: ({ name }) => name === 'gross',
    columns: [{ head: sheet.words.breakdown, text: ({ name }) => texts.parts[name] }, ...shareColumns(currency, language)],
  });
}

function paymentText({ payment: { method, paidOn } }: PrintedReturn, language: Language): string {
  return [CANCELLATION_TEXTS[language].paymentMethods[method], paidOn && formatDate(paidOn)].filter(Boolean).join(', ');
}

function shareColumns<Row extends PrintedShare>(currency: string, language: Language): Column<Row>[] {
  const texts = CANCELLATION_TEXTS[language];
  return (['paid', 'earned', 'returned'] as const).map((share) => ({
    head: share === 'returned' ? texts.goesBack : texts[share],
    width: AMOUNT_WIDTH,
    align: 'right',
    text: (row) => formatAmount(row[share], currency, language),
  }));
}

/** A refund goes back the way its premium came. */
function drawWays(sheet: Sheet, { receipts, notOwed, currency, language }: CancellationDocument): void {
  const texts = CANCELLATION_TEXTS[language];
  const rows = receipts.flatMap(({ refund, returned }) => (refund ? [{ ...refund, returned }] : []));
  const table: TableSpec<(typeof rows)[number]> = {
    title: texts.howItGoesBack,
    rows,
    columns: [
      { head: texts.refundReceipt, width: 84, text: ({ receiptNo }) => receiptNo },
      { head: texts.way, text: ({ payment }) => sheet.words.refundStatuses[payment.method] },
      { head: sheet.words.reference, width: 140, text: ({ payment }) => payment.reference ?? '' },
      { head: texts.goesBack, width: AMOUNT_WIDTH, align: 'right', text: ({ returned }) => formatAmount(returned, currency, language) },
    ],
  };
  const notes = [
    ...(rows.length === 0 ? [texts.nothingGoesBack] : []),
    ...(rows.some(({ payment }) => payment.method === 'RF') ? [texts.refundOwed] : []),
  ];
  const height = tableHeight(sheet, table) + notes.length * (lineHeight(STYLES.body) * 2 + 4);
  if (notOwed.length === 0) sheet.keep(height + signatureHeight(sheet));
  drawTable(sheet, table);
  for (const note of notes) drawParagraph(sheet, note);
}

/** On the page that is signed, if any page holds both: no signature stands alone. */
function drawNotOwed(sheet: Sheet, { notOwed, currency, language }: CancellationDocument): void {
  const texts = CANCELLATION_TEXTS[language];
  const table: TableSpec<(typeof notOwed)[number]> = {
    title: texts.notOwed,
    rows: notOwed,
    columns: [
      { head: sheet.words.ordinal, width: 26, text: ({ no }) => String(no) },
      { head: sheet.words.receiptPeriod, text: ({ from, to }) => formatPeriod({ start: from, end: to }) },
      { head: sheet.words.amount, width: AMOUNT_WIDTH, align: 'right', text: ({ gross }) => formatAmount(gross, currency, language) },
    ],
  };
  sheet.keep(tableHeight(sheet, table) + signatureHeight(sheet));
  drawTable(sheet, table);
}
