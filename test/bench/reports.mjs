import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onProduct } from './on-product.mjs';
import { callJson, postgresPidOf } from './product.mjs';
import { cpuSeconds, cpuSecondsOfFamily, here, residentMb } from './servers.mjs';

/**
 * `npm run bench:reports`: every report of staff over many policies, read to its end: rows, bytes, time to the first row, processor time of Node and
 * Postgres, and by how much the memory of the process grew. Policies are paid by instalments, a tenth of a year's are of one period. `BENCH_POLICIES` and
 * `BENCH_RECEIPTS` are their numbers: with 1,000,000 and 3,000,000, as it is meant, it takes half an hour and 12 GB of disk for the time being.
 */
const POLICIES = Number(process.env.BENCH_POLICIES ?? 1_000_000);
const RECEIPTS_EACH = Math.round(Number(process.env.BENCH_RECEIPTS ?? 3_000_000) / POLICIES);
const BATCH = 50_000;
const AGENTS = 400;
const MOST_MB = 50;
/** Of the policies three in ten are issued in the period of the reports. */
const SHARE = 0.3;
const YEAR = 'from=2025-01-01&to=2026-01-01';
const REPORTS = [
  ['production', YEAR],
  ['receipts', YEAR],
  ['commissions', YEAR],
  ['renewals', 'from=2026-01-01&to=2027-01-01'],
  ['referrals', YEAR],
  ['enfia', 'year=2025'],
  ['production', `${YEAR}&agent=BENCH-7`],
  ['receipts', `${YEAR}&agent=BENCH-7`],
  ['enfia', 'year=2025&agent=BENCH-7'],
];
const TABLES = ['application', 'receipt', 'receipt_cover', 'ledger_transaction', 'ledger_entry', 'status_transition'];
const FIRE = '/fire-api/rsc/applications';

await onProduct(async ({ product, headers, client }) => {
  const id = await issue(product, headers);
  process.stderr.write(`${POLICIES} policies, ${POLICIES * RECEIPTS_EACH} receipts …\n`);
  await fill(client, id);
  const staff = await signIn(product);
  // What a first call loads is not the report's.
  await read(product, staff, 'receipts', 'from=2001-01-01&to=2001-01-02');
  const results = [];
  for (const [name, query] of REPORTS) results.push(await measure(product, staff, name, query));
  print(results);
});

