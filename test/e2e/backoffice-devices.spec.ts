import { createHash } from 'node:crypto';
import { jest } from '@jest/globals';
import { Store } from '../../src/store/store.js';
import { startApp, type RunningApp } from '../support/app.js';
import type { HttpResponse } from '../support/client.js';
import { hashQuickly } from '../support/quick-hash.js';
import { ManualClock } from '../support/manual-clock.js';
import { createStaff } from '../support/staff-client.js';

const SESSIONS = '/backoffice-api/sessions';
const PASSWORD = 'four wooden horses sang';
const OTHER_PASSWORD = 'seven silver kites fell';
const DAY_SECONDS = 24 * 3600;

jest.setTimeout(60_000);

const clock = new ManualClock('2026-11-20T08:00:00Z');
let running: RunningApp;
let store: Store;
let count = 0;

beforeAll(async () => {
  running = await startApp({ clock });
  store = running.parts.store;
});
afterAll(() => running.stop());

async function createUser(): Promise<{ id: number; email: string }> {
  const email = `owner${++count}@insurer.example`;
  const users = running.parts.users;
  const id = await store.transaction('gateway', async (tx) => {
    const userId = await users.create(tx, { email, name: 'Owner', role: 'issuing', agentCode: null, delegates: [] });
    await users.setPassword(tx, userId, hashQuickly(PASSWORD));
    return userId;
  });
  return { id, email };
}

interface Try {
  readonly password?: string;
  readonly device?: string;
  readonly address?: string;
}

/** Signs in from an unused address, unless one is given. */
function signIn(email: string, { password = PASSWORD, device, address }: Try = {}): Promise<HttpResponse> {
  count += 1;
  const from = address ?? `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`;
  const headers = { 'X-Forwarded-For': from, ...(device === undefined ? {} : { 'X-Device': device }) };
  return running.client.with(headers).post(SESSIONS, { email, password });
}

async function createDevice(email: string): Promise<string> {
  const response = await signIn(email);
  expect(response.status).toBe(201);
  return String(response.headers['x-device']);
}

async function guessPasswords(email: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let done = 0; done < times; done += 1) statuses.push((await signIn(email, { password: 'wrong' })).status);
  return statuses;
}

function advanceSeconds(seconds: number): void {
  clock.set(new Date(clock.now().getTime() + seconds * 1000));
}

function listDevices(userId: number): Promise<{ id: number }[]> {
  return store.query('gateway', 'SELECT id FROM staff_device WHERE user_id = $1', [userId]);
}

describe('a known device', () => {
  it('gets an identifier and keeps it, and is unknown without it', async () => {
    const { email, id } = await createUser();
    const device = await createDevice(email);
    expect(device).toMatch(/^[A-Za-z0-9]{40}$/);
    expect((await signIn(email, { device })).headers['x-device']).toBe(device);
    for (const presented of [undefined, '', 'x', 'A'.repeat(40), device.toLowerCase()]) {
      const other = (await signIn(email, presented === undefined ? {} : { device: presented })).headers['x-device'];
      expect(other).toMatch(/^[A-Za-z0-9]{40}$/);
      expect([device, presented]).not.toContain(other);
    }
    expect(await listDevices(id)).toHaveLength(6);
    const refused = await signIn(email, { device, password: 'wrong' });
    expect([refused.status, refused.headers['x-device']]).toEqual([401, undefined]);
  });

  it('is one of at most ten: those never used again are removed first', async () => {
    const { email, id } = await createUser();
    const device = await createDevice(email);
    advanceSeconds(1);
    await signIn(email, { device });
    for (let other = 0; other < 12; other += 1) {
      advanceSeconds(1);
      await signIn(email);
    }
    expect(await listDevices(id)).toHaveLength(10);
    expect((await signIn(email, { device })).headers['x-device']).toBe(device);
  });

  it('becomes unknown after half a year, and when its user is disabled', async () => {
    const { email, id } = await createUser();
    const device = await createDevice(email);
    advanceSeconds(180 * DAY_SECONDS);
    expect((await signIn(email, { device })).headers['x-device']).not.toBe(device);
    expect(await listDevices(id)).toHaveLength(2);
    await running.parts.deleteExpired();
    expect(await listDevices(id)).toHaveLength(1);
    const admin = await createStaff(running, 'admin');
    expect((await admin.client.patch(`/backoffice-api/users/${id}`, { status: 'disabled' })).status).toBe(200);
    expect(await listDevices(id)).toEqual([]);
  });

  it('is stored only as a digest', async () => {
    const { email } = await createUser();
    const device = await createDevice(email);
    const rows = await store.query<{ row: string }>('gateway', 'SELECT d::text AS row FROM staff_device d');
    expect(rows.filter(({ row }) => row.includes(device))).toEqual([]);
    expect(rows.some(({ row }) => row.includes(createHash('sha256').update(device).digest('hex')))).toBe(true);
  });
});

