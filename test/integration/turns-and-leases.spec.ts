import { buildLease, buildFreeCondition, buildLeaseEnd } from '../../src/store/lease.js';
import { Store } from '../../src/store/store.js';
import { lockTurn, claimTurn } from '../../src/store/turn.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let store: Store;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await Store.open(database.config);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

/** Holds a transaction until it is released. */
async function hold(begin: Parameters<Store['transaction']>[1]): Promise<() => Promise<void>> {
  let end = (): void => undefined;
  const isOver = new Promise<void>((resolve) => (end = resolve));
  let transaction: Promise<void> | undefined;
  await new Promise<void>((resolve, reject) => {
    transaction = store.transaction('production', async (tx) => {
      await begin(tx);
      resolve();
      await isOver;
    });
    transaction.catch(reject);
  });
  return async () => {
    end();
    await transaction;
  };
}

describe('a turn', () => {
  it('belongs to one transaction at a time, in its schema, until that ends', async () => {
    const end = await hold((tx) => lockTurn(tx, 'sweep'));
    const isMine = (schema: 'production' | 'sandbox', name: string): Promise<boolean> =>
      store.transaction(schema, (tx) => claimTurn(tx, name));
    expect([await isMine('production', 'sweep'), await isMine('sandbox', 'sweep'), await isMine('production', 'dust')]).toEqual([
      false,
      true,
      true,
    ]);
    await end();
    expect(await isMine('production', 'sweep')).toBe(true);
  });

  it('is shared only by transactions that ask for that', async () => {
    const end = await hold((tx) => lockTurn(tx, 'sweep', true));
    await store.transaction('production', (tx) => lockTurn(tx, 'sweep', true));
    expect(await store.transaction('production', (tx) => claimTurn(tx, 'sweep'))).toBe(false);
    await end();
  });
});

describe('a lease', () => {
  beforeAll(() =>
    store.query(
      'production',
      'CREATE TABLE task (id integer PRIMARY KEY, leased_until timestamptz, is_done boolean NOT NULL DEFAULT false)',
    ),
  );
  beforeEach(async () => {
    await store.query('production', 'DELETE FROM task');
    await store.query('production', 'INSERT INTO task (id) SELECT generate_series(1, 4)');
  });
  afterAll(() => store.query('production', 'DROP TABLE task'));

  const lease = buildLease({
    table: 'task',
    key: 'id',
    where: 'NOT is_done',
    orderBy: 'id',
    limit: 2,
    until: buildLeaseEnd(60),
    returning: 'id',
  });
  const ids = async (sql: string): Promise<number[]> =>
    (await store.query<{ id: number }>('production', sql)).map(({ id }) => id).toSorted();

  it('is given for the first free rows, and no row has two', async () => {
    await store.query('production', 'UPDATE task SET is_done = true WHERE id = 1');
    expect([await ids(lease), await ids(lease), await ids(lease)]).toEqual([[2, 3], [4], []]);
  });

  it('skips rows that another transaction locks', async () => {
    const end = await hold((tx) => tx.query('SELECT FROM task WHERE id IN (1, 2) FOR UPDATE'));
    expect(await ids(lease)).toEqual([3, 4]);
    await end();
    expect(await ids(lease)).toEqual([1, 2]);
  });

  it('ends by the clock of the database, and the row is free', async () => {
    await ids(lease);
    expect(await ids(`SELECT id FROM task WHERE ${buildFreeCondition()}`)).toEqual([3, 4]);
    await store.query('production', `UPDATE task SET leased_until = statement_timestamp() - interval '1 millisecond' WHERE id = 2`);
    expect(await ids(`SELECT id FROM task WHERE ${buildFreeCondition()}`)).toEqual([2, 3, 4]);
  });
});
