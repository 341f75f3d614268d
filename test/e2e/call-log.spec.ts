import pg from 'pg';
import { SERVICE_NAMES } from '../../src/identity/service-name.js';
import type { CallResponse } from '../../src/services/auth/calls.dto.js';
import { startApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { createTestDatabase } from '../support/database.js';
import { queryDatabase } from '../support/embedded.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { expectError } from '../support/expect-error.js';
import { createStaff } from '../support/staff-client.js';

const CALLS = '/auth-api/resources/calls';
const TOKENS = '/auth-api/resources/tokens';
const FIRE = '/fire-api/rsc/applications';

let app: FireApp;
let agent: FireAgent;
let other: FireAgent;
let admin: Client;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent({ code: 'A100' })).production;
  other = (await app.createAgent({ code: 'A200' })).production;
  admin = (await createStaff(app.running, 'admin')).client;
  // From here on rows are written only when the spec saves them.
  await app.running.parts.callLog.onApplicationShutdown();
});
afterAll(() => app.stop());
// After a minute refused calls have separate rows again.
beforeEach(() => app.clock.set(app.clock.now().getTime() + 60_000));

const listRows = <Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> => queryDatabase<Row>(app.running.database.url, sql);
/** Moment before every call of the test; the call precedes its response although the clock is stopped. */
const getRecentStart = (): string => new Date(app.clock.now().getTime() - 30_000).toISOString();
/** Makes the next call later than the last one. */
const tick = (): void => app.clock.set(app.clock.now().getTime() + 1000);
/** Fails when rows are missing, which the test then examines. */
const save = (): Promise<void> => app.running.parts.callLog.save().catch(() => undefined);
const withKey = ({ access }: FireAgent): Client => app.running.client.withKey(access.apiKey);

async function tokenFor(owner: FireAgent, userKey = owner.access.userKey): Promise<Client> {
  const response = expectStatus(201, await withKey(owner).post(TOKENS, { 'user-key': userKey }));
  return withKey(owner).withToken(response.json<{ token: string }>().token);
}

/** Lists the calls of a program, once they are written. */
async function listCalls(client: Client, query = '', root = ''): Promise<CallResponse[]> {
  await save();
  return expectStatus(200, await client.get(`${root}${CALLS}?limit=500&${query}`)).json<CallResponse[]>();
}

async function droppedRows(): Promise<number> {
  return Number(/^gateway_call_log_dropped_rows_total (\d+)$/m.exec(await app.running.parts.metrics.text())?.[1]);
}

