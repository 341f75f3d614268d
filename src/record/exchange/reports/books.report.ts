import { addTitles, buildColumn, buildOptionalColumn, type TableColumn } from '../../../common/table.js';
import { releasedTitles } from '../../reference/tariffs/tariff-titles.js';
import {
  buildApplicationJoin,
  BOOKED,
  buildBookedCondition,
  LINE,
  POLICY,
  POLICY_SQL,
  RECEIPT_KIND,
  TAX_CLASS,
  toBooked,
  type Report,
} from './report-parts.js';

const QUARTER = buildColumn('quarter', 'text', 'Τρίμηνο', 'Quarter', '2026-Q4');
const QUARTER_SQL = `to_char(t.booked_on, 'YYYY-"Q"Q')`;
const RATE = buildColumn('rate', 'text', 'Συντελεστής', 'Rate', '0.15');
const RECEIPTS = buildColumn('receipts', 'integer', 'Αποδείξεις', 'Receipts', 12);
const LEVY: Pick<TableColumn, 'findTitle'> = { findTitle: (code) => releasedTitles.find('levies', code) };

const WRITTEN = `ledger_transaction t JOIN receipt r ON r.receipt_no = t.receipt_no JOIN ${buildApplicationJoin('r.application_id')}
    CROSS JOIN LATERAL (SELECT CASE t.kind WHEN 'PREMIUM' THEN 1 ELSE -1 END AS factor) s`;
const WRITTEN_IN_PERIOD = `t.kind IN ('PREMIUM', 'PREMIUM_CANCELLATION') AND t.booked_on >= $1::date AND t.booked_on < $2::date`;

/** Uses the categories of the tax office: fire has 15 % and 5 % (reports.21). */
export const TAX: Report = {
  title: { el: 'Φόρος ασφαλίστρων', en: 'Premium tax' },
  period: 'days',
  columns: [
    QUARTER,
    LINE,
    TAX_CLASS,
    addTitles(buildOptionalColumn('taxCategory', 'text', 'Κατηγορία φόρου', 'Category of the tax office', '1', ['1', '2', '3', '4', '5']), {
      1: { el: 'α1) ασφάλιστρα κλάδου πυρός 20% (15%)', en: 'a1) fire premiums 20% (15%)' },
      2: { el: 'α2) ασφάλιστρα κλάδου πυρός 20% (5%)', en: 'a2) fire premiums 20% (5%)' },
      3: { el: 'β) ασφάλιστρα κλάδου ζωής 4%', en: 'b) life premiums 4%' },
      4: { el: 'γ) ασφάλιστρα λοιπών κλάδων 15%', en: 'c) premiums of other classes 15%' },
      5: { el: 'δ) απαλλασσόμενα φόρου ασφαλίστρων', en: 'd) exempt premiums' },
    }),
    RATE,
    RECEIPTS,
    buildColumn('base', 'amount', 'Φορολογητέα αξία', 'Base: net premium and policy fee', 277.2),
    buildColumn('tax', 'amount', 'Φόρος', 'Tax', 41.58),
  ],
  // The category of 5 % is rounded; that of 15 % has the rest, so that both add up to what is booked.
  sql: (where) => `
  WITH booked AS (
    SELECT ${QUARTER_SQL} AS quarter, a.line, c.value ->> 'taxClass' AS class, (c.value ->> 'rate')::numeric AS rate, count(*) AS receipts,
      sum(s.factor * ((c.value ->> 'net')::numeric + (c.value ->> 'fee')::numeric)) AS base, sum(s.factor * (c.value ->> 'tax')::numeric) AS tax
    FROM ${WRITTEN} CROSS JOIN LATERAL jsonb_array_elements(r.taxes) AS c(value)
    WHERE ${WRITTEN_IN_PERIOD}${where} GROUP BY 1, 2, 3, 4)
  SELECT quarter, line, class AS "coverClass", p.category AS "taxCategory", p.rate::text AS rate, receipts::int AS receipts, base, p.tax
  FROM booked b CROSS JOIN LATERAL (
    SELECT '1' AS category, 0.15 AS rate, b.tax - round(b.tax * 0.05 / b.rate, 2) AS tax WHERE b.rate = 0.20
    UNION ALL SELECT '2', 0.05, round(b.tax * 0.05 / b.rate, 2) WHERE b.rate = 0.20
    UNION ALL SELECT CASE b.rate WHEN 0.15 THEN '4' WHEN 0.04 THEN '3' WHEN 0 THEN '5' END, b.rate, b.tax WHERE b.rate <> 0.20) p
  WHERE base <> 0 OR b.tax <> 0 ORDER BY quarter, line, class, p.category`,
};

