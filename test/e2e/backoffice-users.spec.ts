import { jest } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { startApp, type RunningApp } from '../support/app.js';
import type { HttpResponse, Client } from '../support/client.js';
import { type OutboxMail, readOutbox } from '../support/outbox.js';
import { hashQuickly } from '../support/quick-hash.js';
import { ManualClock } from '../support/manual-clock.js';
import { createStaff, type StaffAccess } from '../support/staff-client.js';
import { TableFingerprints } from '../support/table-fingerprints.js';

const USERS = '/backoffice-api/users';
const PASSWORDS = '/backoffice-api/passwords';
const PASSWORD = 'four wooden horses sang';
const OTHER_PASSWORD = 'seven silver kites fell';

jest.setTimeout(60_000);

const clock = new ManualClock('2026-11-20T08:00:00Z');
let running: RunningApp;
let admin: StaffAccess;
let tables: TableFingerprints;
let count = 0;

beforeAll(async () => {
  running = await startApp({ clock, config: { publicUrl: 'https://gateway.insurer.example' } });
  admin = await createStaff(running, 'admin');
  for (const [root, code] of [
    ['', '10001'],
    ['', '10002'],
    ['/dev', '20001'],
  ] as const) {
    const agent = { code, name: `Agent ${code}`, type: 'direct', creditLimit: 100 };
    expect((await admin.client.post(`${root}/backoffice-api/agents`, agent)).status).toBe(201);
  }
  tables = await TableFingerprints.open(running.database.url, ['gateway']);
});
afterAll(async () => {
  await tables.close();
  await running.stop();
});

/** Creates a client with an unused address, so that no limit by address applies. */
function createStranger(): Client {
  count += 1;
  return running.client.with({ 'X-Forwarded-For': `198.51.${count >> 8}.${count & 255}` });
}

async function mailsTo(email: string): Promise<OutboxMail[]> {
  return (await readOutbox(running.database.config.dataDir)).filter(({ to }) => to === email);
}

async function create(changes: object = {}): Promise<{ id: number; email: string; token: string }> {
  const email = `user${++count}@broker.example`;
  const response = await admin.client.post(USERS, { email, name: 'Νέος Χρήστης', role: 'agent', agentCode: '10001', ...changes });
  expect(response.status).toBe(201);
  const [mail] = await mailsTo(email);
  return { id: response.json<{ id: number }>().id, email, token: mail?.token ?? '' };
}

function signIn(email: string, password: string): Promise<HttpResponse> {
  return createStranger().post('/backoffice-api/sessions', { email, password });
}

function listViolations(response: HttpResponse): string[] {
  expect(response.status).toBe(400);
  return response.json<{ details: { path: string; code: string }[] }>().details.map(({ path, code }) => `${path} ${code}`);
}