describe('the log of a call with a known key', () => {
  it('can be asked for the calls of one key', async () => {
    const from = getRecentStart();
    const client = await tokenFor(agent);
    const prefix = agent.access.apiKey.slice(0, 6);
    expect((await listCalls(client, `from=${from}&key_prefix=${prefix}`)).map(({ key_prefix }) => key_prefix)).toEqual([prefix]);
    for (const unknown of [other.access.apiKey.slice(0, 6), prefix.slice(0, 3)]) {
      tick();
      expectError(await client.get(`${CALLS}?key_prefix=${unknown}`), { code: '-105', violations: [['key_prefix', '-105']] });
      expectError(await admin.get(`/backoffice-api/calls?keyPrefix=${unknown}x`), { code: '-105', violations: [['keyPrefix', '-105']] });
    }
  });

  it('can be asked for the calls with one error', async () => {
    const from = getRecentStart();
    const client = await tokenFor(agent);
    tick();
    await client.get(`${FIRE}/9999999999`);
    expect((await listCalls(client, `from=${from}&error_code=-300`)).map(({ error_code: code }) => code)).toEqual(['-300']);
    tick();
    expect(await listCalls(client, `from=${from}&error_code=-301`)).toEqual([]);
  });

  it('contains a row whether the call succeeds or is refused', async () => {
    const from = getRecentStart();
    const client = await tokenFor(agent);
    tick();
    const { id } = (await client.post(FIRE, agent.body())).json<{ id: number }>();
    tick();
    await client.get(`${FIRE}/${id}`);
    tick();
    await client.get(`${FIRE}/9999999999`);
    tick();
    await client.call('HEAD', FIRE);
    tick();
    await withKey(agent).withToken('x'.repeat(40)).get(FIRE);
    tick();
    const last = await withKey(agent).post(TOKENS, { 'user-key': 'y'.repeat(40) });
    const rows = await listCalls(client, `from=${from}`);
    expect(rows.map((row) => [row.method, row.route, row.status, row.error_code, row.agent_code]).toReversed()).toEqual([
      ['POST', TOKENS, 201, null, null],
      ['POST', FIRE, 201, null, 'A100'],
      ['GET', `${FIRE}/:id`, 200, null, 'A100'],
      ['GET', `${FIRE}/:id`, 400, '-300', 'A100'],
      ['HEAD', FIRE, 200, null, 'A100'],
      ['GET', FIRE, 401, '-201', null],
      ['POST', TOKENS, 401, '-201', null],
    ]);
    expect(rows[0]).toMatchObject({
      request_id: last.headers['x-request-id'],
      key_prefix: agent.access.apiKey.slice(0, 6),
      environment: 'production',
      repeats: 1,
      address: '127.0.0.1',
    });
    expect(rows[0]?.duration_ms).toBeGreaterThan(0);
  });

  it('contains a row when the key has no grant for the service, or its quota is used', async () => {
    const { apiKeys, store } = app.running.parts;
    const terms = { name: 'narrow', status: 'active', environments: ['production'], ratePerDay: null, serviceRates: {} } as const;
    const apiKey = await store.transaction('gateway', async (tx) => {
      const program = await apiKeys.createProgram(tx, { name: 'Narrow', owner: 'test' });
      return (await apiKeys.createKey(tx, program, { ...terms, services: ['auth-api'], ipAddresses: [], ratePerHour: 1 })).apiKey;
    });
    const client = app.running.client.withKey(apiKey);
    expect((await client.get(FIRE)).status).toBe(403);
    tick();
    expect((await client.post(TOKENS, {})).status).toBe(400);
    tick();
    expect((await client.post(TOKENS, {})).status).toBe(429);
    await save();
    const { items } = (await admin.get(`/backoffice-api/calls?keyPrefix=${apiKey.slice(0, 6)}`)).json<{
      items: Record<string, unknown>[];
    }>();
    expect(items.map(({ status, errorCode }) => [status, errorCode]).toReversed()).toEqual([
      [403, 'API_KEY_UNAUTHORIZED'],
      [400, '-101'],
      [429, 'OVER_RATE_LIMIT'],
    ]);
  });

  it('contains no row without a key, or on keyless routes', async () => {
    await save();
    const count = async (): Promise<unknown> => (await listRows('SELECT count(*) FROM gateway.call_log'))[0];
    const before = await count();
    const { client } = app.running;
    const statuses = [
      client.get(FIRE),
      client.withKey('z'.repeat(40)).get(FIRE),
      withKey(agent).get('/no-such-api'),
      client.get('/openapi.json'),
    ];
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([403, 403, 404, 200]);
    await save();
    expect(await count()).toEqual(before);
  });

  it('contains nothing of the call’s path, query, body or persons', async () => {
    const client = await tokenFor(agent);
    await client.get(`${FIRE}/4711815?client_name=${encodeURIComponent('Παπαδόπουλος')}&api_key=${agent.access.apiKey}&q=topsecret`);
    await client.post(FIRE, agent.body({ 'client.last_name': 'Αλαφούζος' }));
    await save();
    const rows = JSON.stringify(await listRows('SELECT c::text FROM gateway.call_log c'));
    expect(rows).toContain(`${FIRE}/:id`);
    for (const text of ['4711815', 'topsecret', 'Παπαδόπουλος', 'Αλαφούζος', '?', agent.access.apiKey, agent.access.userKey])
      expect([text, rows.includes(text)]).toEqual([text, false]);
  });
});

