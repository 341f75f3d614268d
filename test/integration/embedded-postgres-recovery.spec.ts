import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../src/config/config.js';
import { DomainError } from '../../src/common/domain-error.js';
import { ErrorCode } from '../../src/common/error-codes.js';
import { DataDirInUseError } from '../../src/store/embedded/errors.js';
import { Store } from '../../src/store/store.js';
import { getRounds } from '../support/depth.js';
import {
  DatabaseOwner,
  endProcess,
  createMigratedDataDir,
  listProcesses,
  queryDatabase,
  removeDataDir,
  findServerPid,
  getServerPid,
  startServer,
} from '../support/embedded.js';
import { eventually } from '../support/eventually.js';

// Any account of /etc/passwd other than root and the account of its servers.
const PLAIN_USER = 1;
const KILLS = getRounds({ everyday: 1, deep: 3 });
const asRoot = process.getuid?.() === 0 ? it : it.skip;

/** Waits for the lock of the owner, which after a restart is taken shortly after the server responds. */
async function waitUntilOwned(store: Store): Promise<void> {
  const locks = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 7301001 AND granted`;
  await eventually('its lock is taken again', async () => (await store.query('gateway', locks)).length === 1);
}

describe('an embedded server whose processes are killed', () => {
  let dataDir: string;
  let store: Store | null = null;
  let owner: DatabaseOwner | null = null;

  async function openStore(): Promise<Store> {
    return (store = await Store.open(readConfig({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: '3' })));
  }

  async function startOwner(ending?: 'exit'): Promise<DatabaseOwner> {
    return (owner = await DatabaseOwner.start(dataDir, { ending }));
  }

  beforeAll(async () => {
    dataDir = await createMigratedDataDir();
  });
  // A failed test must not stop the server of the next ones.
  afterEach(async () => {
    await store?.close();
    owner?.child.kill('SIGKILL');
    [store, owner] = [null, null];
    const pid = await findServerPid(dataDir);
    if (pid !== null) endProcess(pid);
  });
  afterAll(() => removeDataDir(dataDir));

  /** Starts a server after the end of the owner and reads its rows. */
  async function writtenRows(): Promise<number[]> {
    const server = await startServer(dataDir);
    try {
      return (await queryDatabase<{ id: number }>(server.url, 'SELECT id FROM sandbox.written ORDER BY id')).map(({ id }) => id);
    } finally {
      await server.stop();
    }
  }

  it('restarts when Postgres is killed amid writes; every acknowledged row exists, other calls got UNAVAILABLE', async () => {
    const store = await openStore();
    await store.query('sandbox', 'CREATE TABLE attempted (id integer PRIMARY KEY)');
    const acknowledged: number[] = [];
    const refusals: unknown[] = [];
    let next = 0;
    const write = async (): Promise<void> => {
      const id = ++next;
      await store
        .transaction('sandbox', (transaction) => transaction.query('INSERT INTO attempted VALUES ($1)', [id]))
        .then(
          () => acknowledged.push(id),
          (error: unknown) => refusals.push(error),
        );
    };
    for (let round = 0; round < KILLS; round++) {
      let goal = Infinity;
      const writer = async (): Promise<void> => {
        while (acknowledged.length < goal) await write();
      };
      const writing = Promise.all([writer(), writer(), writer()]);
      const before = acknowledged.length;
      await eventually('some rows are written', () => acknowledged.length > before + 20);
      process.kill(await getServerPid(dataDir), 'SIGKILL');
      goal = acknowledged.length + 30;
      await writing;
    }
    expect(refusals.length).toBeGreaterThan(0);
    for (const error of refusals) expect(error instanceof DomainError && error.code).toBe(ErrorCode.UNAVAILABLE);
    // A session that ended with the server may be used once more before its end is detected.
    let rows: { id: number }[] = [];
    const read = async (): Promise<void> => void (rows = await store.query('sandbox', 'SELECT id FROM attempted'));
    await eventually('the rows can be read', () =>
      read().then(
        () => true,
        () => false,
      ),
    );
    const stored = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    await eventually('it is ready', () => store.isReady());
    await store.close();
    expect(await findServerPid(dataDir)).toBeNull();
  });

  it('continues when one of its sessions is killed, and keeps its owner', async () => {
    const store = await openStore();
    const [session] = await store.query<{ pid: number }>('gateway', 'SELECT pg_backend_pid() AS pid');
    const server = await getServerPid(dataDir);
    process.kill(session?.pid ?? 0, 'SIGKILL');
    await eventually('it is ready again', () => store.isReady());
    expect(await getServerPid(dataDir)).toBe(server);
    await waitUntilOwned(store);
    await expect(startServer(dataDir)).rejects.toThrow(DataDirInUseError);
    await store.close();
  });

  it('is restarted when it was told to stop and would wait for endless sessions', async () => {
    const store = await openStore();
    await store.query('sandbox', 'CREATE TABLE before_stop AS SELECT 1 AS id');
    const previous = await getServerPid(dataDir);
    process.kill(previous, 'SIGTERM');
    await eventually('another server runs', async () => ![null, previous].includes(await findServerPid(dataDir)));
    await eventually('it is ready', () => store.isReady());
    expect(await store.query('sandbox', 'SELECT id FROM before_stop')).toEqual([{ id: 1 }]);
    await waitUntilOwned(store);
    await expect(startServer(dataDir)).rejects.toThrow(DataDirInUseError);
  });

  it('does not delay the next start while it waits for sessions of a hanging process', async () => {
    const owner = await startOwner();
    const previous = await getServerPid(dataDir);
    owner.child.kill('SIGSTOP');
    process.kill(previous, 'SIGTERM');
    const warnings = jest.spyOn(Logger.prototype, 'warn');
    const rows = await writtenRows();
    expect(warnings.mock.calls.flat()).toContain(`The database server (process ${previous}) is stopping; ending its sessions`);
    warnings.mockRestore();
    expect(owner.acknowledged.filter((id) => !rows.includes(id))).toEqual([]);
    expect(await listProcesses(dataDir)).not.toContain(previous);
  });

  it('is found with complete data after its process is killed', async () => {
    const owner = await startOwner();
    owner.child.kill('SIGKILL');
    await owner.ended;
    const orphan = await getServerPid(dataDir);
    const rows = await writtenRows();
    expect(owner.acknowledged.filter((id) => !rows.includes(id))).toEqual([]);
    await expect(findServerPid(dataDir)).resolves.toBeNull();
    expect(await listProcesses(dataDir)).not.toContain(orphan);
  });

  it('is adopted while it runs, and restarted when its settings differ', async () => {
    const first = await startOwner();
    const server = await getServerPid(dataDir);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await startOwner();
    expect(await getServerPid(dataDir)).toBe(server);
    second.child.kill('SIGKILL');
    await second.ended;
    const third = await startServer(dataDir);
    try {
      expect(await queryDatabase(third.url, 'SHOW max_connections')).toEqual([{ max_connections: '40' }]);
      expect(await getServerPid(dataDir)).not.toBe(server);
    } finally {
      await third.stop();
    }
  });

  it('is complete after both are killed at once', async () => {
    const owner = await startOwner();
    const server = await getServerPid(dataDir);
    owner.child.kill('SIGKILL');
    process.kill(server, 'SIGKILL');
    await owner.ended;
    const rows = await writtenRows();
    expect(owner.acknowledged.filter((id) => !rows.includes(id))).toEqual([]);
  });

  it('has one owner: a second process is refused and does no harm', async () => {
    const owner = await startOwner();
    await expect(startServer(dataDir)).rejects.toThrow(/Another process runs the database in .*DATABASE_URL/s);
    const seen = owner.acknowledged.length;
    await eventually('the first one goes on writing', () => owner.acknowledged.length > seen + 20);
    owner.child.kill('SIGTERM');
    expect(await owner.ended).toBe(0);
    expect(owner.hasClosed).toBe(true);
    expect(await findServerPid(dataDir)).toBeNull();
  });

  it('survives a Ctrl-C until its process has finished its work', async () => {
    const owner = await startOwner();
    owner.signalGroup('SIGINT');
    expect(await owner.ended).toBe(0);
    expect(owner.hasClosed).toBe(true);
    expect(await findServerPid(dataDir)).toBeNull();
    const rows = await writtenRows();
    expect(owner.acknowledged.filter((id) => !rows.includes(id))).toEqual([]);
    expect(rows).toContain(-(owner.acknowledged[0] ?? 0));
  });

  it('ends with a process that ends without closing it', async () => {
    const owner = await startOwner('exit');
    expect(await owner.ended).toBe(0);
    await eventually('the server has stopped', async () => (await findServerPid(dataDir)) === null);
    const rows = await writtenRows();
    expect(owner.acknowledged).toHaveLength(21);
    expect(owner.acknowledged.filter((id) => !rows.includes(id))).toEqual([]);
  });

  asRoot('works the same for an ordinary user', async () => {
    const ownDir = join(dataDir, 'own');
    await mkdir(ownDir);
    await chown(ownDir, PLAIN_USER, PLAIN_USER);
    const owner = await DatabaseOwner.start(ownDir, { user: PLAIN_USER });
    owner.child.kill('SIGKILL');
    await owner.ended;
    const again = await DatabaseOwner.start(ownDir, { user: PLAIN_USER });
    expect(again.acknowledged[0]).toBeGreaterThanOrEqual((owner.acknowledged.at(-1) ?? 0) + 1);
    again.child.kill('SIGTERM');
    expect(await again.ended).toBe(0);
    expect(await findServerPid(ownDir)).toBeNull();
  });

  it('lets two simultaneous first starts reach one database', async () => {
    const newDir = join(dataDir, 'new');
    const results = await Promise.allSettled([startServer(newDir), startServer(newDir)]);
    const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(started).toHaveLength(1);
    expect(await queryDatabase(started[0]?.url ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await started[0]?.stop();
  });
});