describe('a new user', () => {
  it('gets an invitation whose link uses PUBLIC_URL, never the Host of the request, and chooses a password with it once', async () => {
    const email = `Maria${++count}@Broker.example`;
    const body = { email, name: 'Μαρία Παπαδοπούλου', role: 'agent', agentCode: '10001', delegates: ['20001', '10002', '20001'] };
    const response = await admin.client.with({ Host: 'evil.example' }).post(USERS, body);
    expect(response.status).toBe(201);
    const user = response.json<{ id: number }>();
    const address = email.toLowerCase();
    expect(user).toEqual({
      ...body,
      id: expect.any(Number) as number,
      email: address,
      delegates: ['10002', '20001'],
      status: 'active',
      hasPassword: false,
      invitation: 'SENT',
      invitationExpiresAt: '2026-11-23T08:00:00.000Z',
      sandboxOnly: false,
      createdAt: '2026-11-20T08:00:00.000Z',
      updatedAt: '2026-11-20T08:00:00.000Z',
    });
    const [mail, ...more] = await mailsTo(address);
    expect(more).toEqual([]);
    expect(mail?.link).toBe(`https://gateway.insurer.example/console/password?token=${mail?.token}`);
    expect(mail?.text).not.toContain('evil');
    expect(response.text).not.toContain(mail?.token);

    const look = await createStranger().get(`${PASSWORDS}?token=${mail?.token}`);
    expect(look.json()).toEqual({ purpose: 'invitation', expiresAt: '2026-11-23T08:00:00.000Z' });
    expect((await createStranger().post(PASSWORDS, { token: mail?.token, password: PASSWORD })).status).toBe(204);
    expect((await signIn(address, PASSWORD)).status).toBe(201);
    expect((await admin.client.get(`${USERS}/${user.id}`)).json()).toMatchObject({
      hasPassword: true,
      invitation: 'ACCEPTED',
      invitationExpiresAt: null,
    });
    expect(listViolations(await createStranger().post(PASSWORDS, { token: mail?.token, password: OTHER_PASSWORD }))).toEqual([
      'token -102',
    ]);
    expect(listViolations(await createStranger().get(`${PASSWORDS}?token=${mail?.token}`))).toEqual(['token -102']);
    expect((await signIn(address, OTHER_PASSWORD)).status).toBe(401);
  });

  it.each([
    [{}, ['email -101', 'name -101', 'role -101']],
    [{ email: 'x', name: 'n'.repeat(101), role: 'boss', delegates: [7] }, ['email -102', 'name -102', 'role -102', 'delegates[0] -102']],
    [{ email: 'a\u0000b@x.gr', name: 'A', role: 'issuing' }, ['email -102']],
    [{ email: '\ud800a@b.gr', name: 'A', role: 'issuing' }, ['email -102']],
    [{ email: 'a@b.example', name: 'A', role: 'agent' }, ['agentCode -101']],
    [{ email: 'a@b.example', name: 'A', role: 'issuing', agentCode: '10001', delegates: ['10002'] }, ['agentCode -102', 'delegates -102']],
    [
      { email: 'a@b.example', name: 'A', role: 'agent', agentCode: '99999', delegates: ['10002', '88888'] },
      ['agentCode -103', 'delegates[1] -103'],
    ],
  ])('is refused for %j with every violation at once; no mail is sent, nothing changes', async (body, violations) => {
    const [before, mails] = [await tables.read(), await readOutbox(running.database.config.dataDir)];
    expect(listViolations(await admin.client.post(USERS, body)).sort()).toEqual([...violations].sort());
    expect(await tables.read()).toEqual(before);
    expect(await readOutbox(running.database.config.dataDir)).toEqual(mails);
  });

  it('needs a unique address, regardless of capitals', async () => {
    const { email } = await create();
    const before = await tables.read();
    const response = await admin.client.post(USERS, { email: email.toUpperCase(), name: 'Twin', role: 'issuing' });
    expect(listViolations(response)).toEqual(['email -102']);
    expect(await tables.read()).toEqual(before);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('has three days to accept the invitation', async () => {
    const { token } = await create();
    const body = { token, password: PASSWORD };
    const born = clock.now();
    clock.set(new Date(born.getTime() + 72 * 3_600_000));
    expect(listViolations(await createStranger().post(PASSWORDS, body))).toEqual(['token -102']);
    clock.set(new Date(born.getTime() + 72 * 3_600_000 - 1));
    expect((await createStranger().post(PASSWORDS, body)).status).toBe(204);
    clock.set(born);
  });
});

describe('a new password', () => {
  it.each([
    ['too short', 'eleven char'],
    ['too long', 'ab'.repeat(65)],
    ['common with signs', 'P@ssword-1234!'.replace('@', 'a')],
    ['a common word twice', 'qwertyqwerty'],
    ['one character', 'aaaaaaaaaaaaaaa'],
    ['a run of digits', '123456789012'],
    ['a run of keys', 'qwertyuiopas'],
    ['Greek and common', 'κωδικός12345'],
  ])('is refused when it is %s, and the link stays valid', async (_, password) => {
    const { token } = await create();
    const before = await tables.read();
    expect(listViolations(await createStranger().post(PASSWORDS, { token, password }))).toEqual(['password -102']);
    expect(await tables.read()).toEqual(before);
    expect((await createStranger().get(`${PASSWORDS}?token=${token}`)).status).toBe(200);
  });

  it('of a megabyte is refused before its form is checked, for any link', async () => {
    const sent = '\ufdfa'.repeat(340_000);
    const body = (fields: object) => ({
      body: gzipSync(JSON.stringify(fields)),
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    });
    const before = await tables.read();
    const normalize = jest.spyOn(String.prototype, 'normalize');
    try {
      const chosen = await createStranger().call('POST', PASSWORDS, body({ token: 'A'.repeat(40), password: sent }));
      expect(listViolations(chosen)).toEqual(['password -102']);
      const changed = await admin.client.call('PUT', `${PASSWORDS}/mine`, body({ old: PASSWORD, new: sent }));
      expect(listViolations(changed)).toEqual(['new -102']);
      expect(normalize.mock.contexts.filter((text) => String(text).length > 1_000)).toEqual([]);
    } finally {
      normalize.mockRestore();
    }
    expect(await tables.read()).toEqual(before);
  });

  it('is refused when it is the e-mail address, or its name with other signs', async () => {
    const email = 'maria.papadopoulou@broker.example';
    await admin.client.post(USERS, { email, name: 'M', role: 'issuing' });
    const [mail] = await mailsTo(email);
    for (const password of ['Maria.Papadopoulou@broker.example', 'maria-papadopoulou'])
      expect(listViolations(await createStranger().post(PASSWORDS, { token: mail?.token, password }))).toEqual(['password -102']);
  });

  it('is reported together with a missing token, and malformed tokens are refused', async () => {
    expect(listViolations(await createStranger().post(PASSWORDS, {}))).toEqual(['token -101', 'password -101']);
    for (const token of ['A'.repeat(40), "' OR 1=1", 'x'.repeat(300)])
      expect(listViolations(await createStranger().post(PASSWORDS, { token, password: PASSWORD }))).toEqual(['token -102']);
  });

  it('is chosen by one of two simultaneous users of the link', async () => {
    const { token, email } = await create();
    const passwords = [PASSWORD, OTHER_PASSWORD];
    const responses = await Promise.all(passwords.map((password) => createStranger().post(PASSWORDS, { token, password })));
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 400]);
    const winner = responses.findIndex(({ status }) => status === 204);
    expect((await signIn(email, passwords[winner] ?? '')).status).toBe(201);
    expect((await signIn(email, passwords[1 - winner] ?? '')).status).toBe(401);
  });

  it('ends every session and every other link when it is set by a link', async () => {
    const { token, email } = await create();
    await createStranger().post(PASSWORDS, { token, password: PASSWORD });
    const session = (await signIn(email, PASSWORD)).json<{ token: string }>().token;
    await createStranger().post(`${PASSWORDS}/reset`, { email });
    await createStranger().post(`${PASSWORDS}/reset`, { email });
    await running.parts.passwordReset.settled();
    const [, first, second] = await mailsTo(email);
    expect((await createStranger().post(PASSWORDS, { token: second?.token, password: OTHER_PASSWORD })).status).toBe(204);
    expect((await running.client.withToken(session).get('/backoffice-api/user-keys')).status).toBe(401);
    expect(listViolations(await createStranger().post(PASSWORDS, { token: first?.token, password: PASSWORD }))).toEqual(['token -102']);
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    expect((await signIn(email, OTHER_PASSWORD)).status).toBe(201);
  });
});

