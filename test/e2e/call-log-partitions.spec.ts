import pg from 'pg';
import type { CallResponse } from '../../src/services/auth/calls.dto.js';
import { type RunningApp, startApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { queryDatabase } from '../support/embedded.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';

const FIRE = '/fire-api/rsc/applications';
const DAY_MS = 24 * 3_600_000;

let app: FireApp;
let agent: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  // From here on rows are written only when the spec saves them.
  await app.running.parts.callLog.onApplicationShutdown();
});
afterAll(() => app.stop());

const save = (): Promise<void> => app.running.parts.callLog.save().catch(() => undefined);

async function tokenFor({ access }: FireAgent): Promise<Client> {
  const program = app.running.client.withKey(access.apiKey);
  const response = expectStatus(201, await program.post('/auth-api/resources/tokens', { 'user-key': access.userKey }));
  return program.withToken(response.json<{ token: string }>().token);
}

/** Lists the calls of a program, once they are written. */
async function listCalls(client: Client, query: string): Promise<CallResponse[]> {
  await save();
  return expectStatus(200, await client.get(`/auth-api/resources/calls?limit=500&${query}`)).json<CallResponse[]>();
}

describe('the daily partitions of the call log', () => {
  const dayOf = (days: number): string =>
    new Date(app.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
  const daysFrom = (first: number, last: number): string[] =>
    Array.from({ length: last - first + 1 }, (_, index) => `call_log_${dayOf(first + index)}`);
  async function partitions(): Promise<string[]> {
    const rows = await queryDatabase<{ name: string }>(
      app.running.database.url,
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'gateway.call_log'::regclass`,
    );
    return rows.map(({ name }) => name.split('.').pop()!).toSorted();
  }

  it('are created a week ahead and dropped a week after, and older calls are not shown', async () => {
    await save();
    expect(await partitions()).toEqual(daysFrom(-1, 7));
    const id = String((await agent.client.get(FIRE)).headers['x-request-id']);
    app.clock.advanceDays(6);
    const later = await tokenFor(agent);
    expect(await listCalls(later, `request_id=${id}`)).toHaveLength(1);
    expect(await partitions()).toEqual(daysFrom(-7, 7));
    app.clock.advanceDays(1);
    app.clock.set(app.clock.now().getTime() + 1000);
    const after = await tokenFor(agent);
    // The partition of the day exists as long as any of its rows may be read.
    expect(await listCalls(after, `request_id=${id}`)).toEqual([]);
    expect((await partitions())[0]).toBe(`call_log_${dayOf(-7)}`);
    app.clock.advanceDays(1);
    await save();
    expect(await partitions()).toEqual(daysFrom(-7, 7));
  });

  it('are created once by simultaneous nodes, also after a long absence', async () => {
    const nodes: RunningApp[] = [];
    try {
      for (let count = 0; count < 3; count += 1) nodes.push(await startApp({ clock: app.clock, database: app.running.database }));
      app.clock.advanceDays(30);
      await Promise.all([save(), ...nodes.map(({ parts }) => parts.callLog.save())]);
      expect(await partitions()).toEqual(daysFrom(-1, 7));
    } finally {
      for (const node of nodes) await node.stop();
    }
  });

  it('wait for a running backup, and calls are logged meanwhile', async () => {
    const reader = new pg.Client({ connectionString: app.running.database.url });
    await reader.connect();
    await reader.query('BEGIN; LOCK TABLE gateway.call_log IN ACCESS SHARE MODE');
    const before = await partitions();
    app.clock.advanceDays(2);
    const client = await tokenFor(agent);
    const id = String((await client.get(FIRE)).headers['x-request-id']);
    expect(await listCalls(client, `request_id=${id}`)).toHaveLength(1);
    expect(await partitions()).toEqual(before);
    await reader.query('ROLLBACK');
    await reader.end();
    await save();
    expect(await partitions()).toEqual(before);
    app.clock.set(app.clock.now().getTime() + 10 * 60_000);
    await save();
    expect(await partitions()).toEqual(daysFrom(-3, 7));
  });
});
