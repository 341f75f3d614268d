import { toDecimal } from '../../../../common/money.js';
import { CANCELLATION_TEXTS } from './cancellation-texts.js';
import { buildAgentFact, buildPersonFact } from './contract-document.js';
import type { CancellationDocument, PrintedReturn, PrintedShare } from './cancellation-document.types.js';
import { drawFacts, drawFactSection } from './facts.js';
import { formatDate, formatDay, formatPeriod } from '../../../../common/formats.js';
import { drawParagraph, drawSection } from './headings.js';
import { drawDocument } from './letterhead.js';
import type { Pdf, Sheet } from './sheet.js';
import { drawSignature, calculateSignatureHeight } from './signature.js';
import { calculateLineHeight, STYLES } from './styles.js';
import { drawTable, calculateTableHeight, type Column, type TableSpec } from './table.js';

const AMOUNT_WIDTH = 66;

interface ReturnRow extends PrintedShare {
  readonly receipt: PrintedReturn | null;
}

export function drawCancellation(data: CancellationDocument): Promise<Pdf> {
  const texts = CANCELLATION_TEXTS[data.language];
  return drawDocument(data, { title: texts.act, number: data.actNo }, (sheet) => {
    const { words } = sheet;
    const moment = texts.moment(formatDate(hasBegun(data) ? data.coverEnds : data.period.start));
    drawFacts(
      sheet,
      [
        { label: words.policyNo, value: data.policyNo, strong: true },
        { label: words.line, value: data.line },
        { label: hasBegun(data) ? texts.coverEnds : texts.cancelledAsOf, value: moment, strong: true },
        { label: words.period, value: formatPeriod(data.period) },
        { label: texts.actDate, value: formatDay(data.issuedAt) },
        { label: texts.receivedOn, value: data.receivedOn ? formatDate(data.receivedOn) : null },
        { label: texts.effectiveOn, value: data.effectiveOn ? formatDate(data.effectiveOn) : null },
        buildAgentFact(words, data.agent),
      ],
      4,
    );
    const parties = [
      buildPersonFact(words, words.client, data.client),
      buildPersonFact(words, words.insured, data.insured),
      { label: words.oneObject, value: data.objects.length === 1 ? data.objects[0] : null },
    ];
    drawFactSection(sheet, words.parties, parties, 2);
    if (data.objects.length > 1) drawObjects(sheet, data.objects);
    drawEnd(sheet, data, moment);
    drawReturned(sheet, data);
    drawWays(sheet, data);
    drawNotOwed(sheet, data);
    drawSignature(sheet, { title: texts.signature, labels: [words.placeAndDate, texts.signatureOfInsurer(data.insurer.name)] });
  });
}

/** Draws a paragraph, because many objects may take more than a page. */
function drawObjects(sheet: Sheet, objects: readonly string[]): void {
  drawSection(sheet, sheet.words.objects, 2 * calculateLineHeight(STYLES.body));
  drawParagraph(sheet, objects.map((object, index) => `${index + 1}. ${object}`).join('\n'));
}

function hasBegun({ coverEnds, period }: CancellationDocument): boolean {
  return coverEnds > period.start;
}

function drawEnd(sheet: Sheet, data: CancellationDocument, moment: string): void {
  const { kind, reason, policyNo, period } = data;
  const texts = CANCELLATION_TEXTS[sheet.language];
  const why = kind === 'NON_PAYMENT' ? texts.nonPayment : reason;
  drawSection(sheet, texts.kinds[kind], 40);
  drawParagraph(sheet, hasBegun(data) ? texts.ends(policyNo, moment) : texts.voids(policyNo, formatDate(period.start)));
  if (why) drawParagraph(sheet, `${texts.reason}: ${why}`);
  if (data.returnsGreenCard === true) drawParagraph(sheet, texts.greenCard);
  drawParagraph(sheet, texts.partOfPolicy(policyNo));
}

