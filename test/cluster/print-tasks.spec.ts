import pg from 'pg';
import { SystemClock } from '../../src/common/clock.js';
import { toLocalDate } from '../../src/common/athens.js';
import { grantAccess } from '../support/agent-access.js';
import { startApp, type RunningApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { buildFireBody } from '../support/fire.js';
import { expectStatus } from '../support/fire-app.js';
import { NodeProcess } from '../support/node-process.js';
import { buildServer } from '../support/process.js';
import { testAgent } from '../support/record-fixtures.js';

const APPLICATIONS = '/fire-api/rsc/applications';
const START_TIMEOUT_MS = 120_000;

describe('Documents that a killed node left', () => {
  let app: RunningApp;
  let node: NodeProcess;
  let client: Client;
  let database: pg.Client;

  beforeAll(async () => {
    await buildServer();
    app = await startApp({ clock: new SystemClock() });
    const { apiKey, userKey } = await grantAccess(app, testAgent());
    const { url, config } = app.database;
    node = await NodeProcess.start({ DATABASE_URL: url, DATA_DIR: `${config.dataDir}/killed` });
    const withKey = node.client.withKey(apiKey);
    const response = expectStatus(201, await withKey.post('/auth-api/resources/tokens', { 'user-key': userKey }));
    client = withKey.withToken(response.json<{ token: string }>().token);
    database = new pg.Client({ connectionString: url });
    await database.connect();
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await database.end();
    await node.kill();
    await app.stop();
  });

  async function count(table: 'document' | 'print_task', id: number): Promise<number> {
    const { rows } = await database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM production.${table} WHERE application_id = $1`,
      [id],
    );
    return rows[0]!.count;
  }

  it('are printed once by another node after the lease of the killed one', async () => {
    const { id } = expectStatus(201, await client.post(APPLICATIONS, buildFireBody(toLocalDate(new Date())))).json<{ id: number }>();
    // Nothing can be stored, so the node is killed while it prints.
    await database.query('BEGIN');
    await database.query('LOCK TABLE production.document IN SHARE MODE');
    expectStatus(205, await client.put(`${APPLICATIONS}/${id}/prepay`));
    await node.kill();
    await database.query('ROLLBACK');
    expect([await count('document', id), await count('print_task', id)]).toEqual([0, 1]);

    const { job } = app.parts.printQueue;
    await job.run('production');
    expect(await count('document', id)).toBe(0);
    await database.query('UPDATE production.print_task SET leased_until = statement_timestamp()');
    await Promise.all([job.run('production'), job.run('production')]);
    await eventually('the application is printed', async () => (await count('document', id)) === 1);
    expect(await count('print_task', id)).toBe(0);
  });
});
