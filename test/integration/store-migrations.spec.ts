import pg from 'pg';
import { DataSource } from 'typeorm';
import { ErrorCode } from '../../src/common/error-codes.js';
import { DatabaseSetupError } from '../../src/store/first-connection.js';
import { migrate } from '../../src/store/migrate.js';
import { listMigrations } from '../../src/store/migrations.js';
import { buildDataSourceOptions } from '../../src/store/pools.js';
import { PrimaryFinder } from '../../src/store/primary-finder.js';
import { listSchemas } from '../../src/store/schema.js';
import { Store, type Transaction } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

const SCHEMAS = listSchemas(['production', 'sandbox']);

describe('the migration of a database', () => {
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

  it('runs every migration of every schema once and in order for simultaneous nodes', async () => {
    const stores = await Promise.all([Store.open(database.config), Store.open(database.config), Store.open(database.config)]);
    for (const schema of SCHEMAS) expect(await migrationsIn(schema)).toEqual(listMigrations(schema).map(({ name }) => name));
    await Promise.all(stores.map((store) => store.close()));
    const again = await Store.open(database.config);
    await again.close();
    for (const schema of SCHEMAS) expect(await migrationsIn(schema)).toHaveLength(listMigrations(schema).length);
  });

  it('stores for every migration whether it only adds', async () => {
    await migrate(database.url, SCHEMAS);
    const { rows } = await client.query('SELECT name, is_additive FROM sandbox.migration ORDER BY id');
    expect(rows).toEqual(listMigrations('sandbox').map(({ name, isAdditive }) => ({ name, is_additive: isAdditive })));
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

  it('can be undone to the empty schema, and repeated', async () => {
    await migrate(database.url, ['gateway', 'sandbox']);
    for (const schema of ['gateway', 'sandbox'] as const) {
      const dataSource = await new DataSource({
        ...buildDataSourceOptions(new PrimaryFinder(database.url), schema),
        entities: [],
        migrations: [...listMigrations(schema)],
      }).initialize();
      for (let count = listMigrations(schema).length; count > 0; count--) await dataSource.undoLastMigration();
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

  it('continues where an administrator created schema and extension and kept the right to create more', async () => {
    await client.query('CREATE EXTENSION pg_trgm WITH SCHEMA public; CREATE EXTENSION btree_gist WITH SCHEMA public');
    for (const schema of SCHEMAS) await client.query(`CREATE SCHEMA ${schema}`);
    await client.query(`REVOKE CREATE ON DATABASE ${client.database} FROM CURRENT_USER`);
    await migrate(database.url, SCHEMAS);
    expect(await migrationsIn('gateway')).toHaveLength(listMigrations('gateway').length);
  });

  it('reports an extension in a schema where it cannot be found', async () => {
    await client.query('CREATE SCHEMA extensions; CREATE EXTENSION pg_trgm WITH SCHEMA extensions');
    await expect(migrate(database.url, SCHEMAS)).rejects.toThrow('ALTER EXTENSION pg_trgm SET SCHEMA public');
  });

  it('names every constraint and index after its table', async () => {
    await migrate(database.url, SCHEMAS);
    const { rows } = await client.query<{ table: string; name: string }>(
      `SELECT conrelid::regclass::text AS table, conname AS name FROM pg_constraint WHERE connamespace = ANY ($1::regnamespace[]) AND contype IN ('c', 'f', 'p', 'u', 'x')
         AND conparentid = 0
       UNION ALL SELECT indrelid::regclass::text, relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE relnamespace = ANY ($1::regnamespace[])`,
      [[...SCHEMAS]],
    );
    const strange = rows.filter(
      ({ table, name }) => !new RegExp(`^${table.split('.').pop() ?? ''}(_.+)?_(pkey|key|idx|check|fkey|excl)$`).test(name),
    );
    expect(strange).toEqual([]);
  });
});

describe('a database that a newer program has changed', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let store: Store | undefined;

  beforeEach(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterEach(async () => {
    await store?.close();
    store = undefined;
    await client.end();
    await database.drop();
  });

  async function addMigration(isAdditive: boolean | null, schema = 'sandbox'): Promise<void> {
    await client.query(
      `INSERT INTO ${schema}.migration ("timestamp", name, is_additive) VALUES (1999999999999, 'AddWonder1999999999999', $1)`,
      [isAdditive],
    );
  }

  async function waitUntilReady(isReady: boolean): Promise<void> {
    await eventually(`readiness is ${isReady}`, async () => (await store?.isReady()) === isReady);
  }

  it('is served when it was only added to', async () => {
    await addMigration(true);
    store = await Store.open(database.config);
    expect(await store.query('sandbox', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await (await Store.openWithoutMigrating(database.config)).close();
  });

  it.each([false, null])('is refused in one line where the column is %s', async (isAdditive) => {
    await addMigration(isAdditive);
    const reason =
      'A newer version of this program changed the database, so this one cannot work with it (sandbox: AddWonder1999999999999). ' +
      'Start the newer version, or restore the backup taken before the upgrade.';
    await expect(Store.open(database.config)).rejects.toThrow(new DatabaseSetupError(reason));
    await expect(Store.openWithoutMigrating(database.config)).rejects.toThrow(new DatabaseSetupError(reason));
    await (await Store.open({ ...database.config, environments: ['production'] })).close();
  });

  it('is left alone by a running node as soon as it changes, and served again when changed back', async () => {
    store = await Store.open(database.config);
    await addMigration(true, 'production');
    await addMigration(false);
    await waitUntilReady(false);
    await expect(store.query('production', 'SELECT 1')).rejects.toMatchObject({ code: ErrorCode.UNAVAILABLE });
    await expect(store.transaction('sandbox', (tx) => tx.query('SELECT 1'))).rejects.toMatchObject({ code: ErrorCode.UNAVAILABLE });
    await client.query('UPDATE sandbox.migration SET is_additive = true WHERE timestamp = 1999999999999');
    await waitUntilReady(true);
    expect(await store.query('sandbox', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('causes no error for a statement that sees the change before the node has checked', async () => {
    store = await Store.open(database.config);
    await client.query('BEGIN');
    await client.query('ALTER TABLE sandbox.ledger_entry RENAME COLUMN at TO booked_at');
    await addMigration(false);
    await client.query('COMMIT');
    const book = (tx: Transaction): Promise<unknown> => tx.query('SELECT at FROM ledger_entry');
    await expect(store.transaction('sandbox', book)).rejects.toMatchObject({ code: ErrorCode.UNAVAILABLE });
    await expect(store.query('sandbox', 'SELECT at FROM ledger_entry')).rejects.toMatchObject({ code: ErrorCode.UNAVAILABLE });
  });

  it('has its own errors for a statement where the schema is the program’s', async () => {
    store = await Store.open(database.config);
    await expect(store.query('sandbox', 'SELECT wonder FROM ledger_entry')).rejects.toMatchObject({ code: '42703' });
  });

  it('is refused by a command, and by a running node, when it lacks migrations', async () => {
    store = await Store.open(database.config);
    await client.query(`DELETE FROM gateway.migration WHERE name = (SELECT max(name) FROM gateway.migration)`);
    await expect(Store.openWithoutMigrating(database.config)).rejects.toThrow(
      /lacks migrations of this version of the program \(gateway: \w+\)\. Start the program to run them/,
    );
    await waitUntilReady(false);
  });
});

describe('the migration of an unusable database', () => {
  it('is refused for another encoding than UTF-8', async () => {
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

  it('is refused in one line with the server’s own message for a missing database', async () => {
    const database = await createTestDatabase({}, 'empty');
    const url = new URL(database.url);
    url.pathname = '/nowhere';
    await expect(migrate(url.href, SCHEMAS)).rejects.toThrow(
      `The database at ${url.host} refuses the connection: database "nowhere" does not exist.`,
    );
    await database.drop();
  });
});