describe('PUT /passwords/mine', () => {
  it('changes the password, ends the other sessions and keeps this one; a wrong old password slows down', async () => {
    const { id, email } = await create();
    await running.parts.store.transaction('gateway', (tx) => running.parts.users.setPassword(tx, id, hashQuickly(PASSWORD)));
    const [mine, other] = await Promise.all([signIn(email, PASSWORD), signIn(email, PASSWORD)]).then((responses) =>
      responses.map((response) => createStranger().withToken(response.json<{ token: string }>().token)),
    );
    const path = `${PASSWORDS}/mine`;
    expect(listViolations(await mine!.put(path, {}))).toEqual(['old -101', 'new -101']);
    expect(listViolations(await mine!.put(path, { old: PASSWORD, new: 'short' }))).toEqual(['new -102']);
    expect(listViolations(await mine!.put(path, { old: PASSWORD, new: email }))).toEqual(['new -102']);
    const before = await tables.read();
    const wrong = { old: OTHER_PASSWORD, new: OTHER_PASSWORD };
    for (let round = 0; round < 5; round += 1) expect(listViolations(await mine!.put(path, wrong))).toEqual(['old -102']);
    const slowed = await mine!.put(path, { old: PASSWORD, new: OTHER_PASSWORD });
    expect([slowed.status, slowed.headers['retry-after']]).toEqual([429, '1']);
    expect({ ...(await tables.read()), 'gateway.sign_in_attempt': '' }).toEqual({ ...before, 'gateway.sign_in_attempt': '' });
    clock.set(new Date(clock.now().getTime() + 1000));
    expect((await mine!.put(path, { old: PASSWORD, new: OTHER_PASSWORD })).status).toBe(204);
    expect((await mine!.get('/backoffice-api/user-keys')).status).toBe(200);
    expect((await other!.get('/backoffice-api/user-keys')).status).toBe(401);
    expect((await signIn(email, OTHER_PASSWORD)).status).toBe(201);
  });
});

