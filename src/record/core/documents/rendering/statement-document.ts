import type { Amount } from '../../../../common/money.js';
import { drawFacts } from './facts.js';
import { formatDate, formatDay, formatNumber, formatPeriod } from '../../../../common/formats.js';
import { drawParagraph } from './headings.js';
import { drawDocument } from './letterhead.js';
import type { Pdf } from './sheet.js';
import { STATEMENT_TEXTS } from './statement-texts.js';
import { drawTable, type Column } from './table.js';
import type { LocalDate } from '../../../../common/athens.js';
import type { AgentDetails, PrintedDocument, PrintedPeriod } from './documents.types.js';

export interface PrintedEntry {
  readonly date: LocalDate;
  readonly movement: string;
  readonly reference: string;
  readonly receiptNo: string | null;
  readonly client: string | null;
  readonly premium: { readonly gross: Amount; readonly net: Amount } | null;
  readonly debit: Amount | null;
  readonly credit: Amount | null;
  readonly balance: Amount;
}

export interface StatementDocument extends PrintedDocument {
  readonly agent: AgentDetails;
  /** Both days are included. */
  readonly period: PrintedPeriod;
  readonly creditLimit: Amount;
  readonly opening: Amount;
  readonly closing: Amount;
  readonly debits: Amount;
  readonly credits: Amount;
  readonly entries: readonly PrintedEntry[];
}

const DATE_WIDTH = 50;
const CLIENT_WIDTH = 80;
const AMOUNT_WIDTH = 52;
const BALANCE_WIDTH = 58;

export function drawStatement(data: StatementDocument): Promise<Pdf> {
  const texts = STATEMENT_TEXTS[data.language];
  return drawDocument(data, { title: texts.title, number: data.agent.code }, (sheet) => {
    drawFacts(
      sheet,
      [
        { label: texts.agent, value: [data.agent.name, data.agent.code] },
        { label: texts.period, value: formatPeriod(data.period), strong: true },
        { label: texts.printedOn, value: formatDay(data.issuedAt) },
        { label: texts.creditLimit, value: sheet.money(data.creditLimit) },
        { label: texts.opening, value: sheet.money(data.opening), strong: true },
        { label: texts.debits, value: sheet.money(data.debits) },
        { label: texts.credits, value: sheet.money(data.credits) },
        { label: texts.closing, value: sheet.money(data.closing), strong: true },
      ],
      4,
    );
    drawParagraph(sheet, texts.explanation);
    if (data.entries.length === 0) drawParagraph(sheet, texts.none);
    drawTable(sheet, {
      title: texts.entries,
      rows: data.entries.length === 0 ? [] : [...data.entries, null],
      strong: (row) => row === null,
      columns: listColumns(data),
    });
  });
}

function listColumns({ language, debits, credits, closing }: StatementDocument): Column<PrintedEntry | null>[] {
  const texts = STATEMENT_TEXTS[language];
  const right = { width: AMOUNT_WIDTH, align: 'right' } as const;
  // Without the currency, which the sums above the table name.
  const plain = (amount: Amount | null): string => (amount === null ? '' : formatNumber(amount, language));
  return [
    { head: texts.date, width: DATE_WIDTH, text: (entry) => (entry === null ? '' : formatDate(entry.date)) },
    { head: texts.movement, text: (entry) => (entry === null ? texts.closing : formatMovement(entry)) },
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

function formatMovement({ movement, receiptNo, reference }: PrintedEntry): string {
  return `${[movement, receiptNo].filter(Boolean).join(' ')}\n${reference}`;
}
