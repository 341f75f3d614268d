import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { ENVIRONMENTS } from '../../src/common/environment.js';
import { SERVICE_NAMES } from '../../src/identity/service-name.js';
import { startApp, type RunningApp } from '../support/app.js';
import type { HttpResponse, Client } from '../support/client.js';
import { charge, CHARGE_TIME, listLedgerEntries, createPrepaid } from '../support/collection.js';
import { PDF } from '../support/files.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { expectConflict, expectReplay, sendKeyed, type WriteCall } from '../support/idempotency.js';
import { MotorAgent } from '../support/motor.js';
import { expectAllRefused, expectError } from '../support/expect-error.js';

let app: FireApp;
let agents: { production: FireAgent; sandbox: FireAgent };
let agent: FireAgent;
let stranger: FireAgent;
/** Another node, which shares only the database. */
let otherNode: RunningApp;

beforeAll(async () => {
  app = await FireApp.start();
  app.clock.set(CHARGE_TIME);
  agents = await app.createAgent();
  agent = agents.production;
  stranger = (await app.createAgent({ code: 'B200' })).production;
  otherNode = await startApp({ clock: app.clock, database: app.running.database });
  await otherNode.parts.stopTimedWork();
});
afterAll(async () => {
  await otherNode.stop();
  await app.stop();
});

function insertBy(who: FireAgent, changes = {}): WriteCall {
  return { method: 'POST', path: who.path(), options: { json: who.body(changes) } };
}

const PROTECTIONS = [
  { id: 1, has_protection: '1', multitude: 2 },
  { id: 2, has_protection: '1', multitude: 1 },
];

/** Returns the same JSON with reversed keys in each object. */
function reverseFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseFields);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, item]) => [key, reverseFields(item)]),
  );
}

async function count(table: 'application' | 'kept_answer', environment = agent.environment): Promise<number> {
  const [row] = await app.query<{ count: number }>(environment, `SELECT count(*)::int AS count FROM ${table}`);
  return row?.count ?? -1;
}

