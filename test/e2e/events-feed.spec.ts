import pg from 'pg';
import { ENVIRONMENTS } from '../../src/common/environment.js';
import type { EventListResponse, EventResponse } from '../../src/services/events/event.dto.js';
import type { HttpResponse } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { expectAllRefused, expectError, expectRefused } from '../support/expect-error.js';

const EVENTS = '/events-api/resources/events';
const NEVER_MS = 60_000;

let app: FireApp;
let agent: FireAgent;
let other: FireAgent;
let idle: FireAgent;
let supervisor: FireAgent;

beforeAll(async () => {
  app = await FireApp.start({ databasePoolSize: 8 });
  agent = (await app.createAgent({ code: 'A100' })).production;
  other = (await app.createAgent({ code: 'A200' })).production;
  idle = (await app.createAgent({ code: 'A300' })).production;
  supervisor = (await app.createAgent({ code: 'S100' }, ['A100', 'A200'])).production;
});
afterAll(() => app.stop());

function get(reader: FireAgent, query = ''): Promise<HttpResponse> {
  return reader.client.get(`${reader.root}${EVENTS}${query}`);
}

async function read(reader: FireAgent, query: Readonly<Record<string, string>> = {}): Promise<EventListResponse> {
  return expectStatus(200, await get(reader, `?${new URLSearchParams(query).toString()}`)).json<EventListResponse>();
}

/** Reads all events after a cursor, page by page. */
async function readAll(reader: FireAgent, query: Readonly<Record<string, string>> = {}): Promise<EventResponse[]> {
  const all: EventResponse[] = [];
  for (let page = await read(reader, query); ; page = await read(reader, { ...query, after: page.next })) {
    all.push(...page.events);
    if (page.events.length === 0) return all;
  }
}

async function getHead(reader: FireAgent): Promise<string> {
  await app.publishEvents(reader.environment);
  let { next } = await read(reader, { limit: '500' });
  for (;;) {
    const page = await read(reader, { limit: '500', after: next });
    if (page.next === next) return next;
    next = page.next;
  }
}

