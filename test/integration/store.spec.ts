import { Store } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

describe('Store', () => {
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

  it('answers rows as objects', async () => {
    expect(await store.query('gateway', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});
