import { randomUUID } from 'node:crypto';
import { startApp, type RunningApp } from '../support/app.js';
import type { HttpResponse, Client } from '../support/client.js';
import { charge, CHARGE_TIME, createPrepaid } from '../support/collection.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, FireApp, getHistory, type FireAgent } from '../support/fire-app.js';
import { expectConflict, expectReplay, sendKeyed, type WriteCall } from '../support/idempotency.js';
import { expectAllRefused, expectViolations, expectError } from '../support/expect-error.js';

const FAULTS = '/dev/test-api/resources/faults';

let app: FireApp;
let agents: Record<'production' | 'sandbox', FireAgent>;
let agent: FireAgent;
let other: FireAgent;
/** Another node, which shares only the database. */
let otherNode: RunningApp;

beforeAll(async () => {
  app = await FireApp.start();
  app.clock.set(CHARGE_TIME);
  agents = await app.createAgent({ code: 'A100' });
  agent = agents.sandbox;
  other = (await app.createAgent({ code: 'B200' })).sandbox;
  otherNode = await startApp({ clock: app.clock, database: app.running.database });
  await otherNode.parts.stopTimedWork();
});
afterAll(async () => {
  await otherNode.stop();
  await app.stop();
});
afterEach(() => agent.client.delete(FAULTS));

const withFault = (name: string, { client } = agent): Client => client.with({ 'X-Test-Fault': name });
const armFault = async (json: object, { client } = agent): Promise<HttpResponse> => expectStatus(201, await client.post(FAULTS, json));
const listArmed = async ({ client } = agent): Promise<object[]> => expectStatus(200, await client.get(FAULTS)).json<object[]>();
const search = ({ client } = agent): Promise<HttpResponse> => client.get(agent.path());
const insertion = (): WriteCall => ({ method: 'POST', path: agent.path(), options: { json: agent.body() } });
const write = ({ method, path, options }: WriteCall, client: Client): Promise<HttpResponse> => client.call(method, path, options);

/** Returns the status and code of a failed call, or that it had no response. */
async function getOutcome(call: Promise<HttpResponse>): Promise<string> {
  try {
    const { status, text } = await call;
    const { error } = status < 300 ? {} : (JSON.parse(text) as { error?: string | { code: string } });
    return [status, typeof error === 'object' ? error.code : error].join(' ').trim();
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

/** Headers that differ for each response. */
const OF_THE_CALL = ['date', 'server-timing', 'x-request-id', 'x-ratelimit-remaining', 'ratelimit'];
const getFace = ({ status, text, headers }: HttpResponse): object => ({
  status,
  text,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, OF_THE_CALL.includes(name) ? typeof value : value])),
});

async function countOf(table: 'application' | 'kept_answer'): Promise<number> {
  const [row] = await app.query<{ count: number }>('sandbox', `SELECT count(*)::int AS count FROM ${table}`);
  return row?.count ?? -1;
}

