import { sum, toAmount, type Amount } from '../../../../common/money.js';
import { formatDate, formatDay, formatNumber, formatPercent, formatPeriod } from '../../../../common/formats.js';
import type { LocalDate } from '../../../../common/athens.js';
import { COMMISSION_TEXTS } from './commission-texts.js';
import type { PrintedDocument, PrintedPeriod } from './documents.types.js';
import { drawFacts } from './facts.js';
import { drawParagraph } from './headings.js';
import { drawDocument } from './letterhead.js';
import type { Pdf } from './sheet.js';
import { drawTable, type Column } from './table.js';

type Kind = keyof (typeof COMMISSION_TEXTS)['el']['kinds'];

interface PrintedProduction {
  readonly kind: string;
  readonly receipts: number;
  readonly gross: Amount;
  readonly net: Amount;
  readonly commission: Amount;
}

interface PrintedRate {
  readonly line: string;
  readonly percent: string;
  readonly net: Amount;
  readonly commission: Amount;
}

interface PrintedCommission {
  readonly date: LocalDate;
  readonly policyNo: string;
  readonly clientName: string | null;
  readonly receipt: string;
  readonly kind: string;
  readonly isReversal: boolean;
  readonly net: Amount;
  readonly commission: Amount;
}

export interface CommissionDocument extends PrintedDocument {
  /** Both days are included. */
  readonly period: PrintedPeriod;
  readonly statement: {
    readonly agentCode: string;
    readonly agent: {
      readonly name: string;
      readonly legalName: string | null;
      readonly afm: string | null;
      readonly licenceNo: string | null;
    };
    readonly number: string | null;
    readonly earned: Amount;
    readonly takenBack: Amount;
    readonly carried: Amount;
    readonly netted: Amount;
    readonly withholdingPercent: string;
    readonly tax: Amount;
    readonly due: Amount;
    readonly carriedForward: Amount;
    readonly settlement: 'PAYOUT' | 'OFFSET' | null;
    readonly production: readonly PrintedProduction[];
    readonly rates: readonly PrintedRate[];
    readonly entries: readonly PrintedCommission[];
  };
}

const NUMBER_WIDTH = 78;
const DATE_WIDTH = 55;

export function drawCommission(data: CommissionDocument): Promise<Pdf> {
  const { statement, language } = data;
  const texts = COMMISSION_TEXTS[language];
  const plain = (amount: Amount): string => formatNumber(amount, language);
  const right = { width: NUMBER_WIDTH, align: 'right' } as const;
  return drawDocument(data, { title: texts.title, number: statement.number ?? texts.draft }, (sheet) => {
    const { agent } = statement;
    drawFacts(
      sheet,
      [
        { label: texts.agent, value: [agent.name, statement.agentCode] },
        { label: texts.legalName, value: agent.legalName ?? '—' },
        { label: texts.afm, value: agent.afm ?? '—' },
        { label: texts.licenceNo, value: agent.licenceNo ?? '—' },
        { label: texts.period, value: formatPeriod(data.period), strong: true },
        { label: statement.number === null ? texts.printedOn : texts.approvedOn, value: formatDay(data.issuedAt) },
        { label: texts.due, value: sheet.money(statement.due), strong: true },
      ],
      4,
    );
    drawTable(sheet, {
      title: texts.production,
      rows: statement.production,
      columns: [
        { head: texts.kind, text: ({ kind }) => getTitle(texts.kinds, kind) },
        { ...right, head: texts.receipts, text: ({ receipts }) => String(receipts) },
        { ...right, head: texts.gross, text: ({ gross }) => plain(gross) },
        { ...right, head: texts.net, text: ({ net }) => plain(net) },
        { ...right, head: texts.commission, text: ({ commission }) => plain(commission) },
      ],
    });
    drawTable(sheet, {
      title: texts.byRate,
      rows: statement.rates,
      columns: [
        { head: texts.line, text: ({ line }) => getTitle(texts.lines, line) },
        { ...right, head: texts.percent, text: ({ percent }) => formatPercent(percent, language) },
        { ...right, head: texts.net, text: ({ net }) => plain(net) },
        { ...right, head: texts.commission, text: ({ commission }) => plain(commission) },
      ],
    });
    drawTable(sheet, {
      title: texts.settlement,
      rows: listSettlement(data),
      strong: ({ isStrong }) => isStrong,
      columns: [
        { head: texts.breakdown, text: ({ label }) => label },
        { ...right, head: texts.amount, text: ({ amount }) => plain(amount) },
      ],
    });
    if (statement.settlement !== null && Number(statement.due) > 0) drawParagraph(sheet, texts.paidBy[statement.settlement]);
    drawTable(sheet, {
      title: texts.entries,
      rows: statement.entries.length === 0 ? [] : [...statement.entries, null],
      strong: (row) => row === null,
      columns: listEntryColumns(data),
    });
  });
}

interface SettlementRow {
  readonly label: string;
  readonly amount: Amount;
  readonly isStrong: boolean;
}

function listSettlement({ statement, language }: CommissionDocument): SettlementRow[] {
  const texts = COMMISSION_TEXTS[language];
  const { earned, takenBack, carried, netted, withholdingPercent, tax, due, carriedForward } = statement;
  const total = toAmount(sum([earned, takenBack]));
  const rows = [
    { label: texts.earned, amount: earned, isStrong: false },
    { label: texts.takenBack, amount: takenBack, isStrong: false },
    { label: texts.totalCommission, amount: total, isStrong: true },
    { label: texts.netted, amount: netted, isStrong: false },
    { label: texts.carried, amount: carried, isStrong: false },
    { label: `${texts.tax} (${formatPercent(withholdingPercent, language)})`, amount: tax, isStrong: false },
    { label: texts.due, amount: due, isStrong: true },
    { label: texts.carriedForward, amount: carriedForward, isStrong: false },
  ];
  return rows.filter(({ amount, isStrong }) => isStrong || Number(amount) !== 0);
}

function listEntryColumns({ statement, language }: CommissionDocument): Column<PrintedCommission | null>[] {
  const texts = COMMISSION_TEXTS[language];
  const right = { width: NUMBER_WIDTH, align: 'right' } as const;
  const totalOf = (field: 'net' | 'commission'): Amount => toAmount(sum(statement.entries.map((entry) => entry[field])));
  const plain = (amount: Amount): string => formatNumber(amount, language);
  return [
    { head: texts.date, width: DATE_WIDTH, text: (entry) => (entry === null ? '' : formatDate(entry.date)) },
    { head: texts.policy, text: (entry) => (entry === null ? texts.total : `${entry.policyNo}\n${entry.clientName ?? ''}`) },
    { head: texts.receipt, width: NUMBER_WIDTH, text: (entry) => entry?.receipt ?? '' },
    {
      head: texts.kind,
      width: NUMBER_WIDTH,
      text: (entry) =>
        entry === null ? '' : [getTitle(texts.kinds, entry.kind), ...(entry.isReversal ? [`(${texts.reversal})`] : [])].join('\n'),
    },
    { ...right, head: texts.net, text: (entry) => plain(entry === null ? totalOf('net') : entry.net) },
    { ...right, head: texts.commission, text: (entry) => plain(entry === null ? totalOf('commission') : entry.commission) },
  ];
}

function getTitle(titles: Readonly<Record<string, string>>, code: string): string {
  return titles[code as Kind] ?? code;
}