export const LEVIES: Report = {
  title: { el: 'Εισφορές', en: 'Levies' },
  period: 'days',
  columns: [
    QUARTER,
    LINE,
    { ...buildColumn('levy', 'text', 'Ταμείο', 'Fund', 'AUX_FUND'), ...LEVY },
    RATE,
    RECEIPTS,
    buildColumn('amount', 'amount', 'Εισφορά', 'Levy', 12.5),
  ],
  sql: (where) => `
  SELECT ${QUARTER_SQL} AS quarter, a.line, l.value ->> 'code' AS levy, l.value ->> 'rate' AS rate, count(*)::int AS receipts,
    sum(s.factor * (l.value ->> 'amount')::numeric) AS amount
  FROM ${WRITTEN} CROSS JOIN LATERAL jsonb_array_elements(r.levies) AS l(value)
  WHERE ${WRITTEN_IN_PERIOD}${where} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
};

const PARTS = {
  net: 'Καθαρά ασφάλιστρα|Net premium',
  fee: 'Δικαίωμα συμβολαίου|Policy fee',
  tax: 'Φόρος|Tax',
  levyAmount: 'Εισφορές|Levies',
};

export const RECEIPTS_BY_CLASS: Report = {
  title: { el: 'Εισπράξεις ανά κατηγορία', en: 'Receipts by class' },
  period: 'instants',
  columns: [
    LINE,
    RECEIPT_KIND,
    { ...TAX_CLASS, isOptional: true },
    { ...buildOptionalColumn('levy', 'text', 'Ταμείο', 'Fund', 'AUX_FUND'), ...LEVY },
    RECEIPTS,
    ...Object.entries(PARTS).map(([key, heading]) => {
      const [el = '', en = ''] = heading.split('|');
      return buildColumn(key, 'amount', el, en, 12.5);
    }),
  ],
  sql: (where, isOfAgents) => `
  SELECT a.line, CASE t.kind WHEN 'REVERSAL' THEN 'REVERSAL' ELSE r.kind END AS kind, p.class AS "coverClass", p.levy, count(*)::int AS receipts,
    sum(${toBooked('p.net')}) AS net, sum(${toBooked('p.fee')}) AS fee, sum(${toBooked('p.tax')}) AS tax, sum(${toBooked('p.amount')}) AS "levyAmount"
  FROM ${BOOKED} JOIN ${buildApplicationJoin('r.application_id')} CROSS JOIN LATERAL (
    SELECT c ->> 'taxClass' AS class, NULL AS levy, (c ->> 'net')::numeric AS net, (c ->> 'fee')::numeric AS fee, (c ->> 'tax')::numeric AS tax, 0.00 AS amount
    FROM jsonb_array_elements(r.taxes) c
    UNION ALL SELECT NULL, l ->> 'code', 0.00, 0.00, 0.00, (l ->> 'amount')::numeric FROM jsonb_array_elements(r.levies) l) p
  WHERE ${buildBookedCondition(isOfAgents)}${where} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
};

