import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onProduct } from './on-product.mjs';
import { callJson, postgresPidOf } from './product.mjs';
import { median } from './report.mjs';
import { cpuSeconds, cpuSecondsOfFamily, here } from './servers.mjs';

/**
 * `npm run bench:dry-run`: compares writes with their dry runs, in CPU time of Node and Postgres and in time per call.
 * Each object gets the dry run and then the call. What a call leaves to jobs and printers counts for neither.
 * `BENCH_CALLS` is the number of calls of each kind.
 */
const CALLS = Number(process.env.BENCH_CALLS ?? 60);
const BLOCK = 10;
/** Time in which printers and jobs finish what a block left. */
const SETTLE_MS = 2_000;
const DAY_MS = 86_400_000;
const FIRE = '/fire-api/rsc/applications';
const BACK_OFFICE = '/backoffice-api';

await onProduct(async ({ product, headers }) => {
  const { url } = product;
  const { staff, agentCode, secondAgent } = JSON.parse(readFileSync(join(product.dataDir, 'demo.json'), 'utf8'));
  const [issuing, admin] = [await signIn(url, staff.issuing), await signIn(url, staff.admin)];
  const dayAfter = (days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const body = readFileSync(here('../../examples/fire-application.json'), 'utf8').replace('{{startDate}}', dayAfter(1));
  const send = (method, path, headersOfCall, json) => async (query) => {
    const response = await fetch(`${url}${path}${query}`, { method, headers: headersOfCall, body: json });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text;
  };
  const ids = [];
  const cancellation = JSON.stringify({ reasonCode: 'WITHDRAWAL', text: null, receivedOn: dayAfter(0), date: dayAfter(0), claims: false });
  const transfer = JSON.stringify({
    fromAgentCode: agentCode,
    toAgentCode: secondAgent.agentCode,
    effectiveDate: dayAfter(60),
    reason: 'Bench',
  });
  const writes = {
    insert: { call: () => send('POST', FIRE, headers, body), done: (text) => ids.push(JSON.parse(text).id) },
    prepay: { call: (index) => send('PUT', `${FIRE}/${ids[index]}/prepay`, headers) },
    charge: { call: (index) => send('PUT', `/collection-api/applications/${ids[index]}/charge`, headers) },
    transfer: { call: () => send('POST', `${BACK_OFFICE}/portfolio-transfers`, admin, transfer) },
    cancellation: { call: (index) => send('POST', `${BACK_OFFICE}/applications/${ids[index]}/cancellation`, issuing, cancellation) },
  };
  for (const [name, write] of Object.entries(writes)) print(name, await compareWith(product, write));
});

async function signIn(url, credentials) {
  const headers = { 'X-Forwarded-Proto': 'https', 'Content-Type': 'application/json' };
  const { token } = await callJson(`${url}${BACK_OFFICE}/sessions`, { method: 'POST', headers, body: JSON.stringify(credentials) });
  return { ...headers, Authorization: `Bearer ${token}` };
}

async function compareWith(product, { call, done = () => undefined }) {
  const kinds = { dry: { cpu: [], ms: [] }, real: { cpu: [], ms: [] } };
  for (let first = 0; first < CALLS; first += BLOCK) {
    const calls = Array.from({ length: BLOCK }, (_, index) => call(first + index));
    await measureBlock(product, kinds.dry, calls, '?dry_run=true', () => undefined);
    await measureBlock(product, kinds.real, calls, '', done);
    // The first block of a kind is slower, because its code is not compiled yet.
    if (first === 0) for (const { cpu, ms } of Object.values(kinds)) cpu.length = ms.length = 0;
  }
  return kinds;
}

async function measureBlock(product, { cpu, ms }, calls, query, done) {
  const spent = () => cpuSeconds(product.child) + cpuSecondsOfFamily(postgresPidOf(product));
  const before = spent();
  for (const call of calls) {
    const beganMs = performance.now();
    const text = await call(query);
    ms.push(performance.now() - beganMs);
    done(text);
  }
  cpu.push(((spent() - before) / calls.length) * 1000);
  await sleep(SETTLE_MS);
}

function print(name, { dry, real }) {
  const [cpuDry, cpuReal, msDry, msReal] = [dry.cpu, real.cpu, dry.ms, real.ms].map(median);
  const format = (value) => value.toFixed(1).padStart(7);
  process.stdout.write(
    `${name.padEnd(13)} CPU ms per call: dry run ${format(cpuDry)}, call ${format(cpuReal)}, ratio ${(cpuDry / cpuReal).toFixed(2)};` +
      ` time: ${format(msDry)} and ${format(msReal)} ms, ratio ${(msDry / msReal).toFixed(2)}\n`,
  );
}
