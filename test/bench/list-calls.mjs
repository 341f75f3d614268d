import { setTimeout as sleep } from 'node:timers/promises';
import { callJson, postgresPidOf } from './product.mjs';
import { median } from './report.mjs';
import { cpuMsOfBackends } from './servers.mjs';

/** A connection plans a statement five times before it reuses a plan. */
const WARM_UP_CALLS = 6;
const CALLS = 41;
/** A connection publishes its statistics at most once a second, after a response. */
const TOLD_AFTER_MS = 1_100;
const MOST_RATIO = 1.5;
/** Smaller differences are ignored. */
const LEAST_CPU_MS = 0.5;

/**
 * Measures calls of a list one by one: the time for the caller and the CPU time of the Postgres connections as medians,
 * and the pages read from memory or disk as a mean. Background work of Postgres is not included.
 */
export async function measureCalls({ product, client }, headers, path) {
  const url = `${product.url}/backoffice-api/${path}`;
  const call = () => callJson(url, { headers });
  for (let count = 0; count < WARM_UP_CALLS; count += 1) await call();
  const [times, cpuTimes, pid] = [[], [], postgresPidOf(product)];
  const pagesBefore = await pagesOf(client, call);
  for (let count = 0; count < CALLS; count += 1) {
    const cpuBefore = cpuMsOfBackends(pid);
    const startedMs = performance.now();
    await call();
    times.push(performance.now() - startedMs);
    cpuTimes.push(cpuMsOfBackends(pid) - cpuBefore);
  }
  const pages = (await pagesOf(client, call)) - pagesBefore;
  return { ms: median(times), cpuMs: median(cpuTimes), pages: pages / (CALLS + 1) };
}

/** Sends one more call, after which the connections publish their statistics. */
async function pagesOf(client, call) {
  await sleep(TOLD_AFTER_MS);
  await call();
  const { rows } = await client.query(`SELECT sum(hits + reads) AS pages FROM pg_stat_io WHERE backend_type = 'client backend'`);
  return Number(rows[0].pages);
}

/** Prints a table of the lists `names`, each measured at two sizes. */
export function printSizes(names, [small, large], sizes) {
  const lines = names.map((name, index) => {
    const [one, other] = [small[index], large[index]];
    const ratio = other.cpuMs / Math.max(one.cpuMs, LEAST_CPU_MS);
    const times = [one.ms, other.ms, one.cpuMs, other.cpuMs].map((ms) => ms.toFixed(1));
    const pages = [one.pages, other.pages].map((count) => Math.round(count).toLocaleString('en'));
    return `| ${name} | ${[...times, ...pages].join(' | ')} | ${ratio.toFixed(2)}${ratio > MOST_RATIO ? ' **missed**' : ''} |`;
  });
  const heads = ['median ms', 'Postgres ms', 'pages'].flatMap((what) => sizes.map((size) => `${size.toLocaleString('en')}, ${what}`));
  const head = `| List | ${heads.join(' | ')} | ratio of Postgres ms (at most ${MOST_RATIO}) |`;
  process.stdout.write([head, `|:--|${'--:|'.repeat(heads.length + 1)}`, ...lines, '', ''].join('\n'));
}
