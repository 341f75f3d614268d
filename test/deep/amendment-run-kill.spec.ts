import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { addDays } from '../../src/common/athens.js';
import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { createRandom, getRounds, readSeed } from '../support/depth.js';
import { createDataDir } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';
import { expectStatus } from '../support/fire-app.js';
import { buildServer, ServerProcess } from '../support/process.js';
import { StaffClient } from '../support/staff-client.js';
import { createCopiedPolicies, queryServer } from './copied-policies.js';

jest.setTimeout(900_000);

const SEED = readSeed('RUN_SEED', 20_261_127);
const KILLS = getRounds({ everyday: 1, deep: 4 });
const POLICIES = getRounds({ everyday: 400, deep: 5_000 });
const AGENTS = 20;
const MAX_DELAY_MS = 150;
const WAIT_MS = 600_000;
/** Rarely, because each call adds up the results of all policies. */
const POLL_MS = 300;

/** Numbers of policies with one issued amendment of the run, with its parts, once each. */
const WHOLE = `
  SELECT count(*)::int AS count FROM (
    SELECT m.application_id FROM amendment m
    WHERE m.run_id = $1 AND m.status = '50' AND m.amendment_no = 1
      AND (SELECT string_agg(t.action, ' ' ORDER BY t.id) FROM amendment_transition t WHERE t.amendment_id = m.id) = 'insert issue'
      AND (SELECT count(*) FROM receipt r WHERE r.amendment_id = m.id AND r.kind = 'ENDORSEMENT') = 1
      AND (SELECT count(*) FROM contract_segment s WHERE s.application_id = m.application_id AND s.known_until IS NULL) = 2
      AND (SELECT count(*) FROM status_transition t WHERE t.application_id = m.application_id AND t.action = 'amend') = 1
      AND (SELECT count(*) FROM event e WHERE e.type = 'policy.changed' AND (e.data ->> 'application_id')::bigint = m.application_id) = 1) AS whole`;

const random = createRandom(SEED);
let dataDir: string;
let server: ServerProcess;
let admin: StaffClient;
let second: StaffClient;

interface Run {
  readonly state: string;
  readonly done: number;
  readonly left: number;
  readonly figures: Readonly<Record<'issued' | 'refused', { readonly count: number; readonly due: number }>>;
}

beforeAll(async () => {
  await buildServer();
  dataDir = await createDataDir();
  await start();
  await queryServer(server, (query) =>
    query(`UPDATE gateway.app_user SET role = 'admin' WHERE email = $1`, [server.demo.staff.issuing.email]),
  );
  second = await StaffClient.signIn(server.client, server.demo.staff.issuing);
});
afterAll(() => server.destroy());

async function start(): Promise<void> {
  server = await ServerProcess.start(dataDir);
  admin = await StaffClient.signIn(server.client, server.demo.staff.admin);
}

const read = async (id: number): Promise<Run> => expectStatus(200, await admin.get(`amendment-runs/${id}`)).json<Run>();

async function waitFor(id: number, state: string): Promise<Run> {
  for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    const run = await read(id);
    if (run.state === state) return run;
  }
  throw new Error(`The run is not ${state} after ${WAIT_MS} ms.`);
}

it(`a run over ${POLICIES} policies that is killed ${KILLS} times amends each once (amendments.33)`, async () => {
  const policy = await createCopiedPolicies(server, POLICIES - 1, AGENTS);
  const [value] = policy.objects_insured[0]!.insured_values;
  const changes = { [`objects_insured[*].insured_values[group_cover=${value!.group_cover}].insured_value`]: value!.insured_value / 2 };
  const body = { filter: { line: 'fire' }, kind: 'CHANGE', effectiveDate: addDays(policy.start_date, 60), reason: 'Νόμος', changes };
  const began = performance.now();
  const { id } = expectStatus(201, await admin.post('amendment-runs', body)).json<{ id: number }>();
  const forecast = await waitFor(id, 'CALCULATED');
  print('calculated', POLICIES, performance.now() - began);
  expect(forecast.figures).toMatchObject({ issued: { count: POLICIES }, refused: { count: 0 } });
  expectStatus(200, await second.post(`amendment-runs/${id}/start`, {}));
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const goal = Math.floor((POLICIES * kill) / (KILLS + 2));
    await eventually('a part of it is done', async () => (await read(id)).done >= goal, WAIT_MS);
    await sleep(random() * MAX_DELAY_MS);
    server.signal('SIGKILL');
    expect(await server.ended).toBe('SIGKILL');
    await start();
    process.stdout.write(`Cut off with ${(await read(id)).left} policies left\n`);
  }
  const { done: killedAt } = await read(id);
  await eventually('another process continues', async () => (await read(id)).done > killedAt, WAIT_MS);
  const [continued, { done: before }] = [performance.now(), await read(id)];
  const run = await waitFor(id, 'DONE');
  print('amended', POLICIES - before, performance.now() - continued);
  expect(run).toMatchObject({ done: POLICIES, left: 0, figures: forecast.figures });
  await queryServer(server, async (query) => expect(await query(WHOLE, [id])).toEqual([{ count: POLICIES }]));
  // Without the time limit of a call, like the command for operators.
  const violations = await queryServer(server, (query) => verifyLedger({ query: (_schema, text) => query(text) }, 'production'));
  expect(violations).toEqual([]);
});

function print(what: string, count: number, ms: number): void {
  process.stdout.write(`${count} policies ${what} in ${Math.round(ms)} ms: ${Math.round((count / ms) * 1000)} a second\n`);
}
