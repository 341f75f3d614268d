import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { ENVIRONMENTS } from '../../src/common/environment.js';
import type { Config } from '../../src/config/config.js';
import { SUPERUSER } from '../../src/store/embedded/layout.js';
import { createRoles } from '../../src/store/roles.js';
import { listSchemas, type Schema } from '../../src/store/schema.js';
import { Store } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { hasPgbouncer, Pgbouncer } from '../support/pgbouncer.js';

const SCHEMAS = listSchemas(ENVIRONMENTS);
const CALLS = 200;
const TRANSACTION_MODE = { pool_mode: 'transaction', default_pool_size: '5' };
const WHERE = 'SELECT current_schema() AS schema, current_user AS role';

const describeWithPgbouncer = hasPgbouncer() ? describe : describe.skip;

describeWithPgbouncer('pgbouncer in transaction mode, with a role for each schema', () => {
  const [suffix, password] = [randomBytes(4).toString('hex'), randomBytes(12).toString('hex')];
  const roleOf = (schema: Schema): string => `test_${schema}_${suffix}`;
  let database: TestDatabase;
  let superuserUrl: string;
  let pooler: Pgbouncer;
  /** Configuration of a node whose pools lead through the pooler. */
  let config: Config;
  let app: FireApp | undefined;

  beforeAll(async () => {
    database = await createTestDatabase();
    superuserUrl = toSuperuserUrl(database.url);
    const poolUrl = `postgres://test_{schema}_${suffix}:${password}@127.0.0.1:1/unused`;
    await createRoles({ url: superuserUrl, poolUrl, schemas: SCHEMAS });
    const passwords = Object.fromEntries(SCHEMAS.map((schema) => [roleOf(schema), password]));
    pooler = await Pgbouncer.start(database.url, TRANSACTION_MODE, passwords);
    config = { ...database.config, databasePoolUrl: pooler.url.replace(roleOf('gateway'), roleOf('{schema}' as Schema)) };
  });
  afterAll(async () => {
    await app?.stop();
    await pooler.stop();
    await run(superuserUrl, SCHEMAS.map((schema) => `DROP OWNED BY ${roleOf(schema)}; DROP ROLE ${roleOf(schema)}`).join('; '));
    await database.drop();
  });

  it('200 statements and transactions at once stay in their schema, with the settings of its role', async () => {
    const store = await Store.open(config);
    const calls = Array.from({ length: CALLS }, (_, index) => SCHEMAS[index % SCHEMAS.length]!);
    const found = await Promise.all(
      calls.map((schema, index) =>
        index % 2 === 0
          ? store.query(schema, WHERE)
          : store.transaction(schema, async (tx) => [...(await tx.query(WHERE)), ...(await tx.query(WHERE))]),
      ),
    );
    for (const [index, rows] of found.entries())
      expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
        new Set([JSON.stringify({ schema: calls[index], role: roleOf(calls[index]!) })]),
      );
    const settings = `SELECT current_setting('search_path') AS path, current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS statement`;
    expect(await store.query('production', settings)).toEqual([{ path: 'production, public', zone: 'UTC', statement: '5s' }]);
    await store.close();
  });

  it("the role of production has no right on the sandbox's schema, and that of the sandbox none on production's", async () => {
    const store = await Store.open(config);
    for (const [own, other] of [
      ['production', 'sandbox'],
      ['sandbox', 'production'],
    ] as const) {
      await expect(store.query(own, `SELECT FROM ${other}.application`)).rejects.toThrow(`permission denied for schema ${other}`);
      await expect(store.query(own, `CREATE TABLE other (id integer)`)).rejects.toThrow(`permission denied for schema ${own}`);
    }
    await store.close();
  });

  it('statements that the pooler does not keep, and those of a table that changed, go unprepared', async () => {
    const store = await Store.open({ ...config, databasePoolPrepares: true });
    const text = 'SELECT * FROM line_of_test';
    await run(
      superuserUrl,
      `CREATE TABLE sandbox.line_of_test AS SELECT 1 AS id; GRANT SELECT ON sandbox.line_of_test TO ${roleOf('sandbox')}`,
    );
    const read = (): Promise<unknown[]> => Promise.all(Array.from({ length: 20 }, () => store.query('sandbox', text)));
    for (let round = 0; round < 5; round++) expect(await read()).toEqual(Array.from({ length: 20 }, () => [{ id: 1 }]));
    await run(superuserUrl, `ALTER TABLE sandbox.line_of_test ADD COLUMN name text DEFAULT 'new'`);
    expect(await read()).toEqual(Array.from({ length: 20 }, () => [{ id: 1, name: 'new' }]));
    await run(superuserUrl, 'DROP TABLE sandbox.line_of_test');
    await store.close();
  });

  it('200 calls at once of both environments see their own applications alone (gateway.91)', async () => {
    app = await FireApp.start({ databasePoolUrl: config.databasePoolUrl }, [], false, database);
    const { production, sandbox } = await app.createAgent({ code: 'A791' });
    const agents = [production, sandbox];
    await production.insertIn('50');
    const inserted = await Promise.all(Array.from({ length: 10 }, (_, index) => insertAs(agents[index % 2]!)));
    const calls = Array.from({ length: CALLS }, (_, index) => inserted[index % inserted.length]!);
    const results = await Promise.all(calls.map(({ agent, id }) => agent.client.get(agent.path(id))));
    for (const [index, response] of results.entries())
      expect(expectStatus(200, response).json()).toMatchObject({
        id: calls[index]!.id,
        client: { last_name: calls[index]!.agent.environment },
      });
  });

  it('a role without the settings is refused before the program serves, with the command that sets them', async () => {
    await run(
      superuserUrl,
      `ALTER ROLE ${roleOf('production')} IN DATABASE ${new URL(database.url).pathname.slice(1)} RESET statement_timeout`,
    );
    const direct = toSuperuserUrl(database.url).replace(/\/\/[^@]+@/, `//${roleOf('{schema}' as Schema)}:${password}@`);
    await expect(Store.open({ ...config, databasePoolUrl: direct })).rejects.toThrow(
      'The role of DATABASE_POOL_URL lacks a setting of the program: statement_timeout is 0. Run npm run admin -- roles.',
    );
  });
});

async function insertAs(agent: FireAgent): Promise<{ readonly agent: FireAgent; readonly id: number }> {
  const { id } = await agent.insert(agent.body({ 'client.last_name': agent.environment, 'insured.last_name': agent.environment }));
  return { agent, id };
}

function toSuperuserUrl(url: string): string {
  const superuser = new URL(url);
  superuser.username = SUPERUSER;
  return superuser.href;
}

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}
