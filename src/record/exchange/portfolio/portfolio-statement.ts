import { formatStatusList, POLICY_STATUSES } from '../../core/applications/status.js';

const AMOUNTS = `'net', r.net, 'fee', r.fee, 'tax', r.tax, 'levy', r.levy, 'gross', r.gross`;

/** The number of a pending receipt is left out, because it may be given without an event. */
const RECEIPTS = `
  SELECT json_agg(json_build_object('receipt_no', r.receipt_no, 'series', CASE WHEN r.status <> 'PENDING' THEN n.series END,
    'number', CASE WHEN r.status <> 'PENDING' THEN n.number END, 'kind', r.kind, 'instalment_no', r.instalment_no, 'status', r.status,
    'period_from', r.period_from, 'period_to', r.period_to, 'issue_date', r.issue_date, 'due_date', r.due_date, ${AMOUNTS},
    'payment_method', r.payment_method, 'payment_reference', r.payment_reference) ORDER BY r.receipt_no)
  FROM receipt r LEFT JOIN receipt_number n ON n.receipt_no = r.receipt_no WHERE r.application_id = a.id`;

const AMENDMENTS = `
  SELECT json_agg(json_build_object('amendment_no', m.amendment_no, 'kind', m.kind, 'status', m.status, 'effective_date', m.effective_date,
    'issued_on', (m.issued_at AT TIME ZONE 'Europe/Athens')::date, 'reversed_on', (m.reversed_at AT TIME ZONE 'Europe/Athens')::date) ORDER BY m.amendment_no)
  FROM amendment m WHERE m.application_id = a.id`;

/** Uploads are the agency's own, and their names may change without an event. */
const DOCUMENTS = `
  SELECT json_agg(json_build_object('id', d.id, 'category_id', d.category_id, 'size', d.size, 'sha256', encode(d.sha256, 'hex'),
    'href', '/docs-api/policy/applications/' || a.id || '/documents/' || d.id) ORDER BY d.id)
  FROM document d WHERE d.application_id = a.id AND d.is_system`;

/**
 * Policies of agents ($1) that end on the day $2 or later, in the order of their ids; with `isOfSome` those of $3. The
 * ids are sorted without the rows.
 */
export const buildPortfolioStatement = (isOfSome: boolean): string => `
  SELECT a.id AS "applicationId", a.policy_no AS "policyNo", a.line, a.agent_code AS "agentCode", a.status, a.version, a.start_date AS "startDate",
    a.end_date AS "endDate", a.issue_date AS "issueDate", (a.end_date + interval '2 years')::date AS "listedUntil", a.cancels_on AS "cancelsOn",
    a.renewal_of AS "renewalOf", a.renewed_by AS "renewedBy", a.pay_frequency_months AS "payFrequencyMonths", a.client_name AS "clientName",
    a.client_afm AS "clientAfm", a.plate_no AS "plateNo", a.net, a.fee, a.tax, a.levy, a.gross, a.questionnaire, a.price,
    coalesce((${RECEIPTS}), '[]') AS receipts, coalesce((${AMENDMENTS}), '[]') AS amendments, coalesce((${DOCUMENTS}), '[]') AS documents
  FROM (
    SELECT id FROM application
    WHERE agent_code = ANY ($1::text[]) AND status IN (${formatStatusList(POLICY_STATUSES)}) AND end_date >= $2::date
      ${isOfSome ? 'AND id = ANY ($3::bigint[])' : ''}
    ORDER BY id) s
  JOIN application a ON a.id = s.id ORDER BY s.id`;

/** Which of the ids ($1) are applications of the agents ($2) that were not issued yet. */
export const FIND_UNISSUED = `
  SELECT id FROM application WHERE id = ANY ($1::bigint[]) AND agent_code = ANY ($2::text[]) AND status NOT IN (${formatStatusList(POLICY_STATUSES)})`;
