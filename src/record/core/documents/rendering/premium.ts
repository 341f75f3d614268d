import type { PrintedCharge, PrintedCover, PrintedDiscount, PrintedInstalment, PrintedTotals } from './documents.types.js';
import { formatDate, formatRate } from '../../../../common/formats.js';
import type { Sheet } from './sheet.js';
import { drawTable, type Column, type TableSpec } from './table.js';

const AMOUNT_WIDTH = 84;
const DATE_WIDTH = 58;

const NARROW = { code: 30, sumInsured: 90, deductible: 96, net: 76 };
const WIDE = { code: 34, sumInsured: 94, net: AMOUNT_WIDTH };

export function drawCovers(sheet: Sheet, title: string, covers: readonly PrintedCover[]): void {
  const { words } = sheet;
  const hasDeductible = covers.some((cover) => cover.deductible);
  const widths = hasDeductible ? NARROW : WIDE;
  const sumInsured: Column<PrintedCover> = {
    head: words.sumInsured,
    width: widths.sumInsured,
    align: 'right',
    text: (cover) => (cover.sumInsured == null ? '–' : sheet.money(cover.sumInsured)),
  };
  const deductible: Column<PrintedCover> = { head: words.deductible, width: NARROW.deductible, text: (cover) => cover.deductible ?? '–' };
  drawTable(sheet, {
    title,
    group: (cover) => cover.group,
    rows: covers,
    columns: [
      { head: words.code, width: widths.code, text: (cover) => cover.code },
      { head: words.cover, text: (cover) => (cover.insured ? `${cover.title}\u00a0– ${cover.insured}` : cover.title) },
      sumInsured,
      ...(hasDeductible ? [deductible] : []),
      { head: words.netPremium, width: widths.net, align: 'right', text: (cover) => sheet.money(cover.net) },
    ],
  });
}

export function drawDiscounts(sheet: Sheet, discounts: readonly PrintedDiscount[]): void {
  const { words, language } = sheet;
  const code: Column<PrintedDiscount> = { head: words.code, width: 34, text: (discount) => discount.code ?? '–' };
  const percentage: Column<PrintedDiscount> = {
    head: words.percentage,
    width: 60,
    align: 'right',
    text: ({ rate }) => (rate == null ? '–' : formatRate(rate, language)),
  };
  drawTable(sheet, {
    title: words.discounts,
    rows: discounts,
    columns: [
      ...(discounts.some((discount) => discount.code) ? [code] : []),
      { head: words.discount, text: (discount) => discount.title },
      ...(discounts.some(({ rate }) => rate != null) ? [percentage] : []),
      { head: words.amount, width: AMOUNT_WIDTH, align: 'right', text: ({ amount }) => (amount == null ? '–' : sheet.money(amount)) },
    ],
  });
}

interface TotalRow {
  readonly label: string;
  readonly rate: string;
  readonly amount: string;
  readonly isSum: boolean;
}

export function buildTotalsTable(sheet: Sheet, title: string, totals: PrintedTotals): TableSpec<TotalRow> {
  const { words, language } = sheet;
  const row = (label: string, amount: string, rate?: string | null, isSum = false): TotalRow => ({
    label,
    rate: rate == null ? '' : formatRate(rate, language),
    amount: sheet.money(amount),
    isSum,
  });
  const charge = (label: (title: string) => string) => (item: PrintedCharge) => row(label(item.title), item.amount, item.rate);
  return {
    title,
    strong: ({ isSum }) => isSum,
    rows: [
      row(words.net, totals.net),
      row(words.fee, totals.fee),
      ...totals.taxes.map(charge(words.tax)),
      ...totals.levies.map(charge(words.levy)),
      row(words.total, totals.gross, null, true),
    ],
    columns: [
      { head: words.breakdown, text: ({ label }) => label },
      { head: words.rate, width: 60, align: 'right', text: ({ rate }) => rate },
      { head: words.amount, width: AMOUNT_WIDTH, align: 'right', text: ({ amount }) => amount },
    ],
  };
}

/** Without statuses for what is only offered. */
export function buildInstalmentsTable(
  sheet: Sheet,
  instalments: readonly PrintedInstalment[],
  hasStatus = true,
): TableSpec<PrintedInstalment> {
  const { words } = sheet;
  const status: Column<PrintedInstalment> = { head: words.status, text: (instalment) => words.paymentStatuses[instalment.status] };
  return {
    title: words.instalments,
    rows: instalments,
    columns: [
      { head: words.ordinal, width: 26, text: ({ no }) => String(no) },
      { head: words.from, width: DATE_WIDTH, text: ({ from }) => formatDate(from) },
      { head: words.to, width: DATE_WIDTH, text: ({ to }) => formatDate(to) },
      { head: words.payBy, ...(hasStatus && { width: DATE_WIDTH + 4 }), text: ({ due }) => formatDate(due) },
      ...(hasStatus ? [status] : []),
      { head: words.amount, width: AMOUNT_WIDTH, align: 'right', text: ({ gross }) => sheet.money(gross) },
    ],
  };
}
