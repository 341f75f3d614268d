import { readConfig } from '../../src/config/config.js';
import { ErrorCode } from '../../src/common/error-codes.js';
import type { EmbeddedPostgres } from '../../src/store/embedded/embedded-postgres.js';
import { Store } from '../../src/store/store.js';
import { freezeServer, createMigratedDataDir, queryDatabase, removeDataDir, getServerPid, startServer } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';

const UNAVAILABLE = { name: 'DomainError', code: ErrorCode.UNAVAILABLE };

/** Runs a call and returns its error and its duration. */
async function getRefusal(call: () => Promise<unknown>): Promise<{ error: unknown; tookMs: number }> {
  const begun = Date.now();
  const error = await call().then(
    () => 'no refusal',
    (violation: unknown) => violation,
  );
  return { error, tookMs: Date.now() - begun };
}

describe('a store whose server is gone', () => {
  let dataDir: string;
  let server: EmbeddedPostgres;
  let store: Store;

  beforeAll(async () => {
    dataDir = await createMigratedDataDir();
    server = await startServer(dataDir);
    // For the store this is an external server.
    store = await Store.open(readConfig({ DATABASE_URL: server.url, DATABASE_POOL_SIZE: '2', DATA_DIR: dataDir }));
    await store.query('sandbox', 'CREATE TABLE thing (id integer)');
  });
  afterAll(async () => {
    await store.close();
    await server.stop();
    await removeDataDir(dataDir);
  });

  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    query: () => store.query('sandbox', 'SELECT 1'),
    transaction: () => store.transaction('sandbox', (transaction) => transaction.query('SELECT 1')),
  };

  it.each(Object.keys(calls))(
    'refuses a %s within two seconds, and works again when the server is back',
    async (kind) => {
      const call = calls[kind] ?? calls.query!;
      await server.stop();
      for (let index = 0; index < 3; index++) {
        const { error, tookMs } = await getRefusal(call);
        expect(error).toMatchObject(UNAVAILABLE);
        expect(tookMs).toBeLessThan(2_000);
      }
      expect(await store.isReady()).toBe(false);
      server = await startServer(dataDir);
      await call();
      expect(await store.isReady()).toBe(true);
    },
    20_000,
  );

  it('refuses in time while the server accepts connections but sends nothing', async () => {
    await queryDatabase(
      server.url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'insurance-gateway sandbox'`,
    );
    await eventually('the sessions have ended', async () => {
      const open = `SELECT FROM pg_stat_activity WHERE application_name LIKE 'insurance-gateway sandbox'`;
      return (await queryDatabase(server.url, open)).length === 0;
    });
    const pid = await getServerPid(dataDir);
    process.kill(pid, 'SIGSTOP');
    try {
      const refusals = await Promise.all([getRefusal(calls.query!), getRefusal(calls.transaction!), getRefusal(calls.query!)]);
      for (const { error, tookMs } of refusals) {
        expect(error).toMatchObject(UNAVAILABLE);
        expect(tookMs).toBeLessThan(2_000);
      }
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await eventually('it works again', () =>
      calls.query!().then(
        () => true,
        () => false,
      ),
    );
  });

  it('refuses in time while the server hangs with all its sessions, and works again when it wakes up', async () => {
    await Promise.all([calls.query!(), calls.transaction!()]);
    const wake = await freezeServer(await getServerPid(dataDir));
    try {
      for (let index = 0; index < 3; index++) {
        const refusals = await Promise.all(
          Array.from({ length: 5 }, () => getRefusal(index % 2 === 0 ? calls.query! : calls.transaction!)),
        );
        for (const { error, tookMs } of refusals) {
          expect(error).toMatchObject(UNAVAILABLE);
          expect(tookMs).toBeLessThan(2_000);
        }
      }
    } finally {
      wake();
    }
    await eventually('it works again', () => store.isReady());
    await Promise.all([calls.query!(), calls.transaction!()]);
  });

  const long = `SELECT pg_sleep(3), 'whole' AS answer`;

  it('does not stop slow statements', async () => {
    const responses = await Promise.all([store.query('sandbox', long), store.transaction('sandbox', (tx) => tx.query(long))]);
    expect(responses).toEqual([[expect.objectContaining({ answer: 'whole' })], [expect.objectContaining({ answer: 'whole' })]]);
  });

  it('does not stop them as long as any session responds, even when new sessions are refused', async () => {
    await store.query('gateway', 'SELECT 1');
    const response = store.query('sandbox', long);
    const pid = await getServerPid(dataDir);
    process.kill(pid, 'SIGSTOP');
    try {
      expect(await response).toMatchObject([{ answer: 'whole' }]);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  it('refuses in time while a session is frozen, and closes it', async () => {
    const [session] = await store.query<{ pid: number }>('sandbox', 'SELECT pg_backend_pid() AS pid');
    const pid = session?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    try {
      const { error, tookMs } = await getRefusal(calls.query!);
      expect(error).toMatchObject(UNAVAILABLE);
      expect(tookMs).toBeLessThan(7_000);
      const [next] = await store.query<{ pid: number }>('sandbox', 'SELECT pg_backend_pid() AS pid');
      expect(next?.pid).not.toBe(pid);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  it('checks readiness once at a time for any number of callers', async () => {
    const before = store.poolStatistics().gateway?.total ?? 0;
    const responses = await Promise.all(Array.from({ length: 50 }, () => store.isReady()));
    expect(responses.every(Boolean)).toBe(true);
    expect(store.poolStatistics().gateway?.total).toBeLessThanOrEqual(Math.max(before, 1));
  });
});
