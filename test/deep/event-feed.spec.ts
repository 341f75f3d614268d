import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import pg from 'pg';
import { toLocalDate } from '../../src/common/athens.js';
import type { EventListResponse } from '../../src/services/events/event.dto.js';
import { restoreBaseBackup, writeBaseBackup } from '../../src/store/backup/base-backup.js';
import type { Client } from '../support/client.js';
import { getRounds, readSeed, createRandom } from '../support/depth.js';
import { endProcess, removeDataDir, findServerPid, createDataDir } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';
import { buildFireBody } from '../support/fire.js';
import { expectStatus } from '../support/fire-app.js';
import { buildServer, ServerProcess } from '../support/process.js';
import { createTemporaryFolder } from '../support/temporary.js';

jest.setTimeout(900_000);

const WRITERS = getRounds({ everyday: 40, deep: 200 });
const CALM_MS = getRounds({ everyday: 10_000, deep: 120_000 });
const BETWEEN_KILLS_MS = getRounds({ everyday: 4_000, deep: 12_000 });
const KILLS_OF_EACH = getRounds({ everyday: 1, deep: 3 });
const APPLICATIONS_OF_EACH = 20;
const AGENTS = ['10001', '10002'];
/** Beyond the numbers of other applications, in a block of history that exists. */
const FIRST_ID = 1_000_001;
const LONGEST_PAUSE_MS = 120;
const SETTLED_MS = 180_000;
const random = createRandom(readSeed('FEED_SEED', 20_261_122));

/** Identifies a change: the unique action of its transition. */
type Token = string;

let dataDir: string;
let server: ServerProcess;
let isOver = false;
let count = 0;
/** Tokens of rolled-back changes. */
let undone: Set<Token>;
let unheard: Set<Token>;
let committed: number;

beforeAll(async () => {
  await buildServer();
  dataDir = await createDataDir();
  await start();
  await insertApplications();
});
afterAll(() => server.destroy());

