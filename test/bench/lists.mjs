import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onProduct } from './on-product.mjs';
import { callJson, postgresPidOf } from './product.mjs';
import { median } from './report.mjs';
import { fillLists, LISTS, QUEUES, signIn } from './seed-lists.mjs';
import { cpuSecondsOfFamily, here } from './servers.mjs';

/**
 * `npm run bench:lists`: the lists of staff over 20,000 applications and over 1,000,000, most of them policies of three receipts, one call after the other: as the caller waits for them, and the
 * processor time of Postgres. It takes some minutes and 7 GB of disk for the time being.
 */
const SIZES = [20_000, 1_000_000];
const CALLS = 41;
const MOST_RATIO = 1.5;
/** Each with the path of the list, and who calls it. */
const ALL = [...LISTS.map((list) => [...list, 'applications', 'underwriter']), ...QUEUES.map((list) => [...list, 'policies', 'issuing'])];
/** The times of processes are told in hundredths of a second: less than this is no difference. */
const LEAST_CPU_MS = 1;

await onProduct(async ({ product, headers, client }) => {
  const startDate = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const body = readFileSync(here('../../examples/fire-application.json'), 'utf8').replace('{{startDate}}', startDate);
  const { id } = await callJson(`${product.url}/fire-api/rsc/applications`, { method: 'POST', headers, body });
  const demo = JSON.parse(readFileSync(join(product.dataDir, 'demo.json'), 'utf8'));
  const staff = { underwriter: await signIn(product, demo, 'underwriter'), issuing: await signIn(product, demo, 'issuing') };
  const results = [];
  for (const size of SIZES) {
    process.stderr.write(`${size} applications …\n`);
    await fillLists(client, id, size);
    const measured = [];
    for (const [, query, path, role] of ALL) measured.push(await measureList(product, staff[role], `${path}?${query}`));
    results.push(measured);
  }
  print(results);
});

async function measureList(product, headers, address) {
  const url = `${product.url}/backoffice-api/${address}`;
  await callJson(url, { headers });
  const [times, pid] = [[], postgresPidOf(product)];
  const cpuBefore = cpuSecondsOfFamily(pid);
  for (let call = 0; call < CALLS; call += 1) {
    const startedMs = performance.now();
    await callJson(url, { headers });
    times.push(performance.now() - startedMs);
  }
  return { ms: median(times), cpuMs: ((cpuSecondsOfFamily(pid) - cpuBefore) / CALLS) * 1000 };
}

function print([small, large]) {
  const lines = ALL.map(([name], index) => {
    const [one, other] = [small[index], large[index]];
    const ratio = other.cpuMs / Math.max(one.cpuMs, LEAST_CPU_MS);
    const figures = [one.ms, other.ms, one.cpuMs, other.cpuMs].map((ms) => ms.toFixed(1));
    return `| ${name} | ${figures.join(' | ')} | ${ratio.toFixed(2)}${ratio > MOST_RATIO ? ' **missed**' : ''} |`;
  });
  const sizes = SIZES.map((size) => size.toLocaleString('en'));
  const heads = [
    ...sizes.map((size) => `${size}, median ms`),
    ...sizes.map((size) => `${size}, Postgres ms`),
    `ratio (at most ${MOST_RATIO})`,
  ];
  process.stdout.write([`| List | ${heads.join(' | ')} |`, '|:--|--:|--:|--:|--:|--:|', ...lines, ''].join('\n'));
}