/** Counts the responses by `205`, `400 -702` or `replay`. */
function outcomes(responses: readonly HttpResponse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const response of responses) {
    const own = response.headers['idempotency-replayed'] === 'true' ? 'replay' : String(response.status);
    const outcome = response.status < 300 ? own : `${response.status} ${response.json<{ error: string }>().error}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** Creates a token of the agent for another user and, unless it is given, another program. */
async function anotherUser(
  email: string,
  program?: { id: number; apiKey: string },
): Promise<{ client: Client; program: { id: number; apiKey: string } }> {
  const { parts, client } = app.running;
  const made = await parts.store.transaction('gateway', async (tx) => {
    const registry = parts.apiKeys;
    const id = program?.id ?? (await registry.createProgram(tx, { name: 'Another', owner: 'test' }));
    const terms = { name: 'test', status: 'active', services: SERVICE_NAMES, environments: ENVIRONMENTS, ipAddresses: [] } as const;
    const rates = { ratePerHour: 1000, ratePerDay: null, serviceRates: {} };
    const apiKey = program?.apiKey ?? (await registry.createKey(tx, id, { ...terms, ...rates })).apiKey;
    const user = { email, name: email, role: 'agent', agentCode: 'A100', delegates: [] } as const;
    const userId = await parts.users.create(tx, user);
    return { program: { id, apiKey }, userKey: (await parts.userKeys.create(tx, userId, id)).userKey };
  });
  const withKey = client.withKey(made.program.apiKey);
  const response = expectStatus(201, await withKey.post('/auth-api/resources/tokens', { 'user-key': made.userKey }));
  return { client: withKey.withToken(response.json<{ token: string }>().token), program: made.program };
}

describe('the scope of a key', () => {
  it('is program, user, agent and environment: the same key is new elsewhere', async () => {
    const key = randomUUID();
    const { client: ofAnotherProgram, program } = await anotherUser('one@test.example');
    const { client: ofAnotherUser } = await anotherUser('two@test.example', program);
    const before = await count('application');
    const responses = [
      await sendKeyed(agent, insertBy(agent), key),
      await sendKeyed(stranger, insertBy(stranger), key),
      await sendKeyed({ client: ofAnotherProgram }, insertBy(agent), key),
      await sendKeyed({ client: ofAnotherUser }, insertBy(agent), key),
    ];
    expect(outcomes(responses)).toEqual({ 201: 4 });
    expect(await count('application')).toBe(before + 4);
    expect(outcomes([await sendKeyed(agents.sandbox, insertBy(agents.sandbox), key)])).toEqual({ 201: 1 });
    expectReplay(await sendKeyed(agent, insertBy(agent), key), responses[0]!);
  });

  it('does not depend on the notation of JSON or the place of the API key', async () => {
    const key = randomUUID();
    const write = insertBy(agent);
    const first = expectStatus(201, await sendKeyed(agent, write, key));
    const body = JSON.stringify(write.options?.json, null, 2);
    const options = { body, headers: { 'Content-Type': 'application/json', 'X-Api-Key': '' } };
    const path = `${write.path}?api_key=${agent.access.apiKey}`;
    expectReplay(await sendKeyed(agent, { ...write, path, options }, key), first);
  });

  it('does not depend on the order of keys in JSON at any depth, but on that of an array', async () => {
    const key = randomUUID();
    const write = insertBy(agent, { 'objects_insured[0].fire_protections': PROTECTIONS });
    const first = expectStatus(201, await sendKeyed(agent, write, key));
    const sent = write.options?.json;
    const reversed = reverseFields(sent);
    expect(JSON.stringify(reversed)).not.toBe(JSON.stringify(sent));
    expect(reversed).toEqual(sent);
    expectReplay(await sendKeyed(agent, { ...write, options: { json: reversed } }, key), first);
    const other = insertBy(agent, { 'objects_insured[0].fire_protections': PROTECTIONS.toReversed() });
    await expectAllRefused(app, [[() => sendKeyed(agent, other, key), { status: 409, code: '-403' }]]);
  });

  it('does not depend on a body, or its type, that the route ignores', async () => {
    const key = randomUUID();
    const { id } = await agent.insert();
    const write: WriteCall = { method: 'PUT', path: agent.path(`${id}/prepay`) };
    const first = expectStatus(205, await sendKeyed(agent, write, key));
    expectReplay(await sendKeyed(agent, { ...write, options: { json: {} } }, key), first);
    expectReplay(await sendKeyed(agent, { ...write, options: { body: 'x', headers: { 'Content-Type': 'text/plain' } } }, key), first);
  });

  it('depends on the type of a file where Content-Type names it, not where the query does', async () => {
    const typed = (path: string, type: string): WriteCall => ({
      method: 'POST',
      path,
      options: { body: 'text', headers: { 'Content-Type': type } },
    });
    const mtr = new MotorAgent(agent);
    const key = randomUUID();
    const byHeader = mtr.path(`applications/${(await mtr.insert()).id}/documents?fileName=a.txt&categoryId=4`);
    const first = expectStatus(201, await sendKeyed(agent, typed(byHeader, 'text/plain'), key));
    await expectAllRefused(app, [[() => sendKeyed(agent, typed(byHeader, 'text/csv'), key), { status: 409, code: '-403' }]]);
    expectReplay(await sendKeyed(agent, typed(byHeader, 'text/plain'), key), first);
    const { id } = await agent.insert();
    const byQuery = `/docs-api/policy/applications/${id}/documents?file_name=a.txt&mime_type=text/plain&category_id=2`;
    const otherKey = randomUUID();
    const stored = expectStatus(201, await sendKeyed(agent, typed(byQuery, 'text/plain'), otherKey));
    expectReplay(await sendKeyed(agent, typed(byQuery, 'application/octet-stream'), otherKey), stored);
  });
});

describe('another call with the same key', () => {
  it('is refused on each other path, and the first response stays', async () => {
    const key = randomUUID();
    const first = expectStatus(201, await sendKeyed(agent, insertBy(agent), key));
    const { id } = first.json<FireEntity>();
    const action = (name: string): WriteCall => ({ method: 'PUT', path: agent.path(`${id}/${name}`) });
    const charging: WriteCall = { method: 'PUT', path: `/collection-api/applications/${id}/charge` };
    const conflict = { status: 409, code: '-403' } as const;
    await expectAllRefused(
      app,
      [action('edit'), action('calc'), action('prepay'), charging].map((write) => [() => sendKeyed(agent, write, key), conflict] as const),
    );
    expectReplay(await sendKeyed(agent, insertBy(agent), key), first);
    expect((await agent.get(id)).status_code).toBe('01');
  });

  it.each(['one node', 'two nodes'])('is refused at the same moment on %s: one of two paths is carried out', async (nodes) => {
    const key = randomUUID();
    const ids = [(await agent.insert()).id, (await agent.insert()).id];
    const other = await onOtherNode();
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        sendKeyed(
          nodes === 'two nodes' && at % 3 === 0 ? { client: other } : agent,
          { method: 'PUT', path: agent.path(`${ids[at % 2]!}/prepay`) },
          key,
        ),
      ),
    );
    const { 205: written, replay = 0, '409 -404': running = 0, '409 -403': reused = 0, ...others } = outcomes(responses);
    expect([written, replay + running + reused, others]).toEqual([1, 11, {}]);
    const statuses = await Promise.all(ids.map(async (id) => (await agent.get(id)).status_code));
    expect(statuses.toSorted()).toEqual(['01', '45']);
    const late: HttpResponse[] = [];
    for (const id of ids) late.push(await sendKeyed(agent, { method: 'PUT', path: agent.path(`${id}/prepay`) }, key));
    expect(outcomes(late)).toEqual({ replay: 1, '409 -403': 1 });
  });

  it('is one with another query, also after a second question mark', async () => {
    const key = randomUUID();
    const { id } = await agent.insert();
    const upload = (name: string): WriteCall => ({
      method: 'POST',
      path: `/docs-api/policy/applications/${id}/documents?comments=why?&category_id=2&mime_type=text/plain&file_name=${name}`,
      options: { body: 'text', headers: { 'Content-Type': 'text/plain' } },
    });
    const first = expectStatus(201, await sendKeyed(agent, upload('a.txt'), key));
    await expectAllRefused(app, [[() => sendKeyed(agent, upload('b.txt'), key), { status: 409, code: '-403' }]]);
    expectReplay(await sendKeyed(agent, upload('a.txt'), key), first);
  });
});

describe('a malformed key', () => {
  it.each([
    ['empty', ''],
    ['of 256 characters', 'k'.repeat(256)],
    ['not ASCII', 'κλειδί'.normalize().replace(/./g, '\u00e9')],
  ])('is refused with 400 -102: %s', async (_, key) => {
    const violations = [['Idempotency-Key', '-102']] as const;
    await expectAllRefused(app, [[() => sendKeyed(agent, insertBy(agent), key), { code: '-102', violations }]]);
    const { id } = await agent.insert();
    const others = agent.client.with({ 'Idempotency-Key': key });
    expectStatus(200, await others.get(agent.path(id)));
    expectStatus(204, await others.delete(agent.path(id)));
  });

  it('is not one of exactly 255 characters', async () => {
    expectStatus(201, await sendKeyed(agent, insertBy(agent), 'k y'.repeat(85)));
  });
});

describe('the checks before the key', () => {
  it('keep no refusal: the corrected body with the same key is served', async () => {
    const key = randomUUID();
    expectError(await sendKeyed(agent, insertBy(agent, { 'client.afm': '123' }), key), {
      code: '-110',
      violations: [['fire_application.client.afm', '-110']],
    });
    expectStatus(201, await sendKeyed(agent, insertBy(agent), key));
  });

  it('refuse another body for its own violation, and a valid one for the key', async () => {
    const key = randomUUID();
    expectStatus(201, await sendKeyed(agent, insertBy(agent), key));
    const violations = [['fire_application.client.afm', '-110']] as const;
    await expectAllRefused(app, [
      [() => sendKeyed(agent, insertBy(agent, { 'client.afm': '123' }), key), { code: '-110', violations }],
      [() => sendKeyed(agent, insertBy(agent, { pay_frequency_in_months: 3 }), key), { status: 409, code: '-403' }],
    ]);
  });

  it('do not refuse a repeated call for the status that the first call caused', async () => {
    const key = randomUUID();
    const { id } = await agent.insertIn('25');
    const update = (changes = {}): WriteCall => ({ method: 'PUT', path: agent.path(id), options: { json: agent.body(changes) } });
    const first = expectStatus(200, await sendKeyed(agent, update(), key));
    expect(first.json<FireEntity>().status_code).toBe('01');
    const other = update({ pay_frequency_in_months: 3 });
    expectError(await sendKeyed(agent, other, randomUUID()), { code: '-400' });
    expectConflict(await sendKeyed(agent, other, key), '-403');
    expectReplay(await sendKeyed(agent, update(), key), first);
  });

  it('return not found for another agent’s object, regardless of who used the key', async () => {
    const key = randomUUID();
    const { id } = await agent.insert();
    const write: WriteCall = { method: 'PUT', path: agent.path(`${id}/prepay`) };
    expectStatus(205, await sendKeyed(agent, write, key));
    expectError(await sendKeyed(stranger, write, key), { code: '-300' });
  });
});

describe('simultaneous calls with the same key', () => {
  it.each(['one node', 'two nodes'])('write once when twenty arrive on %s', async (nodes) => {
    const key = randomUUID();
    const other = await onOtherNode();
    const before = await count('application');
    const twins = Array.from({ length: 20 }, (_, index) =>
      sendKeyed(nodes === 'two nodes' && index % 2 === 0 ? { client: other } : agent, insertBy(agent), key),
    );
    const { 201: written, replay = 0, '409 -404': running = 0, ...others } = outcomes(await Promise.all(twins));
    expect([written, replay + running, others]).toEqual([1, 19, {}]);
    expect(await count('application')).toBe(before + 1);
  });

  it('write one charge beside others without a key, and it can be repeated', async () => {
    const key = randomUUID();
    const { id } = await createPrepaid(agent);
    const write: WriteCall = { method: 'PUT', path: `/collection-api/applications/${id}/charge` };
    const other = await onOtherNode();
    const [keyed, ...plain] = await Promise.all([
      sendKeyed(agent, write, key),
      ...Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? charge(agent, id) : other.put(write.path))),
    ]);
    expect(outcomes([keyed, ...plain])).toEqual({ 205: 1, '400 -702': 12 });
    expect(await listLedgerEntries(app, id)).toHaveLength(6);
    if (keyed.status === 205) expectReplay(await sendKeyed(agent, write, key), keyed);
    else expectError(await sendKeyed(agent, write, key), { code: '-702' });
  });
});

async function onOtherNode(): Promise<Client> {
  const client = otherNode.client.withKey(agent.access.apiKey);
  const response = expectStatus(201, await client.post('/auth-api/resources/tokens', { 'user-key': agent.access.userKey }));
  return client.withToken(response.json<{ token: string }>().token);
}

describe('a call between its write and its response', () => {
  let blocker: pg.Client;

  beforeEach(async () => {
    blocker = new pg.Client({ connectionString: app.running.database.url });
    await blocker.connect();
    await blocker.query('BEGIN');
    // Reads continue; the call has written its application and waits to store the response.
    await blocker.query('LOCK TABLE production.kept_answer IN SHARE MODE');
  });
  afterEach(() => blocker.end());

  async function waiting(): Promise<number[]> {
    const rows = await app.query<{ pid: number }>(
      'production',
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO kept_answer%'`,
    );
    return rows.map(({ pid }) => pid);
  }

  it('makes a second call get 409 on each node', async () => {
    const key = randomUUID();
    const other = await onOtherNode();
    const before = await count('application');
    const first = sendKeyed(agent, insertBy(agent), key);
    await eventually('the call waits', async () => (await waiting()).length === 1, 5_000);
    expectConflict(await sendKeyed(agent, insertBy(agent), key), '-404');
    expectConflict(await sendKeyed({ client: other }, insertBy(agent), key), '-404');
    expect(await count('application')).toBe(before);
    await blocker.query('ROLLBACK');
    const written = expectStatus(201, await first);
    expectReplay(await sendKeyed({ client: other }, insertBy(agent), key), written);
    expect(await count('application')).toBe(before + 1);
  });

  it('leaves neither when its session ends, and the same call is carried out again', async () => {
    const key = randomUUID();
    const before = await app.readFingerprint();
    const first = sendKeyed(agent, insertBy(agent), key);
    await eventually('the call waits', async () => (await waiting()).length === 1, 5_000);
    await blocker.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [await waiting()]);
    expectError(await first, { status: 503, code: '-2' });
    await blocker.query('ROLLBACK');
    expect(await app.readFingerprint()).toEqual(before);
    const repeated = expectStatus(201, await sendKeyed(agent, insertBy(agent), key));
    expectReplay(await sendKeyed(agent, insertBy(agent), key), repeated);
  });
});

