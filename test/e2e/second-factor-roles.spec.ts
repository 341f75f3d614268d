import { runAdmin } from '../../src/backoffice/access/accounts/admin-cli.js';
import { type Role } from '../../src/identity/user.service.js';
import { BACKOFFICE_ROUTES } from '../contract/tables/backoffice-routes.js';
import type { Client, HttpResponse } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { openCookieSession } from '../support/cookie-session.js';
import { expectStatus, FireApp } from '../support/fire-app.js';
import {
  beginSignIn,
  calculateCode,
  completeSignIn,
  createPasswordUser,
  FACTOR_PASSWORD,
  FACTORS,
  fromNewAddress,
  sendPassword,
  SESSIONS,
  setUpTotp,
  type TotpUser,
} from '../support/factors.js';
import { listOperations, readDocument } from '../support/described/document.js';
import { readOutbox } from '../support/outbox.js';
import { createStaff } from '../support/staff-client.js';
import { TableFingerprints } from '../support/table-fingerprints.js';

const SETTINGS = '/backoffice-api/settings/sign-in';
const ROLE: Role = 'issuing';
/** Routes of a session that lacks a factor. Anything else is refused. */
const FOR_SETUP: readonly string[] = [
  'GET sessions/current',
  'DELETE sessions/current',
  'DELETE sessions',
  'GET factors',
  'POST factors/totp',
  'POST factors/totp/confirmation',
  'POST factors/passkeys',
  'POST factors/passkeys/confirmation',
];

let app: FireApp;
let tables: TableFingerprints;
let admin: Client;
let otherAdmin: Client;

beforeAll(async () => {
  app = await FireApp.start();
  admin = (await createStaff(app.running, 'admin')).client;
  otherAdmin = (await createStaff(app.running, 'admin')).client;
  tables = await TableFingerprints.open(app.running.database.url, ['gateway', 'production', 'sandbox']);
});
afterEach(() => require([]));
afterAll(async () => {
  await tables.close();
  await app.stop();
});

const now = (): Date => app.clock.now();

async function require(secondFactorRoles: readonly Role[]): Promise<void> {
  expectStatus(200, await admin.put(SETTINGS, { secondFactorRoles }));
}

async function createTotpUser(role: Role = ROLE): Promise<TotpUser> {
  return setUpTotp(await createPasswordUser(app.running, role), now);
}

const errorOf = (response: HttpResponse): unknown => [response.status, response.json()['error']];

