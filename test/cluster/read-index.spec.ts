import { jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { Store } from '../../src/store/store.js';
import type { Client, HttpResponse } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { getRounds } from '../support/depth.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { ReplicatedServer } from '../support/replicated-server.js';

// A thousand rounds take over a minute.
jest.setTimeout(300_000);

const ROUNDS = getRounds({ everyday: 25, deep: 1_000 });
const SEARCH = '/fire-api/rsc/applications?limit=1';

const JSON_LINES = { headers: { Accept: 'application/x-ndjson' } };

let server: ReplicatedServer;
let database: TestDatabase;
let writing: FireApp;
let reading: FireApp;
let agent: FireAgent;
/** The agent's calls to the node that reads on the standby. */
let reader: Client;

beforeAll(async () => {
  server = await ReplicatedServer.start();
  database = { ...(await createTestDatabase({ databaseUrl: server.url })), url: server.url };
  writing = await FireApp.start({}, [], false, database);
  reading = await FireApp.start({ databaseReadUrls: [server.standbyUrl] }, [], false, database);
  agent = (await writing.createAgent({ code: 'A790' })).production;
  const withKey = reading.running.client.withKey(agent.access.apiKey);
  const response = await withKey.post('/auth-api/resources/tokens', { 'user-key': agent.access.userKey });
  reader = withKey.withToken(expectStatus(201, response).json<{ token: string }>().token);
});
afterAll(async () => {
  await server.resumeReplay();
  await reading.stop();
  await writing.stop();
  await server.stop();
  await database.drop();
});

/** Counts the reads of the node since the last call, by the server that answered. */
function countReads(): { standby: number; primary: number } {
  return { ...reading.running.parts.store.readCounts };
}

/** Writes on one node and searches on the other; returns how many searches did not find what was written. */
async function countStale(rounds: number): Promise<number> {
  let stale = 0;
  for (let round = 0; round < rounds; round++) {
    const { id } = await agent.insert();
    const [found] = expectStatus(200, await reader.get(SEARCH)).json<{ id: number }[]>();
    if (found?.id !== id) stale += 1;
  }
  return stale;
}

async function waitForStandby(): Promise<void> {
  await eventually('a standby answers', async () => {
    const before = countReads();
    expectStatus(200, await reader.get(SEARCH));
    return countReads().standby > before.standby;
  });
}

it('a search on the standby finds what another node wrote before it, and the standby answers at least 95 of 100', async () => {
  await agent.insert();
  await waitForStandby();
  const before = countReads();
  expect(await countStale(ROUNDS)).toBe(0);
  const after = countReads();
  expect(after.standby + after.primary - before.standby - before.primary).toBe(ROUNDS);
  expect((after.standby - before.standby) / ROUNDS).toBeGreaterThanOrEqual(0.95);
});

it('while the replay is paused the primary answers, and no search is stale (gateway.90)', async () => {
  await waitForStandby();
  await server.pauseReplay();
  const before = countReads();
  expect(await countStale(ROUNDS)).toBe(0);
  expect(countReads().standby).toBe(before.standby);
  await server.resumeReplay();
  await waitForStandby();
});

it('a report is read on the standby, and is complete', async () => {
  await waitForStandby();
  const { policy_no: policyNo } = await agent.insertIn('50');
  const before = countReads();
  const report = expectStatus(200, await reader.get('/reports-api/resources/production?from=2026-11-01&to=2027-11-01', JSON_LINES));
  expect(report.text).toContain(policyNo);
  expect(countReads()).toEqual({ ...before, standby: before.standby + 1 });
});

it('a killed standby causes no error, and answers again when it is back', async () => {
  await waitForStandby();
  await server.killStandby();
  const responses: HttpResponse[] = [];
  for (let call = 0; call < 20; call++)
    responses.push(...(await Promise.all([reader.get(SEARCH), reader.get(SEARCH), reader.get(SEARCH)])));
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  await waitForStandby();
});

it('a standby of another database never answers (gateway.90)', async () => {
  const other = new URL(server.standbyUrl);
  other.pathname = '/postgres';
  const store = await Store.open({ ...database.config, databaseReadUrls: [other.href] });
  // In this time a right standby is used.
  await sleep(1_500);
  const [name] = await store.readAnywhere('gateway', (one) => one.query<{ name: string }>('SELECT current_database() AS name'));
  expect(name).toEqual({ name: new URL(server.url).pathname.slice(1) });
  expect(store.readCounts).toEqual({ standby: 0, primary: 1 });
  await store.close();
});

it('a node starts while the standby is away', async () => {
  const store = await Store.open({ ...database.config, databaseReadUrls: ['postgres://nobody@127.0.0.1:1/none'] });
  expect(await store.readAnywhere('production', (one) => one.query('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
  expect(store.readCounts).toEqual({ standby: 0, primary: 1 });
  await store.close();
});
