import { jest } from '@jest/globals';
import pg from 'pg';
import { addDays, toLocalDate } from '../../src/common/athens.js';
import { getClock, waitUntilAdvanced } from '../support/agent-clock.js';
import type { Client } from '../support/client.js';
import { QUARTERLY } from '../support/collection.js';
import { getRounds } from '../support/depth.js';
import { createMigratedDataDir, removeDataDir } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';
import { expectStatus } from '../support/fire-app.js';
import { buildFireBody } from '../support/fire.js';
import { buildServer, ServerProcess } from '../support/process.js';
import type { DemoKeys } from '../support/policy-workload.js';

jest.setTimeout(300_000);

const KILLS = getRounds({ everyday: 2, deep: 8 });
/** Applications of each kind, each with another start date, so that time affects them at different moments. */
const APPLICATIONS = 8;
const FIRE = '/dev/fire-api/rsc/applications';

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  await buildServer();
  dataDir = await createMigratedDataDir();
  server = await ServerProcess.start(dataDir);
});
afterAll(async () => {
  server.signal('SIGKILL');
  await server.ended;
  await removeDataDir(dataDir);
});

async function getClient({ apiKey, userKey }: DemoKeys): Promise<Client> {
  const withKey = server.client.withKey(apiKey);
  const response = expectStatus(201, await withKey.post('/dev/auth-api/resources/tokens', { 'user-key': userKey }));
  return withKey.withToken(response.json<{ token: string }>().token);
}

/** Creates policies with unpaid instalments and unpaid applications; returns their ids. */
async function sell(client: Client): Promise<number[]> {
  const today = toLocalDate(new Date());
  const ids: number[] = [];
  for (let day = 1; day <= APPLICATIONS; day += 1) {
    for (const isPaid of [true, false]) {
      const body = buildFireBody(today, { ...QUARTERLY, start_date: addDays(today, day) });
      const { id } = expectStatus(201, await client.post(FIRE, body)).json<{ id: number }>();
      expectStatus(205, await client.put(`${FIRE}/${id}/prepay`));
      if (isPaid) expectStatus(205, await client.put(`/dev/collection-api/applications/${id}/charge`));
      ids.push(id);
    }
  }
  return ids;
}

async function queryRows<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
  const database = new pg.Client({ connectionString: await server.databaseUrl() });
  await database.connect();
  try {
    return (await database.query<Row>(text, values)).rows;
  } finally {
    await database.end();
  }
}

/** Lists the effects of time on the applications in order; applications are named by their index. */
async function passedOf(ids: readonly number[]): Promise<string[]> {
  const passed = await queryRows<{ id: string; step: string; at: Date }>(
    `SELECT t.application_id AS id, t.from_status || ' ' || t.to_status AS step, t.at FROM sandbox.status_transition t
     WHERE t.actor = 'clock' AND t.application_id = ANY ($1) ORDER BY t.id`,
    [ids],
  );
  return passed.map(({ id, step, at }) => `${ids.indexOf(Number(id))} ${step} ${at.toISOString()}`);
}

it('an advance of the clock continues after kills, and ends as without them', async () => {
  const { secondAgent, ...first } = server.demo;
  const undisturbed = await getClient(secondAgent);
  let client = await getClient(first);
  const [expected, ids] = [await sell(undisturbed), await sell(client)];
  const advance = { days: 400 };
  const begun = expectStatus(202, await client.post('/dev/test-api/resources/clock/advance', advance));

  let cutOff = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const { frozen_time: before } = await getClock({ client });
    await eventually('the clock moves', async () => {
      const { state, frozen_time } = await getClock({ client });
      return state === 'ready' || frozen_time !== before;
    });
    server.signal('SIGKILL');
    await server.ended;
    const underWay = await queryRows(`SELECT FROM sandbox.agent_clock WHERE agent_code = $1 AND state = 'advancing'`, [first.agentCode]);
    cutOff += underWay.length;
    server = await ServerProcess.start(dataDir);
    client = await getClient(first);
  }
  expect(cutOff).toBeGreaterThan(0);
  expect(await waitUntilAdvanced({ client })).toMatchObject({ frozen_time: begun.json<{ advance_to: string }>().advance_to });

  const other = await getClient(secondAgent);
  expectStatus(202, await other.post('/dev/test-api/resources/clock/advance', advance));
  await waitUntilAdvanced({ client: other });
  const passed = await passedOf(ids);
  expect(passed).toEqual(await passedOf(expected));
  expect(passed).toHaveLength(3 * APPLICATIONS);
  const moments = passed.map((step) => step.split(' ').at(-1));
  expect(moments).toEqual(moments.toSorted());
  const [ready] = await queryRows<{ count: number }>(
    `SELECT count(*)::int AS count FROM sandbox.event WHERE type = 'clock.ready' AND agent_code = $1`,
    [first.agentCode],
  );
  expect(ready?.count).toBe(1);
});