describe('a cached response that was erased with a person', () => {
  const erase = () =>
    app.query('production', `UPDATE kept_answer SET status = 410, headers = '[]', body = '' WHERE agent_code = $1`, ['A100']);

  it('is refused in the language of the call, with nothing of the first response, and nothing is written again', async () => {
    const key = randomUUID();
    const first = expectStatus(201, await sendKeyed(agent, insertBy(agent), key));
    expect(await app.query('production', 'SELECT path FROM kept_answer WHERE agent_code = $1', ['A100'])).toContainEqual({
      path: agent.path(),
    });
    await erase();
    const before = await app.readFingerprint();
    for (const [language, message] of [['en', /needs a new idempotency key/] as const, ['el', /νέο κλειδί επανάληψης/] as const]) {
      const again = await sendKeyed({ client: agent.client.with({ 'Accept-Language': language }) }, insertBy(agent), key);
      expect([again.status, again.json().error]).toEqual([410, '-306']);
      expect(again.json().message).toMatch(message);
      const { headers } = again;
      expect([headers.location, headers.etag, headers['idempotency-replayed']]).toEqual([undefined, undefined, undefined]);
    }
    expectConflict(await sendKeyed(agent, insertBy(agent, { pay_frequency_in_months: 6 }), key), '-403');
    expect(await app.readFingerprint()).toEqual(before);
    expect(first.headers.location).toBeDefined();
  });

  it('is refused for an upload as well, once the file was read', async () => {
    const { id } = await agent.insert();
    const query = new URLSearchParams({ file_name: 'a.pdf', mime_type: 'application/pdf', category_id: '2' });
    const path = `/docs-api/policy/applications/${id}/documents?${query.toString()}`;
    const upload: WriteCall = { method: 'POST', path, options: { body: PDF, headers: { 'Content-Type': 'application/octet-stream' } } };
    const key = randomUUID();
    expectStatus(201, await sendKeyed(agent, upload, key));
    await erase();
    const before = await app.readFingerprint();
    const again = await sendKeyed(agent, upload, key);
    expect([again.status, again.json().error]).toEqual([410, '-306']);
    expect(await app.readFingerprint()).toEqual(before);
  });
});