describe('a fault requested by header', () => {
  it.each(['429', '500', '503'])('%s does nothing for reads, writes and keyed writes', async (name) => {
    const { id } = await createPrepaid(agent);
    const before = await app.readFingerprint();
    const faulty = withFault(name);
    const responses = [
      await faulty.get(agent.path()),
      await write(insertion(), faulty),
      await sendKeyed({ client: faulty }, insertion(), randomUUID()),
      await charge({ client: faulty, root: '/dev' }, id),
      await faulty.delete(agent.path(id)),
    ];
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => Number(name)));
    expect(await app.readFingerprint()).toEqual(before);
  });

  it('has the responses of the gateway: limit, internal error, database away', async () => {
    const limited = await withFault('429').get(agent.path());
    expect(limited.json()).toMatchObject({ error: { code: 'OVER_RATE_LIMIT' } });
    const { headers } = limited;
    expect([headers['retry-after'], headers['x-ratelimit-limit'], headers['x-ratelimit-remaining'], headers['vary']]).toEqual([
      '1',
      '100000',
      '0',
      'Accept',
    ]);
    expect((await withFault('429').with({ Accept: 'application/xml' }).get(agent.path())).text).toContain('<code>OVER_RATE_LIMIT</code>');
    expectError(await withFault('500').get(agent.path()), { status: 500, code: '-1' });
    const unavailable = await withFault('503').get(agent.path());
    expectError(unavailable, { status: 503, code: '-2' });
    expect(unavailable.headers['retry-after']).toBe('1');
  });

  it('timeout carries out the call without a response, and a repetition with the key returns it', async () => {
    const [key, cut] = [randomUUID(), withFault('timeout')];
    const before = await countOf('application');
    expect(await getOutcome(sendKeyed({ client: cut }, insertion(), key))).toBe('ECONNRESET');
    expect(await countOf('application')).toBe(before + 1);
    // A repeated call that asks for a fault gets the cached response.
    const [first, again] = [
      await sendKeyed({ client: cut }, insertion(), key),
      await sendKeyed({ client: withFault('503') }, insertion(), key),
    ];
    expect([first.status, first.headers['idempotency-replayed'], again.status]).toEqual([201, 'true', 201]);
    expect(getFace(again)).toEqual(getFace(first));
    expect(await countOf('application')).toBe(before + 1);
  });

  it('timeout also carries out a write without a key, and cuts off reads and refused calls', async () => {
    const { id } = await createPrepaid(agent);
    const cut = withFault('timeout');
    expect(await getOutcome(charge({ client: cut, root: '/dev' }, id))).toBe('ECONNRESET');
    expect(await getHistory(agent, id)).toMatchObject({ status: '50' });
    expect(await getOutcome(cut.get(agent.path(id)))).toBe('ECONNRESET');
    const kept = await countOf('kept_answer');
    expect(await getOutcome(sendKeyed({ client: cut }, { method: 'POST', path: agent.path(), options: { json: {} } }, randomUUID()))).toBe(
      'ECONNRESET',
    );
    expect(await countOf('kept_answer')).toBe(kept);
  });

  it('slow returns the normal response later; a second keyed call meanwhile is refused', async () => {
    const { id } = await agent.insert();
    const slow = await withFault('slow=50').get(agent.path(id));
    expect(getFace(slow)).toEqual(getFace(await agent.client.get(agent.path(id))));
    const [key, count] = [randomUUID(), await countOf('application')];
    await armFault({ status: 'slow=5000' });
    const first = sendKeyed(agent, insertion(), key);
    await eventually('it is slow', async () => (await listArmed()).length === 0);
    expectConflict(await sendKeyed(agent, insertion(), key), '-404');
    expect(await countOf('application')).toBe(count);
    const served = expectStatus(201, await first);
    expectReplay(await sendKeyed(agent, insertion(), key), served);
    expect(await countOf('application')).toBe(count + 1);
  });

  it('slow holds ten calls of a program; the eleventh is refused like by the limit, and others are served', async () => {
    const leave = new AbortController();
    const slow = withFault('slow=30000');
    // Retries, because a read occupies a place for a moment.
    const wait = async (): Promise<string> => {
      const outcome = await getOutcome(slow.get(agent.path(), { signal: leave.signal }));
      return outcome.startsWith('429') ? wait() : outcome;
    };
    const waiting = Array.from({ length: 10 }, wait);
    await eventually('ten wait', async () => (await withFault('slow=0').get(agent.path())).status === 429);
    expect([(await search()).status, (await withFault('slow=0', other).get(agent.path())).status]).toEqual([200, 200]);
    leave.abort();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['ABORT_ERR']));
    await eventually('none of them waits', async () => (await withFault('slow=0').get(agent.path())).status === 200);
  });

  it.each(['', '404', 'slow', 'slow=', 'slow=-1', 'slow=30001', 'slow=1e3', 'Timeout', '503, 503'])('"%s" is refused', async (name) => {
    const faulty = withFault(name);
    const refusals = await expectViolations(app, () => write(insertion(), faulty), ['X-Test-Fault', '-102']);
    expect(refusals.text).toContain('429, 500, 503, timeout, slow=N');
  });

  it('is not revealed to a caller without access', async () => {
    const { client } = app.running;
    const faulty = client.with({ 'X-Test-Fault': '503' });
    expect((await faulty.get(agent.path())).json()).toMatchObject({ error: { code: 'API_KEY_MISSING' } });
    expect((await faulty.withKey(agent.access.apiKey).get(agent.path())).status).toBe(401);
    // A token route has no agent yet, and the routes of the sandbox itself never fail.
    const tokens = await faulty.withKey(agent.access.apiKey).post('/dev/auth-api/resources/tokens', { 'user-key': agent.access.userKey });
    expect([tokens.status, (await withFault('503').get(FAULTS)).status]).toEqual([201, 200]);
  });

  it('has no effect in production', async () => {
    for (const name of ['429', '500', '503', 'timeout', 'slow=2000', 'nonsense'])
      expect([name, (await withFault(name, agents.production).get(agents.production.path())).status]).toEqual([name, 200]);
    expect((await agents.production.client.post('/test-api/resources/faults', { status: '503' })).json()).toMatchObject({
      error: { code: 'NOT_FOUND' },
    });
  });
});

