import { ErrorCode } from '../../src/common/error-codes.js';
import { toGatewayWriter, type TransactionalUnit, Store, type Transaction } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

const UNAVAILABLE = { name: 'DomainError', code: ErrorCode.UNAVAILABLE };

describe('a unit of work', () => {
  let database: TestDatabase;
  let store: Store;
  let admissions = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    store = await Store.open(database.config);
    await store.query('sandbox', 'CREATE TABLE coin (id integer PRIMARY KEY)');
  });
  beforeEach(() => store.query('sandbox', 'DELETE FROM coin'));
  afterEach(() => expect(connectionsInUse()).toBe(0));
  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  const connectionsInUse = (): number => {
    const { total, idle } = store.poolStatistics().sandbox ?? { total: -1, idle: 0 };
    return total - idle;
  };
  const coins = async (where: Parameters<Store['query']>[0] = 'sandbox'): Promise<number[]> =>
    (await store.query<{ id: number }>(where, 'SELECT id FROM coin ORDER BY id')).map(({ id }) => id);
  const add =
    (id: number, failure?: Error) =>
    async (tx: Transaction): Promise<number> => {
      await tx.query('INSERT INTO coin VALUES ($1)', [id]);
      if (failure) throw failure;
      return id;
    };
  const newUnit = (): TransactionalUnit => {
    admissions = 0;
    return store.unitOfWork(() => Promise.resolve(void (admissions += 1)));
  };
  const writerOf = (unitOfWork: TransactionalUnit) => ({ environment: 'sandbox', unitOfWork }) as const;

  it('holds no connection before its first write, and shows nothing before its end', async () => {
    const unit = newUnit();
    const writer = writerOf(unit);
    expect([await coins(writer), connectionsInUse(), unit.hasWritten, admissions]).toEqual([[], 0, false, 0]);
    expect(await store.transaction(writer, add(1))).toBe(1);
    expect([await coins(), await coins(writer), connectionsInUse(), unit.hasWritten]).toEqual([[], [1], 1, true]);
    await store.transaction(writer, add(2));
    await unit.commit(async (tx) => void (await add(3)(tx)));
    expect([await coins(), admissions]).toEqual([[1, 2, 3], 1]);
  });

  it('reports its commit once it is done, and nothing when it is undone', async () => {
    const reported: string[] = [];
    const [kept, undone, refused] = [newUnit(), newUnit(), newUnit()];
    for (const [at, unit] of [kept, undone, refused].entries()) {
      await store.transaction(writerOf(unit), add(at + 10));
      unit.afterCommit(() => reported.push(`unit ${at}`));
    }
    expect(reported).toEqual([]);
    await kept.commit(() => Promise.resolve());
    await undone.rollBack();
    await expect(refused.commit(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect([reported, await coins()]).toEqual([['unit 0'], [10]]);
  });

  it('returns the connection when its first part fails, and the next one begins again', async () => {
    const unit = newUnit();
    await expect(store.transaction(writerOf(unit), add(1, new Error('no')))).rejects.toThrow('no');
    expect([connectionsInUse(), unit.hasWritten]).toEqual([0, false]);
    await store.transaction(writerOf(unit), add(2));
    await unit.commit(() => Promise.resolve());
    expect([await coins(), admissions]).toEqual([[2], 2]);
  });

  it('undoes a later part that fails alone, for any failure', async () => {
    const unit = newUnit();
    await store.transaction(writerOf(unit), add(1));
    await expect(store.transaction(writerOf(unit), add(2, new Error('no')))).rejects.toThrow('no');
    await expect(store.transaction(writerOf(unit), add(1))).rejects.toMatchObject({ code: '23505' });
    await store.transaction(writerOf(unit), add(3));
    await unit.commit(() => Promise.resolve());
    expect(await coins()).toEqual([1, 3]);
  });

  it('refuses statements of a part that has ended', async () => {
    const unit = newUnit();
    await store.transaction(writerOf(unit), add(1));
    let late: Transaction | undefined;
    const part = store.transaction(writerOf(unit), (tx) => {
      late = tx;
      return Promise.reject(new Error('no'));
    });
    await expect(part).rejects.toThrow('no');
    await expect(add(2)(late!)).rejects.toThrow('had ended');
    await unit.commit(() => Promise.resolve());
    expect(await coins()).toEqual([1]);
  });

  it('leaves nothing when its last part fails, or when it is rolled back', async () => {
    const failing = newUnit();
    await store.transaction(writerOf(failing), add(1));
    await expect(failing.commit(async (tx) => void (await add(2, new Error('no'))(tx)))).rejects.toThrow('no');
    const undone = newUnit();
    await store.transaction(writerOf(undone), add(3));
    await undone.rollBack();
    await undone.rollBack();
    await newUnit().rollBack();
    expect(await coins()).toEqual([]);
    await expect(store.transaction(writerOf(undone), add(4))).rejects.toThrow('had ended');
  });

  it('is repeated a bounded number of times when others interfere', async () => {
    let attempts = 0;
    const inTheWay = async (tx: Transaction): Promise<number> => {
      attempts += 1;
      if (attempts < 3) await tx.query(`DO $$ BEGIN RAISE EXCEPTION 'in the way' USING ERRCODE = '40P01'; END $$`);
      return add(attempts)(tx);
    };
    const unit = newUnit();
    expect(await store.transaction(writerOf(unit), inTheWay)).toBe(3);
    await unit.commit(() => Promise.resolve());
    expect(await coins()).toEqual([3]);
    attempts = -100;
    const hopeless = newUnit();
    await expect(store.transaction(writerOf(hopeless), inTheWay)).rejects.toMatchObject(UNAVAILABLE);
    expect([attempts, hopeless.hasWritten]).toEqual([-96, false]);
  });

  it('belongs to the schema of its first write; others are only read', async () => {
    const unit = newUnit();
    await store.transaction(writerOf(unit), add(1));
    const beside = store.transaction(toGatewayWriter({ unitOfWork: unit }), (tx) => tx.query('SELECT 1'));
    await expect(beside).rejects.toThrow('cannot write to gateway');
    const [settings, seen, read] = await Promise.all([
      store.query(toGatewayWriter({ unitOfWork: unit }), 'SELECT id FROM program'),
      coins(writerOf(unit)),
      store.read(writerOf(unit), (manager) => manager.query<{ id: number }[]>('SELECT id FROM coin')),
    ]);
    expect([settings, seen, read.map(({ id }) => id)]).toEqual([[], [1], [1]]);
    await unit.commit(() => Promise.resolve());
    expect(await coins()).toEqual([1]);
  });

  it('is undone when it stays open for too long', async () => {
    const unit = store.unitOfWork(() => Promise.resolve(), 30);
    await store.transaction(writerOf(unit), add(1));
    await eventually('the connection is released', () => connectionsInUse() === 0);
    await expect(unit.commit(async (tx) => void (await add(2)(tx)))).rejects.toMatchObject(UNAVAILABLE);
    expect(await coins()).toEqual([]);
  });
});
