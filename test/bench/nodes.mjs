import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { readBodies } from './bodies.mjs';
import { CASES } from './cases.mjs';
import { onProduct } from './on-product.mjs';
import { readOptions } from './options.mjs';
import { databaseUrlOf, postgresPidOf, startProduct } from './product.mjs';
import { median } from './report.mjs';
import { seed } from './seed.mjs';
import { ask, cpuSeconds, cpuSecondsOfFamily, forkHelper } from './servers.mjs';

/**
 * `npm run bench:nodes` compares two nodes with one on the same database: requests per second, and CPU time per call of
 * the nodes and of Postgres. Both sides have the same number of connections in all. The embedded Postgres, the nodes
 * and the load share the machine, so the ratio of requests needs four cores; the CPU time per call holds on any.
 */
const NAMES = ['retrieve', 'search', 'calcbundles', 'insert'];
const CONNECTIONS = 20;
const CORES_NEEDED = 4;
const TARGET = 1.7;
/** Allows two nodes on one embedded server. */
const VARIABLES = { DATABASE_POOL_SIZE: '16' };

const options = readOptions(NAMES);
const cores = availableParallelism();
const isJudged = cores >= CORES_NEEDED;
if (!isJudged)
  print(`This machine has ${cores} cores. Two nodes, Postgres and the load need ${CORES_NEEDED}: only the CPU time per call counts here.`);

await onProduct(async ({ product, headers, folder }) => {
  const { ids } = await seed({ databaseUrl: databaseUrlOf(product), url: product.url, headers, bodies: readBodies() });
  const second = await startProduct({
    dataDir: join(folder, 'second'),
    databaseUrl: databaseUrlOf(product),
    logFile: join(folder, 'second.log'),
    variables: { ...VARIABLES, DEMO: 'false' },
  });
  const loads = [await forkHelper('./load.mjs', null), await forkHelper('./load.mjs', null)].map(({ child }) => child);
  const context = { loads, postgresPid: postgresPidOf(product), headers, ids };
  for (const name of options.only) {
    const { request } = CASES.find((one) => one.name === name);
    const sides = { one: [product], two: [product, second] };
    // Warms both nodes up.
    await measure(sides.two, request, context, 1);
    const rounds = [];
    for (let round = 0; round < options.pairs; round += 1) {
      const order = round % 2 === 0 ? ['one', 'two'] : ['two', 'one'];
      const results = {};
      for (const side of order) results[side] = await measure(sides[side], request, context, options.seconds);
      rounds.push(results);
    }
    report(name, rounds);
  }
}, VARIABLES);

/** Loads the nodes at the same time with the same number of connections in all. */
async function measure(nodes, { ids: pool, body, ...request }, { loads, postgresPid, headers, ids }, seconds) {
  const before = [sumCpu(nodes), cpuSecondsOfFamily(postgresPid)];
  const run = { request: { ...request, headers, body: readBodies()[body] }, ids: ids[pool] ?? [], seconds };
  const connections = CONNECTIONS / nodes.length;
  const results = await Promise.all(nodes.map(({ url }, index) => ask(loads[index], { ...run, url, connections })));
  const failed = results.reduce((sum, one) => sum + one.failed, 0);
  const requests = results.reduce((sum, one) => sum + one.requests, 0);
  if (failed > 0 || requests === 0) throw new Error(`${request.method} ${request.path}: ${failed} calls failed, ${requests} finished`);
  return {
    perSecond: results.reduce((sum, one) => sum + one.requests / one.seconds, 0),
    p99Ms: Math.max(...results.map(({ p99 }) => p99)),
    nodeMs: ((sumCpu(nodes) - before[0]) / requests) * 1000,
    postgresMs: ((cpuSecondsOfFamily(postgresPid) - before[1]) / requests) * 1000,
  };
}

function sumCpu(nodes) {
  return nodes.reduce((sum, { child }) => sum + cpuSeconds(child), 0);
}

function report(name, rounds) {
  const of = (side, field) => median(rounds.map((round) => round[side][field]));
  const describe = (side) =>
    `${of(side, 'perSecond').toFixed(0)}/s, p99 ${of(side, 'p99Ms').toFixed(0)} ms, CPU per call ${of(side, 'nodeMs').toFixed(2)} ms in nodes and ${of(side, 'postgresMs').toFixed(2)} ms in Postgres`;
  const ratio = median(rounds.map((round) => round.two.perSecond / round.one.perSecond));
  print(`${name}: one node ${describe('one')}`);
  print(`${' '.repeat(name.length)}  two nodes ${describe('two')}`);
  const verdict = isJudged ? ` — ≥ ${TARGET}${ratio >= TARGET ? '' : ' **missed**'}` : ' (not judged)';
  print(`${' '.repeat(name.length)}  ratio ${ratio.toFixed(2)}${verdict}`);
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