describe('password guesses against one account from many addresses', () => {
  it('are slowed down after fifty, while the owner on a known device is not', async () => {
    const { email } = await createUser();
    const other = await createDevice((await createUser()).email);
    const device = await createDevice(email);
    expect(new Set(await guessPasswords(email, 50))).toEqual(new Set([401]));
    // The next attempt still counts and the one after it waits, for any caller.
    expect(await guessPasswords(email, 2)).toEqual([401, 429]);
    for (const attempt of [{}, { device: other }, { device: 'A'.repeat(40) }, { password: 'wrong' }]) {
      const braked = await signIn(email, attempt);
      expect([braked.status, braked.headers['retry-after'], braked.headers['x-device']]).toEqual([429, '1', undefined]);
      expect(braked.json()).toMatchObject({ error: { code: 'OVER_RATE_LIMIT' } });
    }
    expect((await signIn(email, { device })).status).toBe(201);
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect((await signIn(email)).headers['retry-after']).toBe(String(seconds));
      advanceSeconds(seconds);
      expect(await guessPasswords(email, 1)).toEqual([401]);
    }
    expect((await signIn(email, { device })).status).toBe(201);
    advanceSeconds(60);
    // A success returns its attempt, so the next one need not wait.
    expect((await signIn(email)).status).toBe(201);
    expect((await signIn(email)).status).toBe(201);
    advanceSeconds(DAY_SECONDS);
    expect(await guessPasswords(email, 3)).toEqual([401, 401, 401]);
  });

  it('do not slow down a known device at the same address, or other accounts', async () => {
    const { email } = await createUser();
    const device = await createDevice(email);
    const address = '192.0.2.77';
    for (let done = 0; done < 6; done += 1) await signIn(email, { address, password: 'wrong' });
    expect((await signIn(email, { address })).status).toBe(429);
    expect((await signIn(email, { address, device })).status).toBe(201);
    expect((await signIn((await createUser()).email, { address })).status).toBe(201);
  });

  it('are slowed down separately when sent from the device itself', async () => {
    const { email } = await createUser();
    const device = await createDevice(email);
    for (let done = 0; done < 5; done += 1) expect((await signIn(email, { device, password: 'wrong' })).status).toBe(401);
    const braked = await signIn(email, { device });
    expect([braked.status, braked.headers['retry-after']]).toEqual([429, '1']);
    expect((await signIn(email)).status).toBe(201);
  });

  it('reveal nothing about whether the account exists', async () => {
    const known = (await createUser()).email;
    const device = await createDevice((await createUser()).email);
    const accounts = [known, `nobody${++count}@insurer.example`, (await createUser()).email];
    await store.query('gateway', `UPDATE app_user SET status = 'disabled' WHERE email = $1`, [accounts[2]]);
    const responses: unknown[] = [];
    for (const email of accounts) {
      await store.query(
        'gateway',
        `INSERT INTO sign_in_attempt (account_hash, network, failures, last_at, next_at) VALUES ($1, '*', 50, $2, $2)`,
        [createHash('sha256').update(email).digest(), clock.now()],
      );
      const reported: unknown[] = [];
      for (const attempt of [{ password: 'wrong' }, { password: 'wrong' }, { password: 'wrong', device }]) {
        const { status, text, headers } = await signIn(email, attempt);
        reported.push([status, text, { ...headers, date: '', 'x-request-id': '', 'server-timing': '' }]);
      }
      responses.push(reported);
    }
    expect(responses[1]).toEqual(responses[0]);
    expect(responses[2]).toEqual(responses[0]);
    expect(JSON.stringify(responses[0])).toContain('OVER_RATE_LIMIT');
  });

  it('end with a new password by mail, which makes the device known and the previous ones unknown', async () => {
    const { email, id } = await createUser();
    const previous = await createDevice(email);
    await guessPasswords(email, 52);
    expect((await signIn(email)).status).toBe(429);
    const token = await store.transaction('gateway', (tx) => running.parts.oneTimeTokens.issueForUser(tx, id, 'reset'));
    const chosen = await running.client.with({ 'X-Forwarded-For': '192.0.2.78' }).post('/backoffice-api/passwords', {
      token,
      password: OTHER_PASSWORD,
    });
    expect([chosen.status, chosen.headers['x-device']]).toEqual([204, expect.stringMatching(/^[A-Za-z0-9]{40}$/)]);
    const device = String(chosen.headers['x-device']);
    await store.query('gateway', `UPDATE app_user SET password_hash = $2 WHERE id = $1`, [id, hashQuickly(OTHER_PASSWORD)]);
    expect((await guessPasswords(email, 52)).at(-1)).toBe(429);
    const again = await signIn(email, { device, password: OTHER_PASSWORD });
    expect([again.status, again.headers['x-device']]).toEqual([201, device]);
    expect((await signIn(email, { device: previous, password: OTHER_PASSWORD })).status).toBe(429);
  });

  it('are remembered for a bounded number of accounts and places, the latest ones', async () => {
    await store.query(
      'gateway',
      `INSERT INTO sign_in_attempt (account_hash, network, failures, last_at, next_at)
       SELECT sha256(n::text::bytea), '*', 1, $1::timestamptz - n * interval '1 millisecond', $1 FROM generate_series(1, 200100) n`,
      [clock.now()],
    );
    await running.parts.deleteExpired();
    const [row] = await store.query<{ count: number }>('gateway', 'SELECT count(*)::integer AS count FROM sign_in_attempt');
    expect(row?.count).toBe(200_000);
    const [first] = await store.query('gateway', `SELECT 1 FROM sign_in_attempt WHERE account_hash = sha256('1'::bytea)`);
    expect(first).toBeDefined();
  });
});