describe('POST /passwords/reset', () => {
  it('responds the same for known and unknown accounts, and mails only active ones', async () => {
    const { email, id } = await create();
    const off = await create();
    await admin.client.patch(`${USERS}/${off.id}`, { status: 'disabled' });
    const responses = await Promise.all(
      [email, off.email, 'nobody@x.example'].map((address) => createStranger().post(`${PASSWORDS}/reset`, { email: address })),
    );
    for (const response of responses) expect([response.status, response.text]).toEqual([202, '']);
    await running.parts.passwordReset.settled();
    expect(await mailsTo(off.email)).toHaveLength(1);
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(2);
    clock.set(new Date(clock.now().getTime() + 3_600_000));
    expect(listViolations(await createStranger().post(PASSWORDS, { token: mails[1]?.token, password: PASSWORD }))).toEqual(['token -102']);
    expect((await admin.client.get(`${USERS}/${id}`)).json()).toMatchObject({ hasPassword: false });
    admin = await createStaff(running, 'admin');
  });

  it('does not flood a mailbox, and refuses an address that asks too often', async () => {
    const { email } = await create();
    const client = createStranger();
    const statuses: number[] = [];
    for (let round = 0; round < 11; round += 1) statuses.push((await client.post(`${PASSWORDS}/reset`, { email })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(202), 429]);
    await running.parts.passwordReset.settled();
    expect(await mailsTo(email)).toHaveLength(5);
  });

  it.each(['x', 'a\u0000b@x.gr', '\u0007a@x.gr', '\ud800a@b.gr'])('refuses %j, which is not an address; nothing changes', async (email) => {
    const before = await tables.read();
    expect(listViolations(await createStranger().post(`${PASSWORDS}/reset`, { email }))).toEqual(['email -102']);
    expect(await tables.read()).toEqual(before);
  });
});

describe('a delegation', () => {
  const NAMED = `text=${encodeURIComponent('ρηγα')}`;
  const find = async (query: string): Promise<object> => (await admin.client.get(`/backoffice-api/delegations?${query}`)).json();

  it('is listed with both users, and keeps the time of its start', async () => {
    const { id, email } = await create({ name: 'Άννα Ρήγα', delegates: ['10002'] });
    const since = clock.now().toISOString();
    clock.set(new Date(clock.now().getTime() + 1_000).toISOString());
    expect((await admin.client.patch(`${USERS}/${id}`, { delegates: ['10002', '20001'] })).status).toBe(200);
    const user = { userId: id, userName: 'Άννα Ρήγα', email, agentCode: '10001' };
    const [latest, first] = [
      { ...user, delegateCode: '20001', since: clock.now().toISOString() },
      { ...user, delegateCode: '10002', since },
    ];
    expect(await find(NAMED)).toEqual({ items: [latest, first], start: 1, limit: 50, total: 2 });
    expect(await find(`text=${email.toUpperCase()}&delegateCode=10002`)).toMatchObject({ items: [first], total: 1 });
    expect(await find(`${NAMED}&agentCode=10002`)).toMatchObject({ items: [], total: 0 });
    expect((await admin.client.patch(`${USERS}/${id}`, { delegates: [] })).status).toBe(200);
    expect(await find(NAMED)).toMatchObject({ items: [], total: 0 });
  });
});

