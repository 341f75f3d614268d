import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readBodies } from './bodies.mjs';
import { authorize, callJson, databaseUrlOf, startProduct } from './product.mjs';
import { median } from './report.mjs';
import { seedKeys } from './seed-keys.mjs';
import { ask, forkHelper, residentMb, stopAll } from './servers.mjs';

/**
 * `npm run bench:events`: what it costs an insert and a charge to write their events (with and without the triggers, in turns), what a page of the
 * feed costs at 10,000 and at 1,000,000 events, and what waiting calls hold. It takes some minutes and 1 GB of disk for the time being.
 */
const PAIRS = 5;
const SECONDS = 4;
const CONNECTIONS = 10;
const CHARGES = 60;
const CHARGES_AT_ONCE = 4;
const SIZES = [10_000, 1_000_000];
const PAGES = 41;
const WAITING = 500;
const WAITING_OF_PROGRAM = 50;
const TARGETS = { writes: 0.95, feed: 1.5 };
const FEED = '/events-api/resources/events';
const FIRE = '/fire-api/rsc/applications';
const TRIGGERS = {
  status_transition: ['status_transition_note_event'],
  receipt: ['receipt_note_event', 'receipt_note_change'],
  document: ['document_note_event', 'document_note_infection'],
};

const folder = mkdtempSync(join(tmpdir(), 'insurance-bench-'));
try {
  const product = await startProduct({ dataDir: join(folder, 'data'), databaseUrl: null, logFile: join(folder, 'product.log') });
  const headers = await authorize(product);
  const client = new pg.Client({
    connectionString: databaseUrlOf(product),
    options: '-c search_path=production,public -c statement_timeout=0',
  });
  // What fails is told by itself, not by the end of this connection that follows.
  client.on('error', () => undefined);
  await client.connect();
  const context = { product, headers, client };
  const { child: load } = await forkHelper('./load.mjs', null);
  await compare('insert', context, () => insertsPerSecond(load, context));
  await compare('charge', context, () => chargesPerSecond(context));
  await measureFeed(context);
  await measureWaiting(context);
  await client.end();
} finally {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
}

async function compare(name, { client }, measure) {
  const ratios = [];
  await measure();
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const perSecond = {};
    for (const side of pair % 2 === 0 ? ['ENABLE', 'DISABLE'] : ['DISABLE', 'ENABLE']) {
      for (const [table, triggers] of Object.entries(TRIGGERS))
        for (const trigger of triggers) await client.query(`ALTER TABLE ${table} ${side} TRIGGER ${trigger}`);
      perSecond[side] = await measure();
    }
    ratios.push(perSecond.ENABLE / perSecond.DISABLE);
  }
  const shown = ratios.map((ratio) => ratio.toFixed(2)).join(', ');
  tell(
    `${name}: ${median(ratios).toFixed(3)} of the speed without events (${shown})`,
    median(ratios) >= TARGETS.writes,
    `≥ ${TARGETS.writes}`,
  );
}

async function insertsPerSecond(load, { product, headers }) {
  const request = { method: 'POST', path: FIRE, headers, body: readBodies().application };
  const { requests, seconds, failed } = await ask(load, { url: product.url, request, ids: [], seconds: SECONDS, connections: CONNECTIONS });
  if (failed > 0) throw new Error(`${failed} inserts failed`);
  return requests / seconds;
}

async function chargesPerSecond({ product: { url }, headers, client }) {
  await client.query(`UPDATE agent SET credit_limit = 1000000000`);
  const body = readBodies().application.replaceAll('{afm}', '123456783');
  const ids = [];
  for (let index = 0; index < CHARGES; index += 1) {
    const { id } = await callJson(url + FIRE, { method: 'POST', headers, body });
    await put(`${url}${FIRE}/${id}/prepay`, headers);
    ids.push(id);
  }
  const startedMs = performance.now();
  const charge = async () => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) await put(`${url}/collection-api/applications/${id}/charge`, headers);
  };
  await Promise.all(Array.from({ length: CHARGES_AT_ONCE }, charge));
  return (CHARGES * 1000) / (performance.now() - startedMs);
}

async function put(url, headers) {
  const response = await fetch(url, { method: 'PUT', headers });
  await response.arrayBuffer();
  if (response.status !== 205) throw new Error(`PUT ${url} answered ${response.status}`);
}

