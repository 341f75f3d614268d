import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpResponse } from '../support/client.js';
import { createTestDatabase } from '../support/database.js';
import { queryDatabase } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { hasSystemPostgres, SystemPostgres } from '../support/system-postgres.js';

const describeWithPostgres = hasSystemPostgres() ? describe : describe.skip;
const POOL_SIZE = 4;
const COUNT_WAITING = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;

describeWithPostgres('a standby that stops', () => {
  let primary: SystemPostgres;
  let standby: SystemPostgres;
  let app: FireApp;
  let agent: FireAgent;
  let thaw: () => void;

  beforeAll(async () => {
    primary = await SystemPostgres.start();
    const databaseUrl = primary.databaseUrl('gateway');
    await queryDatabase(primary.url, 'CREATE DATABASE gateway');
    const database = await createTestDatabase({ databaseUrl, databasePoolSize: POOL_SIZE, databaseReplicated: true });
    app = await FireApp.start({}, [], false, { ...database, url: databaseUrl });
    agent = (await app.createAgent({ code: 'A781' })).production;
    standby = await primary.startStandby('standby');
  });
  afterAll(async () => {
    thaw?.();
    await standby.stop();
    await app.stop();
    await primary.stop();
  });

  function insert(headers: Readonly<Record<string, string>> = {}): Promise<HttpResponse> {
    return agent.client.call('POST', '/fire-api/rsc/applications', { json: agent.body(), headers });
  }

  async function health(): Promise<{ status: number; body: unknown }> {
    const response = await app.running.client.undescribed().get('/health/ready');
    return { status: response.status, body: response.json() };
  }

  async function isHealthy(): Promise<boolean> {
    return JSON.stringify((await health()).body) === '{"status":"ok"}';
  }

  async function countWaiting(): Promise<number> {
    return (await queryDatabase<{ count: number }>(primary.url, COUNT_WAITING))[0]!.count;
  }

  it('health says that commits wait for no standby, until the server waits for one (gateway.83)', async () => {
    const reason = 'database: synchronous_standby_names is empty, so commits wait for no standby.';
    expect(await health()).toEqual({ status: 200, body: { status: 'degraded', reason } });
    await primary.set('synchronous_standby_names', 'standby');
    await eventually('health is ok', isHealthy);
    expectStatus(201, await insert());
  });

  it('writes are refused and reads are served while no standby confirms commits (gateway.82)', async () => {
    thaw = await standby.freeze();
    const keyed = { 'Idempotency-Key': 'held-1' };
    const begun = performance.now();
    const first = await Promise.all([insert(keyed), ...Array.from({ length: 2 * POOL_SIZE }, () => insert())]);
    const waited = performance.now() - begun;
    expect(first.map(({ status, headers }) => [status, 'retry-after' in headers])).toEqual(first.map(() => [503, true]));
    process.stdout.write(`Held after ${Math.round(waited)} ms\n`);

    const waiting = await countWaiting();
    for (let round = 0; round < 5; round += 1) {
      const [refused, read] = await Promise.all([insert(), agent.client.get('/fire-api/rsc/applications/1')]);
      expect([refused.status, refused.json<{ error: string }>().error, read.status]).toEqual([503, '-2', 200]);
      await sleep(500);
    }
    expect(await countWaiting()).toBeLessThanOrEqual(waiting + POOL_SIZE);
    const reason = 'database: Commits wait for a standby, so writes are refused until one confirms them.';
    expect(await health()).toEqual({ status: 200, body: { status: 'degraded', reason } });
    // The response is stored on the primary alone.
    expect((await insert(keyed)).status).toBe(503);
  });

  it('writes are served again once the standby is back, and no repeated call is carried out twice', async () => {
    thaw();
    await eventually('health is ok', isHealthy, 20_000);
    const { id } = expectStatus(201, await insert({ 'Idempotency-Key': 'held-1' })).json<{ id: number }>();
    const [row] = await queryDatabase<{ count: number; first: number }>(
      primary.databaseUrl('gateway'),
      `SELECT count(*)::int AS count FROM production.application WHERE id = ${id}`,
    );
    expect(row!.count).toBe(1);
    expectStatus(201, await insert());
  });
});
