import { buildColumn, buildOptionalColumn } from '../../../common/table.js';
import {
  AMOUNTS,
  buildApplicationJoin,
  BOOKED,
  buildPeriodCondition,
  BUNDLES,
  BUNDLES_SQL,
  COMMISSION_CODE_SQL,
  POLICY,
  POLICY_SQL,
  TERM,
  TERM_SQL,
  type Report,
} from './report-parts.js';

/** Issues and cancellations, both in the order of an index. With a condition the plan starts at its applications. */
const movements = (where: string, isOfAgents: boolean): string => {
  const of = (id: string): string => (where === '' ? '' : `JOIN application a ON a.id = ${id}`);
  return `
    (SELECT t.at, r.application_id, CASE r.kind WHEN 'NEW' THEN 'ISSUED' ELSE 'RENEWED' END AS movement
    FROM ${BOOKED} ${of('r.application_id')} WHERE ${buildPeriodCondition(isOfAgents)} AND r.kind IN ('NEW', 'RENEWAL')${where} ORDER BY t.at)
    UNION ALL
    (SELECT t.at, t.application_id, 'CANCELLED' FROM status_transition t ${of('t.application_id')}
    WHERE t.action IN ('cancel_mid_term', 'lapse') AND t.at >= $1 AND t.at < $2${where} ORDER BY t.at)
    ORDER BY at, application_id, movement DESC OFFSET 0`;
};

/** An issue adds all receipts of the policy. A cancellation subtracts cancelled receipts and refunds. */
const PREMIUM = `
    SELECT coalesce(sum(s.sign * r.net), 0) AS net, coalesce(sum(s.sign * r.fee), 0) AS fee, coalesce(sum(s.sign * r.tax), 0) AS tax,
      coalesce(sum(s.sign * r.levy), 0) AS levy, coalesce(sum(s.sign * r.gross), 0) AS gross
    FROM receipt r CROSS JOIN LATERAL (SELECT CASE
        WHEN m.movement <> 'CANCELLED' THEN (r.kind <> 'REFUND')::int WHEN r.kind = 'REFUND' THEN 1 ELSE -(r.status = 'CANCELLED')::int END AS sign) s
    WHERE r.application_id = m.application_id`;

/** Policies issued, renewed and cancelled in a period (reports.4). */
export const PRODUCTION: Report = {
  title: { el: 'Παραγωγή', en: 'Production' },
  period: 'instants',
  columns: [
    buildColumn('movement', 'text', 'Κίνηση', 'Movement', 'ISSUED', ['ISSUED', 'RENEWED', 'CANCELLED']),
    buildColumn('movedAt', 'time', 'Χρόνος κίνησης', 'Time of the movement', '2026-11-25T10:15:00'),
    ...POLICY,
    buildColumn('applicationNo', 'text', 'Αριθμός αίτησης', 'Application number', 'F260000042'),
    ...TERM,
    buildColumn('issueDate', 'date', 'Ημερομηνία έκδοσης', 'Day of issue', '2026-11-25'),
    BUNDLES,
    buildOptionalColumn('commissionCode', 'text', 'Συνεργάτης προμήθειας', 'Agent of the commission', '10001'),
    ...AMOUNTS,
  ],
  sql: (where, isOfAgents) => `
  SELECT m.movement, m.at AS "movedAt", ${POLICY_SQL}, a.application_no AS "applicationNo", ${TERM_SQL}, a.issue_date AS "issueDate", ${BUNDLES_SQL},
    ${COMMISSION_CODE_SQL} AS "commissionCode", p.net, p.fee, p.tax, p.levy, p.gross
  FROM (${movements(where, isOfAgents)}) m JOIN ${buildApplicationJoin('m.application_id')} CROSS JOIN LATERAL (${PREMIUM}) p
  ORDER BY m.at, m.application_id, m.movement DESC`,
};