describe('the feed of events', () => {
  it('contains what happened to an application, in the order of its versions, as documented', async () => {
    const after = await getHead(agent);
    const { id, application_no } = await agent.insertIn('45');
    expect((await read(agent, { after })).events).toEqual([]);
    await app.publishEvents('production');
    const { events, next } = await read(agent, { after });
    const of = (from: string | null, to: string, action: string, version: number): unknown => ({
      id: expect.stringMatching(/^evt_\d+_[0-9a-f]{8}$/) as unknown,
      type: 'application.status_changed',
      timestamp: '2026-11-20T10:00:00+02:00',
      data: {
        agent_code: 'A100',
        application_id: id,
        application_no,
        line: 'fire',
        from,
        to,
        action,
        actor: 'agent',
        version,
      },
    });
    expect(events).toEqual([of(null, '01', 'insert', 1), of('01', '45', 'prepay', 2)]);
    expect(await read(agent, { after: next })).toEqual({ events: [], next });
    expect((await readAll(agent)).slice(-2)).toEqual(events);
    for (const event of events) expect(expectStatus(200, await get(agent, `/${event.id}`)).json()).toEqual(event);
  });

  it('returns pages of the requested size, each event once', async () => {
    for (let n = 0; n < 4; n++) await agent.insert();
    await app.publishEvents('production');
    const all = await readAll(agent, { limit: '500' });
    expect(all.length).toBeGreaterThan(4);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const limit of ['1', '2', '3', String(all.length)]) expect(await readAll(agent, { limit })).toEqual(all);
    expect((await read(agent, { limit: '3' })).events).toEqual(all.slice(0, 3));
  });

  it('returns only the requested types, and its cursor passes the others', async () => {
    const after = await getHead(agent);
    const { id } = await agent.insertIn('50');
    await app.publishEvents('production');
    const all = await readAll(agent, { after });
    expect(all.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['application.status_changed', 'policy.issued', 'receipt.created', 'receipt.paid', 'document.created']),
    );
    const types = 'policy.issued, receipt.paid';
    const asked = all.filter(({ type }) => types.includes(type));
    expect(asked).toHaveLength(2);
    expect(asked.map(({ data }) => data.application_id)).toEqual([id, id]);
    expect(await readAll(agent, { after, types })).toEqual(asked);
    expect(await readAll(agent, { after, types, limit: '1' })).toEqual(asked);
    const { next } = await read(agent, { after, types: 'policy.expired' });
    expect(await read(agent, { after: next })).toEqual({ events: [], next });
  });

  it('scans a bounded number of positions for types, and continues from there', async () => {
    const after = await getHead(other);
    await app.query(
      'production',
      `INSERT INTO event (type, at, agent_code, data)
       SELECT CASE n WHEN 6000 THEN 'policy.lapsed' ELSE 'document.created' END, now(), 'A200', '{"application_id":1,"policy_no":"P1"}'
       FROM generate_series(1, 6000) n`,
    );
    await app.publishEvents('production');
    const first = await read(other, { after, types: 'policy.lapsed' });
    expect(first.events).toEqual([]);
    const second = await read(other, { after: first.next, types: 'policy.lapsed' });
    expect(second.events.map(({ type }) => type)).toEqual(['policy.lapsed']);
    // A supervisor reads the events of all its agents in one order.
    const found: string[] = [];
    for (let [cursor, page] = [after, 0]; page < 20; page++) {
      const { events, next } = await read(supervisor, { after: cursor, types: 'policy.lapsed' });
      found.push(...events.map(({ type }) => type));
      if (next === cursor) break;
      cursor = next;
    }
    expect(found).toEqual(['policy.lapsed']);
  });

  it('keeps the cursor of an agent without events fresh', async () => {
    const before = await getHead(idle);
    await agent.insert();
    await app.publishEvents('production');
    const { events, next } = await read(idle, { after: before });
    expect(events).toEqual([]);
    expect(next).not.toBe(before);
    expect(next).toBe(await getHead(agent));
  });

  it('shows a supervisor its own events and those of its delegates in one order', async () => {
    const after = await getHead(supervisor);
    const ids: number[] = [];
    for (const one of [agent, other, supervisor, idle, agent]) ids.push((await one.insert()).id);
    await app.publishEvents('production');
    const events = await readAll(supervisor, { after, limit: '2' });
    expect(events.map(({ data }) => [data.agent_code, data.application_id])).toEqual([
      ['A100', ids[0]],
      ['A200', ids[1]],
      ['S100', ids[2]],
      ['A100', ids[4]],
    ]);
    for (const { id, data } of events) {
      expect((await get(supervisor, `/${id}`)).status).toBe(200);
      if (data.agent_code !== 'A100') expectError(await get(agent, `/${id}`), { code: '-308' });
    }
    const ofAgent = (await readAll(agent, { after })).map(({ data }) => data.agent_code);
    expect(ofAgent).toEqual(['A100', 'A100']);
  });
});

