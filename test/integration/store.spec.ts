import pg from 'pg';
import { DomainError } from '../../src/common/domain-error.js';
import { ErrorCode } from '../../src/common/error-codes.js';
import { isUniqueViolation, Store } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

const POOL_SIZE = 4;

describe('Store.query', () => {
  let database: TestDatabase;
  let store: Store;
  /** A session outside of the store. */
  let outside: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    store = await Store.open(database.config);
    outside = new pg.Client({ connectionString: database.url });
    await outside.connect();
    await store.query('production', 'CREATE TABLE thing (id integer CONSTRAINT thing_pkey PRIMARY KEY, name text)');
  });
  afterAll(async () => {
    await outside.end();
    await store.close();
    await database.drop();
  });

  async function backendPids(): Promise<Set<number>> {
    const pids = await Promise.all(
      Array.from({ length: POOL_SIZE }, () =>
        store.query<{ pid: number }>('production', 'SELECT pg_backend_pid() AS pid, pg_sleep(0.05)::text'),
      ),
    );
    return new Set(pids.flat().map(({ pid }) => pid));
  }

  it('returns rows as objects, and an empty array for none', async () => {
    expect(await store.query('gateway', 'SELECT 1 AS one, NULL AS nothing')).toEqual([{ one: 1, nothing: null }]);
    expect(await store.query('production', 'DELETE FROM thing WHERE id = $1', [0])).toEqual([]);
  });

  it('returns every column type in the form that the program uses', async () => {
    const [row] = await store.query(
      'gateway',
      `SELECT 9007199254740991::bigint AS big, '332.60'::numeric(12,2) AS amount, DATE '2026-03-29' AS day, timestamptz '2026-03-29 00:30Z' AS instant,
              '{"a":[1]}'::jsonb AS json, 'α'::text AS text, true AS flag, '\\x00ff'::bytea AS bytes, count(*) AS count,
              ARRAY[1, NULL]::bigint[] AS bigs, ARRAY['1.10', NULL]::numeric[] AS amounts, ARRAY[DATE '2026-03-29'] AS days, '{}'::bigint[] AS none`,
    );
    expect(row).toEqual({
      big: 9_007_199_254_740_991,
      amount: '332.60',
      day: '2026-03-29',
      instant: new Date('2026-03-29T00:30:00Z'),
      json: { a: [1] },
      text: 'α',
      flag: true,
      bytes: Buffer.from([0, 255]),
      count: 1,
      bigs: [1, null],
      amounts: ['1.10', null],
      days: ['2026-03-29'],
      none: [],
    });
  });

  it('refuses a bigint that a number cannot hold, and continues', async () => {
    await expect(store.query('gateway', 'SELECT 9007199254740993::bigint AS big')).rejects.toThrow(RangeError);
    expect(await store.query('gateway', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('passes values unchanged', async () => {
    const instant = new Date('2026-10-25T00:30:00.123Z');
    const text = `'; DROP TABLE thing; -- \\ "`;
    expect(
      await store.query(
        'gateway',
        'SELECT $1::text AS text, $2::timestamptz AS instant, $3::jsonb AS json, $4::text[] AS list, $5::int AS nothing',
        [text, instant, { κλειδί: [1, null] }, ['α', 'β"'], undefined],
      ),
    ).toEqual([{ text, instant, json: { κλειδί: [1, null] }, list: ['α', 'β"'], nothing: null }]);
  });

  it('runs one statement, never two', async () => {
    await expect(store.query('production', `DELETE FROM thing; SELECT 1`)).rejects.toMatchObject({ code: '42601' });
  });

  it('prepares a statement once per connection', async () => {
    const statement = 'SELECT $1::int + 20 AS sum';
    const prepared = 'SELECT generic_plans + custom_plans AS runs FROM pg_prepared_statements WHERE statement = $1';
    await store.transaction('gateway', async (tx) => {
      const [before] = await tx.query<{ runs: number }>(prepared, [statement]);
      for (const value of [1, 2, 3]) expect(await tx.query(statement, [value])).toEqual([{ sum: value + 20 }]);
      expect(await tx.query(prepared, [statement])).toEqual([{ runs: (before?.runs ?? 0) + 3 }]);
    });
  });

  it('prepares a bounded number of texts', async () => {
    const alone = await Store.open({ ...database.config, databasePoolSize: 1 });
    for (let index = 0; index < 1_100; index++) expect(await alone.query('gateway', `SELECT ${index} AS i`)).toEqual([{ i: index }]);
    const [row] = await alone.query<{ count: number }>('gateway', 'SELECT count(*) FROM pg_prepared_statements');
    expect(row?.count).toBeLessThanOrEqual(1_000);
    await alone.close();
  });

  it('sees only the tables of its schema', async () => {
    await store.query('production', `INSERT INTO thing VALUES (1, 'real')`);
    expect(await store.query('production', 'SELECT current_schema() AS schema, name FROM thing WHERE id = 1')).toEqual([
      { schema: 'production', name: 'real' },
    ]);
    for (const schema of ['sandbox', 'gateway'] as const)
      await expect(store.query(schema, 'SELECT FROM thing')).rejects.toMatchObject({ code: '42P01' });
  });

  it('serves the configured environments', async () => {
    const sandboxOnly = await Store.open({ ...database.config, environments: ['sandbox'] });
    await expect(sandboxOnly.query('production', 'SELECT 1')).rejects.toThrow(/does not serve/);
    expect(Object.keys(sandboxOnly.poolStatistics())).toEqual(['gateway', 'sandbox']);
    await sandboxOnly.close();
  });

  it('uses sessions with known settings', async () => {
    const url = new URL(database.url);
    // Options of the operator are kept, but those of the program win.
    url.searchParams.set('options', '-c search_path=mine -c TimeZone=Asia/Tokyo -c work_mem=8MB');
    const asked = await Store.open({ ...database.config, databaseUrl: url.href });
    const settings = `SELECT current_setting('TimeZone') AS zone, current_setting('DateStyle') AS dates, current_setting('application_name') AS name,
      current_setting('statement_timeout') AS statement, current_setting('idle_in_transaction_session_timeout') AS idle,
      current_setting('transaction_isolation') AS isolation, current_setting('search_path') AS path, current_setting('work_mem') AS memory`;
    const known = { zone: 'UTC', dates: 'ISO, MDY', name: 'insurance-gateway production', statement: '5s', idle: '10s' };
    const expected = { ...known, isolation: 'read committed', path: 'production, public' };
    expect(await store.query('production', settings)).toMatchObject([expected]);
    expect(await asked.query('production', settings)).toEqual([{ ...expected, memory: '8MB' }]);
    await asked.close();
  });

  it('passes a constraint violation on, and keeps the connection', async () => {
    const before = await backendPids();
    for (const id of [2, 3]) await store.query('production', 'INSERT INTO thing VALUES ($1)', [id]);
    for (let index = 0; index < POOL_SIZE * 2; index++) {
      const error = await store.query('production', 'INSERT INTO thing VALUES (2)').catch((violation: unknown) => violation);
      expect(isUniqueViolation(error, 'thing_pkey')).toBe(true);
    }
    expect(await backendPids()).toEqual(before);
  });

  it('continues with a table that another node has altered', async () => {
    await store.query('production', 'CREATE TABLE widening (id integer)');
    await store.query('production', 'INSERT INTO widening VALUES (1)');
    const select = 'SELECT * FROM widening';
    const everywhere = (): Promise<unknown[][]> => Promise.all(Array.from({ length: POOL_SIZE }, () => store.query('production', select)));
    await everywhere();
    await outside.query('ALTER TABLE production.widening ADD name text');
    for (const rows of await everywhere()) expect(rows).toEqual([{ id: 1, name: null }]);
    await outside.query('ALTER TABLE production.widening ADD other text');
    expect(await store.transaction('production', (transaction) => transaction.query(select))).toEqual([{ id: 1, name: null, other: null }]);
  });

  it('refuses after a short wait when every connection is in use', async () => {
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const holders = Array.from({ length: POOL_SIZE }, () => store.transaction('production', () => held));
    await eventually('every connection is in use', () => {
      const pool = store.poolStatistics().production;
      return pool?.total === POOL_SIZE && pool.idle === 0;
    });
    const waiting = store.query('production', 'SELECT 1').catch((violation: unknown) => violation);
    await eventually('the query waits', () => store.poolStatistics().production?.waiting === 1);
    expect(store.poolStatistics().production).toEqual({ total: POOL_SIZE, idle: 0, waiting: 1 });
    // The pools fail independently.
    expect(await store.query('sandbox', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await waiting).toMatchObject({ name: 'DomainError', code: ErrorCode.UNAVAILABLE });
    letGo();
    await Promise.all(holders);
    expect(await store.query('production', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(store.poolStatistics().production?.waiting).toBe(0);
  });

  it('is unavailable for a statement that takes too long', async () => {
    const slow = store.transaction('production', async (transaction) => {
      await transaction.query('SET LOCAL statement_timeout = 50');
      await transaction.query('SELECT pg_sleep(5)');
    });
    await expect(slow).rejects.toMatchObject({ name: 'DomainError', code: ErrorCode.UNAVAILABLE });
  });

  it('survives the loss of idle connections', async () => {
    await backendPids();
    await outside.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'insurance-gateway %' AND datname = current_database()`,
    );
    await eventually('the sessions have ended', async () => {
      const open = `SELECT FROM pg_stat_activity WHERE application_name LIKE 'insurance-gateway %' AND datname = current_database()`;
      return (await outside.query(open)).rowCount === 0;
    });
    // The ends are read from the sockets a little later.
    await eventually('the pool has dropped its connections', () => store.poolStatistics()['production']?.idle === 0);
    expect(await store.query('production', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await store.isReady()).toBe(true);
  });

  it('refuses everything once it is closed', async () => {
    const other = await Store.open(database.config);
    const working = other.transaction('production', (transaction) => transaction.query(`SELECT 1 AS one, pg_sleep(0.2)::text AS rest`));
    await eventually('the statement runs', async () => {
      const running = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT 1 AS one, pg_sleep%' AND state = 'active'`;
      return (await outside.query(running)).rowCount === 1;
    });
    const closing = other.close();
    const late = other.query('production', 'SELECT 1').catch((violation: unknown) => violation);
    expect(await working).toEqual([{ one: 1, rest: '' }]);
    await closing;
    await other.close();
    expect(await late).toBeInstanceOf(DomainError);
    await expect(other.query('production', 'SELECT 1')).rejects.toMatchObject({ code: ErrorCode.UNAVAILABLE });
    expect(await other.isReady()).toBe(false);
  });
});
