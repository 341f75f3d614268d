import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddedPostgres } from '../../src/store/embedded/embedded-postgres.js';
import { buildLayout } from '../../src/store/embedded/layout.js';
import type { HttpResponse } from '../support/client.js';
import { createTestDatabase } from '../support/database.js';
import { createMigratedDataDir, findServerPid, queryDatabase, removeDataDir, startServer } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';

/** Cancels the wait of each commit for a standby, until the work is done. */
const CANCEL = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;

let dataDir: string;
let server: EmbeddedPostgres;
let app: FireApp;
let agent: FireAgent;

beforeAll(async () => {
  dataDir = await createMigratedDataDir();
  server = await startServer(dataDir);
  const database = await createTestDatabase({ databaseUrl: server.url });
  app = await FireApp.start({}, [], false, { ...database, url: server.url });
  agent = (await app.createAgent({ code: 'A780' })).production;
});
afterAll(async () => {
  await setStandby('');
  await app.stop();
  await server.stop();
  await removeDataDir(dataDir);
});

/** Changes the setting as an administrator of the server does. */
async function setStandby(names: string): Promise<void> {
  await appendFile(join(buildLayout(dataDir).cluster, 'postgresql.conf'), `\nsynchronous_standby_names = '${names}'\n`);
  process.kill((await findServerPid(dataDir))!, 'SIGHUP');
  const read = `SELECT current_setting('synchronous_standby_names') AS names`;
  await eventually(
    'the server has read the setting',
    async () => (await queryDatabase<{ names: string }>(server.url, read))[0]!.names === names,
  );
}

async function cancelWaits(call: Promise<HttpResponse>): Promise<HttpResponse> {
  let isOver = false;
  const response = call.finally(() => (isOver = true));
  while (!isOver) {
    await queryDatabase(server.url, CANCEL);
    await sleep(50);
  }
  return response;
}

it('a commit whose wait for the standby is cancelled is not acknowledged, also when the call is repeated (gateway.46)', async () => {
  const headers = { 'Idempotency-Key': 'unreplicated-1' };
  const insert = (): Promise<HttpResponse> => agent.client.call('POST', '/fire-api/rsc/applications', { json: agent.body(), headers });
  await setStandby('absent');
  expect((await cancelWaits(insert())).status).toBe(503);
  // The response is stored on this server, but a failover would lose it.
  expect((await cancelWaits(insert())).status).toBe(503);
  await setStandby('');
  const { id } = expectStatus(201, await insert()).json<{ id: number }>();
  expect(id).toBe(1);
});

it('a commit that waits longer than a statement may is not acknowledged either', async () => {
  await setStandby('absent');
  const response = await agent.client.call('POST', '/fire-api/rsc/applications', { json: agent.body() });
  await setStandby('');
  expect([response.status, response.headers['retry-after'] !== undefined]).toEqual([503, true]);
  expectStatus(200, await agent.client.get('/fire-api/rsc/applications/1'));
});
