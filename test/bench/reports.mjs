import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { MoneyLists } from './money-lists.mjs';
import { onProduct } from './on-product.mjs';
import { callJson, databaseUrlOf, postgresPidOf } from './product.mjs';
import { fillBooks } from './seed-books.mjs';
import { cpuSeconds, cpuSecondsOfFamily, here, residentMb } from './servers.mjs';

/**
 * `npm run bench:reports` reads every report of staff over many policies to its end. It prints rows, bytes, time to
 * the first row, CPU time of Node and Postgres, pages read, and the growth of the process. Before that it reads the
 * lists of money over 20,000 policies and over all of them. Three tenths of the policies are issued in the year of the
 * reports. `BENCH_POLICIES` and `BENCH_RECEIPTS` are their numbers; 1,000,000 and 3,000,000 need half an hour and 12
 * GB of disk.
 */
const POLICIES = Number(process.env.BENCH_POLICIES ?? 1_000_000);
const RECEIPTS_EACH = Math.round(Number(process.env.BENCH_RECEIPTS ?? 3_000_000) / POLICIES);
const SIZES = [Math.min(20_000, POLICIES), POLICIES];
const MOST_MB = 50;
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
  ['commissions', `${YEAR}&agent=BENCH-7`],
  ['referrals', `${YEAR}&agent=BENCH-7`],
  ['enfia', 'year=2025&agent=BENCH-7'],
];
const FIRE = '/fire-api/rsc/applications';

await onProduct(async ({ product, headers, client }) => {
  const id = await issue(product, headers);
  const staff = await signIn(product, 'admin');
  const owner = await openOwner(product);
  const lists = await MoneyLists.open({ product, client }, await signIn(product, 'issuing'), await amountOf(client, id));
  for (const size of SIZES) {
    const beganMs = performance.now();
    process.stderr.write(`${size} policies, ${size * RECEIPTS_EACH} receipts …\n`);
    await fillBooks(owner, id, { size, receiptsEach: RECEIPTS_EACH });
    process.stderr.write(`filled in ${Math.round((performance.now() - beganMs) / 1000)} s\n`);
    await lists.measure();
  }
  lists.print(SIZES);
  await owner.end();
  await printBooks(product, await signIn(product, 'accounting'));
  // Warms up, so that no report includes the work of a first call.
  await read(product, staff, 'receipts', 'from=2001-01-01&to=2001-01-02');
  const results = [];
  for (const [name, query] of REPORTS) results.push(await measure({ product, headers: staff, client }, name, query));
  print(results);
});

/** Opens a connection of the superuser of the embedded database. */
async function openOwner(product) {
  const url = new URL(databaseUrlOf(product));
  url.username = 'postgres';
  const owner = new pg.Client({ connectionString: url.href, options: '-c search_path=production,public -c statement_timeout=0' });
  owner.on('error', () => undefined);
  await owner.connect();
  return owner;
}

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

/** Formats the amount as in a bank file. */
async function amountOf(client, id) {
  const { rows } = await client.query('SELECT gross FROM receipt WHERE application_id = $1', [id]);
  return rows[0].gross;
}

async function signIn({ url, dataDir }, role) {
  const { staff } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
  const headers = { 'X-Forwarded-Proto': 'https', 'Content-Type': 'application/json' };
  const { token } = await callJson(`${url}/backoffice-api/sessions`, { method: 'POST', headers, body: JSON.stringify(staff[role]) });
  return { ...headers, Authorization: `Bearer ${token}` };
}

/** Prints the median time of five calls of the books. */
async function printBooks({ url }, headers) {
  const today = new Date().toISOString().slice(0, 10);
  for (const path of [`trial-balance?on=${today}`, 'accounts', `reconciliation?on=${today}`, `journal?from=2025-06-01&to=2025-07-01`]) {
    const times = [];
    for (let round = 0; round < 5; round += 1) {
      const beganMs = performance.now();
      await callJson(`${url}/backoffice-api/ledger/${path}`, { headers });
      times.push(performance.now() - beganMs);
    }
    process.stdout.write(`ledger/${path}: ${Math.round(times.toSorted((one, other) => one - other)[2])} ms\n`);
  }
}

/** Counts the 8 kB pages read from memory or disk, for connections that have published their statistics. */
async function pagesOf(client) {
  const { rows } = await client.query('SELECT blks_hit + blks_read AS pages FROM pg_stat_database WHERE datname = current_database()');
  return Number(rows[0].pages);
}

async function measure({ product, headers, client }, name, query) {
  const pagesBefore = await pagesOf(client);
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
  // The server process of the connection has ended and counts among the ended children.
  await sleep(200);
  const [nodeSeconds, postgresSeconds] = [cpuSeconds(product.child) - node, cpuSecondsOfFamily(pid) - postgres];
  return {
    name: query.includes('agent') ? `${name} of an agent` : name,
    rows,
    bytes,
    firstMs,
    nodeSeconds,
    postgresSeconds,
    pages: (await pagesOf(client)) - pagesBefore,
    moreMb: most - before,
  };
}

/** Reads a report to its end at full speed; throws when it is truncated. */
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
  const lines = results.map(({ name, rows, bytes, firstMs, nodeSeconds, postgresSeconds, pages, moreMb }) => {
    const figures = [
      (bytes / 1e6).toFixed(1),
      firstMs.toFixed(0),
      nodeSeconds.toFixed(2),
      postgresSeconds.toFixed(2),
      pages.toLocaleString('en'),
      moreMb.toFixed(1),
    ];
    return `| ${name} | ${rows.toLocaleString('en')} | ${figures.join(' | ')} |${moreMb > MOST_MB ? ' **missed**' : ''}`;
  });
  const heads = ['rows', 'MB', 'first row, ms', 'Node, s', 'Postgres, s', 'pages', `more memory, MB (at most ${MOST_MB})`];
  process.stdout.write([`| Report | ${heads.join(' | ')} |`, '|:--|--:|--:|--:|--:|--:|--:|--:|', ...lines, ''].join('\n'));
}
