import { toLocalDate } from '../../src/common/athens.js';
import { startApp } from '../support/app.js';
import { COOKIE, openCookieSession, type CookieSession } from '../support/cookie-session.js';
import type { HttpResponse } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { buildFireBody } from '../support/fire.js';
import { createStaff } from '../support/staff-client.js';
import { TableFingerprints } from '../support/table-fingerprints.js';

const AGENT = '20001';
const DELEGATE = '20002';
const STRANGER = '20003';
const LIST = '/fire-api/rsc/applications';

let app: FireApp;
let gatewayTables: TableFingerprints;
let delegate: FireAgent;
let userId: number;
let page: CookieSession;

beforeAll(async () => {
  app = await FireApp.start();
  gatewayTables = await TableFingerprints.open(app.running.database.url, ['gateway']);
  ({ sandbox: delegate } = await app.createAgent({ code: DELEGATE }));
  await app.createAgent({ code: STRANGER });
  await app.createAgent({ code: AGENT });
});
afterAll(async () => {
  await gatewayTables.close();
  await app.stop();
});
beforeEach(async () => {
  ({ userId } = await createStaff(app.running, 'agent', AGENT));
  const { store, users } = app.running.parts;
  await store.transaction('gateway', (tx) => users.setDelegates(tx, userId, [DELEGATE]));
  page = await openCookieSession(app.running, { userId });
});

/** Changes the permissions of the console's key. */
async function key(assignments: string): Promise<void> {
  const own = 'program_id = (SELECT id FROM program WHERE console_user_id = $1)';
  await app.running.parts.store.query('gateway', `UPDATE api_key SET ${assignments} WHERE ${own}`, [userId]);
}

/** Waits until this node has read a change of access. */
async function waitUntilRefused(path = `/dev${LIST}`): Promise<string> {
  let refusal = '';
  await eventually('the change counts', async () => {
    const response = await page.client.get(path);
    refusal = response.status === 200 ? '' : describeResponse(response);
    return response.status !== 200;
  });
  return refusal;
}

function describeResponse(response: HttpResponse): string {
  const { error } = response.json<{ error?: string | { code: string } }>();
  return `${response.status} ${typeof error === 'object' ? error.code : (error ?? 'passed')}`;
}

async function insert(headers: Record<string, string> = {}): Promise<HttpResponse> {
  return page.client.with(headers).post(`/dev${LIST}`, buildFireBody(toLocalDate(app.clock.now())));
}

