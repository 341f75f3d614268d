import { callJson } from './product.mjs';

const BATCH = 50_000;
/** Number of rare rows at every size, so that a filter finds equally many. */
const FEW = 100;
const QUEUED = 1_000;
const AGENTS = 200;
const FIRST_NAMES = ['Γεώργιος', 'Μαρία', 'Ιωάννης', 'Ελένη', 'Δημήτριος', 'Αικατερίνη', 'Νικόλαος', 'Σοφία', 'Στυλιανός'];

/** Status by the number `k` of the copy; rare ones are among the first. Nothing is due, so that no job changes it. */
const STATUS = `(CASE WHEN k <= ${QUEUED} THEN (ARRAY['30', '30', '30', '30', '11', '11', '39', '12', '45', '31'])[1 + k % 10]
  ELSE (ARRAY['01', '01', '02', '55', '60'])[1 + k % 20] END)`;
/** Policies that end soon. */
const ENDS = `k BETWEEN ${2 * QUEUED} AND ${2 * QUEUED + FEW}`;
const OWN = {
  id: 'k + $1',
  application_no: `'F00' || lpad((k + $1)::text, 7, '0')`,
  policy_no: `'P00' || lpad((k + $1)::text, 7, '0')`,
  status: `coalesce(${STATUS}, '50')`,
  agent_code: `CASE WHEN k <= ${FEW} THEN 'B000' ELSE 'B' || lpad((1 + k % ${AGENTS})::text, 3, '0') END`,
  client_name: `CASE WHEN k <= ${FEW} THEN 'Ξυλοφάγος' ELSE 'Παπαδόπουλος' END || ' ' || ($2::text[])[1 + k * 104729 % ${FIRST_NAMES.length}] || ' ' || k`,
  client_afm: `CASE WHEN k <= ${FEW} THEN '123456783' ELSE lpad(k::text, 9, '2') END`,
  plate_no: `CASE WHEN k <= ${FEW} THEN 'IZX4821' ELSE 'K' || k END`,
  start_date: `CASE WHEN k <= ${FEW} THEN date '2039-06-01' WHEN ${ENDS} THEN current_date - 360 ELSE date '2041-01-10' + (k * 7 % 1800)::int END`,
  end_date: `CASE WHEN k <= ${FEW} THEN date '2040-06-01' WHEN ${ENDS} THEN current_date + 5 + (k % 20)::int ELSE date '2042-01-10' + (k * 7 % 1800)::int END`,
  issue_date: `date '2021-01-01'`,
  gross: `CASE WHEN k <= ${FEW} THEN 5000000 ELSE 100 + (k * 7919 % 900000) / 100.0 END`,
  messages: `CASE WHEN k <= ${QUEUED} AND k % 10 < 6 THEN '[{"code": "F25-03", "severity": "referral", "path": "objects_insured[0]", "text": {"el": "—", "en": "—"}}]'::jsonb ELSE a.messages END`,
  pay_by: `timestamptz '2040-01-01'`,
  accept_by: `timestamptz '2040-01-01'`,
  created_at: `timestamptz '2021-01-01' + k * interval '150 seconds'`,
  updated_at: `timestamptz '2021-01-01' + (k + 1000 + k * 104729 % 5000) * interval '150 seconds'`,
};

/** Lists with few and with many rows, each filter alone and each order. */
export const LISTS = [
  ['all', ''],
  ...['30,11', '12,39', '45', '31', '50', '55', '50,55,60', '01'].map((status) => [`status ${status}`, `status=${status}`]),
  ['line', 'line=fire'],
  ['agent, few', 'agent=B000'],
  ['plate', 'plateNo=IZX4821'],
  ['number of a policy', 'policyNo=P000000150'],
  ['numbers of many', 'policyNo=P00'],
  ['numbers of many, of long ago', 'policyNo=P0000'],
  ['numbers of many applications', 'applicationNo=F00'],
  ['numbers of either kind', 'number=f0000'],
  ['client', 'afm=123456783'],
  ['part of a name, few', `name=${encodeURIComponent('ξυλοφαγ')}`],
  ['part of a name, many', `name=${encodeURIComponent('παπαδοπ')}`],
  ['entered, few', 'to=2021-01-01T04:10:00'],
  ['entered, many', 'from=2021-01-02'],
  ['start, few', 'startTo=2039-12-31'],
  ['start, many', 'startFrom=2041-02-01'],
  ['end, few', 'endTo=2040-12-31'],
  ['end, many', 'endFrom=2042-02-01'],
  ['premium, few', 'premiumFrom=4000000'],
  ['premium, many', 'premiumTo=4000'],
  ['waiting since, few', 'waitingSinceTo=2021-01-03T02:00:00'],
  ['waiting since, many', 'waitingSinceFrom=2021-01-03'],
  ['reason', 'reason=F25-03'],
  ['assigned to me', 'assignee=me'],
  ['assigned to nobody', 'assignee=none'],
  ['the open ones of nobody', 'assignee=none&status=30,11'],
  ...['startDate', 'endDate', 'premium', 'applicationNo', 'agent'].flatMap((key) => [
    [`all by ${key}`, `sort=${key}`],
    [`all by ${key}, turned round`, `sort=-${key}`],
  ]),
  ['policies in force by end', 'status=50&sort=endDate'],
  ['the queue, turned round', 'status=30,11,39,12,45&sort=-waitingSince'],
  ['the queue by client', 'status=30,11&sort=client'],
  ['the queue by premium', 'status=30,11&sort=-premium'],
];

