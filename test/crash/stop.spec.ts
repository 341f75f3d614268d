import { ENVIRONMENTS } from '../../src/common/environment.js';
import { readConfig } from '../../src/config/config.js';
import { Store } from '../../src/store/store.js';
import { listProcesses, findServerPid, createDataDir } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, type FireEntity } from '../support/fire-app.js';
import { buildServer, ServerProcess } from '../support/process.js';
import { findInconsistencies } from '../support/record-checks.js';
import { PolicyWorkload } from '../support/policy-workload.js';

const START_TIMEOUT_MS = 120_000;
const FIRST_POLICY_MS = 30_000;

let dataDir: string;
let server: ServerProcess;
/** Exit codes or signals of two starts that were stopped early. Their files must not hinder the next start. */
let firstEnds: (number | NodeJS.Signals)[];

beforeAll(async () => {
  await buildServer();
  dataDir = await createDataDir();
  firstEnds = [await stopDuringStart(), await stopDuringStart()];
  server = await ServerProcess.start(dataDir);
}, 2 * START_TIMEOUT_MS);
afterAll(() => server.destroy());

/** Starts a server, stops it once its database server runs, and waits for the end of both. */
async function stopDuringStart(): Promise<number | NodeJS.Signals> {
  const starting = ServerProcess.launch(dataDir);
  await eventually('its database server is started', async () => (await findServerPid(dataDir)) !== null, START_TIMEOUT_MS);
  starting.signal('SIGTERM');
  const end = await starting.ended;
  await eventually('the database server is gone too', async () => (await listProcesses(dataDir)).length === 0);
  return end;
}

async function startWorkloads(): Promise<{ workloads: PolicyWorkload[]; runs: Promise<unknown> }> {
  const workloads = ENVIRONMENTS.map((environment) => new PolicyWorkload(server.client, server.demo, environment));
  const runs = Promise.all(workloads.map((workload) => workload.run()));
  await eventually('each completed a policy', () => workloads.every(({ completedPolicies }) => completedPolicies > 0), FIRST_POLICY_MS);
  return { workloads, runs };
}

describe('the server as a process', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'completes running calls on %s, leaves no process, and continues after a restart',
    async (signal) => {
      const { workloads, runs } = await startWorkloads();
      const { apiKey, userKey } = server.demo;
      await eventually('both callers wait for a response', () => workloads.every(({ currentStep }) => currentStep !== ''));
      // Ctrl-C reaches the whole process group, SIGTERM only the process.
      if (signal === 'SIGINT') server.signalGroup(signal);
      else server.signal(signal);
      expect(await server.ended).toBe(0);
      await runs;
      expect(new Set(workloads.flatMap(({ failures }) => failures))).toEqual(new Set(['lost']));
      expect(await listProcesses(dataDir)).toEqual([]);

      server = await ServerProcess.start(dataDir);
      expect(server.demo).toMatchObject({ apiKey, userKey });
      for (const { root, applications: reported, token } of workloads) {
        const client = server.client.withKey(apiKey).withToken(token);
        for (const { id, status } of reported) {
          const entity = expectStatus(200, await client.get(`${root}/fire-api/rsc/applications/${id}`)).json<FireEntity>();
          // No step was made without an acknowledgement.
          expect([id, entity.status_code]).toEqual([id, status]);
        }
      }
      const store = await Store.open(readConfig({ DATABASE_URL: await server.databaseUrl(), DATABASE_POOL_SIZE: '2' }));
      for (const environment of ENVIRONMENTS) expect(await findInconsistencies(store, environment)).toEqual([]);
      await store.close();
    },
    START_TIMEOUT_MS,
  );

  it(
    'is refused the data directory of a running server, and does not harm it',
    async () => {
      await expect(ServerProcess.start(dataDir)).rejects.toThrow(/Another process runs the database/);
      const { workloads, runs } = await startWorkloads();
      for (const workload of workloads) workload.stop();
      await runs;
      expect(workloads.flatMap(({ failures }) => failures)).toEqual([]);
    },
    START_TIMEOUT_MS,
  );

  it('stops at once when there are no calls', async () => {
    expect(await server.stop()).toBe(0);
    expect(await listProcesses(dataDir)).toEqual([]);
  });

  it('stops its database when it gets a signal during its first or a later start', () => {
    expect(firstEnds).toEqual([0, 0]);
  });
});
