import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { addDays, toLocalDate } from '../../src/common/athens.js';
import { readConfig } from '../../src/config/config.js';
import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { Store } from '../../src/store/store.js';
import { AgentRows } from '../support/agent-rows.js';
import type { Client } from '../support/client.js';
import { charge } from '../support/collection.js';
import { getRounds, readSeed, createRandom } from '../support/depth.js';
import { removeDataDir, createDataDir } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';
import { expectStatus } from '../support/fire-app.js';
import { buildFireBody } from '../support/fire.js';
import { buildServer, ServerProcess } from '../support/process.js';

jest.setTimeout(300_000);

const RESET = '/dev/test-api/resources/reset';
const SEED = readSeed('RESET_SEED', 20_261_122);
const KILLS = getRounds({ everyday: 2, deep: 4 });
const POLICIES = 6;
/** Number of requests that makes a reset take many parts. */
const REQUESTS = 40_000;
const WAIT_MS = 60_000;
const MAX_DELAY_MS = 60;

const FILL = `
  INSERT INTO service_request (number, category, subject, body, agent_code, user_id, user_name, created_at)
  SELECT 'KILL-' || n, 'MOTOR-CLAIMS', 'Αίτημα', repeat('text ', 20), $1, 1, 'user', now() FROM generate_series(1, ${REQUESTS}) AS n`;

const random = createRandom(SEED);
let dataDir: string;
let server: ServerProcess;
let rows: AgentRows;

beforeAll(async () => {
  await buildServer();
  dataDir = await createDataDir();
  await start();
});
afterAll(async () => {
  await rows.close();
  server.signal('SIGKILL');
  await server.ended;
  await removeDataDir(dataDir);
});

async function start(): Promise<void> {
  server = await ServerProcess.start(dataDir, { DATABASE_POOL_SIZE: '8' });
  rows = await AgentRows.open(await server.databaseUrl());
}

async function signIn({ apiKey, userKey }: { readonly apiKey: string; readonly userKey: string }): Promise<Client> {
  const withKey = server.client.withKey(apiKey);
  const response = expectStatus(201, await withKey.post('/dev/auth-api/resources/tokens', { 'user-key': userKey }));
  return withKey.withToken(response.json<{ token: string }>().token);
}

async function issueSome(client: Client): Promise<void> {
  const path = '/dev/fire-api/rsc/applications';
  const startDate = addDays(toLocalDate(new Date()), 10);
  for (let made = 0; made < POLICIES; made += 1) {
    const body = buildFireBody(toLocalDate(new Date()), { start_date: startDate });
    const { id } = expectStatus(201, await client.post(path, body)).json<{ id: number }>();
    expectStatus(205, await client.put(`${path}/${id}/prepay`));
    expectStatus(205, await charge({ client, root: '/dev' }, id));
  }
}

/** Counts the rows that the agent still has in all tables. */
async function leftOf(code: string): Promise<number> {
  return Object.values(await rows.countRows(code)).reduce((sum, count) => sum + count, 0);
}

async function expectRightBooks(): Promise<void> {
  const store = await Store.open(readConfig({ DATABASE_URL: await server.databaseUrl(), DATABASE_POOL_SIZE: '2' }));
  try {
    expect(await verifyLedger(store, 'sandbox')).toEqual([]);
  } finally {
    await store.close();
  }
}

it('an interrupted reset continues automatically, and ends like an uninterrupted one', async () => {
  const { agentCode, secondAgent } = server.demo;
  const agent = await signIn(server.demo);
  await issueSome(agent);
  await issueSome(await signIn(secondAgent));
  await rows.query(FILL, [agentCode]);
  const kept = await rows.query<{ code: string }>('SELECT code FROM agent WHERE code <> $1 ORDER BY code', [agentCode]);
  const policiesOf = async (code: string): Promise<number> => (await rows.countRows(code))['receipt']!;
  const before: Record<string, number> = {};
  for (const { code } of kept) before[code] = await policiesOf(code);
  expectStatus(202, await agent.post(RESET));
  let left = await leftOf(agentCode);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const goal = left - REQUESTS / (KILLS + 2);
    await eventually('a part of it is gone', async () => (await leftOf(agentCode)) < goal, WAIT_MS);
    await sleep(random() * MAX_DELAY_MS);
    await rows.close();
    server.signal('SIGKILL');
    expect(await server.ended).toBe('SIGKILL');
    await start();
    left = await leftOf(agentCode);
    process.stdout.write(`Cut off with ${left} rows left\n`);
    await expectRightBooks();
  }
  const again = await signIn(server.demo);
  await eventually('it is done', async () => (await again.get(RESET)).json().state === 'ready', WAIT_MS);
  expect(Object.entries(await rows.countRows(agentCode)).filter(([, count]) => count > 0)).toEqual([]);
  expect(await rows.findOrphans()).toEqual([]);
  await expectRightBooks();
  for (const { code } of kept) expect([code, await policiesOf(code)]).toEqual([code, before[code]]);
});
