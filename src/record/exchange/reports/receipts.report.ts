import { addTitles, buildColumn } from '../../../common/table.js';
import {
  AMENDMENT_NO,
  AMENDMENT_NO_SQL,
  AMOUNTS,
  buildApplicationJoin,
  BOOKED,
  BOOKED_KIND,
  buildBookedCondition,
  POLICY,
  POLICY_SQL,
  RECEIPT_KIND,
  toBooked,
  type Report,
} from './report-parts.js';

export const RECEIPTS: Report = {
  title: { el: 'Αποδείξεις', en: 'Receipts' },
  period: 'instants',
  columns: [
    buildColumn('series', 'text', 'Σειρά', 'Series', '26F'),
    buildColumn('receiptNo', 'integer', 'Κλειδί απόδειξης', 'Key of the receipt', 1042),
    RECEIPT_KIND,
    buildColumn('bookedAt', 'time', 'Χρόνος εγγραφής', 'Time of the booking', '2026-11-25T10:15:00'),
    ...POLICY,
    buildColumn('instalmentNo', 'integer', 'Δόση', 'Instalment', 1),
    buildColumn('issueDate', 'date', 'Ημερομηνία έκδοσης', 'Day of issue', '2026-11-25'),
    buildColumn('dueDate', 'date', 'Πληρωτέα έως', 'Due', '2026-11-25'),
    buildColumn('periodFrom', 'date', 'Περίοδος από', 'Period from', '2026-12-01'),
    buildColumn('periodTo', 'date', 'Περίοδος έως', 'Period to, not included', '2027-12-01'),
    addTitles(
      buildColumn('paymentMethod', 'text', 'Τρόπος πληρωμής', 'Payment: charge of the agent or RF code', 'CHARGE', ['CHARGE', 'RF']),
      {
        CHARGE: { el: 'Χρέωση συνεργάτη', en: 'Charge of the agent' },
        RF: { el: 'Κωδικός RF', en: 'RF code' },
      },
    ),
    buildColumn('paymentReference', 'text', 'Αναφορά πληρωμής', 'Payment reference', 'P260000042/1'),
    buildColumn('paidAt', 'time', 'Χρόνος πληρωμής', 'Time of the payment', '2026-11-25T10:15:00'),
    ...AMOUNTS,
    buildColumn('number', 'integer', 'Αριθμός στη σειρά', 'Number in the series', 17),
    AMENDMENT_NO,
  ],
  sql: (where, isOfAgents) => `
  SELECT n.series, n.number, r.receipt_no AS "receiptNo", ${BOOKED_KIND}, t.at AS "bookedAt", ${POLICY_SQL}, r.instalment_no AS "instalmentNo", r.issue_date AS "issueDate",
    r.due_date AS "dueDate", r.period_from AS "periodFrom", r.period_to AS "periodTo", CASE WHEN t.kind IN ('PAYMENT', 'REVERSAL') THEN 'RF' ELSE r.payment_method END AS "paymentMethod",
    coalesce(CASE WHEN t.kind NOT IN ('PAYMENT', 'REVERSAL') THEN r.payment_reference END, t.reference) AS "paymentReference", t.at AS "paidAt",
    ${['net', 'fee', 'tax', 'levy', 'gross'].map((figure) => `${toBooked(`r.${figure}`)} AS ${figure}`).join(', ')}, ${AMENDMENT_NO_SQL}
  FROM ${BOOKED} JOIN receipt_number n ON n.receipt_no = r.receipt_no JOIN ${buildApplicationJoin('r.application_id')}
  WHERE ${buildBookedCondition(isOfAgents)}${where} ORDER BY t.at, t.id`,
};
