import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { EmbeddedPostgres } from '../../src/store/embedded/embedded-postgres.js';
import { grantAccess, type AgentAccess } from '../support/agent-access.js';
import { startApp, type RunningApp } from '../support/app.js';
import type { HttpResponse, Client } from '../support/client.js';
import { charge } from '../support/collection.js';
import { freezeServer, createMigratedDataDir, removeDataDir, getServerPid, startServer } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, type FireEntity } from '../support/fire-app.js';
import { buildFireBody } from '../support/fire.js';
import { testAgent } from '../support/record-fixtures.js';
import { buildTestConfig } from '../support/running.js';
import { ManualClock } from '../support/manual-clock.js';

/** Time limit of a response without a database: about two seconds, plus the load of a busy machine. */
const ANSWER_MS = 3_000;

const clock = new ManualClock('2026-11-25T08:00:00Z');
let dataDir: string;
let server: EmbeddedPostgres;
let running: RunningApp;
let access: AgentAccess;
let agent: Client;
let calls: Readonly<Record<string, (client: Client) => Promise<HttpResponse>>>;

beforeAll(async () => {
  dataDir = await createMigratedDataDir();
  server = await startServer(dataDir);
  // For the application this is an external server.
  const config = buildTestConfig(dataDir, { databaseUrl: server.url, databasePoolSize: 4 });
  running = await startApp({ clock, database: { url: server.url, config, drop: () => Promise.resolve() } });
  access = await grantAccess(running, testAgent({ creditLimit: '100000.00' }));
  agent = access.production.client;
  calls = await callsThatNeedIt();
}, 120_000);
afterAll(async () => {
  await running.stop();
  await server.stop();
  await removeDataDir(dataDir);
});

async function callsThatNeedIt(): Promise<typeof calls> {
  const body = buildFireBody(clock.today());
  const fire = '/fire-api/rsc/applications';
  const insert = async (): Promise<number> => expectStatus(201, await agent.post(fire, body)).json<FireEntity>().id;
  const [calculated, prepaid, policy] = [await insert(), await insert(), await insert()];
  for (const id of [prepaid, policy]) expectStatus(205, await agent.put(`${fire}/${id}/prepay`));
  expectStatus(205, await charge(access.production, policy));
  const collection = '/collection-api/applications';
  const documents = `/docs-api/policy/applications/${policy}/documents`;
  const [document] = (await agent.get(documents)).json<{ id: number }[]>();
  return {
    token: (client) => client.post('/auth-api/resources/tokens', { 'user-key': access.userKey }),
    search: (client) => client.get(fire),
    retrieve: (client) => client.get(`${fire}/${policy}`),
    insert: (client) => client.post(fire, body),
    prepay: (client) => client.put(`${fire}/${calculated}/prepay`),
    charge: (client) => client.put(`${collection}/${prepaid}/charge`),
    'payment code': (client) => client.get(`${collection}/${prepaid}/payment_code`),
    receipts: (client) => client.get(`/common-api/policy/applications/${policy}/receipts`),
    documents: (client) => client.get(documents),
    document: (client) => client.get(`${documents}/${document?.id}`),
  };
}

interface Timed {
  readonly call: string;
  readonly outcome: string;
  readonly tookMs: number;
}

async function timed(call: string, request: Promise<HttpResponse>): Promise<Timed> {
  const begun = performance.now();
  const response = await request;
  const outcome = response.status < 300 ? String(response.status) : `${response.status} ${response.json<{ error: string }>().error}`;
  return { call, outcome, tookMs: performance.now() - begun };
}

/** Sends every call at once: by the agent, by a key, and by a token that cannot be verified now. */
async function callAll(): Promise<Timed[]> {
  const unknownKey = running.client.withKey('K'.repeat(40));
  const unknownToken = running.client.withKey(access.apiKey).withToken('T'.repeat(40));
  const all = Object.entries(calls).map(([name, call]) => timed(name, call(agent)));
  all.push(timed('unknown key', unknownKey.get('/fire-api/rsc/applications')));
  all.push(timed('unknown token', unknownToken.get('/fire-api/rsc/applications')));
  return Promise.all(all);
}

function expectUnavailable(responses: readonly Timed[], withinMs: number): void {
  expect(responses.map(({ call, outcome }) => [call, outcome])).toEqual(responses.map(({ call }) => [call, '503 -2']));
  expect(responses.filter(({ tookMs }) => tookMs > withinMs)).toEqual([]);
}

async function readiness(): Promise<number> {
  return (await running.plain.get('/health/ready')).status;
}

/** Expects that everything works again without a restart once the database is back. */
async function expectRecovery(): Promise<void> {
  await eventually('it is ready again', async () => (await readiness()) === 200, 20_000);
  expect((await running.plain.get('/health/ready')).json()).toEqual({ status: 'ok' });
  for (const name of ['token', 'search', 'retrieve', 'receipts', 'documents', 'document', 'payment code', 'insert']) {
    const response = await calls[name]?.(agent);
    expect([name, response?.status]).toEqual([name, ['token', 'insert'].includes(name) ? 201 : 200]);
  }
}

/** Waits longer than anything is cached without the database (2 s). */
async function expectUnavailableForAWhile(withinMs: number): Promise<void> {
  for (const deadline = Date.now() + 4_500; Date.now() < deadline; await sleep(400)) expectUnavailable(await callAll(), withinMs);
  expect(await readiness()).toBe(503);
  expect((await running.plain.get('/health/live')).status).toBe(200);
}

async function rowCount(): Promise<unknown> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    const counts = ['application', 'status_transition', 'receipt', 'ledger_entry'].map(
      (table) => `(SELECT count(*) FROM production.${table})`,
    );
    return (await client.query(`SELECT ${counts.join(', ')}`)).rows;
  } finally {
    await client.end();
  }
}

describe('the gateway without its database', () => {
  it('returns 503 (-2) in time while the server is stopped, does nothing, and works again afterwards', async () => {
    expect(await readiness()).toBe(200);
    const before = await rowCount();
    await server.stop();
    await expectUnavailableForAWhile(ANSWER_MS);
    server = await startServer(dataDir);
    expect(await rowCount()).toEqual(before);
    await expectRecovery();
  }, 90_000);

  it('returns the text of the error entity', async () => {
    await server.stop();
    const response = await agent.get('/fire-api/rsc/applications', { headers: { 'Accept-Language': 'en' } });
    expect(response.json()).toEqual({
      status: 'ERROR',
      error: '-2',
      message: 'The service is temporarily unavailable. Try again shortly.',
    });
    expect(response.headers['x-error']).toBe('The service is temporarily unavailable. Try again shortly.');
    expect(response.headers['www-authenticate']).toBeUndefined();
    server = await startServer(dataDir);
    await expectRecovery();
  }, 90_000);

  it('returns 503 (-2) while the database refuses new sessions', async () => {
    const { pathname } = new URL(server.url);
    const name = pathname.slice(1);
    const elsewhere = new URL(server.url);
    elsewhere.pathname = '/postgres';
    const admin = new pg.Client({ connectionString: elsewhere.href });
    await admin.connect();
    try {
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = current_user', [name]);
      await expectUnavailableForAWhile(ANSWER_MS);
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    } finally {
      await admin.end();
    }
    await expectRecovery();
  }, 90_000);

  it('returns 503 (-2) while the server hangs, and continues when it wakes up', async () => {
    const wake = await freezeServer(await getServerPid(dataDir));
    try {
      await expectUnavailableForAWhile(ANSWER_MS);
    } finally {
      wake();
    }
    await expectRecovery();
  }, 120_000);
});