const RECEIPT: readonly TableColumn[] = [
  buildColumn('receiptNo', 'integer', 'Αριθμός απόδειξης', 'Receipt number', 1042),
  buildColumn('periodFrom', 'date', 'Περίοδος από', 'Period from', '2026-12-01'),
  buildColumn('periodTo', 'date', 'Περίοδος έως', 'Period to, not included', '2027-12-01'),
];
const RECEIPT_SQL = `r.receipt_no AS "receiptNo", r.period_from AS "periodFrom", r.period_to AS "periodTo"`;

export const RECEIVABLES: Report = {
  title: { el: 'Απαιτήσεις ανά παλαιότητα', en: 'Receivables by age' },
  period: 'days',
  columns: [
    ...POLICY,
    ...RECEIPT,
    buildColumn('dueDate', 'date', 'Πληρωτέα έως', 'Due', '2026-11-25'),
    buildColumn('daysOverdue', 'integer', 'Ημέρες καθυστέρησης', 'Days overdue', 12),
    buildColumn('age', 'text', 'Παλαιότητα (ημέρες)', 'Age in days', '1-30', ['not_due', '1-30', '31-60', '61-90', 'over_90']),
    buildColumn('amount', 'amount', 'Ποσό', 'Amount', 332.64),
  ],
  sql: (where) => `
  SELECT ${POLICY_SQL}, ${RECEIPT_SQL}, r.due_date AS "dueDate", greatest(d.days, 0) AS "daysOverdue",
    CASE WHEN d.days <= 0 THEN 'not_due' WHEN d.days <= 30 THEN '1-30' WHEN d.days <= 60 THEN '31-60' WHEN d.days <= 90 THEN '61-90' ELSE 'over_90' END AS age, o.amount
  FROM (
    SELECT receipt_no, sum(amount) AS amount FROM (
      SELECT r.receipt_no, r.gross AS amount FROM receipt r JOIN ledger_transaction t ON t.receipt_no = r.receipt_no AND t.kind = 'PREMIUM' WHERE r.status = 'PENDING'
      UNION ALL
      SELECT t.receipt_no, -e.amount FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id JOIN account k ON k.id = e.account_id AND k.kind = 'RECEIVABLE'
      WHERE t.booked_on >= $2::date AND t.receipt_no IS NOT NULL) moved
    GROUP BY 1 HAVING sum(amount) <> 0) o
    JOIN receipt r ON r.receipt_no = o.receipt_no JOIN ${buildApplicationJoin('r.application_id')}
    CROSS JOIN LATERAL (SELECT $1::date - r.due_date AS days) d
  WHERE true${where} ORDER BY r.due_date, r.receipt_no`,
};

/** Receipts written by then (reports.25), rounded as in books.9. */
export const UNEARNED: Report = {
  title: { el: 'Μη δεδουλευμένα ασφάλιστρα', en: 'Unearned premium' },
  period: 'days',
  columns: [
    ...POLICY,
    ...RECEIPT,
    TAX_CLASS,
    buildColumn('net', 'amount', 'Καθαρά ασφάλιστρα', 'Net premium', 252),
    buildColumn('unearnedDays', 'integer', 'Μη δεδουλευμένες ημέρες', 'Unearned days', 31),
    buildColumn('unearned', 'amount', 'Μη δεδουλευμένα', 'Unearned premium', 21.4),
  ],
  sql: (where) => `
  SELECT ${POLICY_SQL}, ${RECEIPT_SQL}, c.value ->> 'taxClass' AS "coverClass", (c.value ->> 'net')::numeric AS net, d.days AS "unearnedDays",
    round((c.value ->> 'net')::numeric * d.days / (r.period_to - r.period_from), 2) AS unearned
  FROM receipt r JOIN ledger_transaction t ON t.receipt_no = r.receipt_no AND t.kind = 'PREMIUM' AND t.booked_on < $2::date
    JOIN ${buildApplicationJoin('r.application_id')} CROSS JOIN LATERAL jsonb_array_elements(r.taxes) AS c(value)
    CROSS JOIN LATERAL (SELECT r.period_to - greatest(r.period_from, $2::date) AS days) d
  WHERE r.period_to > $2::date AND $1::date < $2::date AND NOT EXISTS (
      SELECT FROM ledger_transaction x WHERE x.receipt_no = r.receipt_no AND x.kind = 'PREMIUM_CANCELLATION' AND x.booked_on < $2::date)
    AND (c.value ->> 'net')::numeric <> 0${where}
  ORDER BY r.receipt_no, 11`,
};