describe('a page of the console', () => {
  it('calls the services in the name of its user, as a separate program', async () => {
    const made = expectStatus(201, await insert());
    expect(Number(made.headers['x-token-expires-in'])).toBeGreaterThan(28_000);
    expect([made.headers['x-ratelimit-limit'], made.headers['x-ratelimit-remaining']]).toEqual(['1000', '999']);
    const read = expectStatus(200, await page.client.get(`/dev${LIST}`));
    expect(read.headers['x-total-count']).toBe('1');
    await app.running.parts.callLog.save();
    const calls = expectStatus(200, await page.client.get('/dev/auth-api/resources/calls?console=true')).json<Record<string, string>[]>();
    const rows = calls.map(({ method, route, key_prefix: prefix, agent_code: agent }) => `${method} ${route} ${prefix} ${agent}`);
    expect(rows.sort()).toEqual([`GET ${LIST} consol ${AGENT}`, `POST ${LIST} consol ${AGENT}`]);
    const usage = expectStatus(200, await page.client.get('/dev/auth-api/resources/usage')).json();
    expect(usage).toMatchObject({ used: 3, limit: 1000, grants: { environments: ['sandbox'] } });
    const { id } = made.json<{ id: number }>();
    const stored = await app.query(
      'sandbox',
      'SELECT agent_code, key_prefix, actor_name FROM status_transition WHERE application_id = $1',
      [id],
    );
    expect(stored).toEqual([{ agent_code: AGENT, key_prefix: 'consol', actor_name: 'Staff agent' }]);
  });

  it('reads the calls of the programs with a user-key of its user, and its own only when asked (auth.11)', async () => {
    const { store, userKeys } = app.running.parts;
    const program = 'SELECT program_id AS id FROM api_key WHERE prefix = $1';
    const [row] = await store.query<{ id: number }>('gateway', program, [delegate.access.apiKey.slice(0, 6)]);
    const listed = async (query = ''): Promise<string[]> => {
      await app.running.parts.callLog.save();
      const response = expectStatus(200, await page.client.get(`/dev/auth-api/resources/calls${query}`));
      return response.json<{ request_id: string }[]>().map(({ request_id: id }) => id);
    };
    const theirs = String((await delegate.client.get(`/dev${LIST}`)).headers['x-request-id']);
    const own = String((await page.client.get(`/dev${LIST}`)).headers['x-request-id']);
    expect(await listed()).toEqual([]);
    await store.transaction('gateway', (tx) => userKeys.create(tx, userId, row!.id));
    const unsigned = String((await delegate.client.withToken('x'.repeat(40)).get(`/dev${LIST}`)).headers['x-request-id']);
    const [hidden, shown] = [await listed(), await listed('?console=true')];
    expect(hidden).toContain(theirs);
    expect(hidden).not.toContain(own);
    expect(shown).toEqual(expect.arrayContaining([theirs, own]));
    expect(shown).not.toContain(unsigned);
  });

  it('repeats a keyed write once, also from another session of the user', async () => {
    const headers = { 'Idempotency-Key': 'page-1' };
    const [first, again] = [await insert(headers), await insert(headers)];
    expect([again.status, again.headers['idempotency-replayed'], again.text]).toEqual([201, 'true', first.text]);
    page = await openCookieSession(app.running, { userId });
    expect((await insert(headers)).text).toBe(first.text);
  });

  it('reads the delegates’ data, and acts for the named agent', async () => {
    const { id } = await delegate.insert();
    const path = `/dev${LIST}/${id}`;
    const own = { client: page.client.with({ 'X-Agent-Code': AGENT }) };
    const theirs = page.client.with({ 'X-Agent-Code': DELEGATE });
    expect([(await page.client.get(path)).status, (await theirs.get(path)).status]).toEqual([200, 200]);
    expect(describeResponse(await own.client.get(path))).toBe('400 -300');
    const made = expectStatus(201, await theirs.post(`/dev${LIST}`, buildFireBody(toLocalDate(app.clock.now())))).json<{ id: number }>();
    const [row] = await app.query('sandbox', 'SELECT agent_code FROM application WHERE id = $1', [made.id]);
    expect(row).toEqual({ agent_code: DELEGATE });
  });

  it('uses the routes of the sandbox: clock, acting, violations and reset', async () => {
    const { store, users } = app.running.parts;
    await store.transaction('gateway', (tx) => users.setDelegates(tx, userId, [STRANGER]));
    page = await openCookieSession(app.running, { userId });
    const client = page.client.with({ 'X-Agent-Code': STRANGER });
    await eventually('the delegation counts', async () => (await client.get(`/dev${LIST}`)).status === 200);
    const TEST = '/dev/test-api/resources';
    expectStatus(202, await client.put(`${TEST}/clock`, { frozen_time: '2027-03-05T08:00:00Z' }));
    expectStatus(200, await client.get(`${TEST}/clock`));
    expect(describeResponse(await client.post(`${TEST}/applications/1/acceptance`, { accepted: true }))).toBe('400 -300');
    const invalid = await client.get(`/dev${LIST}`, { headers: { 'X-Test-Fault': '503' } });
    expect([invalid.status, invalid.json()['error']]).toEqual([503, '-2']);
    expectStatus(202, await client.post(`${TEST}/reset`));
  });

  it('shares one limit over the user’s sessions, and an administrator sets it', async () => {
    await key('rate_per_hour = 2');
    const other = await openCookieSession(app.running, { userId });
    const responses = [await page.client.get(`/dev${LIST}`), await other.client.get(`/dev${LIST}`), await page.client.get(`/dev${LIST}`)];
    expect(responses.map(verdictOrPass)).toEqual(['200', '200', '429 OVER_RATE_LIMIT']);
    // The limit is checked before the agent.
    expect(describeResponse(await page.client.with({ 'X-Agent-Code': STRANGER }).get(`/dev${LIST}`))).toBe('429 OVER_RATE_LIMIT');
  });

  it('updates the session’s last use once a minute, for any calls', async () => {
    const lastUse = async (): Promise<unknown> =>
      (
        await app.running.parts.store.query<{ last: Date }>(
          'gateway',
          'SELECT max(last_used_at) AS last FROM staff_session WHERE user_id = $1',
          [userId],
        )
      )[0]?.last;
    const opened = app.clock.now();
    app.clock.set(opened.getTime() + 59_000);
    await page.client.get(`/dev${LIST}`);
    expect(await lastUse()).toEqual(opened);
    app.clock.set(opened.getTime() + 29 * 60_000);
    await page.client.get(`/dev${LIST}`);
    expect(await lastUse()).toEqual(app.clock.now());
    app.clock.set(app.clock.now().getTime() + 30 * 60_000);
    const ended = await page.client.get(`/dev${LIST}`);
    expect([describeResponse(ended), ended.headers['x-error']]).toEqual(['401 -204', 'Token Expired']);
  });
});

