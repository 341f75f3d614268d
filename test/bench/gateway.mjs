import { spawn } from 'node:child_process';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readBodies } from './bodies.mjs';
import { measureRounds } from './measure.mjs';
import { readOptions } from './options.mjs';
import { authorize, databaseUrlOf, freePorts, startProduct } from './product.mjs';
import { median } from './report.mjs';
import { seed } from './seed.mjs';
import { seedKeys } from './seed-keys.mjs';
import { forkHelper, residentMb, stop, stopAll, track } from './servers.mjs';

/**
 * `npm run bench:gateway` measures the cost of the gateway's checks for a retrieve of a fire application: with counts
 * in the process (`share`), with counts in Redis (`share-redis`), and with many keys and valid tokens (`keys`).
 */
const KEYS = 100_000;
const TOKENS = 10_000;
const CONNECTIONS = 10;
const WARM_UP_PAIRS = 2;
const SHARE_TARGETS = { share: 0.75, 'share-redis': 0.6 };
const KEYS_TARGETS = { startSeconds: 5, residentMb: 350, ratio: 0.9 };
/** Allows three processes on one embedded server. */
const POOL = { DATABASE_POOL_SIZE: '16' };

const options = readOptions([...Object.keys(SHARE_TARGETS), 'keys']);
const folder = mkdtempSync(join(tmpdir(), 'insurance-bench-'));
const settingsOf = (name, variables) => ({
  dataDir: join(folder, name),
  databaseUrl: null,
  logFile: join(folder, `${name}.log`),
  variables,
});
const abort = () => void cleanUp().finally(() => process.exit(1));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, abort);
try {
  await run();
} finally {
  await cleanUp();
}

async function run() {
  const product = await startProduct(settingsOf('product', POOL));
  const headers = await authorize(product);
  const databaseUrl = databaseUrlOf(product);
  const { ids } = await seed({ databaseUrl, url: product.url, headers, bodies: readBodies() });
  const { child: load } = await forkHelper('./load.mjs', null);
  const side = (name, { child, url }) => {
    const request = { method: 'GET', path: '/fire-api/rsc/applications/{id}', headers };
    return { name, child, url, request, ids: ids.stored, ownTime: true };
  };
  const context = { product, headers, databaseUrl, load, side };
  for (const name of Object.keys(SHARE_TARGETS).filter((one) => options.only.includes(one))) await measureShare(name, context);
  if (options.only.includes('keys')) await measureKeys(context);
}

/** Compares the product with the same application without checks, on the same database. */
async function measureShare(name, { product, headers, databaseUrl, load, side }) {
  const secrets = { apiKey: headers['X-Api-Key'], token: headers.Authorization.slice('Bearer '.length) };
  const [port, httpsPort] = await freePorts(2);
  const variables = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, `unchecked-${name}`),
    DEMO: 'false',
    ADMIN_PORT: '0',
    TRUST_PROXY: '127.0.0.1',
    PORT: String(port),
    HTTPS_PORT: String(httpsPort),
    LOG_LEVEL: 'info',
    ...POOL,
  };
  const unchecked = await forkHelper(
    './baselines/unchecked-product.mjs',
    { variables, ...secrets },
    openSync(join(folder, `${name}.log`), 'w'),
  );
  const checked = name === 'share' ? product : await startWithRedis(databaseUrl);
  const { rounds } = await measureRounds(load, [side('checked', checked), side('unchecked', unchecked)], {
    ...options,
    connections: CONNECTIONS,
  });
  const ratio = median(rounds.map((round) => round.checked.perSecond / round.unchecked.perSecond));
  const cpuRatio = median(rounds.map((round) => round.unchecked.cpuPerThousand / round.checked.cpuPerThousand));
  const of = (one, field) => median(rounds.map((round) => round[one][field]));
  const perSecond = ['checked', 'unchecked'].map((one) => of(one, 'perSecond').toFixed(0));
  const micros = ['gatewayP50Ms', 'gatewayP99Ms'].map((field) => (of('checked', field) * 1000).toFixed(0));
  report(`${name}: ${perSecond[0]} requests/s with all checks, ${perSecond[1]} without`);
  report(`  ratio ${ratio.toFixed(2)} (by CPU ${cpuRatio.toFixed(2)})`, ratio >= SHARE_TARGETS[name], `≥ ${SHARE_TARGETS[name]}`);
  report(`  the gateway's own share of a call (Server-Timing): p50 ${micros[0]} µs, p99 ${micros[1]} µs`);
  await stop(unchecked.child);
  if (checked !== product) await stop(checked.child);
}

async function startWithRedis(databaseUrl) {
  const [port] = await freePorts(1);
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  track(spawn('redis-server', settings, { stdio: 'ignore' }));
  const variables = { ...POOL, REDIS_URL: `redis://127.0.0.1:${port}`, DEMO: 'false' };
  return startProduct({ ...settingsOf('with-redis', variables), databaseUrl });
}

/** Compares a small installation with one of many keys, whose live tokens all call in turn. */
async function measureKeys({ product, headers, load, side }) {
  const settings = settingsOf('large', POOL);
  const first = await startProduct(settings);
  const { ids } = await seed({ databaseUrl: databaseUrlOf(first), url: first.url, headers: await authorize(first), bodies: readBodies() });
  const callers = await seedKeys(databaseUrlOf(first), { keys: KEYS, tokens: TOKENS });
  await stop(first.child);
  // Starts both again, so that both are equally warm.
  await stop(product.child);
  const [fresh, large] = [await startProduct(settingsOf('product', POOL)), await startProduct(settings)];
  const { Authorization: token, 'X-Api-Key': key } = headers;
  const small = { ...side('small', fresh), callers: [{ Authorization: token, 'X-Api-Key': key }] };
  const many = { ...side('many', large), ids: ids.stored };
  await measureRounds(load, [small, { ...many, callers }], { pairs: WARM_UP_PAIRS, seconds: options.seconds, connections: CONNECTIONS });
  for (const [name, who] of [
    ['one of its tokens calls', callers.slice(0, 1)],
    ['all of its tokens call in turn', callers],
  ]) {
    const { rounds } = await measureRounds(load, [small, { ...many, callers: who }], { ...options, connections: CONNECTIONS });
    const of = (one) => median(rounds.map((round) => round[one].perSecond)).toFixed(0);
    const ratio = median(rounds.map((round) => round.many.perSecond / round.small.perSecond));
    const cpuRatio = median(rounds.map((round) => round.small.cpuPerThousand / round.many.cpuPerThousand));
    report(`keys: ${of('many')} requests/s where ${name}, ${of('small')} in a small installation`);
    report(`  ratio ${ratio.toFixed(2)} (by CPU ${cpuRatio.toFixed(2)})`, ratio >= KEYS_TARGETS.ratio, `≥ ${KEYS_TARGETS.ratio}`);
  }
  const memoryMb = residentMb(large.child);
  report(`  start ${large.seconds.toFixed(1)} s`, large.seconds <= KEYS_TARGETS.startSeconds, `≤ ${KEYS_TARGETS.startSeconds} s`);
  report(`  memory after load ${memoryMb.toFixed(0)} MB`, memoryMb <= KEYS_TARGETS.residentMb, `≤ ${KEYS_TARGETS.residentMb} MB`);
}

function report(line, isMet, target = '') {
  const verdict = isMet === undefined ? '' : ` — ${target}${isMet ? '' : ' **missed**'}`;
  process.stdout.write(`${line}${verdict}\n`);
}

async function cleanUp() {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
}
