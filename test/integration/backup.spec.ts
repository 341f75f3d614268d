import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import pg from 'pg';
import { ENVIRONMENTS } from '../../src/common/environment.js';
import type { EventListResponse } from '../../src/services/events/event.dto.js';
import { backUp, restore, type BackupFormat } from '../../src/store/backup/backup.js';
import { hasDumpTools } from '../../src/store/backup/dump-tools.js';
import { startApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { queryAt, removeDataDir, startServer, temporaryDataDir, waitUntil } from '../support/embedded.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { recordFaults } from '../support/record-checks.js';
import { TableFingerprints } from '../support/table-fingerprints.js';
import { temporaryFolder } from '../support/temporary.js';

// Each test makes backups in every format, restores them and starts a program on them.
jest.setTimeout(120_000);

const SCHEMAS = ['gateway', ...ENVIRONMENTS];

let app: FireApp;
let agent: FireAgent;
let policy: FireEntity;
let folder: string;
let formats: readonly BackupFormat[];

beforeAll(async () => {
  folder = await temporaryFolder();
  app = await FireApp.start();
  agent = (await app.agent()).production;
  policy = await agent.insertIn('50');
  const [server] = await app.rows<{ version: string }>('production', `SELECT current_setting('server_version') AS version`);
  formats = (await hasDumpTools(server?.version ?? '')) ? ['own', 'pg_dump'] : ['own'];
});
afterAll(() => app.stop());

async function contentOf(url: string): Promise<Record<string, string>> {
  const fingerprints = await TableFingerprints.open(url, SCHEMAS, 'contents');
  try {
    return await fingerprints.take();
  } finally {
    await fingerprints.close();
  }
}

/** The end of the rows of a COPY. */
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4]);

/** In front of the server: what follows the rows of a COPY comes in a packet of its own, a moment later. */
async function withLateCounts(port: number): Promise<Server> {
  const relay = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    let sent = Promise.resolve();
    const pass = async (data: Buffer): Promise<void> => {
      const end = data.indexOf(COPY_DONE) + COPY_DONE.length;
      if (end < COPY_DONE.length) return void client.write(data);
      client.write(data.subarray(0, end));
      await sleep(5);
      client.write(data.subarray(end));
    };
    server.on('data', (data: Buffer) => {
      sent = sent.then(() => pass(data));
    });
    client.pipe(server);
    client.on('close', () => server.destroy());
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  return relay;
}

/** Whatever there is in the product's schemas. */
async function relationsOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ANY ($1)',
    [SCHEMAS],
  );
  await client.end();
  return rows[0]?.count ?? -1;
}