/** The agent that reads has every hundredth event; pages of 100 from the oldest one on. */
async function measureFeed({ product: { url }, headers, client }) {
  const times = [];
  for (const size of SIZES) {
    process.stderr.write(`${size} events …\n`);
    await fill(client, size);
    const pages = [];
    for (let page = 0; page < PAGES; page += 1) {
      const startedMs = performance.now();
      const { events } = await callJson(`${url}${FEED}?limit=100`, { headers });
      pages.push(performance.now() - startedMs);
      if (events.length !== 100) throw new Error(`A page of ${events.length} events`);
    }
    times.push(median(pages));
  }
  const [small, large] = times;
  const shown = `feed of 100 events: ${small.toFixed(1)} ms at ${SIZES[0]}, ${large.toFixed(1)} ms at ${SIZES[1]}: ${(large / small).toFixed(2)} times`;
  tell(shown, large / small <= TARGETS.feed, `≤ ${TARGETS.feed}`);
}

/** In their places at once, in the publisher's turn: nobody else writes here, so that all before them is published. */
async function fill(client, size) {
  await client.query('BEGIN');
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('event publisher ' || current_schema(), 0))`);
  await client.query(
    `WITH last AS (SELECT id, last_position FROM event_epoch ORDER BY id DESC LIMIT 1),
     made AS (
       INSERT INTO event (type, at, agent_code, data)
       SELECT 'policy.issued', now(), CASE WHEN n % 100 = 0 THEN '10001' ELSE (20000 + n % 500)::text END,
         json_build_object('application_id', n, 'policy_no', 'P26' || n, 'renewal_of', NULL)
       FROM last, generate_series(1, $1::int - last_position) n RETURNING id, agent_code),
     placed AS (
       INSERT INTO event_position (position, event_id, agent_code)
       SELECT last_position + row_number() OVER (ORDER BY made.id), made.id, made.agent_code FROM made, last RETURNING position)
     UPDATE event_epoch e
     SET last_position = (SELECT max(position) FROM placed), horizon = (pg_current_xact_id()::text::bigint + 1)::text::xid8
     FROM last WHERE e.id = last.id`,
    [size],
  );
  await client.query('COMMIT');
  await client.query('VACUUM ANALYZE event, event_position');
}

/** So many calls wait at once, of as many programs as that takes; then something happens. */
async function measureWaiting({ product, headers, client }) {
  const programs = WAITING / WAITING_OF_PROGRAM;
  const callers = await seedKeys(databaseUrlOf(product), { keys: programs, tokens: programs });
  const { next } = await readToEnd(product, headers);
  const beforeMb = residentMb(product.child);
  const waiting = Array.from({ length: WAITING }, (_, index) =>
    callJson(`${product.url}${FEED}?wait=25&after=${next}`, { headers: { ...headers, ...callers[index % programs] } }),
  );
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  const heldMb = residentMb(product.child) - beforeMb;
  const { rows } = await client.query(
    `SELECT count(*) FILTER (WHERE state <> 'idle')::int AS busy FROM pg_stat_activity WHERE application_name LIKE 'insurance-gateway%'`,
  );
  const startedMs = performance.now();
  await callJson(`${product.url}${FIRE}`, { method: 'POST', headers, body: readBodies().application.replaceAll('{afm}', '123456783') });
  const pages = await Promise.all(waiting);
  const lateMs = performance.now() - startedMs;
  if (pages.some(({ events }) => events.length === 0)) throw new Error('A waiting call came back without the event');
  const shown = `${WAITING} waiting calls: ${((heldMb * 1024) / WAITING).toFixed(1)} KB of memory each, ${rows[0].busy} busy connections to the database`;
  process.stdout.write(`${shown}; all had the event after ${lateMs.toFixed(0)} ms\n`);
}

async function readToEnd({ url }, headers) {
  let page = { next: '' };
  for (;;) {
    const after = page.next === '' ? '' : `&after=${page.next}`;
    const following = await callJson(`${url}${FEED}?limit=500${after}`, { headers });
    if (following.next === page.next) return following;
    page = following;
  }
}

function tell(text, isMet, target) {
  process.stdout.write(`${text} (${target})${isMet ? '' : ' **missed**'}\n`);
}