describe('the change of a user', () => {
  it('changes the given fields and logs the old values', async () => {
    const { id } = await create({ delegates: ['10002'] });
    const response = await admin.client.patch(`${USERS}/${id}`, { name: 'Renamed', delegates: ['20001'] });
    expect(response.json()).toMatchObject({ id, name: 'Renamed', agentCode: '10001', delegates: ['20001'] });
    expect((await admin.client.patch(`${USERS}/${id}`, { role: 'underwriter' })).json()).toMatchObject({
      role: 'underwriter',
      agentCode: null,
      delegates: [],
    });
    const audit = await admin.client.get(`/backoffice-api/audit?subjectType=user&subjectId=${id}`);
    expect(audit.json<{ items: { details: object }[] }>().items.map(({ details }) => details)).toEqual([
      { changes: { role: ['agent', 'underwriter'], agentCode: ['10001', null], delegates: [['20001'], []] } },
      { changes: { name: ['Νέος Χρήστης', 'Renamed'], delegates: [['10002'], ['20001']] } },
      { email: expect.any(String) as string, name: 'Νέος Χρήστης', role: 'agent', agentCode: '10001', delegates: ['10002'] },
    ]);
    const before = await tables.read();
    expect((await admin.client.patch(`${USERS}/${id}`, { role: 'underwriter', name: 'Renamed' })).status).toBe(200);
    expect(await tables.read()).toEqual(before);
  });

  it.each([
    [{ name: null, role: null, delegates: null, status: null }, ['name -101', 'role -101', 'delegates -101', 'status -101']],
    [{ agentCode: null }, ['agentCode -101']],
    [{ agentCode: '99999', delegates: ['10001', '77777'] }, ['agentCode -103', 'delegates[1] -103']],
    [{ role: 'admin', agentCode: '10001' }, ['agentCode -102']],
    [{ status: 'gone' }, ['status -102']],
  ])('is refused for %j', async (body, violations) => {
    const { id } = await create();
    const before = await tables.read();
    expect(listViolations(await admin.client.patch(`${USERS}/${id}`, body)).sort()).toEqual([...violations].sort());
    expect(await tables.read()).toEqual(before);
  });

  it('ends sessions and links at once when the user is disabled', async () => {
    const { id, email, token } = await create();
    await createStranger().post(PASSWORDS, { token, password: PASSWORD });
    const session = (await signIn(email, PASSWORD)).json<{ token: string }>().token;
    await createStranger().post(`${PASSWORDS}/reset`, { email });
    await running.parts.passwordReset.settled();
    const [, reset] = await mailsTo(email);
    expect((await admin.client.patch(`${USERS}/${id}`, { status: 'disabled' })).status).toBe(200);
    expect((await running.client.withToken(session).get('/backoffice-api/user-keys')).status).toBe(401);
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    expect((await admin.client.patch(`${USERS}/${id}`, { status: 'active' })).status).toBe(200);
    expect((await running.client.withToken(session).get('/backoffice-api/user-keys')).status).toBe(401);
    expect(listViolations(await createStranger().post(PASSWORDS, { token: reset?.token, password: OTHER_PASSWORD }))).toEqual([
      'token -102',
    ]);
    expect((await signIn(email, PASSWORD)).status).toBe(201);
  });

  it('leaves one active administrator, also when two remove each other at once', async () => {
    const store = running.parts.store;
    const previous = await store.query<{ id: number }>(
      'gateway',
      `UPDATE app_user SET status = 'disabled' WHERE role = 'admin' RETURNING id`,
    );
    const [one, two] = [await createStaff(running, 'admin'), await createStaff(running, 'admin')];
    const responses = await Promise.all([
      one.client.patch(`${USERS}/${two.userId}`, { status: 'disabled' }),
      two.client.patch(`${USERS}/${one.userId}`, { role: 'issuing' }),
    ]);
    const statuses = responses.map(({ status }) => status).sort();
    // The second call finds the user removed, or the last administrator.
    expect([
      [200, 400],
      [200, 401],
      [200, 403],
    ]).toContainEqual(statuses);
    const left = await store.query<{ id: number }>('gateway', `SELECT id FROM app_user WHERE role = 'admin' AND status = 'active'`);
    expect(left).toHaveLength(1);
    const last = left[0]?.id === one.userId ? one : two;
    for (const change of [{ status: 'disabled' }, { role: 'underwriter' }]) {
      const before = await tables.read();
      const response = await last.client.patch(`${USERS}/${last.userId}`, change);
      expect([response.status, response.json()['error']]).toEqual([400, '-400']);
      expect(await tables.read()).toEqual(before);
    }
    await store.query('gateway', `UPDATE app_user SET status = 'active' WHERE id = ANY ($1::integer[])`, [previous.map(({ id }) => id)]);
    admin = await createStaff(running, 'admin');
  });
});

describe('the list of users', () => {
  it('is filtered by role, status, agent and part of name or address', async () => {
    const { id, email } = await create({ name: 'Ζαχαρίας Ξενάκης', agentCode: '10002' });
    const found = async (query: string): Promise<unknown> => (await admin.client.get(`${USERS}?${query}`)).json();
    const one = { total: 1, items: [{ id }] };
    expect(await found(`text=${encodeURIComponent('ΞΕΝΑΚΗΣ')}`)).toMatchObject(one);
    expect(await found(`text=${email.slice(0, -9).toUpperCase()}`)).toMatchObject(one);
    expect(await found('agentCode=10002&role=agent&status=active')).toMatchObject(one);
    expect(await found('agentCode=10002&status=disabled')).toMatchObject({ total: 0, items: [] });
    expect((await admin.client.get(`${USERS}?role=boss`)).json()['error']).toBe('-105');
  });
});
