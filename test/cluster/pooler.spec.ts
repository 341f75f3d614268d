import pg from 'pg';
import { DatabaseSetupError } from '../../src/store/first-connection.js';
import { Store } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { hasPgbouncer, Pgbouncer } from '../support/pgbouncer.js';

const NO_SESSION =
  'DATABASE_URL leads through a connection pooler that does not keep a session for its client, so settings and locks would not hold. ' +
  'Use its session mode (pgbouncer: pool_mode = session), or the address of Postgres itself.';
/** Parameters that other users of a pooler may have configured to be ignored or kept. */
const LENIENT = { ignore_startup_parameters: 'options,search_path,statement_timeout' };

const describeWithPgbouncer = hasPgbouncer() ? describe : describe.skip;

describeWithPgbouncer('pgbouncer before the database', () => {
  let database: TestDatabase;
  let pooler: Pgbouncer | undefined;

  beforeEach(async () => {
    database = await createTestDatabase({}, 'empty');
  });
  afterEach(async () => {
    await pooler?.stop();
    await database.drop();
  });

  async function behind(settings: Readonly<Record<string, string>>): Promise<typeof database.config> {
    pooler = await Pgbouncer.start(database.url, settings);
    return { ...database.config, databaseUrl: pooler.url };
  }

  /** Lists the objects of the database that are not the server's. */
  async function objects(): Promise<string[]> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema|public$)' UNION ALL
       SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace UNION ALL SELECT extname FROM pg_extension WHERE extname <> 'plpgsql'`,
    );
    await client.end();
    return rows.map(({ name }) => name);
  }

  it('the program serves behind a pooler in session mode, and keeps the settings of every session', async () => {
    const config = await behind({ pool_mode: 'session', default_pool_size: '40' });
    const store = await Store.open(config);
    const settings = `SELECT current_setting('search_path') AS path, current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS statement`;
    for (const schema of ['gateway', 'production', 'sandbox'] as const)
      expect(await store.query(schema, settings)).toEqual([{ path: `${schema}, public`, zone: 'UTC', statement: '5s' }]);
    await store.transaction('sandbox', (tx) => tx.query('SELECT count(*) FROM application'));
    await store.close();
    // Settings left in a returned session have no effect.
    const again = await Store.open(config);
    expect(await again.query('production', settings)).toEqual([{ path: 'production, public', zone: 'UTC', statement: '5s' }]);
    await again.close();
  });

  it.each<Readonly<Record<string, string>>>([
    { pool_mode: 'transaction' },
    { pool_mode: 'transaction', ...LENIENT },
    { pool_mode: 'transaction', default_pool_size: '1', query_wait_timeout: '20' },
    { pool_mode: 'transaction', server_round_robin: '1', min_pool_size: '2', default_pool_size: '2' },
    { pool_mode: 'statement' },
  ])('the program refuses a pooler in another mode in one line before it changes anything: %o', async (settings) => {
    const reason = await Store.open(await behind(settings)).catch((error: unknown) => error);
    expect(reason).toBeInstanceOf(DatabaseSetupError);
    expect((reason as Error).message).toMatch(new RegExp(`^${NO_SESSION.replace(/[.()]/g, '\\$&')}( Its error: [^\n]+)?$`));
    expect(await objects()).toEqual([]);
  });

  it('the program refuses an address with unsupported parameters, and names them', async () => {
    const config = await behind({ pool_mode: 'session' });
    const databaseUrl = `${config.databaseUrl}?options=-c%20work_mem%3D8MB`;
    await expect(Store.open({ ...config, databaseUrl })).rejects.toThrow(
      `The database at ${new URL(databaseUrl).host} refuses the connection: unsupported startup parameter: options.`,
    );
    expect(await objects()).toEqual([]);
  });
});