describe('a role that must have a second factor', () => {
  it('is named by administrators only, in one setting for both environments, and nobody by default', async () => {
    expect((await admin.get(SETTINGS)).json()).toEqual({ secondFactorRoles: [] });
    const { client } = await createStaff(app.running, 'issuing');
    const before = await tables.read();
    expect(errorOf(await client.put(SETTINGS, { secondFactorRoles: ['admin'] }))).toEqual([403, '-203']);
    expect(await tables.read()).toEqual(before);
    await require(['agent', ROLE]);
    expect((await admin.get(`/dev${SETTINGS}`)).json()).toEqual({ secondFactorRoles: [ROLE, 'agent'] });
    const [entry] = await app.running.parts.store.query<{ details: unknown }>(
      'gateway',
      `SELECT details FROM audit_entry WHERE subject_type = 'settings' AND subject_id = 'sign-in' ORDER BY id LIMIT 1`,
    );
    expect(entry?.details).toEqual({ changes: { secondFactorRoles: [[], [ROLE, 'agent']] } });
  });

  it('gets a session that can do nothing but set up a factor, on any route of the back office and in both environments', async () => {
    await require([ROLE]);
    const { email } = await createPasswordUser(app.running);
    const { token } = expectStatus(201, await sendPassword(fromNewAddress(app.running), email)).json<{ token: string }>();
    const client = app.running.client.withToken(token);
    const before = await tables.read();
    for (const root of ['', '/dev'])
      for (const [method, path] of BACKOFFICE_ROUTES) {
        const name = `${method} ${path}`;
        if (FOR_SETUP.includes(name)) continue;
        const response = await client.call(method, `${root}/backoffice-api/${path}`, { json: {} });
        expect([name, ...(errorOf(response) as unknown[])]).toEqual([name, 403, '-206']);
      }
    expect(await tables.read()).toEqual(before);
    expect((await client.get(`${SESSIONS}/current`)).json()).toMatchObject({ lacksSecondFactor: true });
    expect((await client.get(FACTORS)).json()).toMatchObject({ isRequired: true, totp: null });
    expect((await client.delete(`${SESSIONS}/current`)).status).toBe(204);
  });

  it('loses the services of its console, at once and in open sessions', async () => {
    const { client } = await openCookieSession(app.running, 'agent');
    expect((await client.get('/dev/fire-api/rsc/applications')).status).toBe(200);
    await require(['agent']);
    await eventually('the console is refused', async () => (await client.get('/dev/fire-api/rsc/applications')).status === 403);
    const operations = listOperations(readDocument()).filter(({ name }) =>
      / \/(fire|mtr|docs|collection|parties|events|reports)-api\//.test(name),
    );
    expect(operations.length).toBeGreaterThan(50);
    const before = await tables.read();
    for (const { name } of operations) {
      const [method = '', path = ''] = name.split(' ');
      const response = await client.call(method, `/dev${path.replaceAll(/\{\w+\}/g, '1')}`, method === 'GET' ? {} : { json: {} });
      expect([name, ...(errorOf(response) as unknown[])]).toEqual([name, 403, '-206']);
    }
    expect(await tables.read()).toEqual(before);
  });

  it('is free again once the factor is set up, in the same session', async () => {
    await require([ROLE]);
    const user = await createPasswordUser(app.running);
    expect(errorOf(await user.client.get('/backoffice-api/suspense'))).toEqual([403, '-206']);
    const { secret } = await setUpTotp(user, now);
    expect((await user.client.get('/backoffice-api/suspense')).status).toBe(200);
    expect(errorOf(await user.client.post(`${FACTORS}/totp/removal`, { password: FACTOR_PASSWORD }))).toEqual([400, '-400']);
    app.clock.set(now().getTime() + 60_000);
    const visitor = fromNewAddress(app.running);
    const done = await completeSignIn(visitor, await beginSignIn(visitor, user.email), { code: calculateCode(secret, now()) });
    const { token } = expectStatus(201, done).json<{ token: string }>();
    expect((await app.running.client.withToken(token).get('/backoffice-api/suspense')).status).toBe(200);
  });

  it('does not concern a session whose identity provider answers for it', async () => {
    await require([ROLE]);
    const { userId } = await createStaff(app.running, ROLE);
    const { store, sessions } = app.running.parts;
    const { token } = await store.transaction('gateway', (tx) =>
      sessions.open(tx, userId, 'bearer', { address: null, userAgent: null, method: 'oidc' }),
    );
    expect((await app.running.client.withToken(token).get('/backoffice-api/suspense')).status).toBe(200);
  });
});