function verdictOrPass(response: HttpResponse): string {
  return response.status === 200 ? '200' : describeResponse(response);
}

describe('a console call to the services', () => {
  /** Headers that accompany or replace the cookie and the CSRF token, and the resulting caller. */
  const ATTACKS: readonly (readonly [
    string,
    string,
    (session: CookieSession) => Promise<Record<string, string | string[]>> | Record<string, string | string[]>,
  ])[] = [
    ['no proof', '403 API_KEY_MISSING', () => ({ 'X-CSRF-Token': '' })],
    ['a wrong proof', '403 API_KEY_MISSING', () => ({ 'X-CSRF-Token': 'x'.repeat(43) })],
    [
      'the proof of another session',
      '403 API_KEY_MISSING',
      async () => ({ 'X-CSRF-Token': (await openCookieSession(app.running, { userId })).csrfToken }),
    ],
    ['two proofs', '403 API_KEY_MISSING', ({ csrfToken }) => ({ 'X-CSRF-Token': [csrfToken, csrfToken] })],
    ['another site', '403 API_KEY_MISSING', () => ({ 'Sec-Fetch-Site': 'cross-site' })],
    ['a neighbour', '403 API_KEY_MISSING', () => ({ 'Sec-Fetch-Site': 'same-site' })],
    ['another origin', '403 API_KEY_MISSING', () => ({ Origin: 'https://evil.example' })],
    ['two cookies', '403 API_KEY_MISSING', ({ token }) => ({ Cookie: `${COOKIE}=${token}; ${COOKIE}=${token}` })],
    ['a planted cookie first', '403 API_KEY_MISSING', ({ token }) => ({ Cookie: [`${COOKIE}=${'A'.repeat(40)}`, `${COOKIE}=${token}`] })],
    ['a huge cookie', '403 API_KEY_MISSING', ({ token }) => ({ Cookie: `${'x'.repeat(12_000)}${COOKIE}=${token}` })],
    ['a key that is none', '403 API_KEY_INVALID', () => ({ 'X-Api-Key': 'Z'.repeat(40) })],
    ['the text behind the key', '403 API_KEY_INVALID', () => ({ 'X-Api-Key': `console of ${userId}` })],
    ['a bearer', '403 API_KEY_MISSING', () => ({ Authorization: `Bearer ${'B'.repeat(40)}` })],
    ['its own token as bearer', '403 API_KEY_MISSING', ({ token }) => ({ Authorization: `Bearer ${token}` })],
    ['an empty Authorization', '403 API_KEY_MISSING', () => ({ Authorization: '' })],
    ['an agent of somebody else', '403 -202', () => ({ 'X-Agent-Code': STRANGER })],
    ['an agent that is not there', '403 -202', () => ({ 'X-Agent-Code': '' })],
    ['two agents', '403 -202', () => ({ 'X-Agent-Code': [AGENT, DELEGATE] })],
  ];

  it.each(ATTACKS)('%s gets the expected result: %s', async (_, expected, headersOf) => {
    const headers = await headersOf(page);
    const before = [await gatewayTables.read(), await app.readFingerprint()];
    const attacker = page.client.with(headers);
    expect([
      describeResponse(await attacker.get(`/dev${LIST}`)),
      describeResponse(await attacker.post(`/dev${LIST}`, buildFireBody(toLocalDate(app.clock.now())))),
    ]).toEqual([expected, expected]);
    expect([await gatewayTables.read(), await app.readFingerprint()]).toEqual(before);
  });

  it('is not identified by the cookie alone, also on GET', async () => {
    expect(describeResponse(await page.bare.get(`/dev${LIST}`))).toBe('403 API_KEY_MISSING');
  });

  it('is made by the program of the key when a key is sent beside the cookie', async () => {
    const both = (): FireAgent['client'] =>
      delegate.client.with({ Cookie: `${COOKIE}=${page.token}`, 'X-CSRF-Token': page.csrfToken, 'X-Agent-Code': STRANGER });
    await delegate.renewToken();
    const response = expectStatus(200, await both().get(`/dev${LIST}`));
    expect(response.headers['x-ratelimit-limit']).toBe('100000');
    const keyAlone = app.running.client
      .withKey(delegate.access.apiKey)
      .with({ Cookie: `${COOKIE}=${page.token}`, 'X-CSRF-Token': page.csrfToken });
    expect(describeResponse(await keyAlone.get(`/dev${LIST}`))).toBe('401 -201');
  });

  it.each(['admin', 'underwriter', 'issuing'] as const)('cannot act for an agent with a session of role %s', async (role) => {
    const staff = await openCookieSession(app.running, role);
    expect(describeResponse(await staff.client.get(`/dev${LIST}`))).toBe('403 -203');
  });

  it('is refused with an unknown session', async () => {
    const unknown = await openCookieSession(app.running, { userId });
    await app.running.parts.store.query('gateway', 'DELETE FROM staff_session WHERE user_id = $1', [userId]);
    expect(describeResponse(await unknown.client.get(`/dev${LIST}`))).toBe('401 -201');
  });
});