/** Lists of due policies: few have overdue instalments, a thousand have instalments due soon. */
export const QUEUES = [
  ['policies due', 'queue=due'],
  ['policies due, of an agent', 'queue=due&agent=B001'],
  ['policies overdue', 'queue=overdue'],
  ['policies overdue, of an agent', 'queue=overdue&agent=B001'],
  ['policies to renew', 'queue=renew'],
  ['policies ending', 'queue=ending'],
  ['policies ending, of an agent', 'queue=ending&agent=B001'],
];

/** Three receipts per policy: two paid ones and an open instalment while the policy is in force. */
const RECEIPTS = `
  INSERT INTO receipt (application_id, policy_no, instalment_no, kind, period_from, period_to, issue_date, due_date, status, net, fee, tax, levy, gross,
    taxes, levies, payment_method, payment_reference, paid_at, agent_code)
  SELECT a.id, a.policy_no, i, CASE i WHEN 1 THEN 'NEW' ELSE 'INSTALMENT' END, day, day + 120, day - 20, day,
    CASE WHEN i < 3 THEN 'PAID' WHEN a.status = '50' THEN 'PENDING' ELSE 'CANCELLED' END, 80, 5, 12, 3, 100, '[]', '[]',
    CASE WHEN i < 3 THEN 'CHARGE' END, CASE WHEN i < 3 THEN a.policy_no || '/' || i END, CASE WHEN i < 3 THEN day END,
    a.agent_code
  FROM application a, generate_series(1, 3) AS i,
    LATERAL (SELECT CASE WHEN i < 3 OR a.id - $1 BETWEEN ${2 * QUEUED} AND ${2 * QUEUED + FEW} THEN date '2021-01-01' + 120 * i WHEN a.id - $1 <= ${QUEUED + FEW} THEN current_date - 3
      WHEN a.id - $1 <= ${2 * QUEUED} THEN current_date + (a.id % 28)::int ELSE a.end_date - 120 END AS day) AS of_period
  WHERE a.id BETWEEN $1 + $2 AND $1 + $3 AND a.status IN ('50', '55', '60')`;

export async function fillLists(client, id, size) {
  const { rows: columns } = await client.query(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'production' AND table_name = 'application' AND is_generated = 'NEVER' ORDER BY ordinal_position`,
  );
  const names = columns.map(({ name }) => name);
  const insert = `INSERT INTO application (${names.join(', ')}) SELECT ${names.map((name) => OWN[name] ?? `a.${name}`).join(', ')}
    FROM application a, (SELECT generate_series($3::bigint, $4::bigint) AS k) AS n WHERE a.id = $1`;
  const { rows } = await client.query('SELECT max(id)::int AS last FROM application');
  // Triggers must not report these receipts as events.
  await client.query('ALTER TABLE receipt DISABLE TRIGGER USER');
  for (let done = rows[0].last - id; done < size; done += BATCH) {
    const last = Math.min(size, done + BATCH);
    await client.query(insert, [id, FIRST_NAMES, done + 1, last]);
    await client.query(RECEIPTS, [id, done + 1, last]);
  }
  await client.query('ALTER TABLE receipt ENABLE TRIGGER USER');
  await client.query(
    `INSERT INTO agent (code, name, type, credit_limit, created_at, updated_at)
     SELECT 'B' || lpad(n::text, 3, '0'), 'Πρακτορείο ' || n, 'broker', 0, now(), now() FROM generate_series(0, ${AGENTS}) AS n ON CONFLICT DO NOTHING`,
  );
  await client.query(
    `INSERT INTO application_assignee (application_id, user_id, assigned_by, assigned_at)
     SELECT $1::bigint + k * 10, u.id, u.id, now() FROM generate_series(1, ${FEW}) AS k, gateway.app_user AS u WHERE u.role = 'underwriter'
     ON CONFLICT DO NOTHING`,
    [id],
  );
  await client.query('VACUUM ANALYZE application, receipt');
  await client.query('ANALYZE application_assignee');
}

/** Signs in a user of the demo and returns the headers. */
export async function signIn({ url }, { staff }, role) {
  const headers = { 'X-Forwarded-Proto': 'https', 'Content-Type': 'application/json' };
  const { token } = await callJson(`${url}/backoffice-api/sessions`, { method: 'POST', headers, body: JSON.stringify(staff[role]) });
  return { ...headers, Authorization: `Bearer ${token}` };
}
