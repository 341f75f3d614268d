import pg from 'pg';
import { migrate } from '../../src/store/migrate.js';
import { migrationsOf } from '../../src/store/migrations.js';
import { schemasOf } from '../../src/store/schema.js';
import { Store } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const SCHEMAS = schemasOf(['production', 'sandbox']);

describe('migrate', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeEach(async () => {
    database = await createTestDatabase({}, 'empty');
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  async function migrationsIn(schema: string): Promise<string[]> {
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${schema}.migration ORDER BY id`);
    return rows.map(({ name }) => name);
  }

  it('runs every migration of every schema once and in order, however many nodes start at once', async () => {
    const stores = await Promise.all([Store.open(database.config), Store.open(database.config), Store.open(database.config)]);
    for (const schema of SCHEMAS) expect(await migrationsIn(schema)).toEqual(migrationsOf(schema).map(({ name }) => name));
    await Promise.all(stores.map((store) => store.close()));
    const again = await Store.open(database.config);
    await again.close();
    for (const schema of SCHEMAS) expect(await migrationsIn(schema)).toHaveLength(migrationsOf(schema).length);
  });

  it('builds production and sandbox alike', async () => {
    await migrate(database.url, SCHEMAS);
    const columns = async (schema: string): Promise<unknown[]> =>
      (
        await client.query<Record<string, unknown>>(
          `SELECT table_name, column_name, data_type, is_nullable, replace(column_default, $1, '') AS column_default
           FROM information_schema.columns WHERE table_schema = $1 ORDER BY table_name, ordinal_position`,
          [schema],
        )
      ).rows;
    expect(await columns('sandbox')).toEqual(await columns('production'));
  });

  it('can be undone down to the empty schema, and done again', async () => {
    await migrate(database.url, ['gateway', 'sandbox']);
    for (const schema of ['gateway', 'sandbox'] as const) {
      const { DataSource } = await import('typeorm');
      const { dataSourceOptions } = await import('../../src/store/pools.js');
      const dataSource = await new DataSource({
        ...dataSourceOptions(database.url, schema),
        migrations: [...migrationsOf(schema)],
      }).initialize();
      for (let count = migrationsOf(schema).length; count > 0; count--) await dataSource.undoLastMigration();
      await dataSource.destroy();
      const { rows } = await client.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'v', 'S', 'm')
         UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = $1::regnamespace
         UNION ALL SELECT typname FROM pg_type WHERE typnamespace = $1::regnamespace AND typtype IN ('e', 'd')`,
        [schema],
      );
      expect(rows.map(({ name }) => name).sort()).toEqual(['migration', 'migration_id_seq']);
    }
    await migrate(database.url, ['gateway', 'sandbox']);
  });

  it('goes on where an administrator has made schema and extension and keeps the right to make more', async () => {
    await client.query('CREATE EXTENSION pg_trgm WITH SCHEMA public');
    for (const schema of SCHEMAS) await client.query(`CREATE SCHEMA ${schema}`);
    await client.query(`REVOKE CREATE ON DATABASE ${client.database} FROM CURRENT_USER`);
    await migrate(database.url, SCHEMAS);
    expect(await migrationsIn('gateway')).toHaveLength(migrationsOf('gateway').length);
  });

  it('says so when the extension lies where it cannot be found', async () => {
    await client.query('CREATE SCHEMA extensions; CREATE EXTENSION pg_trgm WITH SCHEMA extensions');
    await expect(migrate(database.url, SCHEMAS)).rejects.toThrow('ALTER EXTENSION pg_trgm SET SCHEMA public');
  });

  it('names every constraint and index after its table', async () => {
    await migrate(database.url, SCHEMAS);
    const { rows } = await client.query<{ table: string; name: string }>(
      `SELECT conrelid::regclass::text AS table, conname AS name FROM pg_constraint WHERE connamespace = ANY ($1::regnamespace[]) AND contype IN ('c', 'f', 'p', 'u', 'x')
       UNION ALL SELECT indrelid::regclass::text, relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE relnamespace = ANY ($1::regnamespace[])`,
      [[...SCHEMAS]],
    );
    const strange = rows.filter(
      ({ table, name }) => !new RegExp(`^${table.split('.').pop() ?? ''}(_.+)?_(pkey|key|idx|check|fkey|excl)$`).test(name),
    );
    expect(strange).toEqual([]);
  });
});

describe('migrate on a database that cannot be used', () => {
  it('refuses another encoding than UTF-8', async () => {
    const database = await createTestDatabase({}, 'empty');
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const name = `${client.database}_ascii`;
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'`);
    const url = new URL(database.url);
    url.pathname = `/${name}`;
    await expect(migrate(url.href, SCHEMAS)).rejects.toThrow(/encoded in SQL_ASCII/);
    await client.query(`DROP DATABASE ${name}`);
    await client.end();
    await database.drop();
  });

  it('passes on what the server says of a database that is not there', async () => {
    const database = await createTestDatabase({}, 'empty');
    const url = new URL(database.url);
    url.pathname = '/nowhere';
    await expect(migrate(url.href, SCHEMAS)).rejects.toMatchObject({ code: '3D000' });
    await database.drop();
  });
});
