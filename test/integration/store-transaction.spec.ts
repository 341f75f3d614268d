import { setImmediate as nextTurn } from 'node:timers/promises';
import { DomainError } from '../../src/common/domain-error.js';
import { ErrorCode } from '../../src/common/error-codes.js';
import { isUniqueViolation, Store, type Transaction } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

const UNAVAILABLE = { name: 'DomainError', code: ErrorCode.UNAVAILABLE };

describe('Store.transaction', () => {
  let database: TestDatabase;
  let store: Store;

  beforeAll(async () => {
    database = await createTestDatabase();
    store = await Store.open(database.config);
    await store.query('sandbox', 'CREATE TABLE purse (id integer CONSTRAINT purse_pkey PRIMARY KEY, cents integer NOT NULL)');
  });
  beforeEach(async () => {
    await store.query('sandbox', 'DELETE FROM purse');
    await store.query('sandbox', 'INSERT INTO purse VALUES (1, 100), (2, 100)');
  });
  afterEach(() => {
    // A test must not leave a connection open.
    const { total, idle } = store.poolStatistics().sandbox ?? { total: -1, idle: 0 };
    expect(idle).toBe(total);
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  const centsOf = async (id: number): Promise<number | undefined> =>
    (await store.query<{ cents: number }>('sandbox', 'SELECT cents FROM purse WHERE id = $1', [id]))[0]?.cents;
  const pay = (transaction: Transaction, id: number, cents: number): Promise<unknown[]> =>
    transaction.query('UPDATE purse SET cents = cents + $2 WHERE id = $1', [id, cents]);
  /** Raises a serialization failure or a deadlock. */
  const raise = (transaction: Transaction, code: '40001' | '40P01'): Promise<unknown[]> =>
    transaction.query(`DO $$ BEGIN RAISE EXCEPTION 'in the way' USING ERRCODE = '${code}'; END $$`);

  /** Waits until the session of the database has ended. */
  const untilEnded = (pid: number | undefined): Promise<void> =>
    eventually('the session has ended', async () => {
      const sessions = await store.query('gateway', 'SELECT FROM pg_stat_activity WHERE pid = $1', [pid]);
      return sessions.length === 0;
    });

  it('stores everything and returns the result of the work', async () => {
    const response = await store.transaction('sandbox', async (transaction) => {
      await pay(transaction, 1, -30);
      await pay(transaction, 2, 30);
      return transaction.query('SELECT sum(cents) AS sum FROM purse');
    });
    expect(response).toEqual([{ sum: 200 }]);
    expect([await centsOf(1), await centsOf(2)]).toEqual([70, 130]);
  });

  it('stores nothing when the work throws, and throws the same error', async () => {
    const refusal = new DomainError(ErrorCode.CREDIT_LIMIT);
    const work = async (transaction: Transaction): Promise<void> => {
      await pay(transaction, 1, -30);
      throw refusal;
    };
    await expect(store.transaction('sandbox', work)).rejects.toBe(refusal);
    expect(await centsOf(1)).toBe(100);
  });

  it('stores nothing when a statement fails', async () => {
    const error = await store
      .transaction('sandbox', async (transaction) => {
        await pay(transaction, 1, -30);
        await transaction.query('INSERT INTO purse VALUES (2, 0)');
      })
      .catch((violation: unknown) => violation);
    expect(isUniqueViolation(error, 'purse_pkey')).toBe(true);
    expect(await centsOf(1)).toBe(100);
  });

  it('is not committed after a failed statement, even if the work ignores the failure', async () => {
    const ignoring = store.transaction('sandbox', async (transaction) => {
      await pay(transaction, 1, -30);
      await transaction.query('INSERT INTO purse VALUES (2, 0)').catch(() => undefined);
      return 'stored';
    });
    await expect(ignoring).rejects.toMatchObject({ code: '23505' });
    expect(await centsOf(1)).toBe(100);
  });

  it('lets the work continue after a failure inside a savepoint', async () => {
    await store.transaction('sandbox', async (transaction) => {
      await transaction.query('SAVEPOINT try');
      await transaction.query('INSERT INTO purse VALUES (2, 0)').catch(() => transaction.query('ROLLBACK TO SAVEPOINT try'));
      await pay(transaction, 1, -30);
    });
    expect(await centsOf(1)).toBe(70);
  });

  it('runs statements that are started together in the order of the calls', async () => {
    const read = (transaction: Transaction): Promise<unknown[]> => transaction.query('SELECT cents FROM purse WHERE id = 1');
    const results = await store.transaction('sandbox', (transaction) =>
      Promise.all([read(transaction), pay(transaction, 1, -30), read(transaction), pay(transaction, 1, -30), read(transaction)]),
    );
    expect(results).toEqual([[{ cents: 100 }], [], [{ cents: 70 }], [], [{ cents: 40 }]]);
  });

  it('sends statements that are started together without waiting for a response', async () => {
    let readAgainMs = 0;
    const [, [second]] = await store.transaction('sandbox', async (transaction) => {
      await transaction.query('SELECT 1');
      const sent = Promise.all([
        transaction.query('SELECT pg_sleep(0.05)'),
        transaction.query<{ startedAt: Date }>('SELECT statement_timestamp() AS "startedAt"'),
      ]);
      await nextTurn();
      // Meanwhile this process does not read replies.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      readAgainMs = Date.now();
      return sent;
    });
    expect(second!.startedAt.getTime()).toBeLessThan(readAgainMs);
  });

  it('fails everything sent after a failed statement, with its error', async () => {
    const outcomes: unknown[] = [];
    const failing = store.transaction('sandbox', async (transaction) => {
      const sent = [pay(transaction, 1, -30), transaction.query('INSERT INTO purse VALUES (2, 0)'), pay(transaction, 1, -30)];
      for (const outcome of await Promise.allSettled(sent))
        outcomes.push(outcome.status === 'fulfilled' ? 'run' : isUniqueViolation(outcome.reason, 'purse_pkey'));
      return Promise.all(sent);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(outcomes).toEqual(['run', true, true]);
    expect(await centsOf(1)).toBe(100);
  });

  it('stores nothing of statements that were sent together with a failed one', async () => {
    const failing = store.transaction('sandbox', (transaction) =>
      Promise.all([
        transaction.query('INSERT INTO purse VALUES (2, 0)'),
        pay(transaction, 1, -30),
        transaction.query('SELECT pg_sleep(0.05)'),
      ]),
    );
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await centsOf(1)).toBe(100);
  });

  it('commits after the statements that are still running when the work settles', async () => {
    await store.transaction('sandbox', (transaction) => {
      void pay(transaction, 1, 1);
      return Promise.resolve();
    });
    expect(await centsOf(1)).toBe(101);
    const failing = store.transaction('sandbox', (transaction) => {
      void pay(transaction, 1, 1);
      transaction.query('INSERT INTO purse VALUES (2, 0)').catch(() => undefined);
      return Promise.resolve();
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await centsOf(1)).toBe(101);
  });

  it('refuses statements after its end', async () => {
    let leaked: Transaction | undefined;
    await store.transaction('sandbox', (transaction) => Promise.resolve((leaked = transaction)));
    await expect(leaked?.query('SELECT 1')).rejects.toThrow('after its transaction had ended');
  });

  it.each(['40001', '40P01'] as const)('repeats the whole work after %s', async (code) => {
    let attempts = 0;
    const response = await store.transaction('sandbox', async (transaction) => {
      await pay(transaction, 1, 5);
      if (++attempts < 3) await raise(transaction, code);
      return attempts;
    });
    expect(response).toBe(3);
    expect(await centsOf(1)).toBe(105);
  });

  it('repeats the work even if it wraps or hides the database’s error', async () => {
    let attempts = 0;
    await store.transaction('sandbox', async (transaction) => {
      attempts++;
      if (attempts === 1)
        await raise(transaction, '40001').catch((cause: unknown) => {
          throw new DomainError(ErrorCode.INTERNAL, { cause });
        });
      if (attempts === 2) await raise(transaction, '40001').catch(() => undefined);
    });
    expect(attempts).toBe(3);
  });

  it('fails after a bounded number of attempts', async () => {
    let attempts = 0;
    const hopeless = store.transaction('sandbox', async (transaction) => {
      attempts++;
      await raise(transaction, '40001');
    });
    await expect(hopeless).rejects.toMatchObject({ ...UNAVAILABLE, cause: { code: '40001' } });
    expect(attempts).toBe(4);
  });

  it('does not repeat other failures', async () => {
    let attempts = 0;
    const failing = store.transaction('sandbox', async (transaction) => {
      attempts++;
      await transaction.query('SELECT 1 / 0');
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(attempts).toBe(1);
  });

  it('completes two transactions that wait for each other', async () => {
    const bothPaid = createMeeting(2);
    const transfer = (from: number, to: number): Promise<void> =>
      store.transaction('sandbox', async (transaction) => {
        await pay(transaction, from, -10);
        await bothPaid();
        await pay(transaction, to, 10);
      });
    await Promise.all([transfer(1, 2), transfer(2, 1)]);
    expect([await centsOf(1), await centsOf(2)]).toEqual([100, 100]);
  });

  it('completes serializable transactions that read what others write', async () => {
    const bothRead = createMeeting(2);
    const addHalfOfAll = (id: number): Promise<void> =>
      store.transaction('sandbox', async (transaction) => {
        await transaction.query('SET TRANSACTION ISOLATION LEVEL SERIALIZABLE');
        const [all] = await transaction.query<{ sum: number }>('SELECT sum(cents)::int AS sum FROM purse');
        await bothRead();
        await pay(transaction, id, (all?.sum ?? 0) / 2);
      });
    await Promise.all([addHalfOfAll(1), addHalfOfAll(2)]);
    // One after the other in either order: 200 / 2, then 300 / 2.
    expect(((await centsOf(1)) ?? 0) + ((await centsOf(2)) ?? 0)).toBe(450);
  });

  it('is unavailable when its connection ends during the work, without harm to the process', async () => {
    const work = async (transaction: Transaction): Promise<void> => {
      await pay(transaction, 1, -30);
      const [session] = await transaction.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await store.query('gateway', 'SELECT pg_terminate_backend($1)', [session?.pid]);
      await untilEnded(session?.pid);
      await pay(transaction, 2, 30);
    };
    await expect(store.transaction('sandbox', work)).rejects.toMatchObject(UNAVAILABLE);
    expect([await centsOf(1), await centsOf(2)]).toEqual([100, 100]);
  });

  it('is unavailable, never successful, when the reply to COMMIT is lost', async () => {
    const work = async (transaction: Transaction): Promise<string> => {
      await pay(transaction, 1, -30);
      const [session] = await transaction.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await store.query('gateway', 'SELECT pg_terminate_backend($1)', [session?.pid]);
      return 'stored';
    };
    await expect(store.transaction('sandbox', work)).rejects.toMatchObject(UNAVAILABLE);
    expect(await centsOf(1)).toBe(100);
  });

  it('ends a transaction that is idle for too long', async () => {
    const dozing = store.transaction('sandbox', async (transaction) => {
      const [session] = await transaction.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await transaction.query('SET LOCAL idle_in_transaction_session_timeout = 50');
      await untilEnded(session?.pid);
      await pay(transaction, 1, 1);
    });
    await expect(dozing).rejects.toMatchObject(UNAVAILABLE);
  });
});

/** Returns a function that resolves for all callers once it was called `count` times. */
function createMeeting(count: number): () => Promise<void> {
  let open = (): void => undefined;
  const all = new Promise<void>((resolve) => (open = resolve));
  let arrived = 0;
  return () => {
    arrived += 1;
    if (arrived === count) open();
    return all;
  };
}
