import type { Amount } from '../../../../common/money.js';
import { formatAmount, formatDate, formatDay, formatNumber, formatPeriod } from './formats.js';
import type { PrintedEntry, StatementDocument } from './statement.types.js';
import { drawFacts } from './facts.js';
import { drawParagraph } from './headings.js';
import { drawLetterhead, drawPageFrames, sheetOf } from './letterhead.js';
import { STATEMENT_TEXTS } from './statement-texts.js';
import { drawTable, type Column } from './table.js';

const DATE_WIDTH = 50;
const CLIENT_WIDTH = 80;
const AMOUNT_WIDTH = 52;
const BALANCE_WIDTH = 58;

/** An agent's account in a period (money.26): the balances at both ends, and each movement between them. */
export function drawStatement(data: StatementDocument): Promise<Uint8Array<ArrayBuffer>> {
  const texts = STATEMENT_TEXTS[data.language];
  const name = { title: texts.title, number: data.agent.code };
  const sheet = sheetOf(data, name);
  const inEuro = (amount: Amount): string => formatAmount(amount, data.currency, data.language);
  drawLetterhead(sheet, data, name);
  drawFacts(
    sheet,
    [
      { label: texts.agent, value: [data.agent.name, data.agent.code] },
      { label: texts.period, value: formatPeriod(data.period), strong: true },
      { label: texts.printedOn, value: formatDay(data.issuedAt) },
      { label: texts.creditLimit, value: inEuro(data.creditLimit) },
      { label: texts.opening, value: inEuro(data.opening), strong: true },
      { label: texts.debits, value: inEuro(data.debits) },
      { label: texts.credits, value: inEuro(data.credits) },
      { label: texts.closing, value: inEuro(data.closing), strong: true },
    ],
    4,
  );
  drawParagraph(sheet, texts.explanation);
  if (data.entries.length === 0) drawParagraph(sheet, texts.none);
  drawTable(sheet, {
    title: texts.entries,
    rows: [...data.entries, ...(data.entries.length === 0 ? [] : [null])],
    strong: (row) => row === null,
    columns: columnsOf(data),
  });
  drawPageFrames(sheet, data, name);
  return sheet.toBytes();
}

/** The last row, null, has the sums. */
function columnsOf({ language, debits, credits, closing }: StatementDocument): Column<PrintedEntry | null>[] {
  const texts = STATEMENT_TEXTS[language];
  const right = { width: AMOUNT_WIDTH, align: 'right' } as const;
  // Without the currency, which the sums above the table name.
  const plain = (amount: Amount | null): string => (amount === null ? '' : formatNumber(amount, language));
  return [
    { head: texts.date, width: DATE_WIDTH, text: (entry) => (entry === null ? '' : formatDate(entry.date)) },
    { head: texts.movement, text: (entry) => (entry === null ? texts.closing : movementOf(entry)) },
    { head: texts.client, width: CLIENT_WIDTH, text: (entry) => entry?.client ?? '' },
    {
      ...right,
      head: texts.premium,
      text: (entry) => (entry?.premium ? `${plain(entry.premium.gross)}\n${plain(entry.premium.net)}` : ''),
    },
    { ...right, head: texts.debit, text: (entry) => plain(entry === null ? debits : entry.debit) },
    { ...right, head: texts.credit, text: (entry) => plain(entry === null ? credits : entry.credit) },
    { ...right, width: BALANCE_WIDTH, head: texts.balance, text: (entry) => plain(entry === null ? closing : entry.balance) },
  ];
}

function movementOf({ movement, receiptNo, reference }: PrintedEntry): string {
  return `${[movement, receiptNo].filter(Boolean).join(' ')}\n${reference}`;
}
