import pg from 'pg';
import { addDays, toLocalDate } from '../../src/common/athens.js';
import { charge } from '../support/collection.js';
import { expectStatus, type FireEntity } from '../support/fire-app.js';
import { buildFireBody } from '../support/fire.js';
import { copyPolicy } from '../support/policy-copies.js';
import type { ServerProcess } from '../support/process.js';

type Query = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Works on production's schema in the database of a server. */
export async function queryServer<T>(server: ServerProcess, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await server.databaseUrl(), options: '-c search_path=production,public' });
  await client.connect();
  try {
    return await work(async <Row>(text: string, values: unknown[] = []) => (await client.query(text, values)).rows as Row[]);
  } finally {
    await client.end();
  }
}

/** Issues a fire policy and copies it, divided among new agents without commission. Returns the original. */
export async function createCopiedPolicies(server: ServerProcess, copies: number, agents: number): Promise<FireEntity> {
  const withKey = server.client.withKey(server.demo.apiKey);
  const { token } = expectStatus(201, await withKey.post('/auth-api/resources/tokens', { 'user-key': server.demo.userKey })).json<{
    token: string;
  }>();
  const client = withKey.withToken(token);
  await queryServer(server, (query) => query('UPDATE agent SET commission_type = NULL'));
  const today = toLocalDate(new Date());
  const path = '/fire-api/rsc/applications';
  const { id } = expectStatus(201, await client.post(path, buildFireBody(today, { start_date: addDays(today, 5) }))).json<FireEntity>();
  expectStatus(205, await client.put(`${path}/${id}/prepay`));
  expectStatus(205, await charge({ client, root: '' }, id));
  await queryServer(server, async (query) => {
    await copyPolicy(query, id, copies, agents);
    // The database does it automatically within a minute.
    await query('ANALYZE');
  });
  return expectStatus(200, await client.get(`${path}/${id}`)).json<FireEntity>();
}
