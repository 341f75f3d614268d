import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureCalls, printSizes } from './list-calls.mjs';
import { onProduct } from './on-product.mjs';
import { callJson } from './product.mjs';
import { fillLists, LISTS, QUEUES, signIn } from './seed-lists.mjs';
import { here } from './servers.mjs';

/**
 * `npm run bench:lists`: measures the lists of staff over 20,000 and over 1,000,000 applications, most of them policies
 * of three receipts: response time, and CPU time and pages of Postgres. Takes some minutes and 7 GB of temporary disk
 * space. `BENCH_APPLICATIONS` is the larger number.
 */
const SIZES = [20_000, Number(process.env.BENCH_APPLICATIONS ?? 1_000_000)];
/** Each list with its path and its caller. */
const ALL = [...LISTS.map((list) => [...list, 'applications', 'underwriter']), ...QUEUES.map((list) => [...list, 'policies', 'issuing'])];

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
    for (const [, query, path, role] of ALL) measured.push(await measureCalls({ product, client }, staff[role], `${path}?${query}`));
    results.push(measured);
  }
  printSizes(
    ALL.map(([name]) => name),
    results,
    SIZES,
  );
});
