import { AgentEntity } from '../../src/store/entities/agent.entity.js';
import { SettingEntity } from '../../src/store/entities/reference.entity.js';
import { isUniqueViolation, Store } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const AT = new Date('2026-11-25T08:00:00Z');
const setting = (key: string): { key: string; value: object; updatedAt: Date } => ({
  key,
  value: { secret: 'of the owner' },
  updatedAt: AT,
});

describe('repositories of the store', () => {
  let database: TestDatabase;
  let store: Store;

  beforeAll(async () => {
    database = await createTestDatabase();
    store = await Store.open(database.config);
  });
  afterEach(() => {
    const { total, idle } = store.poolStatistics().sandbox ?? { total: -1, idle: 0 };
    expect(idle).toBe(total);
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  const find = (key: string): Promise<SettingEntity | null> =>
    store.read('sandbox', (manager) => manager.findOneBy(SettingEntity, { key }));

  it('write and read in the transaction of the statements', async () => {
    const seen = await store.transaction('sandbox', async (tx) => {
      await tx.manager.insert(SettingEntity, setting('one'));
      await tx.query(`UPDATE setting SET value = '7' WHERE key = 'one'`);
      return tx.manager.findOneBy(SettingEntity, { key: 'one' });
    });
    expect(seen).toMatchObject({ key: 'one', value: 7, updatedAt: AT });
    expect(await find('one')).toMatchObject({ value: 7 });
  });

  it('are rolled back with it', async () => {
    const work = store.transaction('sandbox', async (tx) => {
      await tx.manager.insert(SettingEntity, setting('two'));
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
    expect(await find('two')).toBeNull();
  });

  it('work in the parts of a unit of work, each of which can be undone alone', async () => {
    const unit = store.unitOfWork(() => Promise.resolve());
    await unit.transaction('sandbox', (tx) => tx.manager.insert(SettingEntity, setting('three')));
    const part = unit.transaction('sandbox', async (tx) => {
      await tx.manager.delete(SettingEntity, { key: 'three' });
      throw new Error('undone');
    });
    await expect(part).rejects.toThrow('undone');
    expect(await find('three')).toBeNull();
    await unit.commit((tx) => tx.manager.update(SettingEntity, { key: 'three' }, { value: 3 }).then(() => undefined));
    expect(await find('three')).toMatchObject({ value: 3 });
  });

  it('repeat the work when another transaction interfered', async () => {
    let rounds = 0;
    await store.transaction('sandbox', async (tx) => {
      await tx.manager.insert(SettingEntity, setting('four'));
      rounds += 1;
      if (rounds === 1) await tx.manager.query(`DO $$ BEGIN RAISE EXCEPTION 'in the way' USING ERRCODE = '40P01'; END $$`);
    });
    expect([rounds, (await find('four'))?.key]).toEqual([2, 'four']);
  });

  it('throw the database’s message without the statement and its values', async () => {
    const work = store.transaction('sandbox', async (tx) => {
      await tx.manager.insert(SettingEntity, setting('five'));
      await tx.manager.insert(SettingEntity, setting('five'));
    });
    const error = (await work.catch((violation: unknown) => violation)) as object;
    expect(isUniqueViolation(error, 'setting_pkey')).toBe(true);
    expect(['query', 'parameters'].filter((name) => name in error)).toEqual([]);
  });

  it('refuse a transaction of their own and a write in parts', async () => {
    await expect(store.read('sandbox', (manager) => manager.save(SettingEntity, setting('six')))).rejects.toThrow('Store.transaction');
    const lock = { mode: 'pessimistic_write' as const };
    await expect(store.read('sandbox', (manager) => manager.find(AgentEntity, { lock }))).rejects.toThrow('transaction');
  });

  it('are unusable when the transaction has ended', async () => {
    const manager = await store.transaction('sandbox', (tx) => Promise.resolve(tx.manager));
    await expect(manager.find(SettingEntity)).rejects.toThrow('after its transaction had ended');
  });
});
