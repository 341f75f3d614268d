import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBodies } from './bodies.mjs';
import { CASES } from './cases.mjs';
import { compare } from './compare.mjs';
import { createDatabase } from './database.mjs';
import { CONNECTIONS, findTooShort, measureAlone, measureRounds, sideOf } from './measure.mjs';
import { readOptions } from './options.mjs';
import { authorize, databaseUrlOf, postgresPidOf, startProduct } from './product.mjs';
import { renderComparison, renderReport, summarize } from './report.mjs';
import { seed } from './seed.mjs';
import { forkHelper, settledMb, stop, stopAll } from './servers.mjs';

/**
 * `npm run bench`: compares the built product with its bare parts, with the product of another commit (`--compare`) or
 * with other settings (`--with`), in turns on the same machine. It creates what it needs and deletes it afterwards.
 */
const LONGEST_MS = 60 * 60_000;

const options = readOptions(
  CASES.map(({ name }) => name),
  {},
  {
    compare: 'COMMIT  beside the product of that commit, instead of the bare parts',
    with: 'NAME=VALUE,…  these environment variables beside the product without them',
  },
);
const isComparison = options.compare !== null || options.with !== null;
const variables = Object.fromEntries((options.with?.split(',') ?? []).map((pair) => pair.split(/=(.*)/s, 2)));
const folder = mkdtempSync(join(tmpdir(), 'insurance-bench-'));
const settings = { dataDir: join(folder, 'data'), databaseUrl: null, logFile: join(folder, 'product.log') };
const drops = [];

const abort = () => void cleanUp().finally(() => process.exit(1));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, abort);
setTimeout(abort, LONGEST_MS).unref();
try {
  const result = isComparison ? await compare(chosenCases(), { ...options, variables, folder, newDatabase }) : await run();
  process.stdout.write(isComparison ? renderComparison(result) : renderReport(result));
  if (options.json !== null) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await cleanUp();
}

async function run() {
  settings.databaseUrl = await newDatabase();
  const first = await startProduct(settings);
  await stop(first.child);
  const product = await startProduct(settings);
  const idleMb = await settledMb(product.child);

  const bodies = readBodies();
  const headers = await authorize(product);
  const databaseUrl = settings.databaseUrl ?? databaseUrlOf(product);
  const { ids, ...written } = await seed({ databaseUrl, url: product.url, headers, bodies });
  const servers = {
    product: { ...product, headers, allocates: true },
    'express-hello': await forkHelper('./baselines/express-hello.mjs', {}),
    'express-pg': await forkHelper('./baselines/express-pg.mjs', { databaseUrl, ...written }),
    'typeorm-relations': await forkHelper('./baselines/typeorm-relations.mjs', { databaseUrl, entity: written.inserted.entity }),
  };
  const { child: load } = await forkHelper('./load.mjs', null);
  const postgresPid = postgresPidOf(product);

  const [cases, leftOut, tooShort] = [[], [], []];
  for (const { name, request, baselines, connections = CONNECTIONS, ownP99Ms = null, maxGrowthMb = null } of chosenCases()) {
    process.stderr.write(`${name} …\n`);
    const sides = [{ name: 'product', request }, ...baselines].map((side) =>
      sideOf(side, { ...servers[side.name], postgresPid }, { bodies, ids }),
    );
    try {
      const { rounds, growthMb } = await measureRounds(load, sides, { ...options, connections });
      const own = ownP99Ms === null ? null : { p99Ms: await measureAlone(load, sides[0], options.seconds), limitMs: ownP99Ms };
      cases.push({ ...summarize(name, baselines, rounds), own, growthMb, maxGrowthMb });
      tooShort.push(findTooShort(name, rounds, options.seconds) ?? []);
    } catch (error) {
      // The other cases can still be measured.
      leftOut.push({ name, reason: error.message });
      process.exitCode = 1;
    }
  }
  const start = { firstSeconds: first.seconds, nextSeconds: product.seconds };
  const loadedMb = cases.length === 0 ? NaN : Math.max(...cases.map((one) => one.product.residentMb));
  const memory = { idleMb, loadedMb, afterMb: await settledMb(product.child) };
  return {
    node: process.version,
    pairs: options.pairs,
    seconds: options.seconds,
    start,
    memory,
    cases,
    leftOut,
    tooShort: tooShort.flat(),
  };
}

function chosenCases() {
  return CASES.filter(({ name }) => options.only.includes(name));
}

/** Creates a database; null when the product starts its own. */
async function newDatabase() {
  if (!process.env.DATABASE_URL) return null;
  const { url, drop } = await createDatabase(process.env.DATABASE_URL);
  drops.push(drop);
  return url;
}

async function cleanUp() {
  await stopAll();
  for (const drop of drops) await drop();
  rmSync(folder, { recursive: true, force: true });
}