describe('production access for a console', () => {
  const REQUEST = '/backoffice-api/sessions/current/production';
  const access = async (root = ''): Promise<unknown> =>
    (await page.client.get(`${root}/backoffice-api/sessions/current`)).json()['consoleAccess'];

  it('can be requested once, and administrators see the request until they grant it', async () => {
    const admin = (await createStaff(app.running, 'admin')).client;
    const requests = async (): Promise<unknown> =>
      (await admin.get('/backoffice-api/overview')).json<{ access: { productionRequested: number } }>().access.productionRequested;
    const before = Number(await requests());
    expect([await access(), await access('/dev')]).toEqual(['none', 'granted']);
    expect((await Promise.all([page.client.post(REQUEST), page.client.post(REQUEST)])).map(({ status }) => status)).toEqual([204, 204]);
    expect([await access(), await requests()]).toEqual(['requested', before + 1]);
    expect(describeResponse(await page.client.get(LIST))).toBe('403 CONSOLE_UNAUTHORIZED');
    const { items } = (await admin.get('/backoffice-api/api-keys?prefix=consol&limit=500')).json<{
      items: { id: number; signup: { email: string; environments: string[] } | null }[];
    }>();
    const [{ email }] = (await app.running.parts.store.query<{ email: string }>('gateway', 'SELECT email FROM app_user WHERE id = $1', [
      userId,
    ])) as [{ email: string }];
    const key = items.find(({ signup }) => signup?.email === email)!;
    expect(key.signup).toMatchObject({ email, environments: ['production'] });
    expectStatus(200, await admin.patch(`/backoffice-api/api-keys/${key.id}`, { environments: ['sandbox', 'production'] }));
    expect([await access(), await requests()]).toEqual(['granted', before]);
    const audit = (await admin.get('/backoffice-api/audit?subjectType=signup&action=create')).json<{ items: { actor: unknown }[] }>().items;
    expect(audit).toHaveLength(1);
    expectStatus(204, await page.client.post(REQUEST));
    await eventually('the grant counts', async () => (await page.client.get(LIST)).status === 200);
  });

  it('cannot be requested by the insurer’s staff or by a user limited to the sandbox', async () => {
    const { store } = app.running.parts;
    await store.query('gateway', 'UPDATE app_user SET sandbox_only = true WHERE id = $1', [userId]);
    page = await openCookieSession(app.running, { userId });
    const signups = (): Promise<unknown> => store.query('gateway', 'SELECT * FROM signup ORDER BY id');
    const before = await signups();
    expect(describeResponse(await page.client.post(`/dev${REQUEST}`))).toBe('403 -203');
    const { client: underwriter } = await createStaff(app.running, 'underwriter');
    expect(describeResponse(await underwriter.post(REQUEST))).toBe('403 -203');
    expect((await underwriter.get('/backoffice-api/sessions/current')).json()).toMatchObject({ consoleAccess: null });
    expect(await signups()).toEqual(before);
  });

  it('is refused until an administrator grants it, and always to sign-ups', async () => {
    const refused = await page.client.get(LIST);
    expect(describeResponse(refused)).toBe('403 CONSOLE_UNAUTHORIZED');
    expect(refused.text).toContain('An administrator grants it.');
    const admin = (await createStaff(app.running, 'admin')).client;
    const keys = (await admin.get('/backoffice-api/api-keys?prefix=consol&limit=500')).json<{
      items: { id: number; programId: number }[];
    }>().items;
    const [program] = await app.running.parts.store.query<{ id: number }>('gateway', 'SELECT id FROM program WHERE console_user_id = $1', [
      userId,
    ]);
    const { id } = keys.find(({ programId }) => programId === program?.id)!;
    expectStatus(
      200,
      await admin.patch(`/backoffice-api/api-keys/${id}`, { environments: ['sandbox', 'production'], services: ['fire-api'] }),
    );
    await eventually('the grant counts', async () => (await page.client.get(LIST)).status === 200);
    expect(describeResponse(await page.client.get('/collection-api/agents/credit'))).toMatch(/^40[34] /);
    await app.running.parts.store.query('gateway', `UPDATE app_user SET sandbox_only = true WHERE id = $1`, [userId]);
    page = await openCookieSession(app.running, { userId });
    expect(describeResponse(await page.client.get(LIST))).toBe('401 -201');
    expect((await page.client.get(`/dev${LIST}`)).status).toBe(200);
    for (const response of [
      await admin.post(`/backoffice-api/api-keys/${id}/rotate`, {}),
      await admin.post('/backoffice-api/api-keys', {
        programId: program?.id,
        name: 'x',
        services: ['fire-api'],
        environments: ['sandbox'],
      }),
    ])
      expect([response.status, response.json()['error'], response.text.includes('κονσόλας')]).toEqual([
        400,
        expect.stringMatching(/-400|-102/),
        true,
      ]);
  });

  it('does not allow a user-key for a console', async () => {
    const [program] = await app.running.parts.store.query<{ id: number }>('gateway', 'SELECT id FROM program WHERE console_user_id = $1', [
      userId,
    ]);
    const refused = await page.client.post('/backoffice-api/user-keys', { programId: program?.id });
    expect(describeResponse(refused)).toBe('400 -103');
    const { items } = (await page.client.get('/backoffice-api/programs?name=Console')).json<{ items: unknown[] }>();
    expect(items).toEqual([]);
  });
});

