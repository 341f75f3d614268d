import { buildColumn, buildOptionalColumn } from '../../../common/table.js';
import { DECISIONS } from '../../contract/underwriting/underwriting.service.js';
import { AGENT, buildApplicationJoin, LINE, UNDERWRITING, type Report } from './report-parts.js';

const reasonsIn = (messages: string): string => `(
      SELECT string_agg(DISTINCT x ->> 'code', ' ') FROM jsonb_array_elements(${messages}) x WHERE x ->> 'severity' = 'referral')`;

const since = (application: string, status: string, last: string): string => `(
      SELECT max(x.at) FROM status_transition x
      WHERE x.application_id = ${application} AND x.to_status = ${status} AND x.from_status <> x.to_status${last})`;

const stateAt = (version: string): string => `LATERAL (
      SELECT s.state -> 'messages' AS messages, s.state -> 'approval' -> 'terms' AS terms FROM application_version s
      WHERE s.application_id = t.application_id AND s.version = ${version}
      UNION ALL
      SELECT n.messages, (n.approval -> 'terms')::jsonb FROM application n WHERE n.id = t.application_id AND n.version = ${version})`;

/** The number of transitions up to a decision is the version that it created. */
const items = (where: string): string => `
    SELECT a.id AS application_id, NULL::text AS outcome, NULL::timestamptz AS decided_at, NULL::text AS decided_by, ${since('a.id', 'a.status', '')} AS since,
      ${reasonsIn('a.messages')} AS reasons, NULL::jsonb AS terms
    FROM application a WHERE a.status IN (${UNDERWRITING}) AND ${since('a.id', 'a.status', '')} < $2${where}
    UNION ALL
    SELECT t.application_id, lower(coalesce(t.reason, t.action)), t.at, t.actor_name, ${since('t.application_id', 't.from_status', ' AND x.id < t.id')}, ${reasonsIn('previous.messages')},
      CASE WHEN t.action = 'approve' THEN later.terms END
    FROM status_transition t ${where === '' ? '' : 'JOIN application a ON a.id = t.application_id'}
      CROSS JOIN LATERAL (SELECT count(*) AS version FROM status_transition x WHERE x.application_id = t.application_id AND x.id <= t.id) v
      LEFT JOIN ${stateAt('v.version - 1')} previous ON true LEFT JOIN ${stateAt('v.version')} later ON true
    WHERE t.action IN ('approve', 'return', 'request_documents', 'decline') AND t.at >= $1 AND t.at < $2${where}`;

export const REFERRALS: Report = {
  title: { el: 'Αιτήματα έγκρισης', en: 'Referrals' },
  period: 'instants',
  columns: [
    LINE,
    ...AGENT,
    buildColumn('applicationId', 'integer', 'Αίτηση', 'Application', 42),
    buildColumn('applicationNo', 'text', 'Αριθμός αίτησης', 'Application number', 'F260000042'),
    buildColumn('clientName', 'text', 'Λήπτης της ασφάλισης', 'Client', 'Παπαδοπούλου Μαρία'),
    buildColumn('status', 'text', 'Κατάσταση σήμερα', 'Status now', '30'),
    buildOptionalColumn('reasons', 'text', 'Λόγοι', 'Reasons', 'F25-03'),
    buildOptionalColumn('waitingSince', 'time', 'Σε αναμονή από', 'Waiting since', '2026-11-25T10:15:00'),
    buildOptionalColumn('decidedAt', 'time', 'Χρόνος απόφασης', 'Time of the decision', '2026-11-25T12:40:00'),
    buildOptionalColumn('decidedBy', 'text', 'Αποφάσισε', 'Who decided', 'Νίκος Ελεγκτής'),
    buildOptionalColumn('outcome', 'text', 'Απόφαση', 'Outcome', 'approve', DECISIONS),
    buildOptionalColumn('loadingPercent', 'text', 'Επασφάλιστρο %', 'Loading, percent', '10'),
    buildOptionalColumn('excludedCovers', 'text', 'Εξαιρούμενες καλύψεις', 'Covers excluded', '004 005'),
    buildOptionalColumn('deductible', 'amount', 'Απαλλαγή', 'Deductible', 500),
    buildOptionalColumn('note', 'text', 'Σημείωση', 'Note of the underwriter', 'Με την επιφύλαξη ελέγχου'),
  ],
  sql: (where) => `
  SELECT a.line, a.agent_code AS "agentCode", g.name AS "agentName", a.id AS "applicationId", a.application_no AS "applicationNo",
    a.client_name AS "clientName", a.status, i.reasons, i.since AS "waitingSince", i.decided_at AS "decidedAt", i.decided_by AS "decidedBy", i.outcome,
    i.terms ->> 'loadingPercent' AS "loadingPercent", translate(i.terms ->> 'excludedCovers', '[]",', '') AS "excludedCovers",
    i.terms ->> 'deductible' AS deductible, i.terms ->> 'note' AS note
  FROM (${items(where)}) i JOIN ${buildApplicationJoin('i.application_id')}
  ORDER BY i.decided_at NULLS FIRST, i.since, a.id`,
};
