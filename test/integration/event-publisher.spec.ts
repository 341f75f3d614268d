import pg from 'pg';
import { SystemClock } from '../../src/common/clock.js';
import { Scheduler } from '../../src/jobs/scheduler.js';
import { EventPublicationRepository } from '../../src/record/exchange/events/event-publication.repository.js';
import { EventPublisher } from '../../src/record/exchange/events/event-publisher.js';
import { Store } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

const WRITE = `INSERT INTO event (type, at, agent_code, data) VALUES ('policy.expired', now(), 'A100', json_build_object('n', $1::int)) RETURNING id`;
const FEED = `SELECT p.position, (e.data->>'n')::int AS n FROM event_position p JOIN event e ON e.id = p.event_id ORDER BY p.position`;
/** Stands for the row of an application that two transactions change in turn. */
const LOCK = `SELECT FROM setting WHERE key = 'eventRetentionDays' FOR UPDATE`;

/** Creates a publisher that the spec runs. */
function publisherOn(node: Store): EventPublisher {
  const scheduler = new Scheduler(new SystemClock(), database.config);
  return new EventPublisher(scheduler, node, new EventPublicationRepository(node));
}

let database: TestDatabase;
let store: Store;
let publisher: EventPublisher;
let connections: pg.Client[];

async function connect(url = database.url): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=sandbox,public' });
  await client.connect();
  connections.push(client);
  return client;
}

async function begin(): Promise<pg.Client> {
  const client = await connect();
  await client.query('BEGIN');
  // Assigns the transaction number before the transaction waits.
  await client.query('SELECT pg_current_xact_id()');
  return client;
}

async function feed(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ position: string; n: number }>(FEED);
  expect(rows.map(({ position }) => Number(position))).toEqual(rows.map((_, index) => index + 1));
  return rows.map(({ n }) => n);
}

/** Publishes until the count is reached, which transactions of other specs on the server may delay. */
async function publishUntil(client: pg.Client, count: number, by = publisher): Promise<number[]> {
  await eventually(`${count} events are published`, async () => {
    await by.publish('sandbox');
    return (await feed(client)).length >= count;
  });
  return feed(client);
}

beforeEach(async () => {
  connections = [];
  database = await createTestDatabase();
  store = await Store.open(database.config);
  publisher = publisherOn(store);
});
afterEach(async () => {
  await Promise.all(connections.map((client) => client.end()));
  await store.close();
  await database.drop();
});

describe('the publisher of events', () => {
  it('publishes committed events in order, and none that were rolled back', async () => {
    const look = await connect();
    await publisher.publish('sandbox');
    await look.query(WRITE, [1]);
    const undone = await begin();
    await undone.query(WRITE, [2]);
    await undone.query('ROLLBACK');
    await look.query(WRITE, [3]);
    expect(await publishUntil(look, 2)).toEqual([1, 3]);
    expect(await publisher.publish('sandbox')).toBe(0);
  });

  it('waits for a transaction that began before, and loses none of its events', async () => {
    const look = await connect();
    await publisher.publish('sandbox');
    const slow = await begin();
    await slow.query(WRITE, [1]);
    await look.query(WRITE, [2]);
    await publisher.publish('sandbox');
    expect(await feed(look)).toEqual([]);
    await slow.query('COMMIT');
    expect(await publishUntil(look, 2)).toEqual([1, 2]);
  });

  it('keeps the order of one application when transaction numbers and lock order differ', async () => {
    const look = await connect();
    await publisher.publish('sandbox');
    // T2 has the smaller number and waits for T1; T3 has a number between them and stays open.
    const [second, between, first] = [await begin(), await begin(), await begin()];
    await first.query(LOCK);
    const waiting = second.query(LOCK);
    await first.query(WRITE, [1]);
    await first.query('COMMIT');
    await waiting;
    await second.query(WRITE, [2]);
    await second.query('COMMIT');
    await publisher.publish('sandbox');
    expect(await feed(look)).toEqual([]);
    await between.query(WRITE, [3]);
    await between.query('COMMIT');
    expect(await publishUntil(look, 3)).toEqual([1, 2, 3]);
  });

  it('publishes a backlog in parts, in order, whatever is committed meanwhile', async () => {
    const look = await connect();
    const repository = new EventPublicationRepository(store);
    const pass = (): Promise<number> => store.transaction('sandbox', async (tx) => (await repository.publish(tx)).published);
    await publisher.publish('sandbox');
    const [slow, late] = [await begin(), await begin()];
    await slow.query(WRITE, [1]);
    await look.query(
      `INSERT INTO event (type, at, agent_code, data) SELECT 'policy.expired', now(), 'A100', json_build_object('n', n) FROM generate_series(2, 12000) n`,
    );
    await late.query(WRITE, [12001]);
    expect(await pass()).toBe(0);
    await slow.query('COMMIT');
    await late.query('COMMIT');
    const passes: number[] = [];
    await eventually('all is published', async () => {
      const published = await pass();
      if (published > 0) passes.push(published);
      // The smallest new id is above the old ones, so it does not wait for them.
      if (passes.length === 1 && published > 0) await look.query(WRITE, [12002]);
      return (await feed(look)).length === 12002;
    });
    // A transaction in another database of the server can hold back later events, so that the first parts are smaller.
    expect(Math.max(...passes)).toBe(5000);
    expect(await feed(look)).toEqual(Array.from({ length: 12002 }, (_, index) => index + 1));
    expect(await repository.lagSeconds('sandbox')).toBe(0);
    expect((await look.query('SELECT first_left_id FROM event_epoch ORDER BY id DESC LIMIT 1')).rows).toEqual([{ first_left_id: null }]);
    await eventually('nothing is to be done', async () => !(await repository.hasWork('sandbox')));
  });

  it('publishes each event once on several simultaneous nodes', async () => {
    const nodes = await Promise.all([1, 2, 3].map(() => Store.open(database.config)));
    try {
      const publishers = nodes.map(publisherOn);
      const [look, writer] = [await connect(), await connect()];
      const count = 300;
      let isDone = false;
      const publishing = publishers.map(async (one) => {
        while (!isDone) await one.publish('sandbox');
      });
      for (let n = 1; n <= count; n++) await writer.query(WRITE, [n]);
      const published = await publishUntil(look, count);
      isDone = true;
      await Promise.all(publishing);
      expect(published).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    } finally {
      await Promise.all(nodes.map((node) => node.close()));
    }
  });
});