describe('the calls that are not cached', () => {
  it('include secrets: a token route ignores the key', async () => {
    const before = await count('kept_answer');
    const client = app.running.client.withKey(agent.access.apiKey).with({ 'Idempotency-Key': randomUUID() });
    const request = { 'user-key': agent.access.userKey };
    const responses = [await client.post('/auth-api/resources/tokens', request), await client.post('/auth-api/resources/tokens', request)];
    const tokens = responses.map((response) => expectStatus(201, response).json<{ token: string }>().token);
    expect(new Set(tokens).size).toBe(2);
    expect(await count('kept_answer')).toBe(before);
  });

  it('include those that write nothing, which run again', async () => {
    const before = await count('kept_answer');
    const key = randomUUID();
    const write: WriteCall = { method: 'POST', path: '/fire-api/pricing/calcbundles', options: { json: {} } };
    const [first, again] = [await sendKeyed(agent, write, key), await sendKeyed(agent, write, key)];
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, undefined]);
    const { id } = await agent.insertIn('30');
    const asked: WriteCall = { method: 'PUT', path: agent.path(`${id}/request_approval`) };
    expect(outcomes([await sendKeyed(agent, asked, key), await sendKeyed(agent, asked, key)])).toEqual({ 205: 2 });
    expect(await count('kept_answer')).toBe(before);
  });

  it('include yesterday’s: after 24 hours the key is new and the response is deleted', async () => {
    const key = randomUUID();
    const first = expectStatus(201, await sendKeyed(agent, insertBy(agent), key));
    const write = insertBy(agent);
    app.clock.set(new Date(app.clock.now().getTime() + 24 * 3_600_000 - 1));
    await agent.renewToken();
    expectReplay(await sendKeyed(agent, write, key), first);
    app.clock.set(app.clock.now().getTime() + 1);
    const repeated = expectStatus(201, await sendKeyed(agent, write, key));
    expect(repeated.json<FireEntity>().id).not.toBe(first.json<FireEntity>().id);
    await app.running.parts.deleteExpired();
    expect(await count('kept_answer')).toBe(1);
    expectReplay(await sendKeyed(agent, write, key), repeated);
  });
});
