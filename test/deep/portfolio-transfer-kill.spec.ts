import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { toLocalDate } from '../../src/common/athens.js';
import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { createRandom, getRounds, readSeed } from '../support/depth.js';
import { createDataDir } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';
import { expectStatus } from '../support/fire-app.js';
import { buildServer, ServerProcess } from '../support/process.js';
import { StaffClient } from '../support/staff-client.js';
import { createCopiedPolicies, queryServer } from './copied-policies.js';

jest.setTimeout(900_000);

const KILLS = getRounds({ everyday: 1, deep: 4 });
const POLICIES = getRounds({ everyday: 600, deep: 5_000 });
const MAX_DELAY_MS = 100;
const WAIT_MS = 600_000;
/** The agent of the copies, and the one that gets them. */
const [FROM, TO] = ['C1', 'C2'];

/** Numbers of policies that moved with their parts, once each. */
const WHOLE = `
  SELECT count(*)::int AS count FROM application a
  WHERE a.agent_code = '${TO}' AND NOT EXISTS (SELECT FROM receipt r WHERE r.application_id = a.id AND r.agent_code <> a.agent_code)
    AND (SELECT count(*) FROM status_transition t WHERE t.application_id = a.id AND t.action = 'transfer') = 1
    AND (SELECT string_agg(e.agent_code || ' ' || (e.data ->> 'direction'), ', ' ORDER BY e.agent_code) FROM event e
      WHERE e.type = 'application.transferred' AND (e.data ->> 'application_id')::bigint = a.id) = '${FROM} OUT, ${TO} IN'`;

const random = createRandom(readSeed('TRANSFER_SEED', 20_261_128));
let dataDir: string;
let server: ServerProcess;
let admin: StaffClient;

beforeAll(async () => {
  await buildServer();
  dataDir = await createDataDir();
  await start();
});
afterAll(() => server.destroy());

async function start(): Promise<void> {
  server = await ServerProcess.start(dataDir);
  admin = await StaffClient.signIn(server.client, server.demo.staff.admin);
}

/** Creates policies of one agent, and another agent without any. */
async function createPolicies(): Promise<void> {
  await createCopiedPolicies(server, POLICIES, 1);
  expectStatus(201, await admin.post('agents', { code: TO, name: 'Νέος συνεργάτης', type: 'broker', creditLimit: 0 }));
}

const read = async (id: number): Promise<{ state: string; moved: number; policies: number; failures: number }> =>
  expectStatus(200, await admin.get(`portfolio-transfers/${id}`)).json();

it(`a transfer of ${POLICIES} policies that is killed ${KILLS} times moves each once (backoffice.121)`, async () => {
  await createPolicies();
  const body = { fromAgentCode: FROM, toAgentCode: TO, effectiveDate: toLocalDate(new Date()), reason: 'Λήξη συνεργασίας' };
  const { id } = expectStatus(201, await admin.post('portfolio-transfers', body)).json<{ id: number }>();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const goal = Math.floor((POLICIES * kill) / (KILLS + 2));
    await eventually('a part of it has moved', async () => (await read(id)).moved >= goal, WAIT_MS);
    await sleep(random() * MAX_DELAY_MS);
    server.signal('SIGKILL');
    expect(await server.ended).toBe('SIGKILL');
    await start();
    const { state, moved } = await read(id);
    process.stdout.write(`Cut off with ${moved} policies moved\n`);
    expect([state, moved < POLICIES]).toEqual(['RUNNING', true]);
    await queryServer(server, async (query) => expect(await query(WHOLE)).toEqual([{ count: moved }]));
  }
  await eventually('another process ends it', async () => (await read(id)).state === 'DONE', WAIT_MS);
  expect(await read(id)).toMatchObject({ policies: POLICIES, moved: POLICIES, failures: 0 });
  await queryServer(server, async (query) => expect(await query(WHOLE)).toEqual([{ count: POLICIES }]));
  // Without the time limit of a call, like the command for operators.
  const violations = await queryServer(server, (query) => verifyLedger({ query: (_schema, text) => query(text) }, 'production'));
  expect(violations).toEqual([]);
});