function drawReturned(sheet: Sheet, { receipts, parts }: CancellationDocument): void {
  const texts = CANCELLATION_TEXTS[sheet.language];
  const rows: ReturnRow[] = [...receipts.map((receipt) => ({ ...receipt, receipt })), { ...parts.gross, receipt: null }];
  drawTable(sheet, {
    title: texts.returned,
    rows,
    strong: ({ receipt }) => receipt === null,
    columns: [
      { head: texts.receipt, width: 62, text: ({ receipt }) => receipt?.receiptNo ?? sheet.words.total },
      { head: sheet.words.receiptPeriod, width: 104, text: ({ receipt }) => (receipt ? formatPeriod(receipt.period) : '') },
      { head: texts.paidBy, text: ({ receipt }) => (receipt ? formatPayment(sheet, receipt) : '') },
      ...shareColumns(sheet),
    ],
  });
  const names = ['net', 'fee', 'tax', 'levy', 'gross'] as const;
  drawTable(sheet, {
    title: texts.inAll,
    rows: names.filter((name) => name !== 'levy' || !toDecimal(parts.levy.paid).eq(0)).map((name) => ({ ...parts[name], name })),
    strong: ({ name }) => name === 'gross',
    columns: [{ head: sheet.words.breakdown, text: ({ name }) => texts.parts[name] }, ...shareColumns(sheet)],
  });
}

function formatPayment({ language }: Sheet, { payment: { method, paidOn } }: PrintedReturn): string {
  return [CANCELLATION_TEXTS[language].paymentMethods[method], paidOn && formatDate(paidOn)].filter(Boolean).join(', ');
}

function shareColumns<Row extends PrintedShare>(sheet: Sheet): Column<Row>[] {
  const texts = CANCELLATION_TEXTS[sheet.language];
  return (['paid', 'earned', 'returned'] as const).map((share) => ({
    head: share === 'returned' ? texts.goesBack : texts[share],
    width: AMOUNT_WIDTH,
    align: 'right',
    text: (row) => sheet.money(row[share]),
  }));
}

function drawWays(sheet: Sheet, { receipts, notOwed }: CancellationDocument): void {
  const texts = CANCELLATION_TEXTS[sheet.language];
  const rows = receipts.flatMap(({ refund, returned }) => (refund ? [{ ...refund, returned }] : []));
  const table: TableSpec<(typeof rows)[number]> = {
    title: texts.howItGoesBack,
    rows,
    columns: [
      { head: texts.refundReceipt, width: 84, text: ({ receiptNo }) => receiptNo },
      { head: texts.way, text: ({ payment }) => sheet.words.refundStatuses[payment.method] },
      { head: sheet.words.reference, width: 140, text: ({ payment }) => payment.reference ?? '' },
      { head: texts.goesBack, width: AMOUNT_WIDTH, align: 'right', text: ({ returned }) => sheet.money(returned) },
    ],
  };
  const notes = [
    ...(rows.length === 0 ? [texts.nothingGoesBack] : []),
    ...(rows.some(({ payment }) => payment.method === 'RF') ? [texts.refundOwed] : []),
  ];
  const height = calculateTableHeight(sheet, table) + notes.length * (calculateLineHeight(STYLES.body) * 2 + 4);
  if (notOwed.length === 0) sheet.keep(height + calculateSignatureHeight(sheet));
  drawTable(sheet, table);
  for (const note of notes) drawParagraph(sheet, note);
}

function drawNotOwed(sheet: Sheet, { notOwed }: CancellationDocument): void {
  const { words, language } = sheet;
  const table: TableSpec<(typeof notOwed)[number]> = {
    title: CANCELLATION_TEXTS[language].notOwed,
    rows: notOwed,
    columns: [
      { head: words.ordinal, width: 26, text: ({ no }) => String(no) },
      { head: words.receiptPeriod, text: ({ from, to }) => formatPeriod({ start: from, end: to }) },
      { head: words.amount, width: AMOUNT_WIDTH, align: 'right', text: ({ gross }) => sheet.money(gross) },
    ],
  };
  sheet.keep(calculateTableHeight(sheet, table) + calculateSignatureHeight(sheet));
  drawTable(sheet, table);
}
