import type { PrintedCharge, PrintedCover, PrintedDiscount, PrintedInstalment, PrintedTotals } from './documents.types.js';
import { formatAmount, formatDate, formatRate } from './formats.js';
import type { Sheet } from './sheet.js';
import { drawTable, type Column, type TableSpec } from './table.js';
import { PAYMENT_STATUS_TEXTS } from './texts.js';

/** The tables of money that contracts and receipts share. */

const AMOUNT_WIDTH = 84;
const DATE_WIDTH = 58;

export function drawCovers(sheet: Sheet, title: string, covers: readonly PrintedCover[], currency: string): void {
  const sumInsured: Column<PrintedCover> = {
    head: 'Ασφαλιζόμενο κεφάλαιο',
    width: AMOUNT_WIDTH + 10,
    align: 'right',
    text: (cover) => (cover.sumInsured == null ? '–' : formatAmount(cover.sumInsured, currency)),
  };
  drawTable(sheet, {
    title,
    group: (cover) => cover.group,
    rows: covers,
    columns: [
      { head: 'Κωδ.', width: 34, text: (cover) => cover.code },
      { head: 'Κάλυψη', text: (cover) => cover.title },
      sumInsured,
      { head: 'Καθαρό ασφάλιστρο', width: AMOUNT_WIDTH, align: 'right', text: (cover) => formatAmount(cover.net, currency) },
    ],
  });
}

export function drawDiscounts(sheet: Sheet, discounts: readonly PrintedDiscount[], currency: string): void {
  const amountOf = ({ amount }: PrintedDiscount): string => (amount == null ? '–' : formatAmount(amount, currency));
  drawTable(sheet, {
    title: 'Εκπτώσεις',
    rows: discounts,
    columns: [
      { head: 'Κωδ.', width: 34, text: (discount) => discount.code ?? '' },
      { head: 'Έκπτωση', text: (discount) => discount.title },
      { head: 'Ποσοστό', width: 60, align: 'right', text: ({ rate }) => (rate == null ? '–' : formatRate(rate)) },
      { head: 'Ποσό', width: AMOUNT_WIDTH, align: 'right', text: amountOf },
    ],
  });
}

export interface TotalRow {
  readonly label: string;
  readonly rate: string;
  readonly amount: string;
  readonly isSum: boolean;
}

export function totalsTable(title: string, totals: PrintedTotals, currency: string): TableSpec<TotalRow> {
  const row = (label: string, amount: string, rate?: string | null, isSum = false): TotalRow => ({
    label,
    rate: rate == null ? '' : formatRate(rate),
    amount: formatAmount(amount, currency),
    isSum,
  });
  const charge = (kind: string) => (item: PrintedCharge) => row(`${kind}: ${item.title}`, item.amount, item.rate);
  return {
    title,
    strong: ({ isSum }) => isSum,
    rows: [
      row('Καθαρά ασφάλιστρα', totals.net),
      row('Δικαίωμα συμβολαίου', totals.fee),
      ...totals.taxes.map(charge('Φόρος ασφαλίστρων')),
      ...totals.levies.map(charge('Εισφορά')),
      row('Σύνολο', totals.gross, null, true),
    ],
    columns: [
      { head: 'Ανάλυση', text: ({ label }) => label },
      { head: 'Συντελεστής', width: 60, align: 'right', text: ({ rate }) => rate },
      { head: 'Ποσό', width: AMOUNT_WIDTH, align: 'right', text: ({ amount }) => amount },
    ],
  };
}

export function instalmentsTable(instalments: readonly PrintedInstalment[], currency: string): TableSpec<PrintedInstalment> {
  return {
    title: 'Δόσεις',
    rows: instalments,
    columns: [
      { head: 'Α/Α', width: 26, text: ({ no }) => String(no) },
      { head: 'Από', width: DATE_WIDTH, text: ({ from }) => formatDate(from) },
      { head: 'Έως', width: DATE_WIDTH, text: ({ to }) => formatDate(to) },
      { head: 'Πληρωμή έως', width: DATE_WIDTH + 4, text: ({ due }) => formatDate(due) },
      { head: 'Κατάσταση', text: ({ status }) => PAYMENT_STATUS_TEXTS[status] },
      { head: 'Ποσό', width: AMOUNT_WIDTH, align: 'right', text: ({ gross }) => formatAmount(gross, currency) },
    ],
  };
}
