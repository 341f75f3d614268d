import { toLocalDate, type LocalDate } from '../../../common/athens.js';
import { formatCsvHead, formatCsvLine, type CsvColumn, type CsvFormat } from '../../../common/csv.js';
import type { Period } from '../../../common/period.js';
import { toDecimal, toAmount, type Amount } from '../../../common/money.js';
import { STATEMENT_TEXTS } from '../../core/documents/rendering/statement-texts.js';
import type { StatementEntry } from './statement.js';
import type { StatementReading } from './statement.repository.js';

interface CsvRow {
  readonly date: LocalDate;
  readonly movement: string;
  readonly entry: StatementEntry | null;
  readonly debit: Amount | null;
  readonly credit: Amount | null;
  readonly balance: Amount;
}

const COLUMNS: readonly CsvColumn<CsvRow>[] = [
  { heading: { el: 'Ημερομηνία', en: 'Date' }, cell: ({ date }) => date },
  { heading: { el: 'Κίνηση', en: 'Entry' }, cell: ({ movement }) => movement },
  { heading: { el: 'Αιτιολογία', en: 'Reference' }, cell: ({ entry }) => entry?.reference ?? null },
  { heading: { el: 'Αίτηση', en: 'Application' }, cell: ({ entry }) => entry?.applicationId ?? null },
  { heading: { el: 'Ασφαλιστήριο', en: 'Policy' }, cell: ({ entry }) => entry?.policyNo ?? null },
  { heading: { el: 'Απόδειξη', en: 'Receipt' }, cell: ({ entry }) => entry?.receipt?.shownNo ?? null },
  { heading: { el: 'Λήπτης της ασφάλισης', en: 'Policyholder' }, cell: ({ entry }) => entry?.clientName ?? null },
  { heading: { el: 'Μικτά ασφάλιστρα', en: 'Gross premium' }, cell: ({ entry }) => entry?.receipt?.gross ?? null, isAmount: true },
  { heading: { el: 'Καθαρά ασφάλιστρα', en: 'Net premium' }, cell: ({ entry }) => entry?.receipt?.net ?? null, isAmount: true },
  { heading: { el: 'Χρέωση', en: 'Debit' }, cell: ({ debit }) => debit, isAmount: true },
  { heading: { el: 'Πίστωση', en: 'Credit' }, cell: ({ credit }) => credit, isAmount: true },
  { heading: { el: 'Υπόλοιπο', en: 'Balance' }, cell: ({ balance }) => balance, isAmount: true },
];

/** Writes opening balance, entries, then closing balance and sums (money.26). */
export async function* writeStatementCsv(
  { from, to }: Period,
  { sums: { opening, closing, debits, credits }, entries }: StatementReading,
  format: CsvFormat,
): AsyncGenerator<string, void> {
  const texts = STATEMENT_TEXTS[format.language];
  const line = (row: CsvRow): string => formatCsvLine(COLUMNS, row, format);
  const edge = { entry: null, debit: null, credit: null };
  yield formatCsvHead(COLUMNS, format) + line({ ...edge, date: from, movement: texts.opening, balance: opening });
  for await (const batch of entries) {
    const rows = batch.map((entry) =>
      line({ ...toSides(entry.amount), date: toLocalDate(entry.at), movement: texts.kinds[entry.kind], entry, balance: entry.balance }),
    );
    yield rows.join('');
  }
  yield line({ ...edge, date: to, movement: texts.closing, debit: debits, credit: credits, balance: closing });
}

export function toSides(amount: Amount): { readonly debit: Amount | null; readonly credit: Amount | null } {
  const value = toDecimal(amount);
  return value.gt(0) ? { debit: amount, credit: null } : { debit: null, credit: toAmount(value.neg()) };
}
