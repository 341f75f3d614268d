import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import pg from 'pg';
import { addDays, toLocalDate } from '../../src/common/athens.js';
import { readConfig } from '../../src/config/config.js';
import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { Store } from '../../src/store/store.js';
import type { Client } from '../support/client.js';
import { charge } from '../support/collection.js';
import { createRandom, getRounds, readSeed } from '../support/depth.js';
import { createDataDir } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';
import { expectStatus } from '../support/fire-app.js';
import { buildFireBody } from '../support/fire.js';
import { buildMotorBody } from '../support/motor.js';
import { buildServer, ServerProcess } from '../support/process.js';

jest.setTimeout(600_000);

const SEED = readSeed('RENEWAL_SEED', 20_261_126);
const KILLS = getRounds({ everyday: 3, deep: 10 });
const POLICIES = 24;
/** Every fourth policy is of a vehicle. */
const VEHICLES_IN = 4;
const MAX_DELAY_MS = 250;
const WAIT_MS = 120_000;

/** Moves the term of the policies so that their renewal is due, while no server runs. */
const MAKE_DUE = `
  WITH moved AS (
    UPDATE production.application SET start_date = current_date - 320, end_date = current_date + 45, version = version + 1
    WHERE id = ANY ($1) RETURNING id, start_date, end_date)
  UPDATE production.contract_segment s SET from_date = m.start_date, to_date = m.end_date FROM moved m WHERE s.application_id = m.id`;
/** Lists the rows that the preparation of each policy wrote. */
const PREPARED = `
  SELECT p.id::int AS id, p.status, n.status AS renewal_status, (p.renewed_by = n.id) AS is_linked,
    (SELECT count(*)::int FROM production.application r WHERE r.renewal_of = p.id) AS renewals,
    (SELECT count(*)::int FROM production.status_transition t WHERE t.application_id = p.id AND t.action = 'prepare_renewal') AS steps,
    (SELECT string_agg(t.action, ' ' ORDER BY t.id) FROM production.status_transition t WHERE t.application_id = n.id) AS renewal_steps,
    (SELECT count(*)::int FROM production.event e WHERE e.type = 'renewal.prepared' AND (e.data ->> 'application_id')::bigint = p.id) AS events,
    (SELECT count(*)::int FROM production.payment_code c WHERE c.application_id = n.id) AS codes
  FROM production.application p LEFT JOIN production.application n ON n.renewal_of = p.id WHERE p.id = ANY ($1) ORDER BY p.id`;

const random = createRandom(SEED);
let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  await buildServer();
  dataDir = await createDataDir();
  server = await ServerProcess.start(dataDir);
});
afterAll(() => server.destroy());

async function query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: await server.databaseUrl(), options: '-c search_path=production,public' });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

async function signIn(): Promise<Client> {
  const { apiKey, userKey } = server.demo;
  const withKey = server.client.withKey(apiKey);
  const { token } = expectStatus(201, await withKey.post('/auth-api/resources/tokens', { 'user-key': userKey })).json<{ token: string }>();
  return withKey.withToken(token);
}

/** Issues policies of both lines. */
async function issueSome(): Promise<readonly number[]> {
  const client = await signIn();
  const today = toLocalDate(new Date());
  const ids: number[] = [];
  for (let count = 0; count < POLICIES; count += 1) {
    const isVehicle = count % VEHICLES_IN === 0;
    const path = isVehicle ? '/mtr-api/resources/applications' : '/fire-api/rsc/applications';
    const body = isVehicle
      ? buildMotorBody({ policyStartDate: addDays(today, 5), plateNo: `KZE${1000 + count}` })
      : buildFireBody(today, { start_date: addDays(today, 5) });
    const { id } = expectStatus(201, await client.post(path, body)).json<{ id: number }>();
    if (!isVehicle) expectStatus(205, await client.put(`${path}/${id}/prepay`));
    expectStatus(205, isVehicle ? await client.put(`${path}/${id}/issueCharge`) : await charge({ client, root: '' }, id));
    ids.push(id);
  }
  return ids;
}

const countPrepared = async (ids: readonly number[]): Promise<number> =>
  (await query('SELECT FROM production.application WHERE id = ANY ($1) AND renewed_by IS NOT NULL', [ids])).length;

async function kill(): Promise<void> {
  server.signal('SIGKILL');
  expect(await server.ended).toBe('SIGKILL');
}

it(`renewals that the clock prepares while it is killed ${KILLS} times are prepared once and whole (applications.28)`, async () => {
  const ids = await issueSome();
  await kill();
  await query(MAKE_DUE, [ids]);
  const partly: number[] = [];
  for (let round = 0; round < KILLS && (partly.at(-1) ?? 0) < POLICIES; round += 1) {
    const before = partly.at(-1) ?? 0;
    server = await ServerProcess.start(dataDir);
    await eventually('the clock prepares', async () => (await countPrepared(ids)) > before, WAIT_MS);
    await sleep(random() * MAX_DELAY_MS);
    await kill();
    partly.push(await countPrepared(ids));
  }
  server = await ServerProcess.start(dataDir);
  await eventually('all are prepared', async () => (await countPrepared(ids)) === POLICIES, WAIT_MS);

  const rows = await query<{ id: number }>(PREPARED, [ids]);
  const whole = {
    status: '50',
    renewal_status: '45',
    is_linked: true,
    renewals: 1,
    steps: 1,
    renewal_steps: 'insert prepay',
    events: 1,
    codes: 1,
  };
  expect(rows).toEqual(ids.map((id) => ({ ...whole, id })));
  const store = await Store.open(readConfig({ DATABASE_URL: await server.databaseUrl(), DATABASE_POOL_SIZE: '2' }));
  try {
    expect(await verifyLedger(store, 'production')).toEqual([]);
  } finally {
    await store.close();
  }
  process.stdout.write(`${KILLS} kills, of ${POLICIES} policies prepared at each: ${partly.join(', ')}\n`);
});
