import { randomInt } from 'node:crypto';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { here, spawnNode } from './servers.mjs';

const READY_TIMEOUT_MS = 180_000;
const READY_POLL_MS = 20;

/**
 * Starts the built product behind a trusted proxy and with a high rate limit; resolves to the seconds until it was
 * ready and the demo was written. `databaseUrl` null selects embedded Postgres under `dataDir`; the default `ports` are
 * free ones; `root` is the folder of another checkout.
 */
export async function startProduct({ dataDir, databaseUrl, logFile, ports, variables = {}, root = here('../..') }) {
  const [port, httpsPort] = ports ?? (await freePorts(2));
  const env = {
    PORT: port,
    HTTPS_PORT: httpsPort,
    ADMIN_PORT: 0,
    DATA_DIR: dataDir,
    DEMO: 'true',
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMIT_PER_HOUR: 10_000_000,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    ...variables,
  };
  const url = `http://127.0.0.1:${port}`;
  const startedMs = performance.now();
  const child = spawnNode(startArguments(root), env, openSync(logFile, 'w'));
  await until(child, logFile, () => isReady({ url }));
  const seconds = (performance.now() - startedMs) / 1000;
  await until(child, logFile, () => readFileSync(logFile, 'utf8').includes('"msg":"Serving"'));
  return { child, url, dataDir, seconds };
}

/** Whether the product is ready; false while it cannot be reached. */
export function isReady({ url }) {
  return fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Returns the arguments of node in `npm start`. */
function startArguments(root) {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [, ...args] = scripts.start.split(' ');
  return [...args.slice(0, -1), join(root, args.at(-1))];
}

/** Returns the headers of every call, with a token of the agent that `accessOf` selects from the demo. */
export async function authorize({ url, dataDir }, accessOf = (demo) => demo) {
  const { apiKey, userKey } = accessOf(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')));
  const headers = { 'X-Api-Key': apiKey, 'X-Forwarded-Proto': 'https', 'Content-Type': 'application/json' };
  const body = JSON.stringify({ 'user-key': userKey });
  const { token } = await callJson(`${url}/auth-api/resources/tokens`, { method: 'POST', headers, body });
  return { ...headers, Authorization: `Bearer ${token}` };
}

/** Sends a call and expects success. */
export async function callJson(url, options) {
  const response = await fetch(url, options);
  const text = await response.text();
  if (!response.ok) throw new Error(`${options.method ?? 'GET'} ${url} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** Reads the URL of the embedded database of a running product. */
export function databaseUrlOf({ dataDir }) {
  const home = join(dataDir, 'postgres');
  const [port, password] = ['port', 'password'].map((name) => readFileSync(join(home, name), 'utf8').trim());
  return `postgresql://insurance:${password}@127.0.0.1:${port}/insurance`;
}

/** Returns the process id of a product's embedded Postgres; NaN for an external one. */
export function postgresPidOf({ dataDir }) {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  return existsSync(file) ? parseInt(readFileSync(file, 'utf8'), 10) : NaN;
}

async function until(child, logFile, isSo) {
  const deadlineMs = performance.now() + READY_TIMEOUT_MS;
  while (!(await isSo())) {
    if (child.exitCode !== null || performance.now() > deadlineMs)
      throw new Error(`The product does not start. ${readFileSync(logFile, 'utf8').slice(-2000)}`);
    await sleep(READY_POLL_MS);
  }
}

/**
 * Finds free ports below 32768, because a client calling a stopped product from an ephemeral port could otherwise
 * connect to itself and block the port.
 */
export async function freePorts(count) {
  const ports = new Set();
  while (ports.size < count) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