describe('equal refused calls', () => {
  it('get ten rows in a minute, and then one per second with their number', async () => {
    const from = getRecentStart();
    const stranger = withKey(agent).withToken('x'.repeat(40));
    for (let count = 0; count < 60; count += 1) expect((await stranger.get(FIRE)).status).toBe(401);
    expect((await stranger.get(`${FIRE}/1`)).status).toBe(401);
    await agent.client.get(FIRE);
    const rows = await listCalls(agent.client, `from=${from}`);
    expect(rows.map(({ route, status, repeats }) => `${route} ${status} ${repeats}`).toSorted()).toEqual([
      `${FIRE} 200 1`,
      ...Array<string>(10).fill(`${FIRE} 401 1`),
      `${FIRE} 401 50`,
      `${FIRE}/:id 401 1`,
    ]);
    expect((await stranger.get(FIRE)).status).toBe(401);
    expect((await listCalls(agent.client, `from=${from}&status=401&route=${FIRE}`)).reduce((sum, { repeats }) => sum + repeats, 0)).toBe(
      62,
    );
  });
});

describe('the calls of a program', () => {
  it('are filtered by status, route, time and request, newest first', async () => {
    const begun = app.clock.now().getTime();
    const ids: unknown[] = [];
    for (const path of [FIRE, `${FIRE}/9999999999`, '/parties-api/resources/parties']) {
      app.clock.set(app.clock.now().getTime() + 10_000);
      ids.push((await agent.client.get(path)).headers['x-request-id']);
    }
    const recent = `from=${new Date(begun).toISOString()}`;
    const found = async (query: string): Promise<unknown[]> =>
      (await listCalls(agent.client, `${recent}&route=/&${query}`))
        .filter(({ route }) => route !== CALLS)
        .map(({ request_id: id }) => ids.indexOf(id));
    expect(await found('')).toEqual([2, 1, 0]);
    expect(await found('status=2xx')).toEqual([2, 0]);
    expect(await found('status=400')).toEqual([1]);
    expect(await found('status=404')).toEqual([]);
    expect((await listCalls(agent.client, `${recent}&route=${FIRE}`)).map(({ request_id: id }) => ids.indexOf(id))).toEqual([1, 0]);
    expect(await found(`request_id=${String(ids[1])}`)).toEqual([1]);
    // Each call began slightly before its ten seconds.
    expect(await found(`to=${new Date(begun + 25_000).toISOString()}`)).toEqual([1, 0]);
    expect(
      (await listCalls(agent.client, `from=${new Date(begun + 25_000).toISOString()}&route=/parties-api`)).map(({ request_id: id }) =>
        ids.indexOf(id),
      ),
    ).toEqual([2]);
    expect(await listCalls(agent.client, `${recent}&route=/fire_api`)).toEqual([]);
  });

  it('are returned in pages', async () => {
    const from = getRecentStart();
    for (let count = 0; count < 5; count += 1) await agent.client.get(FIRE);
    await save();
    const page = await agent.client.get(`${CALLS}?from=${from}&route=${FIRE}&start=3&limit=2`);
    expect([page.headers['x-total-count'], page.json<CallResponse[]>().length]).toEqual(['5', 2]);
    expect(page.headers.link).toMatch(/start=5&limit=2>; rel="next".*start=1&limit=2>; rel="prev"/);
  });

  it.each(['status=6xx', 'status=99', 'status=4x', 'from=yesterday', 'to=2026-13-01', 'request_id=1', 'limit=501', 'start=0'])(
    'are refused with the query %s',
    async (query) => {
      const [path] = query.split('=');
      const response = await agent.client.get(`${CALLS}?${query}`);
      expectError(response, { code: '-105', violations: [[path!, '-105']] });
    },
  );

  it('require a token', async () => {
    const response = await withKey(agent).get(CALLS);
    expect([response.status, response.json()['error']]).toEqual([401, '-201']);
  });

  it('exclude other programs, other agents and the other environment', async () => {
    const { store, userKeys } = app.running.parts;
    // A user of the other agent lets this program act for that agent.
    const [row] = await listRows<{
      program: number;
      user: number;
    }>(`SELECT (SELECT program_id FROM gateway.api_key WHERE prefix = '${agent.access.apiKey.slice(0, 6)}') AS program,
         (SELECT id FROM gateway.app_user WHERE agent_code = 'A200') AS "user"`);
    const { userKey } = await store.transaction('gateway', (tx) => userKeys.create(tx, row!.user, row!.program));
    app.clock.set(app.clock.now().getTime() + 2_000);
    const from = getRecentStart();
    const here = await tokenFor(agent, userKey);
    const mine = String((await agent.client.get(FIRE)).headers['x-request-id']);
    const shared = String((await here.get(FIRE)).headers['x-request-id']);
    const theirs = String((await other.client.get(FIRE)).headers['x-request-id']);
    const unsigned = String((await withKey(agent).withToken('x'.repeat(40)).get(FIRE)).headers['x-request-id']);
    const sandbox = agent.access.sandbox.client;
    const elsewhere = String((await sandbox.get(`/dev${FIRE}`)).headers['x-request-id']);
    const all = [mine, shared, theirs, unsigned, elsewhere];
    const seenBy = async (client: Client, root = ''): Promise<string[]> => {
      const ids = (await listCalls(client, `from=${from}`, root)).map(({ request_id: id }) => id);
      for (const id of all) expect((await listCalls(client, `request_id=${id}`, root)).length).toBe(ids.includes(id) ? 1 : 0);
      return all.filter((id) => ids.includes(id));
    };
    expect(await seenBy(agent.client)).toEqual([mine, unsigned]);
    expect(await seenBy(here)).toEqual([shared, unsigned]);
    expect(await seenBy(other.client)).toEqual([theirs]);
    expect(await seenBy(sandbox, '/dev')).toEqual([elsewhere]);
  });

  it('include those of a supervisor’s delegates', async () => {
    const { store, users, userKeys } = app.running.parts;
    const [row] = await listRows<{ program: number }>(
      `SELECT program_id AS program FROM gateway.api_key WHERE prefix = '${agent.access.apiKey.slice(0, 6)}'`,
    );
    const userKey = await store.transaction('gateway', async (tx) => {
      const id = await users.create(tx, { email: 's@test.example', name: 'S', role: 'agent', agentCode: 'A200', delegates: ['A100'] });
      return (await userKeys.create(tx, id, row!.program)).userKey;
    });
    const id = String((await agent.client.get(FIRE)).headers['x-request-id']);
    const supervisor = await tokenFor(agent, userKey);
    expect(await listCalls(supervisor, `request_id=${id}`)).toMatchObject([{ agent_code: 'A100' }]);
  });

  it('are all visible to an administrator, by program, key, agent and environment', async () => {
    const from = getRecentStart();
    for (const one of [agent, other]) await one.client.get(FIRE);
    await agent.access.sandbox.client.get(`/dev${FIRE}`);
    await save();
    const found = async (query: string): Promise<unknown[]> => {
      const { items, total } = expectStatus(200, await admin.get(`/backoffice-api/calls?from=${from}&${query}`)).json<{
        items: Record<string, unknown>[];
        total: number;
      }>();
      expect(total).toBe(items.length);
      return items.map(({ agentCode, environment }) => `${String(agentCode)} ${String(environment)}`).toSorted();
    };
    expect(await found('')).toEqual(['A100 production', 'A100 sandbox', 'A200 production']);
    expect(await found('agentCode=A200')).toEqual(['A200 production']);
    expect(await found('environment=sandbox')).toEqual(['A100 sandbox']);
    expect(await found(`keyPrefix=${other.access.apiKey.slice(0, 6)}`)).toEqual(['A200 production']);
    expect(await found(`status=5xx`)).toEqual([]);
    const [row] = await listRows<{ program: number }>(
      `SELECT program_id AS program FROM gateway.api_key WHERE prefix = '${agent.access.apiKey.slice(0, 6)}'`,
    );
    expect(await found(`programId=${row!.program}&route=${FIRE}`)).toEqual(['A100 production', 'A100 sandbox']);
    expectError(await admin.get('/backoffice-api/calls?environment=test'), { code: '-105', violations: [['environment', '-105']] });
  });
});

