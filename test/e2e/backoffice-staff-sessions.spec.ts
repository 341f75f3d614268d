import { startApp, type RunningApp } from '../support/app.js';
import type { Client, HttpResponse } from '../support/client.js';
import { openCookieSession } from '../support/cookie-session.js';
import { eventually } from '../support/eventually.js';
import { ManualClock } from '../support/manual-clock.js';
import { hashQuickly } from '../support/quick-hash.js';
import { createStaff, type StaffAccess } from '../support/staff-client.js';
import { TableFingerprints } from '../support/table-fingerprints.js';

const SESSIONS = '/backoffice-api/sessions';
const PASSWORD = 'four wooden horses sang';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';

interface Item {
  readonly id: number;
  readonly isCurrent: boolean;
}

const clock = new ManualClock('2026-11-20T08:00:00Z');
let running: RunningApp;
/** Another node, which shares only the database. */
let otherNode: RunningApp;
let tables: TableFingerprints;
let admin: StaffAccess;

beforeAll(async () => {
  running = await startApp({ clock });
  otherNode = await startApp({ clock, database: running.database });
  tables = await TableFingerprints.open(running.database.url, ['gateway']);
  admin = await createStaff(running, 'admin');
});
afterAll(async () => {
  await tables.close();
  await otherNode.stop();
  await running.stop();
});

/** Signs a user in by the page, from a separate address. */
async function signIn(user: StaffAccess, address: string): Promise<Client> {
  const { store, users } = running.parts;
  await store.transaction('gateway', (tx) => users.setPassword(tx, user.userId, hashQuickly(PASSWORD)));
  const from = { 'X-Forwarded-For': address, 'X-Session': 'cookie', 'User-Agent': FIREFOX };
  const response = await running.client.with(from).post(SESSIONS, { email: user.email, password: PASSWORD });
  expect(response.status).toBe(201);
  const cookie = response.headers['set-cookie']![0]!.split(';')[0]!;
  return running.client.with({ Cookie: cookie, 'X-CSRF-Token': response.json<{ csrfToken: string }>().csrfToken });
}

async function listItems(client: Client, path = SESSIONS): Promise<Item[]> {
  const response = await client.get(path);
  expect(response.status).toBe(200);
  return response.json<{ items: Item[] }>().items;
}

async function findStatus(client: Client): Promise<number> {
  return (await client.get(`${SESSIONS}/current`)).status;
}

async function expectRefused(call: () => Promise<HttpResponse>, status: number, error: string): Promise<void> {
  const before = await tables.read();
  const response = await call();
  expect([response.status, response.json()['error']]).toEqual([status, error]);
  expect(await tables.read()).toEqual(before);
}

function readAudit(subjectId: number): Promise<object[]> {
  return running.parts.store.query(
    'gateway',
    `SELECT actor, role, details FROM audit_entry WHERE subject_type = 'session' AND action = 'close' AND subject_id = $1`,
    [String(subjectId)],
  );
}

describe('the list of sessions', () => {
  it('shows the owner since when, from where and how each was opened, and which is that of the call', async () => {
    const user = await createStaff(running, 'issuing');
    const client = await signIn(user, '192.0.2.10');
    expect(await listItems(client)).toEqual([
      {
        id: expect.any(Number) as number,
        isCurrent: true,
        method: 'password',
        kind: 'cookie',
        address: '192.0.2.10',
        userAgent: 'Firefox 132, Windows',
        openedAt: '2026-11-20T08:00:00.000Z',
        lastUsedAt: '2026-11-20T08:00:00.000Z',
        expiresAt: '2026-11-20T16:00:00.000Z',
      },
      {
        id: expect.any(Number) as number,
        isCurrent: false,
        method: 'password',
        kind: 'bearer',
        address: null,
        userAgent: null,
        openedAt: '2026-11-20T08:00:00.000Z',
        lastUsedAt: null,
        expiresAt: '2026-11-20T16:00:00.000Z',
      },
    ]);
  });

  it('shows an administrator those of a user, and to nobody an idle one', async () => {
    const user = await createStaff(running, 'underwriter');
    await signIn(user, '192.0.2.11');
    const path = `/backoffice-api/users/${user.userId}/sessions`;
    expect((await listItems(admin.client, path)).map(({ isCurrent }) => isCurrent)).toEqual([false, false]);
    const start = clock.now();
    clock.set(new Date(start.getTime() + 30 * 60_000));
    expect(await listItems(admin.client, path)).toHaveLength(1);
    clock.set(start);
    await expectRefused(() => user.client.get(path), 403, '-203');
  });
});

