import { buildColumn } from '../../../common/table.js';
import {
  AMENDMENT_NO,
  AMENDMENT_NO_SQL,
  buildApplicationJoin,
  BOOKED,
  BOOKED_KIND,
  buildBookedCondition,
  COMMISSION_CODE_SQL,
  POLICY,
  POLICY_SQL,
  RECEIPT_KIND,
  TAX_CLASS,
  toBooked,
  type Report,
} from './report-parts.js';

export const COMMISSIONS: Report = {
  title: { el: 'Προμήθειες', en: 'Commissions' },
  period: 'instants',
  columns: [
    buildColumn('commissionCode', 'text', 'Συνεργάτης προμήθειας', 'Agent of the commission', '10001'),
    buildColumn('bookedAt', 'time', 'Χρόνος εγγραφής', 'Time of the booking', '2026-11-25T10:15:00'),
    ...POLICY,
    buildColumn('receiptNo', 'integer', 'Αριθμός απόδειξης', 'Receipt number', 1042),
    RECEIPT_KIND,
    TAX_CLASS,
    buildColumn('base', 'amount', 'Βάση (καθαρά ασφάλιστρα)', 'Base: net premium of the class', 252),
    buildColumn('commission', 'amount', 'Προμήθεια', 'Commission', 50.4),
    AMENDMENT_NO,
  ],
  sql: (where, isOfAgents) => `
  SELECT coalesce((SELECT min(m.agent_code) FROM commission m WHERE m.receipt_no = r.receipt_no), ${COMMISSION_CODE_SQL}, a.agent_code) AS "commissionCode", t.at AS "bookedAt", ${POLICY_SQL}, r.receipt_no AS "receiptNo", ${BOOKED_KIND},
    c.value ->> 'taxClass' AS "coverClass", (${toBooked(`(c.value ->> 'net')::numeric`)})::text AS base, coalesce((
      SELECT sum(k.amount) FROM commission m JOIN commission_cover k ON k.commission_id = m.id JOIN receipt_cover v ON v.receipt_no = m.receipt_no AND v.position = k.position
      WHERE m.receipt_no = r.receipt_no AND m.at = t.at AND (m.reverses IS NOT NULL) = (t.kind = 'REVERSAL')
        AND v.tax_class = c.value ->> 'taxClass'), 0.00) AS commission, ${AMENDMENT_NO_SQL}
  FROM ${BOOKED} JOIN ${buildApplicationJoin('r.application_id')}
    CROSS JOIN LATERAL jsonb_array_elements(r.taxes) WITH ORDINALITY AS c(value, place)
  WHERE ${buildBookedCondition(isOfAgents)}${where} ORDER BY t.at, t.id, c.place`,
};