describe('a call log that cannot be written', () => {
  it('drops and counts rows while its table is missing, and calls continue', async () => {
    await save();
    const before = await droppedRows();
    await listRows('ALTER TABLE gateway.call_log RENAME TO elsewhere');
    for (let count = 0; count < 3; count += 1) expectStatus(200, await agent.client.get(FIRE));
    await save();
    expect(await droppedRows()).toBe(before + 3);
    expect((await agent.client.get(CALLS)).status).toBe(500);
    await save();
    await listRows('ALTER TABLE gateway.elsewhere RENAME TO call_log');
    const id = String((await agent.client.get(FIRE)).headers['x-request-id']);
    expect(await listCalls(agent.client, `request_id=${id}`)).toHaveLength(1);
    expect(await droppedRows()).toBe(before + 4);
  });

  it('writes rows later when the database does not respond, and calls continue', async () => {
    await save();
    const before = await droppedRows();
    const holder = new pg.Client({ connectionString: app.running.database.url });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE gateway.call_log IN ACCESS EXCLUSIVE MODE');
    const first = String((await agent.client.get(FIRE)).headers['x-request-id']);
    const saving = save();
    const second = String(expectStatus(200, await agent.client.get(FIRE)).headers['x-request-id']);
    // The server gives up after five seconds, and the batch is tried again.
    await saving;
    await holder.query('ROLLBACK');
    await holder.end();
    await save();
    await save();
    for (const id of [first, second]) expect(await listCalls(agent.client, `request_id=${id}`)).toHaveLength(1);
    expect(await droppedRows()).toBe(before);
  }, 30_000);

  it('holds at most 20,000 waiting rows', async () => {
    const { callLog } = app.running.parts;
    await save();
    const before = await droppedRows();
    const call = {
      key: { programId: 1, prefix: 'abcdef' },
      route: { template: '/many' },
      token: { kind: 'absent' },
      refusal: null,
      address: null,
      exchange: null,
      atMs: app.clock.now().getTime(),
      environment: 'production',
      requestId: '5f0c2f0e-8a44-4b52-9f53-1f5f0a4f3b11',
    } as unknown as Parameters<typeof callLog.add>[0];
    const request = { method: 'GET', headers: {} };
    for (let count = 0; count < 20_100; count += 1)
      callLog.add({ ...call, requestId: call.requestId.slice(0, -5) + String(10_000 + count) }, request, 200, 0);
    expect(await droppedRows()).toBe(before + 100);
    await save();
    const [row] = await listRows<{ count: number }>(`SELECT count(*)::int AS count FROM gateway.call_log WHERE route = '/many'`);
    expect(row?.count).toBe(20_000);
    const [page] = [await admin.get('/backoffice-api/calls?route=/many&limit=1')];
    expect(page.json()).toMatchObject({ total: 10_000 });
  });
});

it('a program that stops writes its waiting rows', async () => {
  const database = await createTestDatabase();
  try {
    const running = await startApp({ database });
    const { store, apiKeys } = running.parts;
    const terms = { name: 'test', status: 'active', services: SERVICE_NAMES, environments: ['production'], ipAddresses: [] } as const;
    const rates = { ratePerHour: null, ratePerDay: null, serviceRates: {} } as const;
    const { apiKey } = await store.transaction('gateway', async (tx) =>
      apiKeys.createKey(tx, await apiKeys.createProgram(tx, { name: 'P', owner: 'O' }), { ...terms, ...rates }),
    );
    for (let count = 0; count < 30; count += 1) await running.client.withKey(apiKey).post(TOKENS, {});
    await running.stop();
    const rows = await queryDatabase<{ calls: number }>(database.url, 'SELECT sum(repeats)::int AS calls FROM gateway.call_log');
    expect(rows).toEqual([{ calls: 30 }]);
  } finally {
    await database.drop();
  }
});
