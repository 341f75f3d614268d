import { formatDate, formatDay, formatPeriod } from '../../../../common/formats.js';
import { toDecimal } from '../../../../common/money.js';
import { AMENDMENT_TEXTS } from './amendment-texts.js';
import { buildAgentFact, buildPersonFact, drawTerms } from './contract-document.js';
import type { AmendmentDocument, PrintedParts } from './amendment-document.types.js';
import type { PrintedPeriod } from './documents.types.js';
import { drawFacts, drawFactSection, type Fact } from './facts.js';
import { calculateParagraphHeight, drawParagraph, drawSection } from './headings.js';
import { drawDocument } from './letterhead.js';
import type { Pdf, Sheet } from './sheet.js';
import { calculateSignatureHeight, drawSignature } from './signature.js';
import { calculateTableHeight, drawTable, type Column, type TableSpec } from './table.js';

const AMOUNT_WIDTH = 62;
const NO_VALUE = '–';

interface DifferenceRow extends PrintedParts {
  readonly receiptNo: string | null;
  readonly period: PrintedPeriod | null;
}

export function drawAmendment(data: AmendmentDocument): Promise<Pdf> {
  const texts = AMENDMENT_TEXTS[data.language];
  const title = data.isReversal ? texts.reversal : texts.act;
  return drawDocument(data, { title, number: texts.numberOf(data.amendmentNo, data.policyNo) }, (sheet) => {
    const { words } = sheet;
    const moment = texts.moment(formatDate(data.effectiveOn));
    drawFacts(
      sheet,
      [
        { label: words.policyNo, value: data.policyNo, strong: true },
        { label: texts.actNo, value: String(data.amendmentNo), strong: true },
        { label: texts.kind, value: data.kind },
        { label: texts.effective, value: moment, strong: true },
        { label: words.line, value: data.line },
        { label: words.period, value: formatPeriod(data.period) },
        { label: texts.actDate, value: formatDay(data.issuedAt) },
        { label: texts.receivedOn, value: data.receivedOn && formatDate(data.receivedOn) },
        buildAgentFact(words, data.agent),
      ],
      4,
    );
    drawFactSection(
      sheet,
      words.parties,
      [buildPersonFact(words, words.client, data.client), buildPersonFact(words, words.insured, data.insured)],
      2,
    );
    drawChanges(sheet, data, moment);
    if (data.terms) drawTerms(sheet, data.terms);
    drawDifference(sheet, data);
    drawSettlement(sheet, data);
    drawEnd(sheet, data);
  });
}

function drawChanges(sheet: Sheet, data: AmendmentDocument, moment: string): void {
  const { amendmentNo: no, policyNo, reason, changes } = data;
  const texts = AMENDMENT_TEXTS[sheet.language];
  drawSection(sheet, data.kind, 40);
  drawParagraph(sheet, data.isReversal ? texts.reverses(no, policyNo) : texts.amends(no, policyNo, moment));
  if (reason) drawParagraph(sheet, `${texts.reason}: ${reason}`);
  drawTable(sheet, {
    title: texts.changes,
    rows: changes,
    group: ({ group }) => group || null,
    columns: [
      { head: texts.field, text: ({ label }) => label },
      { head: texts.before, text: ({ before }) => before ?? NO_VALUE },
      { head: texts.after, text: ({ after }) => after ?? NO_VALUE },
    ],
  });
}

function drawDifference(sheet: Sheet, { receipts, total, covers }: AmendmentDocument): void {
  const texts = AMENDMENT_TEXTS[sheet.language];
  const { words } = sheet;
  const rows: DifferenceRow[] = receipts.length === 0 ? [] : [...receipts, { ...total, receiptNo: null, period: null }];
  drawTable(sheet, {
    title: texts.difference,
    rows,
    strong: ({ receiptNo }) => receiptNo === null,
    columns: [
      { head: texts.receipt, width: 70, text: ({ receiptNo }) => receiptNo ?? words.total },
      { head: words.receiptPeriod, text: ({ period }) => (period ? formatPeriod(period) : '') },
      ...listPartColumns(sheet, rows),
    ],
  });
  drawTable(sheet, {
    title: texts.perCover,
    rows: covers,
    group: ({ group }) => group,
    columns: [
      { head: words.code, width: 40, text: ({ code }) => code },
      { head: words.cover, text: ({ title }) => title },
      { head: words.netPremium, width: 90, align: 'right', text: ({ net }) => sheet.money(net) },
    ],
  });
}

function listPartColumns(sheet: Sheet, rows: readonly DifferenceRow[]): Column<DifferenceRow>[] {
  const texts = AMENDMENT_TEXTS[sheet.language];
  return (['net', 'fee', 'tax', 'levy', 'gross'] as const)
    .filter((part) => (part !== 'fee' && part !== 'levy') || rows.some((row) => !toDecimal(row[part]).eq(0)))
    .map((part) => ({ head: texts.parts[part], width: AMOUNT_WIDTH, align: 'right', text: (row) => sheet.money(row[part]) }));
}

function drawSettlement(sheet: Sheet, { total, payment, yearly }: AmendmentDocument): void {
  const texts = AMENDMENT_TEXTS[sheet.language];
  const { words } = sheet;
  const sign = toDecimal(total.gross).cmp(0);
  const ways = sign < 0 ? words.refundStatuses : words.paymentMethods;
  const facts: Fact[] = [
    { label: sign < 0 ? texts.returned : texts.paid, value: sheet.money(toDecimal(total.gross).abs().toFixed(2)), strong: true },
    { label: texts.way, value: payment && ways[payment.method] },
    { label: words.reference, value: payment?.reference },
    { label: sign < 0 ? words.creditDate : words.paymentDate, value: getSettlementDay(sign, payment) },
    { label: texts.yearlyBefore, value: yearly && sheet.money(yearly.before) },
    { label: texts.yearlyAfter, value: yearly && sheet.money(yearly.after), strong: true },
  ];
  drawFactSection(sheet, texts.settlement, facts, 4);
  if (sign === 0) drawParagraph(sheet, texts.noDifference);
  if (sign < 0 && payment?.method === 'RF') drawParagraph(sheet, words.refundOwed);
}

function getSettlementDay(sign: number, payment: AmendmentDocument['payment']): string | null {
  if (!payment?.paidOn || (sign < 0 && payment.method === 'RF')) return null;
  return formatDate(payment.paidOn);
}

function drawEnd(sheet: Sheet, { instalments, hasCreditor, insurer }: AmendmentDocument): void {
  const texts = AMENDMENT_TEXTS[sheet.language];
  const { words } = sheet;
  const table: TableSpec<(typeof instalments)[number]> = {
    title: texts.instalments,
    rows: instalments,
    columns: [
      { head: words.ordinal, width: 26, text: ({ no }) => String(no) },
      { head: words.receiptPeriod, text: ({ from, to }) => formatPeriod({ start: from, end: to }) },
      { head: words.amount, width: AMOUNT_WIDTH, align: 'right', text: ({ gross }) => sheet.money(gross) },
    ],
  };
  const copy = hasCreditor ? calculateParagraphHeight(sheet, texts.copy) : 0;
  sheet.keep(calculateTableHeight(sheet, table) + calculateSignatureHeight(sheet, texts.partOfPolicy) + copy);
  drawTable(sheet, table);
  drawSignature(sheet, {
    title: texts.signature,
    declaration: texts.partOfPolicy,
    labels: [words.placeAndDate, words.signatureOfClient, texts.signatureOfInsurer(insurer.name)],
  });
  if (hasCreditor) drawParagraph(sheet, texts.copy);
}
