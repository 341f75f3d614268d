import { ROLES } from '../../src/identity/user.service.js';
import { startApp, type RunningApp } from '../support/app.js';
import type { HttpResponse, Client } from '../support/client.js';
import { COOKIE, openCookieSession } from '../support/cookie-session.js';
import { hashQuickly } from '../support/quick-hash.js';
import { ManualClock } from '../support/manual-clock.js';
import { createStaff } from '../support/staff-client.js';
import { TableFingerprints } from '../support/table-fingerprints.js';

const SESSIONS = '/backoffice-api/sessions';
const CURRENT = `${SESSIONS}/current`;
const PASSWORD = 'four wooden horses sang';
const MINUTE = 60;
const SECRET = /^[A-Za-z0-9]{40}$/;

const clock = new ManualClock('2026-11-20T08:00:00Z');
let running: RunningApp;
let tables: TableFingerprints;
let host: string;
let count = 0;

beforeAll(async () => {
  running = await startApp({ clock });
  tables = await TableFingerprints.open(running.database.url, ['gateway']);
  host = `127.0.0.1:${running.ports.port}`;
});
afterAll(async () => {
  await tables.close();
  await running.stop();
});

function advanceSeconds(seconds: number): void {
  clock.set(new Date(clock.now().getTime() + seconds * 1000));
}

async function createUser(): Promise<string> {
  const email = `page${++count}@insurer.example`;
  const { store, users } = running.parts;
  await store.transaction('gateway', async (tx) => {
    const id = await users.create(tx, { email, name: 'Ελένη', role: 'agent', agentCode: '10001', delegates: ['10002'] });
    await users.setPassword(tx, id, hashQuickly(PASSWORD));
  });
  return email;
}

function signIn(email: string, headers: Record<string, string> = {}, root = ''): Promise<HttpResponse> {
  count += 1;
  const from = { 'X-Forwarded-For': `10.9.${count >> 8}.${count & 255}`, 'X-Session': 'cookie', ...headers };
  return running.client.with(from).post(`${root}${SESSIONS}`, { email, password: PASSWORD });
}

/** Parses the cookies that the response sets, by name. */
function listCookies(response: HttpResponse): Map<string, string> {
  return new Map((response.headers['set-cookie'] ?? []).map((text) => [text.slice(0, text.indexOf('=')), text]));
}

function getValue(text = ''): string {
  return text.slice(text.indexOf('=') + 1, text.indexOf(';'));
}

describe('a sign-in with X-Session: cookie', () => {
  it('stores session and device where no script can read them, and returns the token that proves a page of ours', async () => {
    const response = await signIn(await createUser(), { Origin: `https://${host}`, 'Sec-Fetch-Site': 'same-origin' });
    expect(response.status).toBe(201);
    expect(response.json()).toEqual({
      role: 'agent',
      csrfToken: expect.stringMatching(/^[\w-]{43}$/) as string,
      expiresAt: '2026-11-20T16:00:00.000Z',
      idleExpiresAt: '2026-11-20T08:30:00.000Z',
    });
    expect(response.headers['x-device']).toBeUndefined();
    expect(response.headers['access-control-allow-credentials']).toBeUndefined();
    const cookies = listCookies(response);
    expect([...cookies.keys()]).toEqual([COOKIE, '__Host-device']);
    const attributes = 'HttpOnly; Secure; SameSite=Strict; Path=/; Max-Age=';
    expect(cookies.get(COOKIE)?.replace(/=\w{40};/, '=…;')).toBe(`${COOKIE}=…; ${attributes}28800`);
    expect(cookies.get('__Host-device')?.replace(/=\w{40};/, '=…;')).toBe(`__Host-device=…; ${attributes}15552000`);
    const token = getValue(cookies.get(COOKIE));
    expect(token).toMatch(SECRET);
    expect(response.text).not.toContain(token);
  });

  it('creates its own session, whatever cookie comes with it, and recognises the device', async () => {
    const email = await createUser();
    const first = listCookies(await signIn(email));
    const planted = `${COOKIE}=${'A'.repeat(40)}; __Host-device=${getValue(first.get('__Host-device'))}`;
    const second = listCookies(await signIn(email, { Cookie: planted }));
    expect(getValue(second.get(COOKIE))).not.toBe(getValue(first.get(COOKIE)));
    expect(getValue(second.get(COOKIE))).not.toBe('A'.repeat(40));
    expect(getValue(second.get('__Host-device'))).toBe(getValue(first.get('__Host-device')));
  });

  it.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a neighbour under the same domain', { 'Sec-Fetch-Site': 'same-site' }],
    ['another origin', { Origin: 'https://evil.example' }],
    ['an origin without a name', { Origin: 'null' }],
  ])('is refused for a page of %s', async (_, headers) => {
    const response = await signIn(await createUser(), headers);
    expect([response.status, response.json()['error'], response.headers['set-cookie']]).toEqual([403, '-205', undefined]);
  });

  it('behaves like a bearer sign-in without the header or with another value', async () => {
    for (const value of ['', 'Cookie', 'bearer']) {
      const response = await signIn(await createUser(), { 'X-Session': value });
      expect(Object.keys(response.json())).toEqual(['token', 'role', 'expiresAt']);
      expect([response.headers['set-cookie'], typeof response.headers['x-device']]).toEqual([undefined, 'string']);
    }
  });
});

