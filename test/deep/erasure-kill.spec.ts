import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import pg from 'pg';
import type { ErasureResponse } from '../../src/backoffice/underwriting/parties/party-erasure.dto.js';
import { readSeed, createRandom } from '../support/depth.js';
import { removeDataDir, createDataDir } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';
import { expectStatus } from '../support/fire-app.js';
import { NodeProcess } from '../support/node-process.js';
import { buildServer, ServerProcess } from '../support/process.js';
import { StaffClient } from '../support/staff-client.js';
import { LargePerson } from './large-person.js';

jest.setTimeout(120_000);

const SEED = readSeed('ERASURE_SEED', 20_261_122);
const SIZE = { applications: 300, states: 8, textLength: 400, answers: 600 };
/** Numbers of finished parts, over all starts, after which a kill happens. */
const KILLS_AFTER = [1, 4, 7];
const MAX_DELAY_MS = 60;
const WAIT_MS = 30_000;
const MOST_TRIES = 5;
const SECOND = 'second node';

/** Records every committed part with its start and the name of its node. */
const WATCH = `
  CREATE SCHEMA watch;
  CREATE TABLE watch.part (party_id bigint, after bigint, node text);
  CREATE FUNCTION watch.note() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO watch.part VALUES (OLD.party_id, OLD.after, current_setting('application_name')); RETURN NULL; END $$;
  CREATE TRIGGER watched AFTER UPDATE ON production.erasure FOR EACH ROW WHEN (NEW.after > OLD.after) EXECUTE FUNCTION watch.note()`;

const random = createRandom(SEED);
let dataDir: string;
let secondDir: string;
let server: ServerProcess;
let database: pg.Client;

beforeAll(async () => {
  await buildServer();
  [dataDir, secondDir] = await Promise.all([createDataDir(), createDataDir()]);
  await start();
  await database.query(WATCH);
});
afterAll(async () => {
  await database.end();
  await server.destroy();
  await removeDataDir(secondDir);
});

async function start(): Promise<void> {
  server = await ServerProcess.start(dataDir, { DATABASE_POOL_SIZE: '8' });
  database = new pg.Client({ connectionString: await server.databaseUrl() });
  // The database server may end with its owner.
  database.on('error', () => undefined);
  await database.connect();
  await database.query('SET search_path TO production, public');
}

async function signIn(client = server.client): Promise<StaffClient> {
  return StaffClient.signIn(client, server.demo.staff.admin);
}

async function listParts({ partyId }: LargePerson): Promise<{ node: string; place: string }[]> {
  const find = `SELECT node, after::text AS place FROM watch.part WHERE party_id = $1`;
  return (await database.query<{ node: string; place: string }>(find, [partyId])).rows;
}

/** Waits for the end of the erasure and expects each part to be done exactly once. */
async function expectDone(person: LargePerson, staff: StaffClient): Promise<void> {
  const reported = (await staff.waitForErasure(person.partyId)).json<unknown>() as ErasureResponse;
  person.expectDone(await person.look(database), reported);
  const places = (await listParts(person)).map(({ place }) => place);
  expect(new Set(places).size).toBe(places.length);
  const audited = `SELECT details ->> 'state' AS state FROM gateway.audit_entry WHERE action = 'erase' AND subject_id = $1 ORDER BY id`;
  const { rows } = await database.query<{ state: string }>(audited, [String(person.partyId)]);
  expect(rows.map(({ state }) => state)).toEqual(['started', 'finished']);
}

it('an interrupted erasure continues automatically, and is never reported as done before its end', async () => {
  const person = await LargePerson.insert(server, database, SIZE);
  expectStatus(202, await (await signIn()).post(person.path, {}));
  let rowsDone = 0;
  for (const parts of KILLS_AFTER) {
    await eventually(`${parts} parts are done`, async () => (await listParts(person)).length >= parts, WAIT_MS);
    await sleep(random() * MAX_DELAY_MS);
    server.signal('SIGKILL');
    expect(await server.ended).toBe('SIGKILL');
    const cut = await person.look(database);
    process.stdout.write(`Cut off after ${(await listParts(person)).length} parts, ${cut.rowsDone} rows\n`);
    expect(cut).toMatchObject({ state: 'running', isForgotten: false, finishedAt: null });
    expect(cut.reported).toEqual(cut.found);
    expect(cut.left).toBeGreaterThan(0);
    expect(cut.rowsDone).toBeGreaterThan(rowsDone);
    ({ rowsDone } = cut);
    await database.end();
    await start();
  }
  await expectDone(person, await signIn());
});

it('two nodes that work on one erasure at once do each part once', async () => {
  const url = new URL(await server.databaseUrl());
  url.searchParams.set('application_name', SECOND);
  const second = await NodeProcess.start({ DATABASE_URL: url.href, DATA_DIR: secondDir });
  try {
    const nodes = await Promise.all([server.client, second.client].map((client) => signIn(client)));
    let byNode: Readonly<Record<string, number>> = {};
    // On a busy machine one node may have done all parts before the other one asks.
    for (let tries = 0; tries < MOST_TRIES && Object.keys(byNode).length < 2; tries += 1) byNode = await eraseOn(nodes);
    expect(Object.keys(byNode)).toHaveLength(2);
    expect(byNode).toHaveProperty(SECOND);
  } finally {
    await second.stop();
  }
});

/** Erases a person while both nodes are asked to, and counts the parts of each. */
async function eraseOn(nodes: readonly StaffClient[]): Promise<Record<string, number>> {
  const person = await LargePerson.insert(server, database, SIZE);
  expectStatus(202, await nodes[0]!.post(person.path, {}));
  // A request also triggers pending work.
  const ask = async (staff: StaffClient): Promise<void> => {
    while ((await staff.post(person.path, {})).status === 202);
  };
  await Promise.all([...nodes, ...nodes].map(ask));
  for (const staff of nodes) await expectDone(person, staff);
  const byNode: Record<string, number> = {};
  for (const { node } of await listParts(person)) byNode[node] = (byNode[node] ?? 0) + 1;
  process.stdout.write(`Parts by node: ${JSON.stringify(byNode)}\n`);
  return byNode;
}