describe('a call of the feed', () => {
  it.each([
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['limit=x', 'limit'],
    ['wait=26', 'wait'],
    ['wait=-1', 'wait'],
    ['wait=1.5', 'wait'],
    ['types=policy.lost', 'types'],
    ['types=policy.issued,', 'types'],
    ['types=policy.issued&types=policy.expired', 'types'],
  ])('refuses the query %s', async (query, path) => {
    await expectRefused(app, () => get(agent, `?${query}`), { code: '-105', violations: [[path, '-105']] });
  });

  it('refuses an invalid cursor', async () => {
    const texts = ['x', '0', '%00', 'a'.repeat(201), Buffer.from('zzzzzzzz.1').toString('base64url'), '1%27--'];
    const refusal = { code: '-102', violations: [['after', '-102']] } as const;
    await expectAllRefused(
      app,
      texts.map((text) => [() => get(agent, `?after=${text}`), refusal]),
    );
  });

  it('begins at the oldest stored event for a cursor of an unknown history', async () => {
    const cursor = Buffer.from('01234567.999999').toString('base64url');
    expect((await read(agent, { after: cursor })).events).toEqual((await read(agent)).events);
  });

  it('continues from the last position for a cursor beyond it', async () => {
    const head = await getHead(agent);
    const [mark = ''] = Buffer.from(head, 'base64url').toString().split('/');
    const beyond = Buffer.from(`${mark.split('.')[0]}.999999999`).toString('base64url');
    expect(await read(agent, { after: beyond })).toEqual({ events: [], next: head });
  });

  it('requires a token, and a key with the grant', async () => {
    expect((await app.running.client.withKey(agent.access.apiKey).get(EVENTS)).status).toBe(401);
    const { store, apiKeys } = app.running.parts;
    const key = await store.transaction('gateway', async (tx) => {
      const programId = await apiKeys.createProgram(tx, { name: 'Without events', owner: 'test' });
      const terms = { name: 'test', status: 'active', services: ['fire-api', 'auth-api'], environments: ENVIRONMENTS } as const;
      return apiKeys.createKey(tx, programId, { ...terms, ipAddresses: [], ratePerHour: null, ratePerDay: null, serviceRates: {} });
    });
    const response = await app.running.client.withKey(key.apiKey).get(EVENTS);
    expect([response.status, response.json<{ error: { code: string } }>().error.code]).toEqual([403, 'API_KEY_UNAUTHORIZED']);
  });
});

describe('a single event', () => {
  it('returns the same error when missing, malformed, of another agent or with another nonce', async () => {
    await other.insert();
    await app.publishEvents('production');
    const foreign = (await readAll(other, { limit: '500' })).at(-1)?.id ?? '';
    const own = (await readAll(agent, { limit: '500' })).at(-1)?.id ?? '';
    expect((await get(agent, `/${own}`)).status).toBe(200);
    const nonce = `${own.slice(0, -8)}${own.endsWith('00000000') ? '00000001' : '00000000'}`;
    const ids = [foreign, nonce, 'evt_999999999_00000000', 'evt_1', '1', 'abc', '%00', own.toUpperCase(), `${own}0`];
    const responses = await expectAllRefused(
      app,
      ids.map((id) => [() => get(agent, `/${id}`), { code: '-308' }]),
    );
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  });

  it('is not found before it is published, or in the other environment', async () => {
    await agent.insert();
    const [row] = await app.query<{ id: string; nonce: string }>('production', 'SELECT id, nonce FROM event ORDER BY id DESC LIMIT 1');
    const id = `evt_${row?.id}_${Number(row?.nonce).toString(16).padStart(8, '0')}`;
    expectError(await get(agent, `/${id}`), { code: '-308' });
    await app.publishEvents('production');
    expect((await get(agent, `/${id}`)).status).toBe(200);
    const { sandbox } = await app.createAgent({ code: 'A400' });
    expect((await readAll(sandbox)).length).toBe(0);
    expectError(await get(sandbox, `/${id}`), { code: '-308' });
  });
});