describe('the reset of a user’s factors', () => {
  const request = async (userId: number, by = admin): Promise<HttpResponse> =>
    by.post(`/backoffice-api/users/${userId}/factors/reset`, undefined);
  const approve = (id: number, by: Client): Promise<HttpResponse> => by.put(`/backoffice-api/pending-actions/${id}/approve`, undefined);

  it.each(['', '/dev'])('is requested by one administrator and confirmed by another (%s)', async (root) => {
    const { userId, email, client } = await createTotpUser();
    expect((await admin.get(`/backoffice-api/users/${userId}/factors`)).json()).toEqual({
      hasTotp: true,
      passkeys: 0,
      recoveryCodesLeft: 10,
    });
    const asked = expectStatus(202, await admin.post(`${root}/backoffice-api/users/${userId}/factors/reset`, undefined));
    const { id } = asked.json<{ id: number }>();
    expect(asked.json()).toMatchObject({ kind: 'FACTOR_RESET', state: 'PENDING', isOwn: true, request: { userId } });
    expect(asked.headers['location']).toMatch(new RegExp(`${root}/backoffice-api/pending-actions/${id}$`));
    const before = await tables.read();
    expect(errorOf(await admin.put(`${root}/backoffice-api/pending-actions/${id}/approve`, undefined))).toEqual([403, '-203']);
    expect(errorOf(await client.put(`${root}/backoffice-api/pending-actions/${id}/approve`, undefined))).toEqual([400, '-304']);
    expect(await tables.read()).toEqual(before);
    expect((await client.get(FACTORS)).json()).toMatchObject({ recoveryCodesLeft: 10 });

    expectStatus(200, await otherAdmin.put(`${root}/backoffice-api/pending-actions/${id}/approve`, undefined));
    expect(errorOf(await client.get(FACTORS))).toEqual([401, '-201']);
    expectStatus(201, await sendPassword(fromNewAddress(app.running), email));
    expect((await admin.get(`/backoffice-api/users/${userId}/factors`)).json()).toEqual({
      hasTotp: false,
      passkeys: 0,
      recoveryCodesLeft: 0,
    });
    const mails = (await readOutbox(app.running.database.config.dataDir)).filter(({ to }) => to === email);
    expect(mails.at(-1)?.text).toContain('removed the second factor and the recovery codes');
    const audit = await app.running.parts.store.query<{ action: string; subject_type: string }>(
      'gateway',
      `SELECT action, subject_type FROM audit_entry WHERE (subject_type = 'second_factor' AND subject_id = $1 AND action = 'delete')
         OR (subject_type = 'pending_action' AND subject_id = $2 AND environment = $3) ORDER BY id`,
      [String(userId), String(id), root === '' ? 'production' : 'sandbox'],
    );
    expect(audit).toEqual([
      { action: 'create', subject_type: 'pending_action' },
      { action: 'delete', subject_type: 'second_factor' },
      { action: 'approve', subject_type: 'pending_action' },
    ]);
  });

  it('is refused for a user without a factor, also when it was removed meanwhile, and for an unknown one', async () => {
    const { userId } = await createPasswordUser(app.running);
    const before = await tables.read();
    expect(errorOf(await request(userId))).toEqual([400, '-400']);
    expect(errorOf(await request(999_999))).toEqual([400, '-304']);
    expect(await tables.read()).toEqual(before);
    const user = await createTotpUser();
    const { id } = expectStatus(202, await request(user.userId)).json<{ id: number }>();
    expect((await user.client.post(`${FACTORS}/totp/removal`, { password: FACTOR_PASSWORD })).status).toBe(204);
    expect(errorOf(await approve(id, otherAdmin))).toEqual([400, '-400']);
  });

  it('removes nothing when the second administrator rejects it', async () => {
    const { userId, client } = await createTotpUser();
    const { id } = expectStatus(202, await request(userId)).json<{ id: number }>();
    expectStatus(200, await otherAdmin.put(`/backoffice-api/pending-actions/${id}/reject`, { note: 'Δεν ζητήθηκε.' }));
    expect((await client.get(FACTORS)).json()).toMatchObject({ recoveryCodesLeft: 10 });
    expect(errorOf(await approve(id, otherAdmin))).toEqual([400, '-400']);
  });
});

describe('npm run admin -- reset-factors', () => {
  it('removes the factors on the machine, records it and mails the user', async () => {
    const { email, userId } = await createTotpUser('admin');
    const { url, config } = app.running.database;
    const variables = { ...process.env };
    Object.assign(process.env, { DATABASE_URL: url, DATA_DIR: config.dataDir });
    try {
      expect(await runAdmin(['reset-factors', '--email', email.toUpperCase()])).toContain(`${email} has no second factor any more`);
      await expect(runAdmin(['reset-factors', '--email', 'nobody@insurer.example'])).rejects.toThrow('There is no user');
      await expect(runAdmin(['reset-factors', '--email', 'nobody'])).rejects.toThrow('Usage: ');
    } finally {
      process.env = variables;
    }
    expectStatus(201, await sendPassword(fromNewAddress(app.running), email));
    const entries = await app.running.parts.store.query<{ actor: string }>(
      'gateway',
      `SELECT actor FROM audit_entry WHERE subject_type = 'second_factor' AND subject_id = $1 AND action = 'delete'`,
      [String(userId)],
    );
    expect(entries).toEqual([{ actor: 'command line' }]);
    const mails = (await readOutbox(config.dataDir)).filter(({ to }) => to === email);
    expect(mails.at(-1)?.text).toContain('The administration removed the second factor');
  });
});
