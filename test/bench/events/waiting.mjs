import { setTimeout as sleep } from 'node:timers/promises';
import { callJson } from '../product.mjs';
import { median } from '../report.mjs';
import { residentMb } from '../servers.mjs';
import { FEED } from './feed.mjs';
import { tell } from './tell.mjs';
import { insertOne } from './writes.mjs';

/** Maximum number of waiting calls per program (events.5). */
export const WAITING_OF_PROGRAM = 50;
/** Interval between the starts of calls; all at once would only test the connection pool. */
const BETWEEN_CALLS_MS = 10;
const UNAVAILABLE = 503;
const ASK_AGAIN_MS = 1_000;
const SETTLED_AFTER_MS = 3_000;
const LOOKS = 21;
const LOOK_EVERY_MS = 97;

/** Lets many calls wait at once, from as many programs as necessary, and then causes an event. */
export async function measureWaiting({ product, headers, callers, client, options }) {
  const count = options.waiting;
  const programs = Math.ceil(count / WAITING_OF_PROGRAM);
  const next = await readToEnd(product, headers);
  const beforeMb = residentMb(product.child);
  const refused = { count: 0 };
  const waiting = [];
  for (let index = 0; index < count; index += 1) {
    waiting.push(untilEvent(`${product.url}${FEED}?wait=25&after=${next}`, { ...headers, ...callers[index % programs] }, refused));
    await sleep(BETWEEN_CALLS_MS);
  }
  const all = Promise.all(waiting);
  // A failed call is reported when all are awaited.
  all.catch(() => undefined);
  await sleep(SETTLED_AFTER_MS);
  const heldKb = ((residentMb(product.child) - beforeMb) * 1024) / count;
  const busy = await busyConnections(client);
  const startedMs = performance.now();
  await insertOne({ product, headers });
  await all;
  const lateMs = performance.now() - startedMs;
  const shown = `${count} waiting calls: ${heldKb.toFixed(1)} KB of memory each, connections to the database in use: ${median(busy)} (at most ${Math.max(...busy)})`;
  tell(
    `${shown}; all had the event after ${lateMs.toFixed(0)} ms, ${refused.count} were refused for a moment`,
    median(busy) === 0,
    'none held',
  );
}

/** Waits for an event; a call that the gateway refuses for lack of capacity is retried. */
async function untilEvent(url, headers, refused) {
  for (;;) {
    const response = await fetch(url, { headers });
    const text = await response.text();
    if (response.status === UNAVAILABLE) {
      refused.count += 1;
      await sleep(ASK_AGAIN_MS);
    } else if (!response.ok) throw new Error(`A waiting call was answered ${response.status}: ${text}`);
    else if (JSON.parse(text).events.length > 0) return;
  }
}

/** Counts repeatedly how many connections of the product are busy, because one query serves all waiting calls. */
async function busyConnections(client) {
  const counts = [];
  for (let look = 0; look < LOOKS; look += 1) {
    const { rows } = await client.query(
      `SELECT count(*) FILTER (WHERE state <> 'idle')::int AS busy FROM pg_stat_activity WHERE application_name LIKE 'insurance-gateway%'`,
    );
    counts.push(rows[0].busy);
    await sleep(LOOK_EVERY_MS);
  }
  return counts;
}

/** Reads the cursor at the end of the feed, once it no longer changes. */
async function readToEnd({ url }, headers) {
  let next = '';
  for (;;) {
    const page = await callJson(`${url}${FEED}?limit=500${next === '' ? '' : `&after=${next}`}`, { headers });
    if (page.events.length === 0 && page.next === next) return next;
    next = page.next;
  }
}
