import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onProduct } from './on-product.mjs';
import { callJson, postgresPidOf } from './product.mjs';
import { median } from './report.mjs';
import { cpuSeconds, cpuSecondsOfFamily, here } from './servers.mjs';

/**
 * `npm run bench:overview`: measures the administrator's overview over 20,000 and 1,000,000 applications in CPU time of
 * Node and Postgres. Half of them are policies by instalments, one in two hundred is a referral. Applications are
 * inserted during the measurement, so that the overview is updated. Takes some minutes and 6 GB of temporary disk
 * space.
 */
const SIZES = [20_000, 1_000_000];
const BATCH = 50_000;
const ROUNDS = 9;
const CALLS = 40;
const AGENTS = 400;
const MAX_RATIO = 1.5;
const TABLES = ['application', 'receipt', 'status_transition'];
const FIRE = '/fire-api/rsc/applications';

await onProduct(async ({ product, headers, client }) => {
  const { issuedId, referredId } = await insertModels(product, headers);
  const staff = await signIn(product);
  await client.query(`INSERT INTO agent (code, name, type, credit_limit, created_at, updated_at)
    SELECT 'BENCH-' || n, 'Bench', 'broker', 0, now(), now() FROM generate_series(0, ${AGENTS - 1}) n`);
  const results = [];
  for (const size of SIZES) {
    process.stderr.write(`${size} applications …\n`);
    await fill(client, issuedId, referredId, size);
    const filling = await foldAll(client, product);
    results.push({ size, ...filling, ...(await measure(product, headers, staff)) });
  }
  print(results);
});

