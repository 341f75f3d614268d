import { formatStatusList, POLICY_STATUSES } from '../../core/applications/status.js';

const listAmounts = (row: string): string =>
  ['net', 'fee', 'tax', 'levy', 'gross'].map((name) => `'${name}', trim_scale(${row}.${name})`).join(', ');

/** Builds one line, which `json_agg` does not. */
const buildArray = (fields: string, rows: string, order: string): string =>
  `coalesce((SELECT '[' || string_agg(json_build_object(${fields})::text, ',' ORDER BY ${order}) || ']' FROM ${rows}), '[]')`;

/** Leaves out the number of a pending receipt, which may be given without an event. */
const RECEIPTS = buildArray(
  `'receipt_no', r.receipt_no, 'series', CASE WHEN r.status <> 'PENDING' THEN n.series END,
    'number', CASE WHEN r.status <> 'PENDING' THEN n.number END, 'kind', r.kind, 'instalment_no', r.instalment_no, 'status', r.status,
    'period_from', r.period_from, 'period_to', r.period_to, 'issue_date', r.issue_date, 'due_date', r.due_date, ${listAmounts('r')},
    'payment_method', r.payment_method, 'payment_reference', r.payment_reference`,
  'receipt r LEFT JOIN receipt_number n ON n.receipt_no = r.receipt_no WHERE r.application_id = a.id',
  'r.receipt_no',
);

const AMENDMENTS = buildArray(
  `'amendment_no', m.amendment_no, 'kind', m.kind, 'status', m.status, 'effective_date', m.effective_date,
    'issued_on', (m.issued_at AT TIME ZONE 'Europe/Athens')::date, 'reversed_on', (m.reversed_at AT TIME ZONE 'Europe/Athens')::date`,
  'amendment m WHERE m.application_id = a.id',
  'm.amendment_no',
);

/** Uploads are the agency's own, and their names may change without an event. */
const DOCUMENTS = buildArray(
  `'id', d.id, 'category_id', d.category_id, 'size', d.size, 'sha256', encode(d.sha256, 'hex'),
    'href', '/docs-api/policy/applications/' || a.id || '/documents/' || d.id`,
  'document d WHERE d.application_id = a.id AND d.is_system',
  'd.id',
);

/** $1: agents; $2: earliest end; $3: ids. Lists are texts of JSON, because parsing and writing them takes longer. */
export const buildPortfolioStatement = (isOfSome: boolean): string => `
  SELECT a.id AS "applicationId", a.policy_no AS "policyNo", a.line, a.agent_code AS "agentCode", a.status, a.version, a.start_date AS "startDate",
    a.end_date AS "endDate", a.issue_date AS "issueDate", (a.end_date + interval '2 years')::date AS "listedUntil", a.cancels_on AS "cancelsOn",
    a.renewal_of AS "renewalOf", a.renewed_by AS "renewedBy", a.pay_frequency_months AS "payFrequencyMonths", a.client_name AS "clientName",
    a.client_afm AS "clientAfm", a.plate_no AS "plateNo", a.net, a.fee, a.tax, a.levy, a.gross, a.questionnaire, a.price,
    ${RECEIPTS} AS receipts, ${AMENDMENTS} AS amendments, ${DOCUMENTS} AS documents
  FROM (
    SELECT id FROM application
    WHERE agent_code = ANY ($1::text[]) AND status IN (${formatStatusList(POLICY_STATUSES)}) AND end_date >= $2::date
      ${isOfSome ? 'AND id = ANY ($3::bigint[])' : ''}
    ORDER BY id) s
  JOIN application a ON a.id = s.id ORDER BY s.id`;

export const FIND_UNISSUED = `
  SELECT id FROM application WHERE id = ANY ($1::bigint[]) AND agent_code = ANY ($2::text[]) AND status NOT IN (${formatStatusList(POLICY_STATUSES)})`;