async function start(): Promise<void> {
  server = await ServerProcess.start(dataDir, { DATABASE_POOL_SIZE: '80' });
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await server.databaseUrl(), options: '-c search_path=sandbox,public' });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function queryRows<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = await connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Inserts copies of an application for the writers to change. */
async function insertApplications(): Promise<void> {
  const { apiKey, userKey } = server.demo;
  const client = server.client.withKey(apiKey);
  const { token } = (await client.post('/dev/auth-api/resources/tokens', { 'user-key': userKey })).json<{ token: string }>();
  const body = buildFireBody(toLocalDate(new Date()));
  expectStatus(201, await client.withToken(token).post('/dev/fire-api/rsc/applications', body));
  const columns = await queryRows<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'sandbox' AND table_name = 'application' AND is_generated = 'NEVER' ORDER BY ordinal_position`,
  );
  const own: Readonly<Record<string, string>> = { id: `${FIRST_ID - 1} + n`, application_no: `'X' || n`, agent_code: `a.code` };
  const names = columns.map(({ name }) => name);
  await queryRows(
    `INSERT INTO application (${names.join(', ')})
     SELECT ${names.map((name) => own[name] ?? `m.${name}`).join(', ')}
     FROM (SELECT * FROM application WHERE policy_no IS NULL ORDER BY id LIMIT 1) m
     CROSS JOIN generate_series(1, $1::int) n CROSS JOIN LATERAL (SELECT ($2::text[])[1 + n % 2] AS code) a`,
    [APPLICATIONS_OF_EACH * AGENTS.length, AGENTS],
  );
}

/**
 * Changes applications until the end, with pauses, with a number taken before the lock, and sometimes with a rollback.
 */
async function write(): Promise<void> {
  let client: pg.Client | null = null;
  while (!isOver) {
    const token = `t${++count}`;
    let isEnding = false;
    try {
      client ??= await connect();
      await client.query('BEGIN');
      if (random() < 0.5) await client.query('SELECT pg_current_xact_id()');
      if (random() < 0.5) await pause();
      for (let n = 0; n < (random() < 0.3 ? 2 : 1); n++) await change(client, n === 0 ? token : `${token}b`, n);
      if (random() < 0.3) await pause();
      const goesWell = random() >= 0.2;
      isEnding = goesWell;
      await client.query(goesWell ? 'COMMIT' : 'ROLLBACK');
      if (goesWell) committed += 1;
      else [token, `${token}b`].forEach((one) => undone.add(one));
    } catch {
      for (const one of [token, `${token}b`]) (isEnding ? unheard : undone).add(one);
      await client?.end().catch(() => undefined);
      client = null;
      await sleep(100);
    }
  }
  await client?.end().catch(() => undefined);
}

/** The second change of a transaction concerns an application with a greater id, which avoids deadlocks. */
async function change(client: pg.Client, token: Token, place: number): Promise<void> {
  const half = APPLICATIONS_OF_EACH;
  const id = FIRST_ID + place * half + Math.floor(random() * half);
  await client.query('SELECT FROM application WHERE id = $1 FOR UPDATE', [id]);
  await client.query(
    `INSERT INTO status_transition (application_id, from_status, to_status, action, actor, actor_name, at)
     VALUES ($1, '00', '00', $2, 'agent', 'storm', clock_timestamp())`,
    [id, token],
  );
}

function pause(): Promise<void> {
  return sleep(random() < 0.02 ? 2_000 : random() * LONGEST_PAUSE_MS);
}

/** Follows the feed across server failures. */
class Reader {
  readonly read: Token[] = [];
  after: string | null = null;
  failures = 0;
  private token: string | null = null;

  constructor(
    readonly name: string,
    private readonly access: () => { readonly apiKey: string; readonly userKey: string },
    readonly agents: readonly string[],
    private readonly query: Readonly<Record<string, string>>,
  ) {}

  async follow(): Promise<void> {
    while (!isOver) await this.step('2');
  }

  /** Reads until the feed is complete. */
  async finish(isComplete: () => boolean): Promise<void> {
    const deadline = Date.now() + SETTLED_MS;
    while (!isComplete() && Date.now() < deadline) await this.step('1');
  }

  forget(): void {
    this.token = null;
  }

  private async step(wait: string): Promise<void> {
    try {
      const client = await this.client();
      const query = new URLSearchParams({ ...this.query, wait, ...(this.after === null ? {} : { after: this.after }) });
      const response = await client.get(`/dev/events-api/resources/events?${query.toString()}`);
      if (response.status === 401) this.token = null;
      if (response.status !== 200) throw new Error(response.text);
      const { events, next } = response.json<EventListResponse>();
      this.read.push(...events.map(({ data }) => String(data.action)).filter((action) => /^t\d/.test(action)));
      this.after = next;
    } catch {
      this.failures += 1;
      await sleep(50);
    }
  }

  private async client(): Promise<Client> {
    const { apiKey, userKey } = this.access();
    const client = server.client.withKey(apiKey);
    if (this.token === null) {
      const response = await client.post('/dev/auth-api/resources/tokens', { 'user-key': userKey });
      this.token = response.json<{ token: string }>().token;
    }
    return client.withToken(this.token);
  }
}

function createReaders(): Reader[] {
  const supervisor = () => ({ apiKey: server.demo.apiKey, userKey: server.demo.supervisor.userKey });
  return [
    new Reader('first agent', () => server.demo, [AGENTS[0]!], { limit: '100' }),
    new Reader('second agent', () => server.demo.secondAgent, [AGENTS[1]!], { limit: '500' }),
    new Reader('supervisor', supervisor, AGENTS, { limit: '500' }),
    new Reader('supervisor by small pages', supervisor, AGENTS, { limit: '43', types: 'application.status_changed' }),
  ];
}

interface Published {
  readonly token: Token;
  readonly agent: string;
  readonly application: string;
}

/** Lists the writers' events in the order of the feed. */
function published(): Promise<Published[]> {
  return queryRows<Published & pg.QueryResultRow>(
    `SELECT e.data->>'action' AS token, e.agent_code AS agent, e.data->>'application_id' AS application
     FROM event_position p JOIN event e ON e.id = p.event_id WHERE e.data->>'action' ~ '^t[0-9]' ORDER BY p.position`,
  );
}

/** Lists the committed changes of each application in the order of its lock. */
async function changes(): Promise<Map<string, Token[]>> {
  const found = new Map<string, Token[]>();
  const transitions = `SELECT application_id::text AS id, action FROM status_transition WHERE action ~ '^t[0-9]' ORDER BY status_transition.id`;
  for (const { id, action } of await queryRows<{ id: string; action: string }>(transitions))
    found.set(id, [...(found.get(id) ?? []), action]);
  return found;
}

async function waitUntilPublished(): Promise<void> {
  await eventually(
    'every event is published',
    async () =>
      (await queryRows('SELECT FROM event e WHERE NOT EXISTS (SELECT FROM event_position p WHERE p.event_id = e.id) LIMIT 1')).length === 0,
    SETTLED_MS,
  );
}

/** Expects each reader to have each committed change once, in the order of the feed, and no rolled-back one. */
async function expectWhole(readers: readonly Reader[]): Promise<void> {
  expect(committed).toBeGreaterThan(0);
  await waitUntilPublished();
  const feed = await published();
  const byApplication = await changes();
  expect(feed.map(({ token }) => token).sort()).toEqual([...byApplication.values()].flat().sort());
  for (const [application, tokens] of byApplication)
    expect([application, feed.filter((one) => one.application === application).map(({ token }) => token)]).toEqual([application, tokens]);
  expect(feed.filter(({ token }) => undone.has(token))).toEqual([]);
  for (const reader of readers) {
    const expected = feed.filter(({ agent }) => reader.agents.includes(agent)).map(({ token }) => token);
    await reader.finish(() => reader.read.length >= expected.length);
    expect([reader.name, reader.read.length, reader.read]).toEqual([reader.name, expected.length, expected]);
  }
}

/** Runs writers and readers during an operation on the server. */
async function writeInParallel(work: () => Promise<void>): Promise<Reader[]> {
  [isOver, committed, undone, unheard] = [false, 0, new Set(), new Set()];
  await queryRows(`SELECT 1`);
  const readers = createReaders();
  const before = await published();
  for (const reader of readers) {
    const known = before.filter(({ agent }) => reader.agents.includes(agent)).length;
    await reader.finish(() => reader.read.length >= known);
  }
  const busy = [...Array.from({ length: WRITERS }, write), ...readers.map((reader) => reader.follow())];
  await work();
  isOver = true;
  await Promise.all(busy);
  const failures = readers.map((reader) => reader.failures).join(', ');
  process.stdout.write(
    `${committed} transactions committed, ${undone.size / 2} undone, ${unheard.size / 2} unheard; failed reads ${failures}\n`,
  );
  return readers;
}

async function killNode(): Promise<void> {
  server.signal('SIGKILL');
  await server.ended;
  await start();
}

/** Kills all sessions of the program in the environment, including the publisher's. */
async function killSessions(): Promise<void> {
  await queryRows(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'insurance-gateway sandbox'`);
}

