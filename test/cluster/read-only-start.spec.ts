import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SystemClock } from '../../src/common/clock.js';
import { toLocalDate } from '../../src/common/athens.js';
import { grantAccess } from '../support/agent-access.js';
import { startApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { expectError } from '../support/expect-error.js';
import { buildFireBody } from '../support/fire.js';
import { expectStatus } from '../support/fire-app.js';
import { NodeProcess } from '../support/node-process.js';
import { buildServer } from '../support/process.js';
import { testAgent } from '../support/record-fixtures.js';

const APPLICATIONS = '/fire-api/rsc/applications';
const MIGRATIONS_LOCK = 7_301_002;
const START_TIMEOUT_MS = 120_000;

describe('A node that starts', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(() => buildServer(), START_TIMEOUT_MS);
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  async function open(template?: 'empty'): Promise<void> {
    database = await createTestDatabase({}, template);
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  }

  async function setReadOnly(isOn: boolean): Promise<void> {
    const name = new URL(database.url).pathname.slice(1);
    await client.query(`ALTER DATABASE ${name} ${isOn ? 'SET default_transaction_read_only = on' : 'RESET default_transaction_read_only'}`);
  }

  const start = (): Promise<NodeProcess> => NodeProcess.start({ DATABASE_URL: database.url, DATA_DIR: `${database.config.dataDir}/node` });

  it(
    'serves reads while the database takes no writes, refuses writes, and takes them when the database does',
    async () => {
      await open();
      const app = await startApp({ clock: new SystemClock(), database });
      const { apiKey, userKey, production } = await grantAccess(app, testAgent());
      const body = buildFireBody(toLocalDate(new Date()));
      const { id } = expectStatus(201, await production.client.post(APPLICATIONS, body)).json<{ id: number }>();
      const response = await app.client.withKey(apiKey).post('/auth-api/resources/tokens', { 'user-key': userKey });
      const { token } = response.json<{ token: string }>();
      await app.stop();
      await setReadOnly(true);

      const node = await start();
      try {
        const caller: Client = node.client.withKey(apiKey).withToken(token);
        expectStatus(200, await caller.get(`${APPLICATIONS}/${id}`));
        const ready = expectStatus(200, await caller.get('/health/ready'));
        expect(ready.json()).toEqual({ status: 'degraded', reason: 'database: It takes no writes, so only reads are served.' });
        expectError(await caller.post(APPLICATIONS, body), { status: 503, code: '-2' });

        await setReadOnly(false);
        await eventually('the node writes', async () => (await caller.post(APPLICATIONS, body)).status === 201, 20_000);
        const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM production.application');
        expect(rows).toEqual([{ count: 2 }]);
      } finally {
        await node.stop();
      }
    },
    START_TIMEOUT_MS,
  );

  it(
    'waits while the database takes no writes and migrations are pending',
    async () => {
      await open('empty');
      await setReadOnly(true);
      const starting = start();
      await eventually(
        'it has connected',
        async () => {
          const { rowCount } = await client.query(
            `SELECT FROM pg_stat_activity WHERE application_name = 'insurance-gateway migrations' AND datname = current_database()`,
          );
          return rowCount !== 0;
        },
        30_000,
      );
      await sleep(1_000);
      await setReadOnly(false);
      const node = await starting;
      expect(node.log.match(/Waiting until the database takes writes, because migrations are pending/g)).toHaveLength(1);
      await node.stop();
    },
    START_TIMEOUT_MS,
  );

  it(
    'waits as long as another node migrates',
    async () => {
      await open();
      await client.query(`SELECT pg_advisory_lock(${MIGRATIONS_LOCK})`);
      const starting = start();
      await eventually(
        'it asks for the lock',
        async () => {
          const { rowCount } = await client.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_try_advisory_lock(${MIGRATIONS_LOCK})%' AND pid <> pg_backend_pid()`,
          );
          return rowCount !== 0;
        },
        30_000,
      );
      await client.query(`SELECT pg_advisory_unlock(${MIGRATIONS_LOCK})`);
      const node = await starting;
      expect(node.log.match(/Waiting for another node, which is migrating the database/g)).toHaveLength(1);
      await node.stop();
    },
    START_TIMEOUT_MS,
  );
});