describe('a waiting call of the feed', () => {
  const waiting = (): number => app.running.parts.eventWatch.waitingCount;
  const untilWaiting = (count: number): Promise<void> => eventually(`${count} calls wait`, () => waiting() === count);

  it('returns the event once there is one, and ends empty when there is none', async () => {
    const after = await getHead(agent);
    expect(await read(agent, { after, wait: '1' })).toEqual({ events: [], next: after });
    const call = read(agent, { after, wait: '25' });
    await untilWaiting(1);
    const { id } = await agent.insert();
    await app.publishEvents('production');
    expect((await call).events.map(({ data }) => data.application_id)).toEqual([id]);
    expect(waiting()).toBe(0);
  });

  it('continues to wait when the event is of another agent or type, and returns a later one', async () => {
    const after = await getHead(idle);
    const calls = [read(idle, { after, wait: '25' }), read(idle, { after, wait: '25', types: 'policy.issued' })];
    await untilWaiting(2);
    await agent.insert();
    await app.publishEvents('production');
    const { id } = await idle.insert();
    await app.publishEvents('production');
    expect((await calls[0]!).events.map(({ data }) => data.application_id)).toEqual([id]);
    await untilWaiting(1);
    await idle.act(id, 'prepay');
    await idle.act(id, 'charge');
    await app.publishEvents('production');
    expect((await calls[1]!).events.map(({ type }) => type)).toEqual(['policy.issued']);
  });

  it('returns an event that another node published', async () => {
    const after = await getHead(agent);
    const call = read(agent, { after, wait: '25' });
    await untilWaiting(1);
    await app.query('production', `INSERT INTO event (type, at, agent_code, data) VALUES ('policy.expired', now(), 'A100', '{}')`);
    await app.query(
      'production',
      `WITH e AS (UPDATE event_epoch SET last_position = last_position + 1 WHERE id = (SELECT max(id) FROM event_epoch) RETURNING last_position)
       INSERT INTO event_position (position, event_id, agent_code)
       SELECT e.last_position, (SELECT max(id) FROM event), 'A100' FROM e`,
    );
    expect((await call).events.map(({ type }) => type)).toEqual(['policy.expired']);
  });

  it('holds no database connection', async () => {
    const after = await getHead(agent);
    const calls = Array.from({ length: 20 }, () => read(agent, { after, wait: '25' }));
    await untilWaiting(20);
    // The pool has eight connections.
    const { id } = await agent.insertIn('45');
    await app.publishEvents('production');
    for (const call of calls) expect((await call).events.map(({ data }) => data.application_id)).toContain(id);
  });

  it.each([
    ['that ask for different pages take two connections', (index: number) => ({ limit: String(index + 1) }), 2],
    ['that ask for the same take one connection', () => ({}), 1],
  ])('wakes with others and leaves connections to calls that do not wait: those %s', async (_name, queryOf, connections) => {
    const after = await getHead(agent);
    const calls = Array.from({ length: 20 }, (_, index) => read(agent, { after, wait: '25', ...queryOf(index) }));
    await untilWaiting(20);
    const [event] = await app.query<{ id: number }>(
      'production',
      `INSERT INTO event (type, at, agent_code, data) VALUES ('policy.expired', now(), 'A100', '{}') RETURNING id`,
    );
    const holder = new pg.Client({ connectionString: app.running.database.url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE production.event IN ACCESS EXCLUSIVE MODE');
    await app.query(
      'production',
      `WITH e AS (UPDATE event_epoch SET last_position = last_position + 1 WHERE id = (SELECT max(id) FROM event_epoch) RETURNING last_position)
       INSERT INTO event_position (position, event_id, agent_code) SELECT e.last_position, $1, 'A100' FROM e`,
      [event!.id],
    );
    const held = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%looked_at AS%'`;
    await eventually('they are woken', async () => waiting() === 0 && (await app.query('production', held)).length >= connections);
    expectStatus(200, await agent.client.get(`${agent.root}/fire-api/rsc/applications?limit=1`));
    expect(await app.query('production', held)).toHaveLength(connections);
    await holder.end();
    for (const call of calls) expect((await call).events.map(({ type }) => type)).toEqual(['policy.expired']);
  });

  it('counts once for the limit, and a program uses at most a tenth of the waiting places', async () => {
    const after = await getHead(agent);
    const remaining = async (): Promise<number> => Number((await get(agent, '?limit=1')).headers['x-ratelimit-remaining']);
    const before = await remaining();
    const calls = Array.from({ length: 100 }, () => read(agent, { after, wait: '25' }));
    await untilWaiting(100);
    expect(await read(agent, { after, wait: '25' })).toEqual({ events: [], next: after });
    expect(await remaining()).toBe(before - 102);
    const ofOther = read(other, { after, wait: '1' });
    await untilWaiting(101);
    expect((await ofOther).events).toEqual([]);
    await agent.insert();
    await app.publishEvents('production');
    for (const call of calls) expect((await call).events).toHaveLength(1);
  });

  it('ends when the caller disconnects', async () => {
    const after = await getHead(agent);
    const gone = new AbortController();
    const call = fetch(`http://127.0.0.1:${app.running.ports.port}${EVENTS}?after=${after}&wait=25`, {
      headers: { ...listHeaders(agent), 'X-Forwarded-Proto': 'https' },
      signal: gone.signal,
    }).catch(() => null);
    await untilWaiting(1);
    gone.abort();
    expect(await call).toBeNull();
    await untilWaiting(0);
  });
});

function listHeaders({ client }: FireAgent): Record<string, string> {
  return (client as unknown as { headers: Record<string, string> }).headers;
}

describe('old events', () => {
  let old: string;

  beforeAll(async () => {
    const third = (await read(agent, { limit: '3' })).next;
    old = (await read(agent, { limit: '1' })).next;
    const [mark = ''] = Buffer.from(third, 'base64url').toString().split('/');
    await app.query('production', `ALTER TABLE event DISABLE TRIGGER USER`);
    await app.query(
      'production',
      `UPDATE event SET recorded_at = clock_timestamp() - interval '91 days' WHERE id IN (SELECT event_id FROM event_position WHERE position <= $1)`,
      [mark.split('.')[1]],
    );
    await app.query('production', `ALTER TABLE event ENABLE TRIGGER USER`);
  });

  it('are deleted with their positions once older than the setting, and no others', async () => {
    const before = await readAll(agent, { limit: '500' });
    const deliveries = `SELECT (SELECT count(*) FROM event)::int AS events, (SELECT count(*) FROM event_position)::int AS positions`;
    const [{ events = 0 } = {}] = await app.query<{ events: number }>('production', deliveries);
    await app.running.parts.deleteExpired();
    expect(await readAll(agent, { limit: '500' })).toEqual(before.slice(3));
    const [left] = await app.query<{ events: number; positions: number }>('production', deliveries);
    expect(left?.events).toBe(left?.positions);
    expect(events - (left?.events ?? 0)).toBeGreaterThanOrEqual(3);
    const again = await readAll(agent, { limit: '500' });
    await app.running.parts.deleteExpired();
    expect(await readAll(agent, { limit: '500' })).toEqual(again);
  });

  it('lead to 410 with the cursor to continue from', async () => {
    const response = await expectRefused(app, () => get(agent, `?after=${old}&limit=7&types=receipt.paid`), { status: 410, code: '-307' });
    const link = /^<([^>]+)>; rel="next"$/.exec(String(response.headers['link']))?.[1] ?? '';
    const url = new URL(link, 'http://x');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ limit: '7', types: 'receipt.paid' });
    const next = url.searchParams.get('after') ?? '';
    expect(response.json<{ message: string }>().message).toContain(next);
    expect((await read(agent, { after: next })).events).toEqual((await read(agent)).events);
  });
});