describe('an armed fault', () => {
  it('affects the next calls of the agent, nobody else, and not the routes of faults', async () => {
    await armFault({ status: 503, count: 2 });
    expect(await listArmed()).toEqual([{ status: '503', count: 2, route: null }]);
    expect([(await search(other)).status, await listArmed(other)]).toEqual([200, []]);
    const count = await countOf('application');
    expect([await getOutcome(search()), await getOutcome(agent.post(agent.body()))]).toEqual(['503 -2', '503 -2']);
    expect([await countOf('application'), await listArmed(), (await search()).status]).toEqual([count, [], 200]);
  });

  it('affects calls of its route alone, in the order of arming', async () => {
    await armFault({ status: 'timeout', route: 'POST /fire-api/rsc/applications' });
    await armFault({ status: '429', route: '/fire-api/rsc/applications/{id}' });
    await armFault({ status: '500', route: 'GET /fire-api/' });
    const { id } = await createPrepaid(other);
    expect(await getOutcome(agent.client.get(agent.path(id)))).toBe('429 OVER_RATE_LIMIT');
    expect(await getOutcome(agent.client.get('/dev/parties-api/resources/parties'))).toBe('200');
    expect(await getOutcome(agent.client.get(agent.path(id)))).toBe('500 -1');
    expect(await getOutcome(agent.client.get(agent.path(id)))).toBe('400 -300');
    const key = randomUUID();
    expect(await getOutcome(sendKeyed(agent, insertion(), key))).toBe('ECONNRESET');
    expect((await sendKeyed(agent, insertion(), key)).headers['idempotency-replayed']).toBe('true');
    expect(await listArmed()).toEqual([]);
  });

  it('waits while a call has its own fault or gets a cached response', async () => {
    const key = randomUUID();
    const first = await sendKeyed(agent, insertion(), key);
    await armFault({ status: '500' });
    expectReplay(await sendKeyed(agent, insertion(), key), first);
    expect(await getOutcome(withFault('429').get(agent.path()))).toBe('429 OVER_RATE_LIMIT');
    expect(await getOutcome(search())).toBe('500 -1');
  });

  it('affects exactly the armed number of simultaneous calls, on any node', async () => {
    await armFault({ status: '503', count: 7 });
    const elsewhere = agent.access.sandbox.client;
    const there = otherNode.client.withKey(agent.access.apiKey).with({ Authorization: await getBearer(agent) });
    expect((await there.get(agent.path())).status).toBe(503);
    const responses = await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? there : elsewhere).get(agent.path())));
    expect(responses.filter(({ status }) => status === 503)).toHaveLength(6);
    expect(await listArmed()).toEqual([]);
  });

  it('ends after an hour, or when the agent removes it', async () => {
    await armFault({ status: '503' });
    await app.query('sandbox', `UPDATE armed_fault SET armed_at = now() - interval '61 minutes'`);
    expect([await listArmed(), (await search()).status]).toEqual([[], 200]);
    await armFault({ status: '503', count: 100 });
    await armFault({ status: '500' }, other);
    expect((await agent.client.delete(FAULTS)).status).toBe(204);
    expect([(await search()).status, await getOutcome(search(other)), await listArmed()]).toEqual([200, '500 -1', []]);
  });

  it('is armed once with a key', async () => {
    const write: WriteCall = { method: 'POST', path: FAULTS, options: { json: { status: '500' } } };
    const key = randomUUID();
    const first = expectStatus(201, await sendKeyed(agent, write, key));
    expectReplay(await sendKeyed(agent, write, key), first);
    expect(await listArmed()).toEqual([{ status: '500', count: 1, route: null }]);
  });

  it('is refused with invalid values', async () => {
    const post = (json: object) => (): Promise<HttpResponse> => agent.client.post(FAULTS, json);
    await expectAllRefused(app, [
      [post({}), { code: '-101', violations: [['status', '-101']] }],
      [post({ status: '404' }), { code: '-102', violations: [['status', '-102']] }],
      [
        post({ status: true, count: 0 }),
        {
          code: '-102',
          violations: [
            ['status', '-102'],
            ['count', '-102'],
          ],
        },
      ],
      [post({ status: '503', count: 101 }), { code: '-102', violations: [['count', '-102']] }],
      [post({ status: '503', count: 1.5 }), { code: '-102', violations: [['count', '-102']] }],
      ...['/fire-api/rsc', 'PATCH /fire-api/', '/dev/fire-api/', 'GET', '/test-api/', '/backoffice-api/', '/health/live'].map(
        (route) => [post({ status: '503', route }), { code: '-102', violations: [['route', '-102']] }] as const,
      ),
    ]);
  });

  it('is refused when twenty are armed', async () => {
    for (let count = 0; count < 20; count += 1) await armFault({ status: 'slow=0', route: '/mtr-api/' });
    await expectAllRefused(app, [[() => agent.client.post(FAULTS, { status: '503' }), { code: '-405' }]]);
  });
});

async function getBearer({ access }: FireAgent): Promise<string> {
  const withKey = app.running.client.withKey(access.apiKey);
  const response = await withKey.post('/dev/auth-api/resources/tokens', { 'user-key': access.userKey });
  return `Bearer ${expectStatus(201, response).json<{ token: string }>().token}`;
}