describe('GET /sessions/current', () => {
  it('returns the signed-in user in either environment', async () => {
    const response = await signIn(await createUser());
    const client = running.client.with({ Cookie: `${COOKIE}=${getValue(listCookies(response).get(COOKIE))}` });
    for (const root of ['', '/dev']) {
      expect((await client.get(`${root}${CURRENT}`)).json()).toEqual({
        userId: expect.any(Number) as number,
        name: 'Ελένη',
        email: `page${count - 1}@insurer.example`,
        role: 'agent',
        agentCode: '10001',
        agentName: null,
        delegates: ['10002'],
        delegateNames: ['10002'],
        sandboxOnly: false,
        lacksSecondFactor: false,
        method: 'password',
        consoleAccess: root === '' ? 'none' : 'granted',
        productionDeclineReason: null,
        expiresAt: '2026-11-20T16:00:00.000Z',
        idleExpiresAt: '2026-11-20T08:30:00.000Z',
        csrfToken: response.json()['csrfToken'],
      });
    }
  });

  it.each(ROLES)('returns nothing about a cookie to the bearer of role %s', async (role) => {
    const { client } = await createStaff(running, role);
    expect((await client.get(CURRENT)).json()).toMatchObject({ role, csrfToken: null, idleExpiresAt: null });
  });
});

describe('the session cookie alone', () => {
  it('allows reads, and reveals nothing to other sites', async () => {
    const { bare } = await openCookieSession(running, 'admin');
    const response = await bare.get('/backoffice-api/audit');
    expect([response.status, response.headers['x-token-expires-in'], response.headers['cache-control']]).toEqual([
      200,
      '28800',
      'no-store',
    ]);
  });

  /** Headers sent with the cookie of a live session that make the call anonymous. */
  const NOBODY: readonly (readonly [string, (token: string) => Record<string, string | string[]>])[] = [
    ['from another site', () => ({ 'Sec-Fetch-Site': 'cross-site' })],
    ['from a neighbour under the same domain', () => ({ 'Sec-Fetch-Site': 'same-site' })],
    ['from another origin', () => ({ Origin: 'https://evil.example' })],
    ['from our name without TLS', () => ({ Origin: `http://${host}` })],
    ['from a page without an origin', () => ({ Origin: 'null' })],
    ['twice in a header', (token) => ({ Cookie: `${COOKIE}=${token}; ${COOKIE}=${token}` })],
    ['in two headers, of which one is planted', (token) => ({ Cookie: [`${COOKIE}=${'A'.repeat(40)}`, `${COOKIE}=${token}`] })],
    ['under another name', (token) => ({ Cookie: `session=${token}` })],
    ['under a longer name', (token) => ({ Cookie: `x${COOKIE}=${token}` })],
    ['in quotes', (token) => ({ Cookie: `${COOKIE}="${token}"` })],
    ['behind ten thousand characters', (token) => ({ Cookie: `${'a'.repeat(10_000)}${COOKIE}=${token}` })],
    ['with a wrong bearer', () => ({ Authorization: `Bearer ${'B'.repeat(40)}` })],
    ['with an empty Authorization', () => ({ Authorization: '' })],
    ['with Basic', () => ({ Authorization: 'Basic QWRtaW46eA==' })],
    ['as a bearer', (token) => ({ Authorization: `Bearer ${token}`, Cookie: '' })],
  ];

  it.each(NOBODY)('is ignored %s', async (_, headersOf) => {
    const { client, token } = await openCookieSession(running, 'admin');
    const before = await tables.read();
    const attacker = client.with(headersOf(token));
    for (const response of [
      await attacker.get('/backoffice-api/audit'),
      await attacker.post('/backoffice-api/programs', { name: 'x', owner: 'y' }),
    ])
      expect([response.status, response.json()['error']]).toEqual([401, '-201']);
    expect(await tables.read()).toEqual(before);
    expect((await client.get('/backoffice-api/audit')).status).toBe(200);
  });

  it('is not accepted for a bearer session', async () => {
    const { token } = await createStaff(running, 'admin');
    const response = await running.client.with({ Cookie: `${COOKIE}=${token}` }).get(CURRENT);
    expect([response.status, response.json()['error']]).toEqual([401, '-201']);
  });

  it('is found among other cookies, and accepted when a person types the address', async () => {
    const { client, token } = await openCookieSession(running, 'admin');
    const among = client.with({ Cookie: `a=1;${COOKIE}=${token} ; b=__Host-session`, 'Sec-Fetch-Site': 'none', Origin: `https://${host}` });
    expect((await among.get(CURRENT)).status).toBe(200);
  });
});

