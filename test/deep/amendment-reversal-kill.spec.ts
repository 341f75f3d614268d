import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import pg from 'pg';
import { addDays, toLocalDate } from '../../src/common/athens.js';
import { readConfig } from '../../src/config/config.js';
import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { Store } from '../../src/store/store.js';
import { charge } from '../support/collection.js';
import { createRandom, getRounds, readSeed } from '../support/depth.js';
import { createDataDir } from '../support/embedded.js';
import { expectStatus } from '../support/fire-app.js';
import { buildFireBody } from '../support/fire.js';
import { buildServer, ServerProcess } from '../support/process.js';
import { StaffClient } from '../support/staff-client.js';

jest.setTimeout(600_000);

const SEED = readSeed('REVERSAL_KILL_SEED', 20_261_128);
const KILLS = getRounds({ everyday: 2, deep: 10 });
const POLICIES = 4;
/** Amendments of a policy that are reversed before a kill. */
const AMENDMENTS = 4;
const MAX_DELAY_MS = 1_200;

/** Results of amendments; what a reversed one wrote adds up to zero. */
const WRITTEN = `
  SELECT m.application_id::int AS id, m.amendment_no AS no, m.status, m.reversed_at IS NOT NULL AS "isReversed",
    (SELECT coalesce(sum(r.gross), 0)::text FROM production.receipt r WHERE r.amendment_id = m.id AND r.kind = 'ENDORSEMENT') AS difference,
    (SELECT count(*)::int FROM production.contract_segment s WHERE s.known_until IS NULL AND m.id = ANY (s.amendment_ids)) AS segments,
    (SELECT count(*)::int FROM production.amendment_transition t WHERE t.amendment_id = m.id AND t.action = 'reverse') AS reversals
  FROM production.amendment m ORDER BY 1, 2`;

interface Written {
  readonly id: number;
  readonly no: number;
  readonly status: string;
  readonly isReversed: boolean;
  readonly difference: string;
  readonly segments: number;
  readonly reversals: number;
}

const random = createRandom(SEED);
const today = toLocalDate(new Date());
const start = addDays(today, 5);
const PATH = '/fire-api/rsc/applications';
let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  await buildServer();
  dataDir = await createDataDir();
  server = await ServerProcess.start(dataDir);
});
afterAll(() => server.destroy());

/** Issues a policy with amendments of different days, each of another insured sum. */
async function issueAmended(): Promise<number> {
  const { apiKey, userKey } = server.demo;
  const withKey = server.client.withKey(apiKey);
  const { token } = expectStatus(201, await withKey.post('/auth-api/resources/tokens', { 'user-key': userKey })).json<{ token: string }>();
  const client = withKey.withToken(token);
  const { id } = expectStatus(201, await client.post(PATH, buildFireBody(today, { start_date: start }))).json<{ id: number }>();
  expectStatus(205, await client.put(`${PATH}/${id}/prepay`));
  expectStatus(205, await charge({ client, root: '' }, id));
  const { objects_insured: objects } = (await client.get(`${PATH}/${id}`)).json<{
    objects_insured: { insured_values: { insured_value: number }[] }[];
  }>();
  for (let count = 1; count <= AMENDMENTS; count += 1) {
    const objects_insured = objects.map((object) => ({
      ...object,
      insured_values: object.insured_values.map((value) => ({ ...value, insured_value: value.insured_value * (1 + count / 10) })),
    }));
    const body = { kind: 'CHANGE', effective_date: addDays(start, 20 * count), reason: 'Αλλαγή κεφαλαίου', changes: { objects_insured } };
    expectStatus(201, await client.post(`${PATH}/${id}/amendments`, body));
    expectStatus(200, await client.put(`${PATH}/${id}/amendments/${count}/charge`));
  }
  return id;
}

async function listWritten(): Promise<Written[]> {
  const client = new pg.Client({ connectionString: await server.databaseUrl() });
  await client.connect();
  try {
    return (await client.query<Written>(WRITTEN)).rows;
  } finally {
    await client.end();
  }
}

it(`reversals of amendments while the server is killed ${KILLS} times are whole or not there (amendments.13)`, async () => {
  const acknowledged = new Set<string>();
  for (let round = 0; round < KILLS; round += 1) {
    const ids: number[] = [];
    for (let count = 0; count < POLICIES; count += 1) ids.push(await issueAmended());
    const staff = await StaffClient.signIn(server.client, server.demo.staff.issuing);
    const calls = ids.map(async (id) => {
      for (let no = AMENDMENTS; no >= 1; no -= 1) {
        const { status } = await staff.post(`applications/${id}/amendments/${no}/reversal`, { reason: 'Λάθος' });
        if (status === 200) acknowledged.add(`${id} ${no}`);
      }
    });
    await sleep(random() * MAX_DELAY_MS);
    server.signal('SIGKILL');
    expect(await server.ended).toBe('SIGKILL');
    await Promise.allSettled(calls);
    server = await ServerProcess.start(dataDir);
  }
  const rows = await listWritten();
  expect(rows).toHaveLength(KILLS * POLICIES * AMENDMENTS);
  for (const row of rows) {
    const isWhole = row.status === '70';
    expect(['50', '70']).toContain(row.status);
    expect([row, row.isReversed, row.reversals]).toEqual([row, isWhole, isWhole ? 1 : 0]);
    expect([row, row.segments >= 1]).toEqual([row, !isWhole]);
    expect([row, Number(row.difference) === 0]).toEqual([row, isWhole]);
    if (acknowledged.has(`${row.id} ${row.no}`)) expect([row, isWhole]).toEqual([row, true]);
  }
  const store = await Store.open(readConfig({ DATABASE_URL: await server.databaseUrl(), DATABASE_POOL_SIZE: '2' }));
  try {
    expect(await verifyLedger(store, 'production')).toEqual([]);
  } finally {
    await store.close();
  }
  const [left] = rows.filter(({ status }) => status === '50');
  const staff = await StaffClient.signIn(server.client, server.demo.staff.issuing);
  if (left) expectStatus(200, await staff.post(`applications/${left.id}/amendments/${left.no}/reversal/preview`, {}));
  const reversed = rows.filter(({ status }) => status === '70').length;
  process.stdout.write(`${KILLS} kills: ${rows.length} amendments, ${reversed} reversed, ${acknowledged.size} acknowledged\n`);
});