export const MYDATA: Report = {
  title: { el: 'Συγκεντρωτικά myDATA', en: 'myDATA summary' },
  period: 'days',
  columns: [
    buildColumn('month', 'text', 'Μήνας', 'Month of the issue', '2026-11'),
    addTitles(buildColumn('documentType', 'text', 'Τύπος παραστατικού', 'Document type of myDATA', '11.2', ['11.2', '11.4']), {
      '11.2': { el: '11.2 Απόδειξη παροχής υπηρεσιών', en: '11.2 Retail receipt of services' },
      '11.4': { el: '11.4 Πιστωτικό στοιχείο λιανικής', en: '11.4 Retail credit note' },
    }),
    buildColumn('series', 'text', 'Σειρά', 'Series', '26F'),
    buildColumn('numberFrom', 'integer', 'Από αριθμό', 'First number', 1),
    buildColumn('numberTo', 'integer', 'Έως αριθμό', 'Last number', 12),
    buildColumn('issued', 'integer', 'Εκδόθηκαν', 'Receipts issued', 12),
    buildColumn('cancelled', 'integer', 'Εκ των οποίων ακυρώθηκαν', 'Of them cancelled since', 1),
    buildColumn('net', 'amount', 'Καθαρή αξία', 'Net value: premium and policy fee, without cancelled receipts', 277.2),
    buildColumn('tax1', 'amount', 'Λοιποί φόροι α1) πυρός 15%', 'Other taxes, category 1: fire 15 %', 41.58),
    buildColumn('tax2', 'amount', 'Λοιποί φόροι α2) πυρός 5%', 'Other taxes, category 2: fire 5 %', 13.86),
    buildColumn('taxOther', 'amount', 'Λοιποί φόροι λοιπών κλάδων', 'Other taxes, other categories', 37.5),
    buildColumn('fees', 'amount', 'Τέλη (εισφορές)', 'Fees: levies', 2.7),
    buildColumn('gross', 'amount', 'Συνολική αξία', 'Gross value', 332.64),
  ],
  sql: (where) => `
  SELECT to_char(n.issued_on, 'YYYY-MM') AS month, CASE WHEN n.series LIKE '%-R' THEN '11.4' ELSE '11.2' END AS "documentType", n.series,
    min(n.number) AS "numberFrom", max(n.number) AS "numberTo", count(*)::int AS issued, (count(*) FILTER (WHERE r.status = 'CANCELLED'))::int AS cancelled,
    sum(f.factor * (r.net + r.fee)) AS net, sum(f.factor * (x.fire - round(x.fire * 0.25, 2))) AS tax1, sum(f.factor * round(x.fire * 0.25, 2)) AS tax2,
    sum(f.factor * (r.tax - x.fire)) AS "taxOther", sum(f.factor * r.levy) AS fees, sum(f.factor * r.gross) AS gross
  FROM receipt_number n JOIN receipt r ON r.receipt_no = n.receipt_no JOIN ${buildApplicationJoin('r.application_id')}
    CROSS JOIN LATERAL (SELECT CASE WHEN r.status = 'CANCELLED' THEN 0 ELSE 1 END AS factor) f
    CROSS JOIN LATERAL (SELECT coalesce(sum((c ->> 'tax')::numeric) FILTER (WHERE (c ->> 'rate')::numeric = 0.20), 0.00) AS fire FROM jsonb_array_elements(r.taxes) c) x
  WHERE n.issued_on >= $1::date AND n.issued_on < $2::date${where} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
};
