import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBodies } from './bodies.mjs';
import { CASES } from './cases.mjs';
import { createDatabase } from './database.mjs';
import { measureAlone, measureRounds } from './measure.mjs';
import { readOptions } from './options.mjs';
import { authorize, databaseUrlOf, startProduct } from './product.mjs';
import { printReport, summarize } from './report.mjs';
import { seed } from './seed.mjs';
import { forkHelper, residentMb, stop, stopAll } from './servers.mjs';

/**
 * `npm run bench`: the product as built beside the bare parts that it is made of, on the same machine in the same minutes. It makes
 * everything it needs and leaves nothing behind.
 */
const SETTLED_AFTER_MS = 3_000;
const START_DATE_IN_DAYS = 10;
const CONNECTIONS = 10;
const LONGEST_MS = 60 * 60_000;

const options = readOptions(CASES.map(({ name }) => name));
const folder = mkdtempSync(join(tmpdir(), 'insurance-bench-'));
const settings = { dataDir: join(folder, 'data'), databaseUrl: null, logFile: join(folder, 'product.log') };
let dropDatabase = () => Promise.resolve();

const abort = () => void cleanUp().finally(() => process.exit(1));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, abort);
setTimeout(abort, LONGEST_MS).unref();
try {
  const result = await run();
  printReport(result);
  if (options.json !== null) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await cleanUp();
}

async function run() {
  await useExternalDatabase();
  const first = await startProduct(settings);
  await stop(first.child);
  const product = await startProduct(settings);
  await sleep(SETTLED_AFTER_MS);
  const idleMb = residentMb(product.child);

  const bodies = readBodies();
  const headers = await authorize(product);
  const databaseUrl = settings.databaseUrl ?? databaseUrlOf(product);
  const { ids, ...written } = await seed({ databaseUrl, url: product.url, headers, bodies });
  const servers = {
    product: { ...product, headers },
    'express-hello': await forkHelper('./baselines/express-hello.mjs', {}),
    'express-pg': await forkHelper('./baselines/express-pg.mjs', { databaseUrl, ...written }),
    'typeorm-relations': await forkHelper('./baselines/typeorm-relations.mjs', { databaseUrl, entity: written.inserted.entity }),
  };
  const { child: load } = await forkHelper('./load.mjs', null);

  const cases = [];
  for (const { name, request, baselines, connections = CONNECTIONS, ownP99Ms = null, maxGrowthMb = null } of chosenCases()) {
    process.stderr.write(`${name} …\n`);
    const sides = [{ name: 'product', request }, ...baselines].map((side) => sideOf(side, servers[side.name], { bodies, ids }));
    const { rounds, growthMb } = await measureRounds(load, sides, { ...options, connections });
    const own = ownP99Ms === null ? null : { p99Ms: await measureAlone(load, sides[0], options.seconds), limitMs: ownP99Ms };
    cases.push({ ...summarize(name, baselines, rounds), own, growthMb, maxGrowthMb });
  }
  const start = { firstSeconds: first.seconds, nextSeconds: product.seconds };
  const memory = { idleMb, loadedMb: Math.max(...cases.map((one) => one.product.residentMb)) };
  return { node: process.version, pairs: options.pairs, seconds: options.seconds, start, memory, cases };
}

function chosenCases() {
  return CASES.filter(({ name }) => options.only.includes(name));
}

async function useExternalDatabase() {
  if (!process.env.DATABASE_URL) return;
  const { url, drop } = await createDatabase(process.env.DATABASE_URL);
  settings.databaseUrl = url;
  dropDatabase = drop;
}

/** A server with the request it is loaded with; the ids are the product's where it has none of its own. */
function sideOf({ name, request }, server, { bodies, ids }) {
  const { child, url, headers = { 'Content-Type': 'application/json' } } = server;
  const pools = { ...ids, ...server.ids };
  return { name, child, url, request: { ...request, headers, body: bodies[request.body] }, ids: pools[request.ids] ?? [] };
}

async function cleanUp() {
  await stopAll();
  await dropDatabase();
  rmSync(folder, { recursive: true, force: true });
}