async function withEmpty(work: (database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await createTestDatabase({}, 'empty');
  try {
    await work(database);
  } finally {
    await database.drop();
  }
}

/** All events after the cursor, and the cursor of the end. */
async function readFeed(client: Client, after = ''): Promise<EventListResponse> {
  const all: EventListResponse = { events: [], next: after };
  for (;;) {
    const query = all.next === '' ? '' : `&after=${all.next}`;
    const { events, next } = expectStatus(
      200,
      await client.get(`/events-api/resources/events?limit=500${query}`),
    ).json<EventListResponse>();
    all.events.push(...events);
    all.next = next;
    if (events.length === 0) return all;
  }
}

describe('a backup', () => {
  it('taken while others write is of one moment, and a program starts on it', async () => {
    for (const format of formats) {
      const file = join(folder, `busy-${format}`);
      let isOver = false;
      const written: FireEntity[] = [];
      const writes = Array.from({ length: 3 }, async () => {
        while (!isOver) written.push(await agent.insertIn('50'));
      });
      expect(await backUp(app.running.database.url, file, format)).toBe(format);
      isOver = true;
      await Promise.all(writes);
      expect((await stat(file)).mode & 0o777).toBe(0o600);

      await withEmpty(async (database) => {
        expect(await restore(database.url, file)).toBe(format);
        const node = await startApp({ clock: app.clock, database });
        try {
          for (const environment of ENVIRONMENTS) expect(await recordFaults(node.parts.store, environment)).toEqual([]);
          const client = node.client.withKey(agent.access.apiKey);
          const token = expectStatus(201, await client.post('/auth-api/resources/tokens', { 'user-key': agent.access.userKey }));
          const caller = client.withToken(token.json<{ token: string }>().token);
          const read = expectStatus(200, await caller.get(agent.path(policy.id))).json<FireEntity>();
          // The links name the port of the program that answers.
          expect({ ...read, links: policy.links }).toEqual(policy);
          const documents = await caller.get(`/docs-api/policy/applications/${policy.id}/documents/1`);
          expect([documents.status, documents.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);

          const next = expectStatus(201, await caller.post(agent.path(), agent.body())).json<FireEntity>();
          expectStatus(205, await caller.put(agent.path(`${next.id}/prepay`)));
          expectStatus(205, await caller.put(`/collection-api/applications/${next.id}/charge`));
          expect(next.id).toBeGreaterThan(policy.id);
          expect(await recordFaults(node.parts.store, 'production')).toEqual([]);
        } finally {
          await node.stop();
        }
      });
    }
  });

  it('leads readers of the feed on in another cluster, with the cursors that they have', async () => {
    // What is left to be printed would be printed there, and told.
    const { parts } = app.running;
    parts.startPrinting();
    await waitUntil('what was issued is printed', () => parts.printQueue.underWayCount === 0);
    await parts.stopPrinting();
    for (const format of formats) {
      await app.publishEvents('production');
      const { next: early } = await readFeed(agent.client);
      const published = await agent.insert();
      await app.publishEvents('production');
      const { next: late } = await readFeed(agent.client, early);
      const unpublished = await agent.insert();
      const file = join(folder, `feed-${format}`);
      await backUp(app.running.database.url, file, format);
      const lost = await agent.insert();
      await app.publishEvents('production');
      const { events, next: beyond } = await readFeed(agent.client, early);
      expect(events.map(({ data }) => data['application_id'])).toEqual([published.id, unpublished.id, lost.id]);

      const dataDir = await temporaryDataDir();
      const server = await startServer(dataDir);
      const { database } = app.running;
      expect(await restore(server.url, file)).toBe(format);
      const config = { ...database.config, databaseUrl: server.url };
      const node = await startApp({ clock: app.clock, database: { ...database, url: server.url, config } });
      try {
        const client = node.client.withKey(agent.access.apiKey);
        const token = expectStatus(201, await client.post('/auth-api/resources/tokens', { 'user-key': agent.access.userKey }));
        const caller = client.withToken(token.json<{ token: string }>().token);
        await waitUntil('it is published', async () => (await readFeed(caller, late)).events.length > 0);
        // What the backup held unpublished comes again to who has read it: under its id.
        expect((await readFeed(caller, early)).events).toEqual(events.slice(0, 2));
        expect((await readFeed(caller, late)).events).toEqual(events.slice(1, 2));
        const { events: again, next } = await readFeed(caller, beyond);
        expect(again).toEqual(events.slice(1, 2));
        const { id } = expectStatus(201, await caller.post(agent.path(), agent.body())).json<FireEntity>();
        await waitUntil('what is new is published', async () => (await readFeed(caller, next)).events.length > 0);
        expect((await readFeed(caller, next)).events).toMatchObject([{ data: { application_id: id, action: 'insert' } }]);
      } finally {
        await node.stop();
        await server.stop();
        await removeDataDir(dataDir);
      }
    }
  });

  it('holds everything, to the last character', async () => {
    const odd = 'tab\t newline\n \\N \\. "quoted" Ελληνικά 🏠';
    await app.rows('production', 'UPDATE document SET comments = $1', [odd]);
    for (const format of formats) {
      const file = join(folder, `quiet-${format}`);
      const before = await contentOf(app.running.database.url);
      await backUp(app.running.database.url, file, format);
      await withEmpty(async ({ url }) => {
        await restore(url, file);
        expect(await contentOf(url)).toEqual(before);
      });
    }
  });

  it('counts the rows of each table, whenever their number comes', async () => {
    const url = new URL(app.running.database.url);
    const relay = await withLateCounts(Number(url.port));
    url.searchParams.delete('host');
    url.port = String((relay.address() as AddressInfo).port);
    const file = join(folder, 'late-counts');
    await backUp(url.href, file, 'own');
    relay.close();
    await withEmpty(async (database) => {
      await restore(database.url, file);
      expect(await contentOf(database.url)).toEqual(await contentOf(app.running.database.url));
    });
  });

  it('leaves the request log out, and a program started on it writes one', async () => {
    const logged = (url: string): Promise<{ days: number; calls: number }[]> =>
      queryAt(
        url,
        `SELECT (SELECT count(*)::int FROM pg_inherits WHERE inhparent = 'gateway.call_log'::regclass) AS days,
        (SELECT count(*)::int FROM gateway.call_log) AS calls`,
      );
    await app.running.parts.callLog.save();
    const [before] = await logged(app.running.database.url);
    expect(before).toEqual({ days: 9, calls: expect.any(Number) as number });
    expect(before?.calls).toBeGreaterThan(0);
    for (const format of formats) {
      const file = join(folder, `logged-${format}`);
      await backUp(app.running.database.url, file, format);
      await withEmpty(async (database) => {
        await restore(database.url, file);
        expect(await logged(database.url)).toEqual([{ days: 0, calls: 0 }]);
        const node = await startApp({ clock: app.clock, database });
        await node.client.withKey(agent.access.apiKey).post('/auth-api/resources/tokens', {});
        await node.stop();
        expect(await logged(database.url)).toEqual([{ days: 9, calls: 1 }]);
      });
    }
  });

  it('goes into a new embedded server too', async () => {
    const dataDir = await temporaryDataDir();
    const server = await startServer(dataDir);
    try {
      await restore(server.url, join(folder, 'quiet-own'));
      expect(await contentOf(server.url)).toEqual(await contentOf(app.running.database.url));
    } finally {
      await server.stop();
      await removeDataDir(dataDir);
    }
  });

  it('leaves a file that is there alone', async () => {
    const file = join(folder, 'there');
    await writeFile(file, 'precious');
    for (const format of formats) {
      await expect(backUp(app.running.database.url, file, format)).rejects.toThrow(/there is there already/);
      expect(await readFile(file, 'utf8')).toBe('precious');
    }
  });

  it('of an empty database is refused, and leaves no file', async () => {
    await withEmpty(async ({ url }) => {
      await expect(backUp(url, join(folder, 'nothing'))).rejects.toThrow('nothing in this database');
    });
    await expect(stat(join(folder, 'nothing'))).rejects.toThrow('ENOENT');
  });
});

describe('a restore is refused, and nothing changes', () => {
  async function refuses(file: string, message: RegExp): Promise<void> {
    await withEmpty(async ({ url }) => {
      await expect(restore(url, file)).rejects.toThrow(message);
      expect(await relationsOf(url)).toBe(0);
    });
  }

  it('into a database that has something', async () => {
    const before = await contentOf(app.running.database.url);
    for (const format of formats)
      await expect(restore(app.running.database.url, join(folder, `quiet-${format}`))).rejects.toThrow(
        /not empty: it has gateway, production/,
      );
    expect(await contentOf(app.running.database.url)).toEqual(before);
  });

  it.each([0.3, 0.9, 0.999])('of the first %f of a file', async (share) => {
    for (const format of formats) {
      const file = join(folder, `short-${format}-${share}`);
      const whole = await readFile(join(folder, `quiet-${format}`));
      await writeFile(file, whole);
      await truncate(file, Math.floor(whole.length * share));
      await refuses(file, format === 'own' ? /is damaged, or no backup|end is missing/ : /pg_restore/);
    }
  });

  it('of a file with one bit changed, wherever', async () => {
    const whole = await readFile(join(folder, 'quiet-own'));
    for (const place of [0.1, 0.5, 0.95].map((share) => Math.floor(whole.length * share))) {
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(place) ^ 4, place);
      const file = join(folder, `changed-${place}`);
      await writeFile(file, changed);
      await refuses(file, /is damaged, or no backup|checksum does not fit|end is missing/);
    }
  });

  it('of what is no backup, or not there', async () => {
    const file = join(folder, 'text');
    await writeFile(file, 'Dear reader');
    await refuses(file, /is no backup/);
    await refuses(join(folder, 'nowhere'), /ENOENT/);
  });

  it('of a backup that a newer program made', async () => {
    const newer = await createTestDatabase();
    try {
      const client = new pg.Client({ connectionString: newer.url });
      await client.connect();
      await client.query(`INSERT INTO sandbox.migration ("timestamp", name) VALUES (1999999999999, 'AddWonder1999999999999')`);
      await client.end();
      for (const format of formats) {
        await backUp(newer.url, join(folder, `newer-${format}`), format);
        await refuses(join(folder, `newer-${format}`), /A newer version of this program.*AddWonder1999999999999/);
      }
    } finally {
      await newer.drop();
    }
  });
});