describe('ending sessions', () => {
  it('ends one of the own sessions and keeps that of the call', async () => {
    const user = await createStaff(running, 'issuing');
    const client = await signIn(user, '192.0.2.12');
    const [, bearer] = await listItems(client);
    expect((await client.delete(`${SESSIONS}/${bearer!.id}`)).status).toBe(204);
    expect([await findStatus(user.client), await findStatus(client)]).toEqual([401, 200]);
    expect(await readAudit(bearer!.id)).toEqual([{ actor: user.email, role: 'issuing', details: { userId: user.userId } }]);
    await expectRefused(() => client.delete(`${SESSIONS}/${bearer!.id}`), 400, '-304');
  });

  it('does not end a session of another user', async () => {
    const [user, other] = [await createStaff(running, 'issuing'), await createStaff(running, 'issuing')];
    const [theirs] = await listItems(other.client);
    await expectRefused(() => user.client.delete(`${SESSIONS}/${theirs!.id}`), 400, '-304');
    await expectRefused(() => admin.client.delete(`/backoffice-api/users/${user.userId}/sessions/${theirs!.id}`), 400, '-304');
    await expectRefused(() => user.client.delete(`/backoffice-api/users/${other.userId}/sessions`), 403, '-203');
    expect(await findStatus(other.client)).toBe(200);
  });

  it('ends all others of the own sessions', async () => {
    const user = await createStaff(running, 'issuing');
    const client = await signIn(user, '192.0.2.13');
    expect((await client.delete(`${SESSIONS}/others`)).status).toBe(204);
    expect([await findStatus(user.client), await findStatus(client)]).toEqual([401, 200]);
  });

  it('lets an administrator end one session of a user, or all', async () => {
    const user = await createStaff(running, 'issuing');
    const client = await signIn(user, '192.0.2.14');
    const path = `/backoffice-api/users/${user.userId}/sessions`;
    const [cookie] = await listItems(admin.client, path);
    expect((await admin.client.delete(`${path}/${cookie!.id}`)).status).toBe(204);
    expect([await findStatus(client), await findStatus(user.client)]).toEqual([401, 200]);
    expect(await readAudit(cookie!.id)).toEqual([{ actor: admin.email, role: 'admin', details: { userId: user.userId } }]);
    expect((await admin.client.delete(path)).status).toBe(204);
    expect(await findStatus(user.client)).toBe(401);
  });

  it('keeps the session of an administrator who ends all of the own user', async () => {
    const own = await createStaff(running, 'admin');
    const cookie = await openCookieSession(running, own);
    expect((await own.client.delete(`/backoffice-api/users/${own.userId}/sessions`)).status).toBe(204);
    expect([await findStatus(cookie.bare), await findStatus(own.client)]).toEqual([401, 200]);
  });

  it('takes effect on every node, also for the services', async () => {
    const agent = await createStaff(running, 'agent');
    const session = await openCookieSession(running, agent);
    const onOtherNode = otherNode.client.with({ Cookie: `__Host-session=${session.token}`, 'X-CSRF-Token': session.csrfToken });
    const read = async (): Promise<number> => (await onOtherNode.get('/dev/auth-api/resources/usage')).status;
    expect(await read()).not.toBe(401);
    expect((await admin.client.delete(`/backoffice-api/users/${agent.userId}/sessions`)).status).toBe(204);
    expect(await findStatus(onOtherNode)).toBe(401);
    await eventually('the other node refuses the session', async () => (await read()) === 401, 2_000);
  });
});

it('deletes address and browser with the session', async () => {
  const user = await createStaff(running, 'issuing');
  await signIn(user, '192.0.2.99');
  const count = async (): Promise<unknown> =>
    (await running.parts.store.query<{ n: number }>('gateway', `SELECT count(*) AS n FROM staff_session WHERE address = '192.0.2.99'`))[0]
      ?.n;
  expect(await count()).toBe(1);
  await running.parts.backofficeCleanup.deleteExpired(new Date(clock.now().getTime() + 33 * 3_600_000));
  expect(await count()).toBe(0);
});