async function killPostgres(): Promise<void> {
  const pid = await findServerPid(dataDir);
  if (pid !== null) endProcess(pid);
  await eventually('the database is back', async () => (await server.client.get('/health/ready')).status === 200, SETTLED_MS);
}

describe('four readers of the event feed', () => {
  it(`see each change of ${WRITERS} writers once and in order`, async () => {
    await expectWhole(await writeInParallel(() => sleep(CALM_MS)));
  });

  it('see each change once across kills of the node, of the publisher’s connection and of Postgres', async () => {
    const readers = await writeInParallel(async () => {
      for (let round = 0; round < KILLS_OF_EACH; round++)
        for (const kill of [killNode, killSessions, killPostgres, killSessions]) {
          await sleep(BETWEEN_KILLS_MS * (0.5 + random() / 2));
          await kill();
        }
      await sleep(BETWEEN_KILLS_MS);
    });
    await expectWhole(readers);
  });

  it('continue with their old cursors in a cluster restored from a backup, and miss nothing there', async () => {
    const file = join(await createTemporaryFolder(), 'backup');
    const readers = await writeInParallel(async () => {
      await sleep(BETWEEN_KILLS_MS);
      await writeBaseBackup(dataDir, file);
      await sleep(BETWEEN_KILLS_MS);
    });
    await expectWhole(readers);
    const demo = server.demo;
    await server.stop();
    const previous = dataDir;
    dataDir = await createDataDir();
    await restoreBaseBackup(dataDir, file);
    // The database contains only digests of the demo's keys.
    await copyFile(join(previous, 'demo.json'), join(dataDir, 'demo.json'));
    await start();
    expect(server.demo.apiKey).toBe(demo.apiKey);
    await waitUntilPublished();
    const [epoch] = await queryRows<{ count: number; after: number }>(
      `SELECT count(*)::int AS count, max(opened_after)::int AS after FROM event_epoch`,
    );
    expect(epoch?.count).toBe(3);
    // New events of the cluster, which nobody has read and which may have reused numbers.
    for (let n = 0; n < 50; n++) await writeOne();
    await waitUntilPublished();
    const feed = await published();
    const opened = await queryRows<{ token: Token }>(
      `SELECT e.data->>'action' AS token FROM event_position p JOIN event e ON e.id = p.event_id WHERE p.position > $1 ORDER BY p.position`,
      [epoch?.after],
    );
    const since = new Set(opened.map(({ token }) => token));
    expect(since.size).toBeGreaterThanOrEqual(50);
    for (const reader of readers) {
      const expected = feed.filter(({ agent, token }) => reader.agents.includes(agent) && since.has(token)).map(({ token }) => token);
      const already = reader.read.length;
      reader.forget();
      await reader.finish(() => reader.read.length - already >= expected.length);
      expect([reader.name, reader.read.slice(already)]).toEqual([reader.name, expected]);
      const all = new Set(reader.read);
      expect(feed.filter(({ agent, token }) => reader.agents.includes(agent) && !all.has(token))).toEqual([]);
    }
    await removeDataDir(previous);
  });
});

/** Makes one change without other writers. */
async function writeOne(): Promise<void> {
  const client = await connect();
  try {
    await change(client, `t${++count}`, Math.floor(random() * 2));
  } finally {
    await client.end();
  }
}
