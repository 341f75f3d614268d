import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import pg from 'pg';
import { onProduct } from './on-product.mjs';
import { callJson, databaseUrlOf, postgresPidOf } from './product.mjs';
import { cpuSeconds, cpuSecondsOfFamily, here, residentMb } from './servers.mjs';

/**
 * `npm run bench:portfolio` copies a policy of an agent with its receipt and documents, reads the portfolio and its
 * digest, and prints rows per second and the growth of the process. `BENCH_POLICIES` is the number of copies.
 */
const POLICIES = Number(process.env.BENCH_POLICIES ?? 100_000);
const FIRE = '/fire-api/rsc/applications';
const PORTFOLIO = '/reports-api/resources/portfolio';
/** Columns of a copy that are not those of the original. */
const OWN = {
  application: { id: 'n.id', application_no: `'B' || n.id`, policy_no: `'PB' || n.id`, policy_document_id: 'NULL', client_search: null },
  receipt: { receipt_no: `nextval('receipt_no_seq')`, application_id: 'n.id', policy_no: `'PB' || n.id` },
  document: { id: null, application_id: 'n.id' },
};

await onProduct(async ({ product, headers }) => {
  const id = await issue(product, headers);
  const owner = await openOwner(product);
  await owner.query(`SET session_replication_role = replica`);
  const { rows } = await owner.query('SELECT max(id) AS last FROM application');
  const [first, last] = [Number(rows[0].last) + 1, Number(rows[0].last) + POLICIES];
  for (const table of Object.keys(OWN)) await copy(owner, table, { id, first, last });
  await owner.query('ANALYZE application, receipt, document');
  await owner.end();
  for (const [path, accept] of [
    ['', 'application/x-ndjson'],
    ['', 'text/csv'],
    ['/digest', 'application/x-ndjson'],
  ])
    await measure(product, headers, path, accept);
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

/** Opens a connection of the superuser of the embedded database. */
async function openOwner(product) {
  const url = new URL(databaseUrlOf(product));
  url.username = 'postgres';
  const owner = new pg.Client({ connectionString: url.href, options: '-c search_path=production,public -c statement_timeout=0' });
  await owner.connect();
  return owner;
}

async function copy(owner, table, { id, first, last }) {
  const { rows } = await owner.query(
    'SELECT column_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position',
    [table],
  );
  const names = rows.map(({ name }) => name).filter((name) => OWN[table][name] !== null);
  const values = names.map((name) => OWN[table][name] ?? `t.${name}`);
  const key = table === 'application' ? 't.id' : 't.application_id';
  await owner.query(
    `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM ${table} t, generate_series(${first}, ${last}) AS n(id) WHERE ${key} = ${id}`,
  );
}

/** Reads a response to its end without keeping it, and prints rows per second and the most resident memory. */
function measure(product, headers, path, accept) {
  const { url, child } = product;
  const pid = postgresPidOf(product);
  const [before, node, postgres] = [residentMb(child), cpuSeconds(child), cpuSecondsOfFamily(pid)];
  const beganMs = performance.now();
  let [rows, bytes, most] = [0, 0, before];
  return new Promise((resolve, reject) => {
    get(url + PORTFOLIO + path, { headers: { ...headers, Accept: accept } }, (response) => {
      const watch = setInterval(() => (most = Math.max(most, residentMb(child))), 200);
      response.on('data', (part) => {
        bytes += part.length;
        for (const byte of part) if (byte === 10) rows += 1;
      });
      response.on('error', reject).on('end', () => {
        clearInterval(watch);
        const seconds = (performance.now() - beganMs) / 1000;
        const line = `${rows} rows, ${Math.round(bytes / 1e6)} MB in ${seconds.toFixed(1)} s: ${Math.round(rows / seconds)} rows/s, memory ${Math.round(before)} to ${Math.round(most)} MB`;
        const cpu = `CPU ${(cpuSeconds(child) - node).toFixed(1)} s of Node, ${(cpuSecondsOfFamily(pid) - postgres).toFixed(1)} s of Postgres`;
        process.stdout.write(`${PORTFOLIO}${path} (${accept}), status ${response.statusCode}: ${line}, ${cpu}\n`);
        resolve();
      });
    }).on('error', reject);
  });
}