async function issue({ url }, headers) {
  const startDate = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const body = readFileSync(here('../../examples/fire-application.json'), 'utf8').replace('{{startDate}}', startDate);
  const { id } = await callJson(url + FIRE, { method: 'POST', headers, body });
  for (const path of [`${FIRE}/${id}/prepay`, `/collection-api/applications/${id}/charge`]) {
    const response = await fetch(url + path, { method: 'PUT', headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`PUT ${path} answered ${response.status}`);
  }
  return id;
}

/** Copies of the policy, past the triggers, issued over the years; each has so many receipts, all of them booked. */
async function fill(client, id) {
  const triggers = async (state) => {
    for (const table of TABLES) await client.query(`ALTER TABLE ${table} ${state} TRIGGER USER`);
  };
  await client.query(`INSERT INTO agent (code, name, type, credit_limit, created_at, updated_at)
    SELECT 'BENCH-' || n, 'Bench', 'broker', 0, now(), now() FROM generate_series(0, ${AGENTS - 1}) n`);
  await triggers('DISABLE');
  const issuedOn = `CASE WHEN n.id % 100 < ${SHARE * 100} THEN date '2025-01-01' ELSE date '2020-01-01' END + (n.id % 360)::int`;
  const at = `(${issuedOn})::timestamp + interval '10 hours'`;
  const own = {
    id: 'n.id',
    application_no: `'B' || n.id`,
    policy_no: `'PB' || n.id`,
    agent_code: `'BENCH-' || n.id % ${AGENTS}`,
    status: `CASE WHEN n.id % 100 < ${SHARE * 100} THEN '50' ELSE '60' END`,
    start_date: `${issuedOn} + 5`,
    end_date: `${issuedOn} + 370`,
    issue_date: issuedOn,
    questionnaire: `jsonb_set(t.questionnaire::jsonb, '{commission_code}', '"BENCH-1"')::json`,
    policy_document_id: 'NULL',
    ...{ shown: 'NULL', shown_form: 'NULL', shown_version: 'NULL' },
  };
  const policies = await copy(
    client,
    'application',
    own,
    `application t, generate_series($2::bigint, $3::bigint) AS n(id) WHERE t.id = $1`,
  );
  const receipts = await copy(
    client,
    'receipt',
    {
      receipt_no: `nextval('receipt_no_seq')`,
      application_id: 'n.id',
      policy_no: `'PB' || n.id`,
      instalment_no: 'i',
      kind: `CASE i WHEN 1 THEN 'NEW' ELSE 'INSTALMENT' END`,
      issue_date: issuedOn,
      paid_at: at,
    },
    `receipt t, generate_series($2::bigint, $3::bigint) AS n(id), generate_series(1, ${RECEIPTS_EACH}) i WHERE t.application_id = $1 ORDER BY n.id`,
  );
  const covers = await copy(
    client,
    'receipt_cover',
    { receipt_no: 'r.receipt_no' },
    `receipt_cover t JOIN receipt o ON o.receipt_no = t.receipt_no AND o.application_id = $1 CROSS JOIN receipt r WHERE r.application_id BETWEEN $2 AND $3 AND r.kind = 'NEW'`,
  );
  const bookings = `
    WITH booked AS (
      INSERT INTO ledger_transaction (at, kind, application_id, receipt_no, reference)
      SELECT paid_at, 'CHARGE', application_id, receipt_no, 'bench ' || receipt_no FROM receipt WHERE application_id BETWEEN $2 AND $3 RETURNING id, at)
    INSERT INTO ledger_entry (transaction_id, account_id, amount, at)
    SELECT b.id, e.account_id, e.amount, b.at FROM booked b, ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id WHERE t.application_id = $1`;
  const decisions = `
    INSERT INTO status_transition (application_id, from_status, to_status, action, actor, actor_name, at)
    SELECT n.id, a.from_status, a.to_status, a.action, a.actor, 'Bench', ${at} + a.hours * interval '1 hour'
    FROM generate_series($2::bigint, $3::bigint) AS n(id),
      (VALUES (NULL, '25', 'insert', 'agent', -3), ('25', '30', 'request_approval', 'agent', -2), ('30', '01', 'approve', 'underwriter', -1),
        ('01', '45', 'prepay', 'agent', 0), ('45', '50', 'issue', 'agent', 0)) AS a(from_status, to_status, action, actor, hours) WHERE n.id % 20 = 0 AND $1::bigint > 0`;
  for (let done = 0; done < POLICIES; done += BATCH) {
    const values = [id, 1_000_001 + done, 1_000_000 + Math.min(POLICIES, done + BATCH)];
    for (const text of [policies, receipts, covers, bookings, decisions]) await client.query(text, values);
  }
  await triggers('ENABLE');
  for (const table of TABLES) await client.query(`VACUUM ANALYZE ${table}`);
}

async function copy(client, table, own, from) {
  const { rows } = await client.query(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'production' AND table_name = $1
     AND is_generated = 'NEVER' AND identity_generation IS DISTINCT FROM 'ALWAYS' ORDER BY ordinal_position`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  return `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.map((name) => own[name] ?? `t.${name}`).join(', ')} FROM ${from}`;
}

async function signIn({ url, dataDir }) {
  const { staff } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
  const headers = { 'X-Forwarded-Proto': 'https', 'Content-Type': 'application/json' };
  const { token } = await callJson(`${url}/backoffice-api/sessions`, { method: 'POST', headers, body: JSON.stringify(staff.admin) });
  return { ...headers, Authorization: `Bearer ${token}` };
}

async function measure(product, headers, name, query) {
  const pid = postgresPidOf(product);
  const [node, postgres, before] = [cpuSeconds(product.child), cpuSecondsOfFamily(pid), residentMb(product.child)];
  let most = before;
  let isDone = false;
  const watch = (async () => {
    for (; !isDone; await sleep(50)) most = Math.max(most, residentMb(product.child));
  })();
  const { rows, bytes, firstMs } = await read(product, headers, name, query);
  isDone = true;
  await watch;
  // The connection's own process has ended with it, and is counted among those that have.
  await sleep(200);
  const [nodeSeconds, postgresSeconds] = [cpuSeconds(product.child) - node, cpuSecondsOfFamily(pid) - postgres];
  return {
    name: query.includes('agent') ? `${name} of an agent` : name,
    rows,
    bytes,
    firstMs,
    nodeSeconds,
    postgresSeconds,
    moreMb: most - before,
  };
}

/** Reads a report to its end, as fast as it comes; fails where it is cut. */
function read({ url }, headers, name, query) {
  const beganMs = performance.now();
  return new Promise((resolve, reject) => {
    get(`${url}/backoffice-api/reports/${name}?${query}`, { headers: { ...headers, Accept: 'application/x-ndjson' } }, (response) => {
      let [rows, bytes, firstMs] = [0, 0, NaN];
      response.on('data', (chunk) => {
        if (bytes === 0) firstMs = performance.now() - beganMs;
        bytes += chunk.length;
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows += 1;
      });
      response.on('error', reject);
      response.on('end', () =>
        response.statusCode === 200 ? resolve({ rows, bytes, firstMs }) : reject(new Error(`${name}: ${response.statusCode}`)),
      );
    }).on('error', reject);
  });
}

function print(results) {
  const lines = results.map(({ name, rows, bytes, firstMs, nodeSeconds, postgresSeconds, moreMb }) => {
    const figures = [(bytes / 1e6).toFixed(1), firstMs.toFixed(0), nodeSeconds.toFixed(2), postgresSeconds.toFixed(2), moreMb.toFixed(1)];
    return `| ${name} | ${rows.toLocaleString('en')} | ${figures.join(' | ')} |${moreMb > MOST_MB ? ' **missed**' : ''}`;
  });
  const heads = ['rows', 'MB', 'first row, ms', 'Node, s', 'Postgres, s', `more memory, MB (at most ${MOST_MB})`];
  process.stdout.write([`| Report | ${heads.join(' | ')} |`, '|:--|--:|--:|--:|--:|--:|--:|', ...lines, ''].join('\n'));
}
