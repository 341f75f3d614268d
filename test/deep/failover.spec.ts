import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import pg from 'pg';
import type { DemoFile } from '../../src/backoffice/administration/demo/demo-file.js';
import { readConfig } from '../../src/config/config.js';
import { Store } from '../../src/store/store.js';
import type { Client } from '../support/client.js';
import { createRandom, getRounds, readSeed } from '../support/depth.js';
import { createDataDir, removeDataDir } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';
import { expectStatus } from '../support/fire-app.js';
import { KeyedWorkload } from '../support/keyed-workload.js';
import { NodeProcess } from '../support/node-process.js';
import { hasPatroni, PatroniCluster } from '../support/patroni.js';
import { buildServer } from '../support/process.js';
import { findInconsistencies } from '../support/record-checks.js';

jest.setTimeout(600_000);

/** Events with the time in which writes are promised to continue (docs/operation.md). */
const EVENTS = [
  { event: 'crash of the primary', promiseSeconds: 10 },
  { event: 'planned switch', promiseSeconds: 5 },
  { event: 'dead machine of the primary', promiseSeconds: 30 },
  { event: 'frozen and woken primary', promiseSeconds: 30 },
] as const;
type EventName = (typeof EVENTS)[number]['event'];

const CALLERS = 4;
const LOAD_MS = 2_000;
const RECOVERY_MS = 120_000;

const random = createRandom(readSeed('FAILOVER_SEED', 20_261_127));
const first = Math.floor(random() * EVENTS.length);
/** One event of the day, or all of them in turn. */
const ROUNDS = Array.from({ length: getRounds({ everyday: 1, deep: 8 }) }, (_, index) => EVENTS[(first + index) % EVENTS.length]!);

const describeWithPatroni = hasPatroni() ? describe : describe.skip;

describeWithPatroni('Two nodes on three database servers', () => {
  let cluster: PatroniCluster;
  let nodes: NodeProcess[];
  let clients: Client[];
  let folder: string | undefined;
  let url: string;
  let round = 0;
  /** Every acknowledged policy of all rounds. */
  const workloads: KeyedWorkload[] = [];

  beforeAll(async () => {
    await buildServer();
    folder = await createDataDir();
    cluster = await PatroniCluster.start();
    await run(
      (await cluster.getLeader()).superuserUrl,
      `CREATE ROLE gateway LOGIN PASSWORD 'secret'`,
      'CREATE DATABASE gateway OWNER gateway',
    );
    url = `postgres://gateway:secret@${cluster.hosts}/gateway`;
    nodes = [await startNode('one', 'true'), await startNode('two', 'false')];
    const demo = JSON.parse(await readFile(join(folder, 'one', 'demo.json'), 'utf8')) as DemoFile;
    const { apiKey, userKey } = demo;
    const response = await nodes[0]!.client.withKey(apiKey).post('/auth-api/resources/tokens', { 'user-key': userKey });
    const { token } = expectStatus(201, response).json<{ token: string }>();
    clients = nodes.map(({ client }) => client.withKey(apiKey).withToken(token));
    await withStore((store) => store.query('production', 'UPDATE agent SET credit_limit = 100000000'));
  });
  afterAll(async () => {
    await Promise.all((nodes ?? []).map((node) => node.kill()));
    await cluster?.stop();
    if (folder !== undefined) await removeDataDir(folder);
  });

  function startNode(name: string, demo: string): Promise<NodeProcess> {
    return NodeProcess.start({
      DATABASE_URL: url,
      DATABASE_REPLICATED: 'true',
      DATA_DIR: join(folder!, name),
      RATE_LIMIT_PER_HOUR: '1000000',
      DEMO: demo,
    });
  }

  async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const store = await Store.openWithoutMigrating(readConfig({ DATABASE_URL: url, DATABASE_POOL_SIZE: '2', DATA_DIR: folder! }));
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  /** Makes the event happen; the returned function ends it. */
  async function cause(event: EventName): Promise<() => void> {
    const leader = await cluster.getLeader();
    if (event === 'planned switch') await cluster.switchOver(leader);
    else if (event === 'crash of the primary') await leader.crashPostgres();
    else if (event === 'frozen and woken primary') return leader.freeze();
    else {
      await leader.kill();
      return () => leader.start();
    }
    return () => undefined;
  }

  /** Expects every acknowledged step to be stored, and nothing else. */
  async function expectAllStored(): Promise<void> {
    const acknowledged = workloads.flatMap(({ policies }) => policies);
    await withStore(async (store) => {
      const rows = await store.query<{ id: number; status: string; policyNo: string; receiptNo: number }>(
        'production',
        `SELECT id, status, policy_no AS "policyNo", (last_receipt ->> 'receiptNo')::int AS "receiptNo" FROM application ORDER BY id`,
      );
      const expected = acknowledged.toSorted((one, other) => one.id - other.id);
      expect(rows).toEqual(expected);
      expect(await findInconsistencies(store, 'production')).toEqual([]);
    });
  }

  it.each(ROUNDS)('nothing acknowledged is lost or done twice: $event', async ({ event, promiseSeconds }) => {
    round += 1;
    await cluster.waitUntilWhole();
    const callers = Array.from({ length: CALLERS }, (_, index) => new KeyedWorkload(clients, `${round}-${index}`));
    workloads.push(...callers);
    const load = Promise.all(callers.map((caller) => caller.run()));
    const hasWritten = (since: number): boolean => callers.every(({ writtenAt }) => (writtenAt.at(-1) ?? 0) > since);
    await eventually('every caller has written', () => hasWritten(0), RECOVERY_MS);
    await sleep(LOAD_MS);
    const begun = performance.now();
    const end = await cause(event);
    await sleep(LOAD_MS);
    await eventually('every caller writes again', () => hasWritten(performance.now() - LOAD_MS), RECOVERY_MS);
    end();
    // The former primary comes back under load.
    await sleep(LOAD_MS);
    await eventually('every caller writes again', () => hasWritten(performance.now() - LOAD_MS), RECOVERY_MS);
    for (const caller of callers) caller.stop();
    await load;
    const written = callers.flatMap(({ writtenAt }) => writtenAt);
    const read = callers.flatMap(({ readAt }) => readAt);
    const refusals = JSON.stringify(callers.map((caller) => caller.refusals));
    process.stdout.write(
      `${event}: writes paused ${findGap(written, begun)} s of ${promiseSeconds} promised, reads ${findGap(read, begun)} s; ` +
        `${written.length} writes acknowledged; refused: ${refusals}\n`,
    );
    expect(callers.flatMap(({ unexpected }) => unexpected)).toEqual([]);
    await expectAllStored();
  });
});

async function run(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Finds the longest pause after the event, in seconds. */
function findGap(moments: readonly number[], begun: number): string {
  const sorted = moments.filter((moment) => moment > begun - LOAD_MS).toSorted((one, other) => one - other);
  const gaps = sorted.slice(1).map((moment, index) => moment - sorted[index]!);
  return (Math.max(0, ...gaps) / 1_000).toFixed(1);
}
