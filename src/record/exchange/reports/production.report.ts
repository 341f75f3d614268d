import { addTitles, buildColumn, buildOptionalColumn } from '../../../common/table.js';
import {
  AMENDMENT_NO,
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

/** Acts of one instant are in the order of their transitions, because an agent's clock may be frozen. */
const ACT = `
    SELECT c.cancelled_at, (SELECT count(*) FROM cancellation d WHERE d.application_id = c.application_id AND d.cancelled_at = c.cancelled_at AND d.act_no <= c.act_no) AS place
    FROM cancellation c
    WHERE c.application_id = t.application_id AND CASE t.action WHEN 'reinstate' THEN c.reinstated_at ELSE c.cancelled_at END <= t.at
    ORDER BY c.act_no DESC LIMIT 1 OFFSET (
      SELECT count(*) FROM status_transition l WHERE l.application_id = t.application_id AND l.at = t.at AND l.id > t.id
        AND l.action IN ('cancel_mid_term', 'lapse', 'reinstate') AND (l.action = 'reinstate') = (t.action = 'reinstate'))`;

/** A reversal at the moment of the issue comes after it. */
const amendments = (movement: string, column: 'issued_at' | 'reversed_at', join: string, where: string): string => `
    (SELECT am.${column}, am.application_id, '${movement}', NULL::bigint, NULL::bigint, NULL::timestamptz, NULL::bigint, am.id, ${column === 'issued_at' ? 1 : 2}
    FROM amendment am ${join} WHERE am.${column} >= $1 AND am.${column} < $2${where} ORDER BY am.${column})`;

/** Rows are in the order of an index. With a condition the plan starts at its applications. */
const movements = (where: string, isOfAgents: boolean): string => {
  const of = (id: string): string => (where === '' ? '' : `JOIN application a ON a.id = ${id}`);
  return `
    (SELECT t.at, r.application_id, CASE r.kind WHEN 'NEW' THEN 'ISSUED' WHEN 'RENEWAL' THEN 'RENEWED' ELSE 'UNCOVERED' END AS movement, r.receipt_no, r.replaces,
      NULL::timestamptz AS ended_at, NULL::bigint AS place, NULL::bigint AS amendment_id, t.id AS turn
    FROM ${BOOKED} ${of('r.application_id')}
    WHERE ${buildPeriodCondition(isOfAgents)} AND (r.kind IN ('NEW', 'RENEWAL') OR (r.replaces IS NOT NULL AND r.amendment_id IS NULL))${where} ORDER BY t.at)
    UNION ALL
    ${amendments('AMENDED', 'issued_at', of('am.application_id'), where)}
    UNION ALL
    ${amendments('AMENDMENT_REVERSED', 'reversed_at', of('am.application_id'), where)}
    UNION ALL
    (SELECT t.at, t.application_id, CASE t.action WHEN 'reinstate' THEN 'REINSTATED' ELSE 'CANCELLED' END, NULL::bigint, NULL::bigint,
      act.cancelled_at, act.place, NULL::bigint, t.id
    FROM status_transition t ${of('t.application_id')} LEFT JOIN LATERAL (${ACT}) act ON true
    WHERE t.action IN ('cancel_mid_term', 'lapse', 'reinstate') AND t.at >= $1 AND t.at < $2${where} ORDER BY t.at)
    ORDER BY at, application_id, ended_at NULLS FIRST, amendment_id NULLS FIRST, turn OFFSET 0`;
};

/** Each act of an instant has at most one receipt of an instalment and kind. */
const isOfAct = (condition: (receipt: string) => string): string => `(${condition('r')} AND m.place = (
            SELECT count(*) FROM receipt o WHERE o.application_id = r.application_id AND o.instalment_no = r.instalment_no AND o.kind = r.kind
              AND o.receipt_no <= r.receipt_no AND ${condition('o')}))`;
const isBookedAtEnd = (receipt: string): string =>
  `EXISTS (SELECT FROM ledger_transaction t WHERE t.receipt_no = ${receipt}.receipt_no AND t.kind IN ('REFUND', 'PREMIUM') AND t.at = m.ended_at)`;
const isCancelledAtEnd = (receipt: string): string => `${receipt}.status = 'CANCELLED' AND ${receipt}.changed_at = m.ended_at`;

/** The issue of an amendment has the first receipt of an instalment and kind. */
const isOfMovement = (receipt: string): string => `(m.movement = 'AMENDMENT_REVERSED') = EXISTS (
            SELECT FROM receipt o WHERE o.amendment_id = ${receipt}.amendment_id AND o.kind = ${receipt}.kind AND o.instalment_no = ${receipt}.instalment_no
              AND o.receipt_no < ${receipt}.receipt_no)`;

/** Endorsements, which are paid at its moment, and what its replacements of pending receipts change. */
const AMENDED = `(
          CASE WHEN r.amendment_id IS DISTINCT FROM m.amendment_id THEN false
            WHEN r.kind = 'ENDORSEMENT' THEN (
              SELECT CASE WHEN am.issued_at IS DISTINCT FROM am.reversed_at THEN r.paid_at = m.at ELSE ${isOfMovement('r')} END
              FROM amendment am WHERE am.id = m.amendment_id)
            ELSE r.replaces IS NOT NULL AND ${isOfMovement('r')} END::int
          - EXISTS (SELECT FROM receipt n WHERE n.replaces = r.receipt_no AND n.amendment_id = m.amendment_id AND ${isOfMovement('n')})::int)`;

/**
 * An issue adds all receipts of the policy. A cancellation subtracts the receipts of its act and its refunds, and adds
 * earned premium; a reinstatement is the opposite, except for earned premium that stays due.
 */
const PREMIUM = `
    SELECT coalesce(sum(s.sign * r.net), 0) AS net, coalesce(sum(s.sign * r.fee), 0) AS fee, coalesce(sum(s.sign * r.tax), 0) AS tax,
      coalesce(sum(s.sign * r.levy), 0) AS levy, coalesce(sum(s.sign * r.gross), 0) AS gross
    FROM receipt r CROSS JOIN LATERAL (SELECT CASE
        WHEN m.movement = 'UNCOVERED' THEN (r.receipt_no = m.receipt_no)::int - (r.receipt_no = m.replaces)::int
        WHEN m.amendment_id IS NOT NULL THEN ${AMENDED}
        WHEN m.ended_at IS NULL THEN (r.kind NOT IN ('REFUND', 'EARNED', 'ENDORSEMENT') AND r.replaces IS NULL AND r.restores IS NULL)::int
        WHEN r.kind IN ('REFUND', 'EARNED') THEN (m.movement = 'CANCELLED' OR r.status = 'CANCELLED')::int * ${isOfAct(isBookedAtEnd)}::int
        ELSE -(${isOfAct(isCancelledAtEnd)} AND NOT EXISTS (SELECT FROM receipt late WHERE late.replaces = r.receipt_no))::int
          END * CASE m.movement WHEN 'REINSTATED' THEN -1 ELSE 1 END AS sign) s
    WHERE r.application_id = m.application_id`;

const REASON = `CASE WHEN m.movement = 'CANCELLED' THEN (
    SELECT coalesce(c.reason_code, nullif(c.kind, 'CANCELLATION')) FROM cancellation c WHERE c.application_id = m.application_id AND c.cancelled_at = m.ended_at
    ORDER BY c.act_no LIMIT 1 OFFSET m.place - 1) END`;

export const PRODUCTION: Report = {
  title: { el: 'Παραγωγή', en: 'Production' },
  period: 'instants',
  columns: [
    addTitles(
      buildColumn('movement', 'text', 'Κίνηση', 'Movement', 'ISSUED', [
        'ISSUED',
        'RENEWED',
        'AMENDED',
        'AMENDMENT_REVERSED',
        'UNCOVERED',
        'CANCELLED',
        'REINSTATED',
      ]),
      {
        ISSUED: { el: 'Έκδοση', en: 'Issued' },
        RENEWED: { el: 'Ανανέωση', en: 'Renewed' },
        AMENDED: { el: 'Πρόσθετη πράξη', en: 'Amended' },
        AMENDMENT_REVERSED: { el: 'Αντιλογισμός πρόσθετης πράξης', en: 'Amendment reversed' },
        UNCOVERED: { el: 'Ημέρες χωρίς κάλυψη', en: 'Days without cover' },
        CANCELLED: { el: 'Ακύρωση', en: 'Cancelled' },
        REINSTATED: { el: 'Επαναφορά σε ισχύ', en: 'Reinstated' },
      },
    ),
    buildColumn('movedAt', 'time', 'Χρόνος κίνησης', 'Time of the movement', '2026-11-25T10:15:00'),
    ...POLICY,
    buildColumn('applicationNo', 'text', 'Αριθμός αίτησης', 'Application number', 'F260000042'),
    ...TERM,
    buildColumn('issueDate', 'date', 'Ημερομηνία έκδοσης', 'Day of issue', '2026-11-25'),
    buildOptionalColumn('cancellationReason', 'text', 'Αιτία ακύρωσης', 'Reason of the cancellation', 'SALE'),
    BUNDLES,
    buildOptionalColumn('commissionCode', 'text', 'Συνεργάτης προμήθειας', 'Agent of the commission', '10001'),
    ...AMOUNTS,
    AMENDMENT_NO,
  ],
  sql: (where, isOfAgents) => `
  SELECT m.movement, m.at AS "movedAt", ${POLICY_SQL}, a.application_no AS "applicationNo", ${TERM_SQL}, a.issue_date AS "issueDate", ${REASON} AS "cancellationReason",
    ${BUNDLES_SQL},
    ${COMMISSION_CODE_SQL} AS "commissionCode", p.net, p.fee, p.tax, p.levy, p.gross,
    (SELECT am.amendment_no FROM amendment am WHERE am.id = m.amendment_id) AS "amendmentNo"
  FROM (${movements(where, isOfAgents)}) m JOIN ${buildApplicationJoin('m.application_id')} CROSS JOIN LATERAL (${PREMIUM}) p
  ORDER BY m.at, m.application_id, m.ended_at NULLS FIRST, m.amendment_id NULLS FIRST, m.turn`,
};