describe('a write with the session cookie', () => {
  const WRITES: readonly (readonly [method: string, path: string])[] = [
    ['POST', '/backoffice-api/programs'],
    ['PATCH', '/backoffice-api/users/1'],
    ['PUT', '/backoffice-api/passwords/mine'],
    ['DELETE', CURRENT],
    ['DELETE', SESSIONS],
    ['POST', '/dev/backoffice-api/api-keys'],
  ];

  it.each(WRITES)('requires the token of its own session: %s %s', async (method, path) => {
    const { bare, csrfToken } = await openCookieSession(running, 'admin');
    const other = await openCookieSession(running, 'admin');
    const before = await tables.read();
    for (const presented of [null, '', 'x', csrfToken.slice(1), `${csrfToken} `.repeat(2), other.csrfToken, csrfToken.toLowerCase()]) {
      const response = await bare.with(presented === null ? {} : { 'X-CSRF-Token': presented }).call(method, path, { json: {} });
      expect([response.status, response.json()['error']]).toEqual([403, '-205']);
    }
    expect(await tables.read()).toEqual(before);
  });

  it('is carried out, once with a key, and also requires the role', async () => {
    const { client } = await openCookieSession(running, 'admin');
    const keyed = client.with({ 'Idempotency-Key': 'console-1' });
    const [first, again] = [
      await keyed.post('/backoffice-api/programs', { name: 'p', owner: 'o' }),
      await keyed.post('/backoffice-api/programs', { name: 'p', owner: 'o' }),
    ];
    expect([first.status, again.status, again.headers['idempotency-replayed'], again.text]).toEqual([201, 201, 'true', first.text]);
    const agent = await openCookieSession(running, 'agent');
    expect((await agent.client.post('/backoffice-api/programs', { name: 'p', owner: 'o' })).json()['error']).toBe('-203');
  });

  it('needs no token when a bearer is sent beside the cookie', async () => {
    const { client, token } = await createStaff(running, 'admin');
    const cookie = await openCookieSession(running, 'agent');
    const both = client.with({ Cookie: `${COOKIE}=${cookie.token}` });
    expect((await both.post('/backoffice-api/programs', { name: 'p', owner: 'o' })).status).toBe(201);
    expect((await running.client.with({ Cookie: `${COOKIE}=${token}` }).get(CURRENT)).status).toBe(401);
  });
});

describe('a preflight request', () => {
  it('allows no other origin to send session headers or cookies', async () => {
    const asked = {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-csrf-token',
      Origin: 'https://evil.example',
    };
    const response = await running.client.with(asked).call('OPTIONS', SESSIONS);
    expect(response.headers['access-control-allow-headers']).not.toMatch(/csrf|x-session|x-agent-code/i);
    expect([response.headers['access-control-allow-origin'], response.headers['access-control-allow-credentials']]).toEqual([
      '*',
      undefined,
    ]);
  });
});

