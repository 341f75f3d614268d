import { jest } from '@jest/globals';
import { toPasswordHolder, toPlace } from '../../src/backoffice/access/accounts/sign-in-backoff.service.js';
import { ROLES } from '../../src/identity/user.service.js';
import { hashPassword } from '../../src/backoffice/access/accounts/passwords.js';
import { DomainError } from '../../src/common/domain-error.js';
import { ErrorCode } from '../../src/common/error-codes.js';
import { Store } from '../../src/store/store.js';
import { startApp, type RunningApp } from '../support/app.js';
import type { HttpResponse, Client } from '../support/client.js';
import { hashQuickly } from '../support/quick-hash.js';
import { countHashes } from '../support/quick-scrypt.mjs';
import { ManualClock } from '../support/manual-clock.js';
import { createStaff } from '../support/staff-client.js';
import { TableFingerprints } from '../support/table-fingerprints.js';

const SESSIONS = '/backoffice-api/sessions';
const CURRENT = '/backoffice-api/sessions/current';
const PASSWORD = 'four wooden horses sang';

// Password checks are slow by design.
jest.setTimeout(60_000);

const clock = new ManualClock('2026-11-20T08:00:00Z');
let running: RunningApp;
let store: Store;

beforeAll(async () => {
  running = await startApp({ clock });
  store = running.parts.store;
  const users = running.parts.users;
  const hash = await hashPassword(PASSWORD);
  await store.transaction('gateway', async (tx) => {
    for (const role of ROLES) {
      const agentCode = role === 'agent' ? '10001' : null;
      const id = await users.create(tx, { email: `${role}@insurer.example`, name: role, role, agentCode, delegates: [] });
      await users.setPassword(tx, id, role === 'issuing' ? hash : hashQuickly(PASSWORD));
    }
    await users.create(tx, { email: 'invited@insurer.example', name: 'No password yet', role: 'admin', agentCode: null, delegates: [] });
    const off = await users.create(tx, { email: 'off@insurer.example', name: 'Disabled', role: 'admin', agentCode: null, delegates: [] });
    await users.setPassword(tx, off, hash);
    await users.setStatus(tx, off, 'disabled');
  });
});
afterAll(() => running.stop());

function from(address: string): Client {
  return running.client.with({ 'X-Forwarded-For': address });
}

function signIn(client: Client, email: string, password = PASSWORD): Promise<HttpResponse> {
  return client.post(SESSIONS, { email, password });
}

function advanceSeconds(seconds: number): void {
  clock.set(new Date(clock.now().getTime() + seconds * 1000));
}

