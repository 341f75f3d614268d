import { jest } from '@jest/globals';
import type { HttpResponse, Client } from '../support/client.js';
import { endProcess, createMigratedDataDir, findServerPid } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';
import { expectStatus } from '../support/fire-app.js';
import { buildServer, ServerProcess } from '../support/process.js';

jest.setTimeout(300_000);

const RECOVERY_MS = 60_000;

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  await buildServer();
  dataDir = await createMigratedDataDir();
  server = await ServerProcess.start(dataDir);
});
afterAll(() => server.destroy());

async function askForToken(): Promise<HttpResponse> {
  return server.client.withKey(server.demo.apiKey).post('/auth-api/resources/tokens', { 'user-key': server.demo.userKey });
}

async function caller(): Promise<Client> {
  const { token } = expectStatus(201, await askForToken()).json<{ token: string }>();
  return server.client.withKey(server.demo.apiKey).withToken(token);
}

async function isLogged(client: Client, requestId: string): Promise<boolean> {
  const response = expectStatus(200, await client.get(`/auth-api/resources/calls?request_id=${requestId}`));
  return response.json<unknown[]>().length === 1;
}

/** Sends a call and waits until its row is written. */
async function makeLoggedCall(): Promise<string> {
  const client = await caller();
  const requestId = String(expectStatus(200, await client.get('/fire-api/rsc/applications')).headers['x-request-id']);
  await eventually('the call is logged', () => isLogged(client, requestId));
  return requestId;
}

// Calls older than a second are written and must survive any kill.
it.each(['server', 'database', 'both'])(
  'a call that was logged stays when the %s is killed, and later calls are logged',
  async (victim) => {
    const before = await makeLoggedCall();
    const database = await findServerPid(dataDir);
    if (victim !== 'server') endProcess(database!);
    if (victim !== 'database') {
      server.signal('SIGKILL');
      await server.ended;
      server = await ServerProcess.start(dataDir);
    }
    // The sessions of a killed database continue for a moment.
    if (victim !== 'server')
      await eventually('another database runs', async () => ![null, database].includes(await findServerPid(dataDir)), RECOVERY_MS);
    await eventually('the server is back', async () => (await askForToken()).status === 201, RECOVERY_MS);
    expect(await isLogged(await caller(), before)).toBe(true);
    await makeLoggedCall();
  },
);