describe('a delayed feed', () => {
  const ready = (): Promise<HttpResponse> => app.running.plain.get('/health/ready');

  it('is reported as degraded, and the process stays ready', async () => {
    expect((await ready()).json()).toEqual({ status: 'ok' });
    await app.query(
      'production',
      `INSERT INTO event (type, at, agent_code, data, recorded_at) VALUES ('policy.expired', now(), 'A100', '{}', now() - interval '301 seconds')`,
    );
    // Values are cached for two seconds.
    await eventually('it is told of', async () => (await ready()).json().status === 'degraded');
    const response = await ready();
    expect([response.status, response.json()]).toEqual([
      200,
      { status: 'degraded', reason: expect.stringMatching(/^events: the oldest unpublished event of production is 30\d s old$/) as string },
    ]);
    await app.publishEvents('production');
    await eventually('it is over', async () => (await ready()).json().status === 'ok');
  });
});

describe('a process that stops', () => {
  it(
    'ends the waiting calls, and serves others at once',
    async () => {
      const after = await getHead(agent);
      const calls = [read(agent, { after, wait: '25' }), read(other, { after, wait: '25' })];
      await eventually('the calls wait', () => app.running.parts.eventWatch.waitingCount === 2);
      app.running.parts.readiness.drain();
      for (const call of calls) expect(await call).toEqual({ events: [], next: after });
      expect(await read(agent, { after, wait: '25' })).toEqual({ events: [], next: after });
    },
    NEVER_MS,
  );
});
