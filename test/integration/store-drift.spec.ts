import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { entitiesOf } from '../../src/store/entities.js';
import { dataSourceOptions } from '../../src/store/pools.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const SOURCES = join(import.meta.dirname, '../../src');

/** `npm run drift`: what TypeORM would still change to make the migrated schema agree with the entity classes must be nothing. */
describe('drift between entities and migrations', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it.each(['gateway', 'production', 'sandbox'] as const)('is nowhere in %s', async (schema) => {
    const dataSource = await new DataSource(dataSourceOptions(database.url, schema)).initialize();
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    await dataSource.destroy();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('can hide in no entity that is not registered', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.entity.ts'));
    expect(files).toHaveLength(entitiesOf('gateway').length + entitiesOf('production').length);
  });
});
