import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseUrlOf, freePorts, isReady, postgresPidOf, startProduct } from '../bench/product.mjs';
import { residentMb, stop, stopAll } from '../bench/servers.mjs';
import { Journal } from './journal.mjs';
import { readOptions } from './options.mjs';
import { print } from './report.mjs';
import { prepare, tellStories } from './stories.mjs';
import { verify } from './verify.mjs';

/**
 * `npm run soak`: many clients call every service of both environments and repeat interrupted calls with the same
 * `Idempotency-Key`, while the node process is killed each minute and Postgres is restarted twice. At the end
 * everything acknowledged must be stored once, the books must balance, and memory must not have grown. It creates
 * everything it needs and deletes it afterwards.
 */
const MEMORY_EVERY_MS = 2_000;
const RECOVERY_POLL_MS = 100;
const RECOVERY_TIMEOUT_MS = 180_000;
const HIGHEST_GROWTH = 1.3;

const options = readOptions();
const folder = mkdtempSync(join(tmpdir(), 'insurance-soak-'));
// The clients keep their first token.
const variables = { TOKEN_TTL_SECONDS: options.minutes * 60 + 3_600 };
const settings = { dataDir: join(folder, 'data'), databaseUrl: null, ports: await freePorts(2), variables };
const journal = new Journal();
const logs = [];
let product = null;
/** Serializes disturbances, because a product that starts while its database stops would exit. */
let disturbance = Promise.resolve();
let isEnding = false;

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
try {
  product = await start();
  const stage = await prepare(product);
  const deadlineMs = performance.now() + options.minutes * 60_000;
  const stories = tellStories({ ...stage, journal, clients: options.clients, deadlineMs });
  const lives = watchMemory(deadlineMs);
  await Promise.all([killNode(deadlineMs), restartPostgres(), stories]);
  const peaks = await lives;
  journal.check(
    'memory',
    peaks.at(-1) <= peaks[0] * HIGHEST_GROWTH,
    `the highest of each life: ${peaks.map((mb) => mb.toFixed(0)).join(', ')} MB`,
  );
  await verify(journal, { databaseUrl: databaseUrlOf(product), dataDir: settings.dataDir, before: stage.before });
  for (const line of logs.flatMap((file) => readFileSync(file, 'utf8').split('\n'))) note(line);
  print(journal, { ...options, peaks });
  process.exitCode = journal.faults.length === 0 ? 0 : 1;
} catch (error) {
  // Printed at once, because the clean-up may end a starting product, whose error would replace this one.
  console.error(error);
  process.exitCode = 1;
} finally {
  isEnding = true;
  await cleanUp();
}

/** Starts the process with a separate log. Its end is a failure unless it was requested. */
async function start() {
  logs.push(join(folder, `product-${logs.length + 1}.log`));
  const started = await startProduct({ ...settings, logFile: logs.at(-1) });
  started.child.once(
    'exit',
    () => started.child.killed || journal.fault(`The process ended by itself: ${readFileSync(logs.at(-1), 'utf8').slice(-2000)}`),
  );
  return started;
}

/** Counts warnings and errors of the log by message; an internal error is a failure. */
function note(line) {
  if (line.includes('"status":500,')) journal.fault(`an internal error: ${line}`);
  if (!/^{"level":"(warn|error)"/.test(line)) return;
  const { level, msg } = JSON.parse(line);
  journal.count(`log, ${level}: ${msg.replaceAll(/\d+/g, 'n')}`);
}

/** Kills the node process at each interval and starts it again at once. */
async function killNode(deadlineMs) {
  while (performance.now() + options.killEverySeconds * 1000 < deadlineMs) {
    await sleep(options.killEverySeconds * 1000);
    await disturb(async () => {
      const { child } = product;
      const exited = child.exitCode === null ? once(child, 'exit') : null;
      child.kill('SIGKILL');
      journal.kill('kill -9 of the node process');
      await exited;
      product = await start();
    });
  }
}

/** Stops Postgres after one third of the time in order, and after two thirds immediately. The product restarts it. */
async function restartPostgres() {
  for (const signal of ['SIGINT', 'SIGKILL']) {
    await sleep((options.minutes * 60_000) / 3);
    await disturb(async () => {
      const pid = postgresPidOf(product);
      process.kill(pid, signal);
      journal.kill(`${signal} to Postgres`);
      await recovery(pid);
    });
  }
}

/** Resolves when the product is ready with another Postgres process than `stoppedPid`. */
async function recovery(stoppedPid) {
  const deadlineMs = performance.now() + RECOVERY_TIMEOUT_MS;
  while ([stoppedPid, NaN].includes(postgresPidOf(product)) || !(await isReady(product))) {
    if (performance.now() > deadlineMs) throw new Error('The product did not start Postgres again.');
    await sleep(RECOVERY_POLL_MS);
  }
}

/** Runs disturbances one at a time, in the order of their calls. */
function disturb(act) {
  const done = disturbance.then(act);
  // A disturbance that the end of the soak interrupts is not a failure.
  return (disturbance = done.catch((error) => (isEnding ? undefined : Promise.reject(error))));
}

/** Records the peak resident memory of each process, in MB. */
async function watchMemory(deadlineMs) {
  const peaks = new Map();
  while (performance.now() < deadlineMs) {
    await sleep(MEMORY_EVERY_MS);
    const { pid } = product.child;
    const mb = residentMb(product.child);
    if (mb > (peaks.get(pid) ?? 0)) peaks.set(pid, mb);
  }
  return [...peaks.values()];
}

async function cleanUp() {
  if (product) await stop(product.child);
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
}
