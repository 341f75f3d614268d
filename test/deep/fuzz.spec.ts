import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { HttpResponse } from '../support/client.js';
import { readSeed, createRandom } from '../support/depth.js';
import { type DescribedOperation, listOperations, readDocument } from '../support/described/document.js';
import { buildFireBody, buildFullFireBody } from '../support/fire.js';
import { buildMotorBody } from '../support/motor.js';
import { buildPartyBody } from '../support/party-client.js';
import { TableFingerprints } from '../support/table-fingerprints.js';
import { type HostileCall, HostileCalls } from './hostile.js';
import { HOLD, type Identity, type Known, Product } from './product.js';

jest.setTimeout(6 * 3_600_000);

const SEED = readSeed('FUZZ_SEED', Date.now() % 1_000_000_000);
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 60_000);
const BATCH = 250;
const PARALLEL = 4;
const MOST_TRIES = 3;
const LONGEST_WAIT_MS = 1000;
const MOST_MEMORY_BYTES = 1.5 * 1024 ** 3;
/** Half of the lifetime of a token. */
const RENEW_MS = 15 * 60_000;
/** Tables that a refused call may change: the count of failed sign-ins. */
const WRITTEN_BY_REFUSALS: readonly string[] = ['gateway.sign_in_attempt', 'gateway.audit_entry'];
/**
 * Tables that change without calls: the register follows the agents' records, entries of the ledger are added up by
 * day, webhooks are sent and count their failures, old tokens are deleted.
 */
const WRITTEN_BESIDE_CALLS: readonly string[] = [
  ...['production', 'sandbox'].flatMap((schema) =>
    [
      'ledger_day',
      'ledger_unfolded',
      'party',
      'party_version',
      'party_record_change',
      'staff_message',
      'webhook',
      'webhook_attempt',
      'webhook_delivery',
    ].map((table) => `${schema}.${table}`),
  ),
  ...['token', 'one_time_token', 'staff_session'].map((table) => `gateway.${table}`),
];
const WRITTEN_ANYWAY = new Set([...WRITTEN_BY_REFUSALS, ...WRITTEN_BESIDE_CALLS]);

interface Sent extends HostileCall {
  readonly who: Identity;
}

const random = createRandom(SEED);
const drawBelow = (limit: number): number => Math.floor(random() * limit);
let product: Product;
let identities: Identity[];
let known: Known;
let renewAtMs = 0;
let sent = 0;
let compared = 0;
let notCompared = 0;
const violations: string[] = [];
const statuses: Record<string, number> = {};
const holds: { ms: number; calls: string }[] = [];

beforeAll(async () => {
  process.stdout.write(`FUZZ_REQUESTS=${REQUESTS}\n`);
  product = await Product.start();
  await renew();
});
afterAll(() => product.stop());

async function renew(): Promise<void> {
  identities = await product.identities();
  known = await product.insertSome(identities.find(({ name }) => name === 'agent')!);
  renewAtMs = Date.now() + RENEW_MS;
}

/** Selects a caller that may use the operation, or sometimes one that may not. */
function getCaller({ template, operation }: DescribedOperation): Identity {
  const isStaff = (operation.security ?? []).some((one) => 'staff' in one);
  const fitting = identities.filter(({ name }) => name.startsWith('staff') === isStaff && !/nobody|wrong|alone/.test(name));
  const from = random() < 0.8 && !template.includes('/sessions') ? fitting : identities;
  return from[drawBelow(from.length)]!;
}

async function call({ who, method, path, options }: Sent): Promise<HttpResponse | null> {
  sent += 1;
  // Callers without a key are limited by address.
  const headers = { 'X-Forwarded-For': `198.51.${drawBelow(256)}.${drawBelow(256)}`, ...options.headers };
  return who.client
    .call(method, (path.startsWith('/backoffice-api') ? '' : who.root) + path, { ...options, headers })
    .catch((error: unknown) => {
      const code = (error as NodeJS.ErrnoException).code ?? String(error);
      // Node refuses to send invalid headers or addresses.
      if (!/ERR_INVALID|ERR_UNESCAPED|EPIPE|ECONNRESET/.test(code)) violations.push(`${method} ${path}: ${code}`);
      return null;
    });
}

function checkResponse(one: Sent, response: HttpResponse | null): boolean {
  const status = response?.status ?? 0;
  statuses[status] = (statuses[status] ?? 0) + 1;
  // An agent may read few reports at once.
  const isShareInUse = status === 503 && one.path.startsWith('/reports-api/') && response?.headers['retry-after'] !== undefined;
  if (status >= 500 && !isShareInUse)
    violations.push(
      `${status} ${one.who.name} ${one.method} ${one.who.root}${one.path.slice(0, 200)} ${JSON.stringify(one.options.headers).slice(0, 200)} ${String(one.options.body ?? '').slice(0, 300)} → ${response?.text.slice(0, 200)}`,
    );
  return status >= 400;
}

