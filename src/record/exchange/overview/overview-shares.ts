import { BEGUN, IN_FORCE, ISSUED, UNDERWRITING } from '../reports/report-parts.js';

const SUMMED_PARTS = ['status', 'premium', 'instalment', 'renewal', 'refund'] as const;
/** Counted from open items each time. `sender` is a refund without an application. */
export const OPEN_PARTS = ['referral', 'suspense', 'sender', 'message', 'request'] as const;
export type OverviewPart = (typeof SUMMED_PARTS)[number] | (typeof OPEN_PARTS)[number];

export const AGES = ['UNDER_1_HOUR', 'UNDER_4_HOURS', 'UNDER_24_HOURS', 'UNDER_3_DAYS', 'OVER_3_DAYS'] as const;
export type Age = (typeof AGES)[number];
const AGE_LIMITS_HOURS = [1, 4, 24, 72];

/** Premium counts as cancelled in that month (backoffice.35). */
export function selectShares(scope: string): string {
  return `
    SELECT a.id, a.agent_code, a.line, s.part, s.key, sum(s.count)::bigint AS count, sum(s.gross) AS gross, sum(s.net) AS net
    FROM application a CROSS JOIN LATERAL (
      SELECT 'status' AS part, a.status AS key, 1 AS count, 0.00 AS gross, 0.00 AS net
      UNION ALL
      SELECT 'renewal', a.end_date::text, 1, a.gross, a.net
      WHERE a.status IN (${IN_FORCE}) AND a.cancels_on IS NULL AND NOT EXISTS (SELECT FROM application n WHERE n.id = a.renewed_by AND n.status IN (${BEGUN}))
      UNION ALL
      SELECT o.part, o.key, o.count, o.gross, o.net FROM receipt r CROSS JOIN LATERAL (VALUES
        ('premium', to_char(r.issue_date, 'YYYY-MM'), (r.kind IN ('NEW', 'RENEWAL'))::int, r.gross, r.net, true),
        ('premium', to_char(coalesce(r.changed_at, a.updated_at) AT TIME ZONE 'Europe/Athens', 'YYYY-MM'), 0, -r.gross, -r.net, r.status = 'CANCELLED'),
        ('instalment', r.due_date::text, 1, r.gross, r.net, r.status = 'PENDING' AND (a.cancels_on > r.period_from) IS NOT FALSE)) AS o(part, key, count, gross, net, counts)
      WHERE a.status IN (${ISSUED}) AND r.application_id = a.id AND o.counts
      UNION ALL
      SELECT 'refund', '', 1, r.amount, 0.00 FROM refund r WHERE r.application_id = a.id AND r.status IN ('OWED', 'PREPARED')) AS s
    WHERE ${scope}
    GROUP BY a.id, a.agent_code, a.line, s.part, s.key`;
}

const FOR_ALL = (agentCode: string): string => `(SELECT '' UNION SELECT ${agentCode} WHERE ${agentCode} <> '') AS o(agent_code)`;

function selectAge(since: string): string {
  const waited = `coalesce(k.frozen_at, $1::timestamptz) - ${since}`;
  return `CASE ${AGE_LIMITS_HOURS.map((hours, at) => `WHEN ${waited} < interval '${hours} hours' THEN '${AGES[at]}'`).join(' ')} ELSE '${AGES.at(-1)}' END`;
}

/** The key is status and age of a referral, age of a request, or kind of a message. $1: moment. */
export const OPEN_ITEMS = `
  WITH referral AS MATERIALIZED (
    SELECT a.agent_code, a.line, a.status, (
      SELECT max(t.at) FROM status_transition t WHERE t.application_id = a.id AND t.to_status = a.status AND t.from_status <> t.to_status) AS since
    FROM application a WHERE a.status IN (${UNDERWRITING})),
  item AS (
    SELECT 'referral' AS part, r.status || ' ' || ${selectAge('r.since')} AS key, r.line, r.agent_code, 0.00 AS gross, r.since
    FROM referral r LEFT JOIN agent_clock k ON k.agent_code = r.agent_code
    UNION ALL
    SELECT 'suspense', '', '', coalesce(a.agent_code, b.agent_code, ''), s.amount, s.created_at
    FROM suspense_item s JOIN bank_advice b ON b.id = s.advice_id LEFT JOIN application a ON a.id = s.application_id WHERE s.resolved_at IS NULL
    UNION ALL
    SELECT 'sender', '', '', '', r.amount, r.owed_since FROM refund r
    WHERE r.application_id IS NULL AND r.agent_code IS NULL AND r.status IN ('OWED', 'PREPARED')
    UNION ALL
    SELECT 'message', m.kind, '', coalesce(a.agent_code, b.agent_code, ''), 0.00, m.created_at
    FROM staff_message m LEFT JOIN application a ON a.id = m.application_id
      LEFT JOIN suspense_item s ON s.id = m.suspense_id LEFT JOIN bank_advice b ON b.id = s.advice_id WHERE m.resolved_at IS NULL
    UNION ALL
    SELECT 'request', ${selectAge('q.created_at')}, '', q.agent_code, 0.00, q.created_at
    FROM service_request q LEFT JOIN agent_clock k ON k.agent_code = q.agent_code WHERE q.status = 'OPEN')
  SELECT o.agent_code, i.part, i.key, i.line, count(*) AS count, sum(i.gross) AS gross, 0.00 AS net, min(i.since) AS oldest
  FROM item i CROSS JOIN LATERAL ${FOR_ALL('i.agent_code')} GROUP BY 1, 2, 3, 4`;
