import { toDecimal } from '../../../../common/money.js';
import { buildAgentFact, buildPersonFact } from './contract-document.js';
import { DOCUMENT_TEXTS, type DocumentTexts } from './document-texts.js';
import type { ReceiptDocument } from './documents.types.js';
import { drawFacts, drawFactSection, calculateFactsHeight, type Fact } from './facts.js';
import { formatDate, formatDay, formatPeriod } from '../../../../common/formats.js';
import { drawParagraph, drawSection, calculateParagraphHeight, SECTION_HEIGHT } from './headings.js';
import { drawDocument } from './letterhead.js';
import { drawCovers, buildTotalsTable } from './premium.js';
import type { Pdf, Sheet } from './sheet.js';
import { drawTable, calculateTableHeight } from './table.js';

export function drawReceipt(data: ReceiptDocument): Promise<Pdf> {
  const words = DOCUMENT_TEXTS[data.language];
  const { number } = data;
  return drawDocument(data, { title: getTitle(words, data), number }, (sheet) => {
    drawFacts(
      sheet,
      [
        { label: words.receiptNo, value: number, strong: true },
        { label: words.policyNo, value: data.policyNo, strong: true },
        { label: words.applicationNo, value: data.applicationNo },
        { label: words.line, value: data.line },
        { label: words.receiptKind, value: words.receiptKinds[data.kind] },
        { label: words.receiptPeriod, value: formatPeriod(data.period), strong: true },
        { label: words.gap, value: data.gap && formatPeriod(data.gap), strong: true },
        { label: words.issueDate, value: data.payout && data.payment?.paidOn ? formatDate(data.payment.paidOn) : formatDay(data.issuedAt) },
        { label: words.edition, value: data.payout && words.editionOf(data.payout.edition, formatDay(data.issuedAt)), strong: true },
        { label: words.payBy, value: data.status === 'PENDING' ? formatDate(data.dueDate) : null },
        buildAgentFact(words, data.agent),
      ],
      4,
    );
    const parties = [
      buildPersonFact(words, words.client, data.client),
      ...(data.insured ? [buildPersonFact(words, words.insured, data.insured)] : []),
    ];
    drawFactSection(sheet, words.parties, parties, 2);
    drawCovers(sheet, words.perCover, data.covers);
    drawPayment(sheet, data);
  });
}

function getTitle(words: DocumentTexts, data: ReceiptDocument): string {
  const { kind, amendmentNo } = data;
  if (typeof amendmentNo !== 'number') return kind === 'REFUND' ? words.refundReceipt : words.receipt;
  return isReturn(data) ? words.amendmentRefund(amendmentNo) : words.amendmentReceipt(amendmentNo);
}

function isReturn({ kind, totals }: ReceiptDocument): boolean {
  return kind === 'REFUND' || (kind === 'ENDORSEMENT' && toDecimal(totals.gross).lt(0));
}

function drawPayment(sheet: Sheet, data: ReceiptDocument): void {
  const { words } = sheet;
  const isRefund = isReturn(data);
  const amounts = buildTotalsTable(sheet, words.receiptAmounts, data.totals);
  const payment = isRefund ? refundFacts(sheet, data) : listPaymentFacts(words, data);
  const notes = isRefund && data.payment?.method === 'RF' && !data.isOffset ? refundNotes(words, data) : [];
  const height = notes.reduce((sum, text) => sum + calculateParagraphHeight(sheet, text), calculateFactsHeight(sheet, payment, 4));
  sheet.keep(calculateTableHeight(sheet, amounts) + SECTION_HEIGHT + height);
  drawTable(sheet, amounts);
  drawSection(sheet, isRefund ? words.refund : words.payment, height);
  drawFacts(sheet, payment, 4);
  for (const text of notes) drawParagraph(sheet, text);
}

function refundFacts(sheet: Sheet, { payment, payout, totals, isOffset }: ReceiptDocument): Fact[] {
  const { words } = sheet;
  const isCredited = payment?.method === 'CHARGE' && !isOffset;
  const status = isOffset ? words.refundOffset : payment && words.refundStatuses[payment.method];
  const paid = payout && payout.returnedOn === null ? payout : null;
  return [
    { label: words.status, value: paid ? words.refundPaid : status, strong: true },
    { label: words.amount, value: sheet.money(toDecimal(totals.gross).abs().toFixed(2)), strong: true },
    { label: words.reference, value: payment?.reference },
    { label: words.creditDate, value: isCredited && payment.paidOn ? formatDate(payment.paidOn) : null },
    { label: words.payoutDate, value: paid && formatDate(paid.paidOn), strong: true },
    { label: words.payoutAccount, value: paid?.account, strong: true },
    { label: words.payoutReference, value: paid?.reference },
  ];
}

function refundNotes(words: DocumentTexts, { payout, issuedAt, kind }: ReceiptDocument): string[] {
  if (kind === 'ENDORSEMENT') return [words.refundOwed];
  if (payout && payout.returnedOn === null) return [words.refundMayReturn];
  const returned = payout?.returnedOn
    ? [words.refundReturned(payout.reference, formatDate(payout.paidOn), formatDate(payout.returnedOn))]
    : [];
  return [...returned, words.refundOwed, words.refundEditions(formatDay(issuedAt))];
}

function listPaymentFacts(words: DocumentTexts, { status, payment }: ReceiptDocument): Fact[] {
  return [
    { label: words.status, value: words.paymentStatuses[status], strong: true },
    { label: words.paymentMethod, value: payment && words.paymentMethods[payment.method] },
    { label: words.reference, value: payment?.reference },
    { label: words.paymentDate, value: payment?.paidOn && formatDate(payment.paidOn) },
  ];
}