describe('POST /sessions', () => {
  it.each(ROLES)('creates a session for %s, the same in both environments', async (role) => {
    const response = await signIn(from('198.51.100.1'), `${role.toUpperCase()}@insurer.example`);
    expect(response.status).toBe(201);
    const session = response.json<{ token: string; expiresAt: string }>();
    expect(session).toEqual({ token: expect.stringMatching(/^[A-Za-z0-9]{40}$/) as string, role, expiresAt: '2026-11-20T16:00:00.000Z' });
    expect(response.headers).toMatchObject({
      'x-token-expires-in': '28800',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
    const client = running.client.withToken(session.token);
    expect((await client.delete(`/dev${CURRENT}`)).status).toBe(204);
    expect((await client.delete(CURRENT)).status).toBe(401);
  });

  it.each([
    ['a wrong password', 'admin@insurer.example', 'not the password'],
    ['an unknown account', 'nobody@insurer.example', PASSWORD],
    ['a disabled account', 'off@insurer.example', PASSWORD],
    ['an account without a password', 'invited@insurer.example', PASSWORD],
  ])('refuses %s with the same response', async (_, email, password) => {
    const response = await signIn(from('198.51.100.2'), email, password);
    expect(response.status).toBe(401);
    expect(response.json()).toEqual({ status: 'ERROR', error: '-201', message: 'Η ταυτοποίηση απέτυχε.' });
    expect(response.headers['x-error']).toBeUndefined();
    expect(response.headers['www-authenticate']).toBe('Bearer');
    expect(response.headers['x-token-expires-in']).toBe('0');
  });

  it('hashes the password also for accounts that do not exist, so that the response takes equally long', async () => {
    const client = from('198.51.100.3');
    for (const email of ['issuing@insurer.example', 'nobody1@insurer.example', 'invited@insurer.example', 'off@insurer.example']) {
      const before = countHashes();
      expect((await signIn(client, email, 'not the password')).status).toBe(401);
      expect([email, countHashes() - before]).toEqual([email, 1]);
    }
  });

  it.each([
    [
      {},
      [
        ['email', '-101'],
        ['password', '-101'],
      ],
    ],
    [
      { email: 7, password: [] },
      [
        ['email', '-102'],
        ['password', '-102'],
      ],
    ],
    [
      { email: ' ', password: '' },
      [
        ['email', '-101'],
        ['password', '-101'],
      ],
    ],
    [{ email: 'a'.repeat(301), password: 'x' }, [['email', '-102']]],
  ])('reports every violation of %j', async (body, violations) => {
    const response = await from('198.51.100.4').post(SESSIONS, body);
    expect(response.status).toBe(400);
    const details = response.json<{ details: { path: string; code: string }[] }>().details;
    expect(details.map(({ path, code }) => [path, code])).toEqual(violations);
  });

  it('requires HTTPS, exact paths and JSON', async () => {
    expect((await running.plain.post(SESSIONS, {})).json()).toMatchObject({ error: { code: 'HTTPS_REQUIRED' } });
    expect((await running.client.post(`${SESSIONS}/`, {})).json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect((await running.client.put(SESSIONS, {})).status).toBe(404);
    const text = await from('198.51.100.5').call('POST', SESSIONS, { body: 'email=x', headers: { 'Content-Type': 'text/plain' } });
    expect([text.status, text.json()['error']]).toEqual([415, '-107']);
    const broken = await from('198.51.100.5').call('POST', SESSIONS, { body: '{', headers: { 'Content-Type': 'application/json' } });
    expect([broken.status, broken.json()['error']]).toEqual([400, '-100']);
  });
});

describe('the back-off after failed sign-ins', () => {
  const EMAIL = 'underwriter@insurer.example';

  async function fail(client: Client, times: number): Promise<HttpResponse> {
    let response = await signIn(client, EMAIL, 'wrong');
    for (let done = 1; done < times; done += 1) response = await signIn(client, EMAIL, 'wrong');
    return response;
  }

  it('allows five tries, then doubles the wait, and never checks a password that comes too early', async () => {
    const client = from('203.0.113.1');
    expect((await fail(client, 5)).status).toBe(401);
    for (const seconds of [1, 2, 4, 8]) {
      const early = await signIn(client, EMAIL);
      expect([early.status, early.headers['retry-after']]).toEqual([429, String(seconds)]);
      expect(early.json()).toMatchObject({ error: { code: 'OVER_RATE_LIMIT' } });
      advanceSeconds(seconds - 0.001);
      expect((await signIn(client, EMAIL)).headers['retry-after']).toBe('1');
      advanceSeconds(0.001);
      expect((await signIn(client, EMAIL, 'wrong')).status).toBe(401);
    }
    advanceSeconds(16);
    expect((await signIn(client, EMAIL)).status).toBe(201);
    expect((await fail(client, 1)).status).toBe(401);
    expect((await signIn(client, EMAIL)).status).toBe(201);
  });

  it('cannot lock out the owner, who signs in from another address', async () => {
    const stranger = from('203.0.113.2');
    await fail(stranger, 6);
    expect((await signIn(stranger, EMAIL)).status).toBe(429);
    expect((await signIn(from('203.0.113.3'), EMAIL)).status).toBe(201);
    expect((await signIn(stranger, 'issuing@insurer.example')).status).toBe(201);
    expect((await signIn(stranger, EMAIL)).status).toBe(429);
  });

  it('treats a /64 network as one caller', async () => {
    await fail(from('2001:db8:1:2::1'), 6);
    expect((await signIn(from('2001:db8:1:2:ffff::9'), EMAIL)).status).toBe(429);
    expect((await signIn(from('2001:db8:1:3::1'), EMAIL)).status).toBe(201);
  });

  it('applies to accounts that do not exist as well, in any capitals', async () => {
    const client = from('203.0.113.4');
    const responses: number[] = [];
    for (let round = 0; round < 6; round += 1)
      responses.push((await signIn(client, round % 2 ? 'GHOST@x.example' : 'ghost@x.example')).status);
    expect(responses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('counts guesses that are sent at once', async () => {
    const client = from('203.0.113.5');
    const responses = await Promise.all(Array.from({ length: 12 }, () => signIn(client, EMAIL, 'wrong')));
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  it('ends after a day', async () => {
    const client = from('203.0.113.6');
    await fail(client, 6);
    advanceSeconds(24 * 3600);
    expect((await fail(client, 5)).status).toBe(401);
  });

  it('stores only a digest of the typed account name', async () => {
    const rows = await store.query<{ row: string }>('gateway', 'SELECT a::text AS row FROM sign_in_attempt a');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes('@'))).toEqual([]);
  });

  it('limits one address on keyless routes, for any accounts', async () => {
    const client = from('203.0.113.7');
    const statuses: number[] = [];
    for (let round = 0; round < 61; round += 1) statuses.push((await client.post(SESSIONS, {})).status);
    expect(statuses.slice(0, 60).every((status) => status === 400)).toBe(true);
    expect(statuses[60]).toBe(429);
    const refused = await client.post(SESSIONS, 'not even JSON');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5']);
    expect((await from('203.0.113.8').post(SESSIONS, {})).status).toBe(400);
    advanceSeconds(5);
    expect((await client.post(SESSIONS, {})).status).toBe(400);
  });
});

describe('sign-ins while strangers keep the password check busy', () => {
  const EMAIL = 'underwriter@insurer.example';

  /** Starts sixty pieces of work of one address; two run at a time until they are ended. */
  function strangers() {
    const { passwords } = running.parts.bulkheads;
    const ends: (() => void)[] = [];
    const all = Array.from({ length: 60 }, () =>
      passwords.run(toPasswordHolder(toPlace('203.0.113.20', null)), () => new Promise<void>((resolve) => ends.push(resolve))),
    );
    // The last ones may have timed out.
    const settled = Promise.allSettled(all);
    const leave = async (): Promise<void> => {
      let hasLeft = false;
      void settled.then(() => (hasLeft = true));
      while (!hasLeft) {
        ends.splice(0).forEach((end) => end());
        await new Promise(setImmediate);
      }
    };
    return { ends, leave };
  }

  it('serve a caller from another address next', async () => {
    const { ends, leave } = strangers();
    const waits = jest.spyOn(running.parts.bulkheads.passwords, 'run');
    try {
      const [first] = ends;
      const response = signIn(from('203.0.113.21'), EMAIL);
      while (waits.mock.calls.length === 0) await new Promise(setImmediate);
      first?.();
      expect((await response).status).toBe(201);
      // The released place is available again.
      expect(ends).toHaveLength(3);
    } finally {
      waits.mockRestore();
      await leave();
    }
  });

  it('refuse a caller after five seconds without a turn, and do not count it as a try', async () => {
    const { client } = await createStaff(running, 'admin');
    const tables = await TableFingerprints.open(running.database.url, ['gateway']);
    const { leave } = strangers();
    try {
      const before = await tables.read();
      const owner = from('203.0.113.22');
      const responses = await Promise.all([signIn(owner, EMAIL), signIn(owner, EMAIL, 'wrong')]);
      for (const response of responses) {
        expect([response.status, response.json()['error']]).toEqual([503, '-2']);
        expect(response.json()['details']).toBeUndefined();
      }
      expect(await tables.read()).toEqual(before);
      // A signed-in user does not wait behind strangers.
      const change = { old: 'not the password', new: 'seven silver kites fell' };
      const changed = await client.with({ 'X-Forwarded-For': '203.0.113.23' }).put('/backoffice-api/passwords/mine', change);
      expect([changed.status, changed.json()['error']]).toEqual([400, '-102']);
    } finally {
      await leave();
      await tables.close();
    }
    expect((await signIn(from('203.0.113.22'), EMAIL)).status).toBe(201);
  });
});

describe('a session of the back office', () => {
  it('is required before anything of the call is read', async () => {
    const body = { body: '{', headers: { 'Content-Type': 'text/plain' } };
    for (const client of [running.client, running.client.withToken('x'), running.client.withToken('A'.repeat(40))]) {
      const response = await client.call('PUT', '/backoffice-api/passwords/mine', body);
      expect([response.status, response.json()['error'], response.headers['x-error']]).toEqual([401, '-201', undefined]);
    }
    const withBasic = running.client.with({ Authorization: 'Basic QWRtaW46eA==' });
    expect((await withBasic.get('/backoffice-api/audit')).status).toBe(401);
  });

  it('expires after eight hours, is reported as expired for a day, and returns its lifetime', async () => {
    const { client } = await createStaff(running, 'admin');
    advanceSeconds(8 * 3600 - 1);
    const last = await client.get('/backoffice-api/audit');
    expect([last.status, last.headers['x-token-expires-in']]).toEqual([200, '1']);
    advanceSeconds(1);
    const late = await client.get('/backoffice-api/audit');
    expect([late.status, late.json()['error'], late.headers['x-error']]).toEqual([401, '-204', 'Token Expired']);
    advanceSeconds(24 * 3600);
    expect((await client.get('/backoffice-api/audit')).json()['error']).toBe('-201');
  });

  it('is neither accepted nor refused while the database is gone: 503', async () => {
    const { client } = await createStaff(running, 'admin');
    const gone = jest.spyOn(store, 'query').mockRejectedValue(new DomainError(ErrorCode.UNAVAILABLE));
    try {
      for (const response of [await client.get('/backoffice-api/audit'), await signIn(from('198.51.100.9'), 'admin@insurer.example')])
        expect([response.status, response.json()['error']]).toEqual([503, '-2']);
    } finally {
      gone.mockRestore();
    }
    expect((await client.get('/backoffice-api/audit')).status).toBe(200);
  });

  it('ends with the user, and gets the user’s new role at once', async () => {
    const { client, userId } = await createStaff(running, 'admin');
    expect((await client.get('/backoffice-api/audit')).status).toBe(200);
    await store.query('gateway', `UPDATE app_user SET role = 'issuing' WHERE id = $1`, [userId]);
    const refused = await client.get('/backoffice-api/audit');
    expect([refused.status, refused.json()['error']]).toEqual([403, '-203']);
    await store.query('gateway', `UPDATE app_user SET status = 'disabled' WHERE id = $1`, [userId]);
    expect((await client.get('/backoffice-api/audit')).status).toBe(401);
  });

  it('neither needs nor counts an API key, and is no bearer token of the services', async () => {
    const { client } = await createStaff(running, 'admin');
    const response = await client.withKey('Z'.repeat(40)).get('/backoffice-api/audit');
    expect([response.status, response.headers['x-ratelimit-remaining']]).toEqual([200, undefined]);
    expect((await client.get('/fire-api/rsc/applications')).json()).toMatchObject({ error: { code: 'API_KEY_MISSING' } });
  });

  it('is one of at most twenty per user: the oldest end', async () => {
    const { userId, token } = await createStaff(running, 'agent');
    const tokens = [token];
    const sessions = running.parts.sessions;
    await store.transaction('gateway', async (tx) => {
      while (tokens.length <= 20) tokens.push((await sessions.open(tx, userId)).token);
    });
    const statuses = await Promise.all(
      [0, 1, 20].map(async (index) => (await running.client.withToken(tokens[index] ?? '').delete(CURRENT)).status),
    );
    expect(statuses).toEqual([401, 204, 204]);
  });
});