describe('the end of a session', () => {
  async function stateOf(client: Client): Promise<unknown> {
    const response = await client.get(CURRENT);
    return [response.status, response.status === 200 ? undefined : response.json()['error'], response.headers['x-error']];
  }
  const LIVE = [200, undefined, undefined];
  const GONE = [401, '-201', undefined];
  const EXPIRED = [401, '-204', 'Token Expired'];

  it('happens at sign-out, for this session or for all', async () => {
    const one = await openCookieSession(running, 'issuing');
    const other = await openCookieSession(running, one);
    const bearer = await running.parts.store.transaction('gateway', (tx) => running.parts.sessions.open(tx, one.userId));
    const out = await one.client.delete(CURRENT);
    expect([out.status, out.headers['set-cookie']]).toEqual([204, [`${COOKIE}=; HttpOnly; Secure; SameSite=Strict; Path=/; Max-Age=0`]]);
    expect([await stateOf(one.client), await stateOf(other.client)]).toEqual([GONE, LIVE]);
    expect((await other.client.delete(SESSIONS)).status).toBe(204);
    expect([await stateOf(other.client), await stateOf(running.client.withToken(bearer.token))]).toEqual([GONE, GONE]);
    const rows = await running.parts.store.query(
      'gateway',
      `SELECT details FROM audit_entry WHERE actor_id = $1 AND action = 'close' ORDER BY id`,
      [one.userId],
    );
    expect(rows).toEqual([{ details: {} }, { details: { everywhere: true } }]);
  });

  it('happens when the user is disabled', async () => {
    const { client, userId } = await openCookieSession(running, 'issuing');
    await running.parts.store.query('gateway', `UPDATE app_user SET status = 'disabled' WHERE id = $1`, [userId]);
    expect(await stateOf(client)).toEqual(GONE);
  });

  it('does not happen to an idle bearer session with a known last use, because its kind is fixed at sign-in', async () => {
    const { client, userId } = await createStaff(running, 'issuing');
    await running.parts.store.query('gateway', 'UPDATE staff_session SET last_used_at = created_at WHERE user_id = $1', [userId]);
    advanceSeconds(31 * MINUTE);
    expect(await stateOf(client)).toEqual(LIVE);
  });

  it('happens after half an hour without use, and is reported as expired for a day', async () => {
    const { client, userId } = await openCookieSession(running, 'issuing');
    const lastUse = async (): Promise<string | undefined> =>
      (
        await running.parts.store.query<{ last: Date }>(
          'gateway',
          'SELECT last_used_at AS last FROM staff_session WHERE user_id = $1 AND last_used_at IS NOT NULL',
          [userId],
        )
      )[0]?.last.toISOString();
    const opened = clock.now().toISOString();
    advanceSeconds(MINUTE - 1);
    expect([await stateOf(client), await lastUse()]).toEqual([LIVE, opened]);
    advanceSeconds(30 * MINUTE - MINUTE);
    expect([await stateOf(client), await lastUse()]).toEqual([LIVE, clock.now().toISOString()]);
    advanceSeconds(30 * MINUTE);
    const before = await lastUse();
    expect(await stateOf(client)).toEqual(EXPIRED);
    expect((await client.post('/backoffice-api/payments', {})).json()['error']).toBe('-204');
    expect(await lastUse()).toBe(before);
    advanceSeconds(24 * 3600);
    expect(await stateOf(client)).toEqual(GONE);
  });

  it('happens after eight hours of any use', async () => {
    const { client } = await openCookieSession(running, 'issuing');
    for (let used = 0; used < 16; used += 1) {
      expect(await stateOf(client)).toEqual(LIVE);
      advanceSeconds(29 * MINUTE + 59);
    }
    advanceSeconds(16);
    expect(await stateOf(client)).toEqual(EXPIRED);
  });

  it('is not delayed by a write without a valid token', async () => {
    const { client } = await openCookieSession(running, 'admin');
    advanceSeconds(20 * MINUTE);
    expect((await client.with({ 'X-CSRF-Token': 'x' }).post('/backoffice-api/programs', {})).status).toBe(403);
    advanceSeconds(10 * MINUTE);
    expect(await stateOf(client)).toEqual(EXPIRED);
  });
});