interface Epoch {
  readonly origin: string;
  readonly openedAfter: number;
  readonly lastPosition: number;
}
const EPOCHS = `SELECT origin, opened_after::int AS "openedAfter", last_position::int AS "lastPosition" FROM event_epoch ORDER BY id`;

describe('an epoch of the event feed', () => {
  it('is opened once for a database, and stays', async () => {
    const look = await connect();
    await publisher.publish('sandbox');
    const { rows: first } = await look.query<Epoch>(EPOCHS);
    expect(first).toEqual([
      { origin: '', openedAfter: 0, lastPosition: 0 },
      { origin: expect.stringMatching(/^\d+\/[0-9A-F]{8}\/\d+\/\d+$/) as string, openedAfter: 0, lastPosition: 0 },
    ]);
    await look.query(WRITE, [1]);
    await publishUntil(look, 1);
    expect((await look.query<Epoch>(EPOCHS)).rows.map(({ openedAfter, lastPosition }) => [openedAfter, lastPosition])).toEqual([
      [0, 0],
      [0, 1],
    ]);
  });

  it('begins after the last position of the other history, and publishes its unpublished events, also with numbers of another cluster', async () => {
    const look = await connect();
    await look.query(WRITE, [1]);
    await look.query(WRITE, [2]);
    await publishUntil(look, 2);
    await look.query(`INSERT INTO event (transaction_id, type, at, agent_code, data)
      SELECT '900000000000'::xid8, 'policy.expired', now(), 'A100', json_build_object('n', n) FROM generate_series(3, 7000) n`);
    await publisher.publish('sandbox');
    expect(await feed(look)).toEqual([1, 2]);
    await look.query(`UPDATE event_epoch SET origin = 'another cluster' WHERE origin <> ''`);
    await publisher.publish('sandbox');
    expect(await feed(look)).toEqual(Array.from({ length: 7000 }, (_, index) => index + 1));
    const { rows } = await look.query<Epoch>(EPOCHS);
    expect(rows.map(({ openedAfter, lastPosition }) => [openedAfter, lastPosition])).toEqual([
      [0, 0],
      [0, 2],
      [2, 7000],
    ]);
    // Old events with such numbers do not delay a new one.
    await look.query(WRITE, [7001]);
    expect(await publishUntil(look, 7001)).toHaveLength(7001);
  });

  it('waits for running writers, and loses no event', async () => {
    const look = await connect();
    await publisher.publish('sandbox');
    await look.query(`UPDATE event_epoch SET origin = 'another cluster' WHERE origin <> ''`);
    const slow = await begin();
    await slow.query(WRITE, [1]);
    const opening = publisher.publish('sandbox');
    await look.query(`SELECT pg_sleep(0.2)`);
    expect((await look.query(EPOCHS)).rows).toHaveLength(2);
    await slow.query('COMMIT');
    expect(await opening).toBe(1);
    expect(await feed(look)).toEqual([1]);
  });

  it('is different for a clone of a running database', async () => {
    const look = await connect();
    await look.query(WRITE, [1]);
    await publishUntil(look, 1);
    const { rows } = await look.query<{ code: string }>('SELECT code FROM event_epoch ORDER BY id');
    await Promise.all(connections.splice(0).map((client) => client.end()));
    await store.close();
    const name = `${new URL(database.url).pathname.slice(1)}_clone`;
    const server = new URL(database.url);
    server.pathname = '/postgres';
    const admin = await connect(server.href);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${new URL(database.url).pathname.slice(1)}`);
    const url = new URL(database.url);
    url.pathname = `/${name}`;
    const clone = await Store.open({ ...database.config, databaseUrl: url.href });
    try {
      const ofClone = publisherOn(clone);
      const inClone = await connect(url.href);
      await inClone.query(WRITE, [2]);
      expect(await publishUntil(inClone, 2, ofClone)).toEqual([1, 2]);
      const codes = await inClone.query<{ code: string }>('SELECT code FROM event_epoch ORDER BY id');
      expect(codes.rows.slice(0, 2)).toEqual(rows);
      expect(codes.rows).toHaveLength(3);
    } finally {
      await clone.close();
      await Promise.all(connections.splice(1).map((client) => client.end()));
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  });
});
