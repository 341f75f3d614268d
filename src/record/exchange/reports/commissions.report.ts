import { buildColumn } from '../../../common/table.js';
import {
  buildApplicationJoin,
  BOOKED,
  buildPeriodCondition,
  COMMISSION_CODE_SQL,
  POLICY,
  POLICY_SQL,
  RECEIPT_KIND,
  type Report,
} from './report-parts.js';

/** Bases of commissions, by the agent that an application names for them (reports.6). */
export const COMMISSIONS: Report = {
  title: { el: 'Βάσεις προμηθειών', en: 'Commission bases' },
  period: 'instants',
  columns: [
    buildColumn('commissionCode', 'text', 'Συνεργάτης προμήθειας', 'Agent of the commission', '10001'),
    buildColumn('bookedAt', 'time', 'Χρόνος εγγραφής', 'Time of the booking', '2026-11-25T10:15:00'),
    ...POLICY,
    buildColumn('receiptNo', 'integer', 'Αριθμός απόδειξης', 'Receipt number', 1042),
    RECEIPT_KIND,
    buildColumn('coverClass', 'text', 'Κατηγορία καλύψεων', 'Class of covers', 'FIRE'),
    buildColumn('base', 'amount', 'Βάση (καθαρά ασφάλιστρα)', 'Base: net premium of the class', 252),
  ],
  sql: (where, isOfAgents) => `
  SELECT ${COMMISSION_CODE_SQL} AS "commissionCode", t.at AS "bookedAt", ${POLICY_SQL}, r.receipt_no AS "receiptNo", r.kind,
    c.value ->> 'taxClass' AS "coverClass", c.value ->> 'net' AS base
  FROM ${BOOKED} JOIN ${buildApplicationJoin('r.application_id')}
    CROSS JOIN LATERAL jsonb_array_elements(r.taxes) WITH ORDINALITY AS c(value, place)
  WHERE ${buildPeriodCondition(isOfAgents)} AND ${COMMISSION_CODE_SQL} IS NOT NULL${where} ORDER BY t.at, t.id, c.place`,
};