async function insertModels({ url }, headers) {
  const startDate = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const text = readFileSync(here('../../examples/fire-application.json'), 'utf8').replace('{{startDate}}', startDate);
  const insert = async (change) => {
    const body = JSON.parse(text);
    change(body.fire_application);
    return (await callJson(url + FIRE, { method: 'POST', headers, body: JSON.stringify(body) })).id;
  };
  const put = async (path) => {
    const response = await fetch(url + path, { method: 'PUT', headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`PUT ${path} answered ${response.status}`);
  };
  const issuedId = await insert((application) => (application.pay_frequency_in_months = 3));
  await put(`${FIRE}/${issuedId}/prepay`);
  await put(`/collection-api/applications/${issuedId}/charge`);
  const referredId = await insert((application) => (application.objects_insured[0].illegal = '1'));
  await put(`${FIRE}/${referredId}/request_approval`);
  return { issuedId, referredId };
}

async function signIn({ url, dataDir }) {
  const { staff } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
  const headers = { 'X-Forwarded-Proto': 'https', 'Content-Type': 'application/json' };
  const { token } = await callJson(`${url}/backoffice-api/sessions`, { method: 'POST', headers, body: JSON.stringify(staff.admin) });
  return { ...headers, Authorization: `Bearer ${token}` };
}

/** Inserts copies up to the size without triggers, so that no event reports them. */
async function fill(client, issuedId, referredId, size) {
  const triggers = async (state) => {
    for (const table of TABLES) await client.query(`ALTER TABLE ${table} ${state} TRIGGER USER`);
  };
  await triggers('DISABLE');
  const columns = async (table) =>
    (
      await client.query(
        `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'production' AND table_name = $1
         AND is_generated = 'NEVER' AND identity_generation IS DISTINCT FROM 'ALWAYS' ORDER BY ordinal_position`,
        [table],
      )
    ).rows.map(({ name }) => name);
  const copy = async (table, own, from) => {
    const names = await columns(table);
    return `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.map((name) => own[name] ?? `t.${name}`).join(', ')} FROM ${from}`;
  };
  // Policies end on any day of the year; other applications are calculated, referred, declined or cancelled.
  const application = {
    id: 'n.id',
    application_no: `'F00' || lpad(n.id::text, 7, '0')`,
    policy_no: `CASE WHEN t.policy_no IS NOT NULL THEN 'PB' || n.id END`,
    agent_code: `'BENCH-' || n.id % ${AGENTS}`,
    status: `CASE WHEN n.id % 200 = 0 THEN '30' WHEN n.id % 2 = 0 THEN '50' ELSE (ARRAY['01', '25', '31', '02'])[1 + (n.id / 2) % 4] END`,
    end_date: `t.end_date - (n.id % 365)::int`,
    start_date: `t.start_date - (n.id % 365)::int`,
    policy_document_id: 'NULL',
  };
  const from = `application t, (SELECT nextval('application_id_seq') AS id FROM generate_series(1, $3)) n
    WHERE t.id = CASE WHEN n.id % 200 = 0 THEN $2::bigint ELSE $1::bigint END`;
  const insert = `WITH made AS (${await copy('application', application, from)} RETURNING id, status) SELECT min(id) AS first, max(id) AS last FROM made`;
  const days = `(n.id % 365)::int`;
  const receipt = {
    receipt_no: `nextval('receipt_no_seq')`,
    application_id: 'n.id',
    issue_date: `t.issue_date - ${days}`,
    due_date: `t.due_date - ${days}`,
    period_from: `t.period_from - ${days}`,
    period_to: `t.period_to - ${days}`,
  };
  for (const [name, value] of [
    ['payment_method', `'CHARGE'`],
    ['payment_reference', `'bench'`],
    ['paid_at', 'now()'],
  ])
    receipt[name] = `CASE WHEN t.due_date - ${days} < current_date OR t.status = 'PAID' THEN ${value} END`;
  receipt.status = `CASE WHEN t.due_date - ${days} < current_date OR t.status = 'PAID' THEN 'PAID' ELSE 'PENDING' END`;
  const receipts = await copy(
    'receipt',
    receipt,
    `receipt t, application n WHERE t.application_id = $1 AND n.id BETWEEN $2 AND $3 AND n.status = '50'`,
  );
  const referrals = await copy(
    'status_transition',
    { application_id: 'n.id', at: `now() - n.id % 300 * interval '20 minutes'` },
    `status_transition t, application n WHERE t.application_id = $1 AND t.to_status = '30' AND n.id BETWEEN $2 AND $3 AND n.status = '30'`,
  );
  for (;;) {
    const { rows } = await client.query('SELECT count(*)::int AS count FROM application');
    const missing = size - rows[0].count;
    if (missing <= 0) break;
    const { first, last } = (await client.query(insert, [issuedId, referredId, Math.min(BATCH, missing)])).rows[0];
    await client.query(receipts, [issuedId, first, last]);
    await client.query(referrals, [referredId, first, last]);
  }
  await triggers('ENABLE');
  for (const table of TABLES) await client.query(`VACUUM ANALYZE ${table}`);
}

/**
 * Updates the overview from all applications, as after an upgrade; prints the duration and the CPU time of later
 * updates.
 */
async function foldAll(client, product) {
  const pid = postgresPidOf(product);
  const cpu = () => cpuSeconds(product.child) + cpuSecondsOfFamily(pid);
  const before = cpu();
  await client.query('UPDATE overview_progress SET filled_to = 0, as_of = NULL');
  const asOf = async () => (await client.query('SELECT as_of FROM overview_progress')).rows[0].as_of;
  while ((await asOf()) === null) await sleep(200);
  const fillSeconds = cpu() - before;
  await client.query('VACUUM ANALYZE overview_share, overview_total');
  const idleBefore = cpu();
  await sleep(60_000);
  const { rows } = await client.query(
    `SELECT pg_total_relation_size('overview_share') + pg_total_relation_size('overview_total') AS bytes`,
  );
  return { fillSeconds, idleMsPerSecond: ((cpu() - idleBefore) * 1000) / 60, bytes: Number(rows[0].bytes) };
}

/** Measures rounds of sequential calls, each after an insert. */
async function measure(product, headers, staff) {
  const pid = postgresPidOf(product);
  const cpu = () => (cpuSeconds(product.child) + cpuSecondsOfFamily(pid)) * 1000;
  const read = () => callJson(`${product.url}/backoffice-api/overview`, { headers: staff });
  for (let call = 0; call < CALLS; call += 1) await read();
  const [cpuMs, ms] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    await insertModels(product, headers);
    await sleep(300);
    const before = cpu();
    for (let call = 0; call < CALLS; call += 1) {
      const startedMs = performance.now();
      await read();
      ms.push(performance.now() - startedMs);
    }
    cpuMs.push((cpu() - before) / CALLS);
  }
  return { cpuMs: median(cpuMs), ms: median(ms) };
}

function print(results) {
  const [small, large] = results;
  const ratio = large.cpuMs / small.cpuMs;
  const lines = results.map(
    ({ size, cpuMs, ms, fillSeconds, idleMsPerSecond, bytes }) =>
      `| ${size} | ${cpuMs.toFixed(2)} | ${ms.toFixed(1)} | ${fillSeconds.toFixed(1)} | ${idleMsPerSecond.toFixed(1)} | ${(bytes / 2 ** 20).toFixed(1)} |`,
  );
  process.stdout.write(
    [
      '| Applications | processor, ms a call | median ms | first filling, processor s | idle, processor ms a second | tables, MB |',
      '|--:|--:|--:|--:|--:|--:|',
      ...lines,
      '',
      `${ratio.toFixed(2)} times the processor time (at most ${MAX_RATIO})${ratio <= MAX_RATIO ? '' : ' **missed**'}.`,
      '',
    ].join('\n'),
  );
}