describe('a change that ends a console', () => {
  beforeEach(async () => {
    expectStatus(200, await page.client.get(`/dev${LIST}`));
  });

  it('takes effect within two seconds: sign-out', async () => {
    expectStatus(204, await page.client.delete('/dev/backoffice-api/sessions/current'));
    expect(await waitUntilRefused()).toBe('401 -201');
  });

  it('takes effect within two seconds on another node: sign-out', async () => {
    const other = await startApp({ clock: app.clock, database: app.running.database });
    try {
      const there = other.client.with({ Cookie: `${COOKIE}=${page.token}`, 'X-CSRF-Token': page.csrfToken });
      expectStatus(200, await there.get(`/dev${LIST}`));
      expectStatus(204, await page.client.delete('/dev/backoffice-api/sessions/current'));
      await eventually('the other node knows', async () => (await there.get(`/dev${LIST}`)).status === 401);
    } finally {
      await other.stop();
    }
  });

  it('takes effect within two seconds: the user is disabled', async () => {
    await app.running.parts.store.query('gateway', `UPDATE app_user SET status = 'disabled' WHERE id = $1`, [userId]);
    expect(await waitUntilRefused()).toBe('401 -201');
  });

  it('takes effect within two seconds: the user is no longer an agent’s', async () => {
    await app.running.parts.store.query('gateway', `UPDATE app_user SET role = 'issuing' WHERE id = $1`, [userId]);
    expect(await waitUntilRefused()).toBe('403 -203');
  });

  it('takes effect within two seconds: an administrator disables the key', async () => {
    await key(`status = 'disabled'`);
    expect(await waitUntilRefused()).toBe('403 API_KEY_DISABLED');
  });

  it('takes effect within two seconds: the service is removed', async () => {
    await key(`services = '{auth-api}'`);
    expect(await waitUntilRefused()).toBe('403 API_KEY_UNAUTHORIZED');
  });

  it('takes effect within two seconds: the address is another one', async () => {
    await key(`ip_addresses = '{192.0.2.1}'`);
    expect(await waitUntilRefused()).toBe('403 API_KEY_UNAUTHORIZED');
  });

  it('takes effect within two seconds: the delegation is withdrawn', async () => {
    const { store, users } = app.running.parts;
    page = { ...page, client: page.client.with({ 'X-Agent-Code': DELEGATE }) };
    expectStatus(200, await page.client.get(`/dev${LIST}`));
    await store.transaction('gateway', (tx) => users.setDelegates(tx, userId, []));
    expect(await waitUntilRefused()).toBe('403 -202');
  });
});