async function inParallel(calls: readonly Sent[]): Promise<Sent[]> {
  const waiting = [...calls];
  const refused: Sent[] = [];
  const work = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) if (checkResponse(one, await call(one))) refused.push(one);
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return refused;
}

/**
 * Lists the tables that refused calls change when repeated. Calls that succeed the second time are skipped, and the
 * others are sent again.
 */
async function changedBy(first: readonly Sent[], tables: TableFingerprints): Promise<string[]> {
  let refused = first;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    await product.settle();
    const before = await tables.read();
    const again = await inParallel(refused);
    if (again.length < refused.length) {
      refused = again;
      continue;
    }
    compared += 1;
    const after = await tables.read();
    return Object.keys(after).filter((table) => before[table] !== after[table] && !WRITTEN_ANYWAY.has(table));
  }
  notCompared += 1;
  return [];
}

it('a hostile call never breaks the product, delays others, or changes anything when it is refused', async () => {
  const document = readDocument();
  const operations = listOperations(document).filter(
    ({ template }) => !template.startsWith('/health') && !template.endsWith('/mine') && !template.startsWith('/test-api/'),
  );
  const today = new Date().toISOString().slice(0, 10) as never;
  const sound = {
    'POST /fire-api/rsc/applications': buildFireBody(today),
    'PUT /fire-api/rsc/applications/{id}': buildFullFireBody(today),
    'POST /mtr-api/resources/applications': buildMotorBody(),
    'PUT /mtr-api/resources/applications/{application}': buildMotorBody(),
    'POST /parties-api/resources/parties': buildPartyBody(),
  };
  const hostile = new HostileCalls(document, random, known, sound);
  const tables = await TableFingerprints.open(await product.server.databaseUrl(), ['production', 'sandbox', 'gateway']);
  // A renamed table would be excluded unnoticed.
  expect(Object.keys(await tables.read())).toEqual(expect.arrayContaining([...WRITTEN_ANYWAY]));
  const own = monitorEventLoopDelay({ resolution: 10 });
  own.enable();
  let [longestMs, probes, isOver] = [0, 0, false];
  const probing = (async () => {
    while (!isOver) {
      const startedMs = performance.now();
      const { name, client } = identities.find((one) => one.name === 'second agent')!;
      const { status } = await client.get('/fire-api/rsc/applications?limit=1').catch(() => ({ status: 0 }));
      if (status !== 200) violations.push(`the prober, ${name}, got ${status}`);
      longestMs = Math.max(longestMs, performance.now() - startedMs);
      probes += 1;
      await sleep(50);
    }
  })();
  let memoryBytes = 0;
  while (sent < REQUESTS && violations.length < 50) {
    if (Date.now() > renewAtMs) await renew();
    await product.metric(HOLD);
    const batch = Array.from({ length: BATCH }, (): Sent => {
      const described = operations[drawBelow(operations.length)]!;
      const one = hostile.of(described);
      // The access of the callers themselves must not change.
      return { ...one, path: one.path.replace(/(api-keys|user-keys|users)\/[^/?]+/, '$1/999999'), who: getCaller(described) };
    });
    const refused = await inParallel(batch);
    holds.push({ ms: 1000 * (await product.metric(HOLD)), calls: `batch ending at ${sent}` });
    const changed = await changedBy(refused, tables);
    if (changed.length > 0) violations.push(`refused calls up to ${sent} changed ${changed.join(', ')}`);
    memoryBytes = Math.max(memoryBytes, await product.metric('process_resident_memory_bytes'));
    const end = await identities[4]!.client.get('/parties-api/resources/parties?limit=1');
    if (end.status === 401) await renew();
  }
  isOver = true;
  await probing;
  await tables.close();
  const noiseMs = own.max / 1e6;
  const worst = holds.toSorted((one, other) => other.ms - one.ms).slice(0, 10);
  process.stdout.write(
    `${sent} calls ${JSON.stringify(statuses)}; longest wait of ${probes} probes ${longestMs.toFixed(0)} ms (this process itself was held ${noiseMs.toFixed(0)} ms), memory ${(memoryBytes / 1e6).toFixed(0)} MB; ${compared} batches compared, ${notCompared} not\nholds ${worst.map(({ ms }) => ms.toFixed(0)).join(', ')} ms\n`,
  );
  expect(violations).toEqual([]);
  expect(notCompared).toBeLessThanOrEqual(compared / 10);
  expect(longestMs).toBeLessThan(LONGEST_WAIT_MS + noiseMs);
  expect(memoryBytes).toBeLessThan(MOST_MEMORY_BYTES);
});
