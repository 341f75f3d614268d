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
import { expectStatus } from '../support/fire-app.js';
import { buildFireBody } from '../support/fire.js';
import { buildServer, ServerProcess } from '../support/process.js';

jest.setTimeout(600_000);

const SEED = readSeed('AMENDMENT_KILL_SEED', 20_261_127);
const KILLS = getRounds({ everyday: 3, deep: 12 });
const POLICIES = 6;
/** Amendments of a policy that are asked for before a kill. */
const AMENDMENTS = 10;
const [MIN_DELAY_MS, MAX_DELAY_MS] = [500, 2_000];

/** Counts what the issue of each amendment wrote. */
const WRITTEN = `
  SELECT m.application_id::int AS id, m.amendment_no AS no, m.status,
    (SELECT count(*)::int FROM production.receipt r WHERE r.amendment_id = m.id AND r.kind = 'ENDORSEMENT') AS receipts,
    (SELECT count(*)::int FROM production.contract_segment s WHERE s.known_until IS NULL AND m.id = ANY (s.amendment_ids)) AS segments,
    (SELECT count(*)::int FROM production.amendment_transition t WHERE t.amendment_id = m.id AND t.action = 'issue') AS issues,
    (SELECT count(*)::int FROM production.event e WHERE e.type = 'policy.changed' AND (e.data ->> 'application_id')::bigint = m.application_id
      AND (e.data ->> 'amendment_no')::int = m.amendment_no) AS events
  FROM production.amendment m ORDER BY 1, 2`;

interface Written {
  readonly id: number;
  readonly no: number;
  readonly status: string;
  readonly receipts: number;
  readonly segments: number;
  readonly issues: number;
  readonly events: number;
}

const random = createRandom(SEED);
const today = toLocalDate(new Date());
const start = addDays(today, 5);
let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  await buildServer();
  dataDir = await createDataDir();
  server = await ServerProcess.start(dataDir);
});
afterAll(() => server.destroy());

async function signIn(): Promise<Client> {
  const { apiKey, userKey } = server.demo;
  const withKey = server.client.withKey(apiKey);
  const { token } = expectStatus(201, await withKey.post('/auth-api/resources/tokens', { 'user-key': userKey })).json<{ token: string }>();
  return withKey.withToken(token);
}

async function issuePolicy(client: Client): Promise<number> {
  const path = '/fire-api/rsc/applications';
  const { id } = expectStatus(201, await client.post(path, buildFireBody(today, { start_date: start }))).json<{ id: number }>();
  expectStatus(205, await client.put(`${path}/${id}/prepay`));
  expectStatus(205, await charge({ client, root: '' }, id));
  return id;
}

/** Changes the sums of a policy by a factor, and charges the difference. Returns whether it was acknowledged. */
async function amend(client: Client, id: number, factor: number, day: string): Promise<boolean> {
  const path = `/fire-api/rsc/applications/${id}`;
  const policy = (await client.get(path)).json<{ objects_insured: { insured_values: { insured_value: number }[] }[] }>();
  const objects_insured = policy.objects_insured.map((object) => ({
    ...object,
    insured_values: object.insured_values.map((value) => ({ ...value, insured_value: Math.round(value.insured_value * factor) })),
  }));
  const body = { kind: 'CHANGE', effective_date: day, reason: 'Αλλαγή κεφαλαίου', changes: { objects_insured } };
  const created = await client.post(`${path}/amendments`, body);
  if (created.status !== 201) return false;
  const { amendment_no: no, status } = created.json<{ amendment_no: number; status: string }>();
  return status === '50' || (await client.put(`${path}/amendments/${no}/charge`)).status === 200;
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

it(`amendments that are issued while the server is killed ${KILLS} times are whole or not there (amendments.7)`, async () => {
  const client = await signIn();
  const ids: number[] = [];
  for (let count = 0; count < POLICIES; count += 1) ids.push(await issuePolicy(client));
  const acknowledged = new Map<number, number>();
  for (let round = 0; round < KILLS; round += 1) {
    const by = await signIn();
    // One amendment after the other, so that the kill is in the middle of several.
    const calls = ids.map(async (id) => {
      for (let count = 0; count < AMENDMENTS; count += 1) {
        const day = addDays(start, 1 + 2 * (round * AMENDMENTS + count));
        if (await amend(by, id, count % 2 === 0 ? 1.2 : 0.8, day)) acknowledged.set(id, (acknowledged.get(id) ?? 0) + 1);
      }
    });
    await sleep(MIN_DELAY_MS + random() * (MAX_DELAY_MS - MIN_DELAY_MS));
    server.signal('SIGKILL');
    expect(await server.ended).toBe('SIGKILL');
    await Promise.allSettled(calls);
    server = await ServerProcess.start(dataDir);
  }
  const rows = await listWritten();
  const issued = rows.filter(({ status }) => status === '50');
  for (const row of rows) {
    const isIssued = row.status === '50';
    expect([row, row.issues, row.events]).toEqual([row, isIssued ? 1 : 0, isIssued ? 1 : 0]);
    if (isIssued) expect([row, row.receipts >= 1, row.segments >= 1]).toEqual([row, true, true]);
    else expect([row, row.receipts, row.segments]).toEqual([row, 0, 0]);
  }
  for (const id of ids) expect(issued.filter((row) => row.id === id).length).toBeGreaterThanOrEqual(acknowledged.get(id) ?? 0);
  const store = await Store.open(readConfig({ DATABASE_URL: await server.databaseUrl(), DATABASE_POOL_SIZE: '2' }));
  try {
    expect(await verifyLedger(store, 'production')).toEqual([]);
  } finally {
    await store.close();
  }
  const survivor = await signIn();
  expect(await amend(survivor, ids[0]!, 1.5, addDays(start, 350))).toBe(true);
  const count = [...acknowledged.values()].reduce((sum, each) => sum + each, 0);
  process.stdout.write(`${KILLS} kills: ${rows.length} amendments, ${issued.length} issued, ${count} acknowledged\n`);
});
