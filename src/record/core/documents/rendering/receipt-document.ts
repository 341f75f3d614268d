import { decimal } from '../../../../common/money.js';
import { agentFact, personFact } from './contract-document.js';
import type { ReceiptDocument } from './documents.types.js';
import { drawFacts, factsHeight, firstRowHeight, type Fact } from './facts.js';
import { formatAmount, formatDate, formatDay, formatPeriod } from './formats.js';
import { drawParagraph, drawSection, paragraphHeight, SECTION_HEIGHT } from './headings.js';
import { drawLetterhead, drawPageFrames, sheetOf } from './letterhead.js';
import { drawCovers, totalsTable } from './premium.js';
import type { Sheet } from './sheet.js';
import { drawTable, tableHeight } from './table.js';
import { textsIn } from './texts.js';

export function drawReceipt(data: ReceiptDocument): Promise<Uint8Array<ArrayBuffer>> {
  const words = textsIn(data.language);
  const name = { title: data.kind === 'REFUND' ? words.refundReceipt : words.receipt, number: `${data.series} ${data.receiptNo}` };
  const sheet = sheetOf(data, name);
  drawLetterhead(sheet, data, name);
  drawFacts(
    sheet,
    [
      { label: words.receiptNo, value: `${data.series} ${data.receiptNo}`, strong: true },
      { label: words.policyNo, value: data.policyNo, strong: true },
      { label: words.applicationNo, value: data.applicationNo },
      { label: words.line, value: data.line },
      { label: words.receiptKind, value: words.receiptKinds[data.kind] },
      { label: words.receiptPeriod, value: formatPeriod(data.period), strong: true },
      { label: words.issueDate, value: data.payout && data.payment?.paidOn ? formatDate(data.payment.paidOn) : formatDay(data.issuedAt) },
      { label: words.edition, value: data.payout && words.editionOf(data.payout.edition, formatDay(data.issuedAt)), strong: true },
      { label: words.payBy, value: data.status === 'PENDING' ? formatDate(data.dueDate) : null },
      agentFact(words, data.agent),
    ],
    4,
  );
  const parties = [personFact(words, words.client, data.client), ...(data.insured ? [personFact(words, words.insured, data.insured)] : [])];
  drawSection(sheet, words.parties, firstRowHeight(sheet, parties, 2));
  drawFacts(sheet, parties, 2);
  drawCovers(sheet, words.perCover, data.covers, data.currency);
  drawPayment(sheet, data);
  drawPageFrames(sheet, data, name);
  return sheet.toBytes();
}

/** The amounts with how they are paid, on one page. */
function drawPayment(sheet: Sheet, data: ReceiptDocument): void {
  const { words } = sheet;
  const isRefund = data.kind === 'REFUND';
  const amounts = totalsTable(sheet, words.receiptAmounts, data.totals, data.currency);
  const payment = isRefund ? refundFacts(data) : paymentFacts(data);
  const notes = isRefund && data.payment?.method === 'RF' ? refundNotes(data) : [];
  // What is owed or paid stands on one page with what is to be known of it, where any holds that.
  const height = notes.reduce((sum, text) => sum + paragraphHeight(sheet, text), factsHeight(sheet, payment, 4));
  sheet.keep(tableHeight(sheet, amounts) + SECTION_HEIGHT + height);
  drawTable(sheet, amounts);
  drawSection(sheet, isRefund ? words.refund : words.payment, height);
  drawFacts(sheet, payment, 4);
  for (const text of notes) drawParagraph(sheet, text);
}

/** How a refund is paid: never by the code with which the premium was paid. */
function refundFacts({ payment, payout, totals, currency, language }: ReceiptDocument): Fact[] {
  const words = textsIn(language);
  const isCredited = payment?.method === 'CHARGE';
  const paid = payout && payout.returnedOn === null ? payout : null;
  return [
    { label: words.status, value: paid ? words.refundPaid : payment && words.refundStatuses[payment.method], strong: true },
    { label: words.amount, value: formatAmount(decimal(totals.gross).abs().toFixed(2), currency, language), strong: true },
    { label: words.reference, value: payment?.reference },
    { label: words.creditDate, value: isCredited && payment.paidOn ? formatDate(payment.paidOn) : null },
    { label: words.payoutDate, value: paid && formatDate(paid.paidOn), strong: true },
    { label: words.payoutAccount, value: paid?.account, strong: true },
    { label: words.payoutReference, value: paid?.reference },
  ];
}

/** What is owed still, on the day that the receipt says; that it may have changed since (documents.23). */
function refundNotes({ payout, issuedAt, language }: ReceiptDocument): string[] {
  const words = textsIn(language);
  if (payout && payout.returnedOn === null) return [words.refundMayReturn];
  const returned = payout?.returnedOn
    ? [words.refundReturned(payout.reference, formatDate(payout.paidOn), formatDate(payout.returnedOn))]
    : [];
  return [...returned, words.refundOwed, words.refundEditions(formatDay(issuedAt))];
}

function paymentFacts({ status, payment, language }: ReceiptDocument): Fact[] {
  const words = textsIn(language);
  return [
    { label: words.status, value: words.paymentStatuses[status], strong: true },
    { label: words.paymentMethod, value: payment && words.paymentMethods[payment.method] },
    { label: words.reference, value: payment?.reference },
    { label: words.paymentDate, value: payment?.paidOn && formatDate(payment.paidOn) },
  ];
}
