import type { RunningApp } from '../support/app.js';
import type { HttpResponse } from '../support/client.js';
import { readOutbox } from '../support/outbox.js';
import { findMailedToken, createNewcomer, SIGNUP, signUp, SignupApp } from '../support/signup.js';
import { createStaff, type StaffAccess } from '../support/staff-client.js';

const PASSWORD = 'four wooden horses sang';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let app: SignupApp;
let running: RunningApp;
let admin: StaffAccess;

beforeAll(async () => {
  app = await SignupApp.start();
  ({ running } = app);
});
beforeEach(async () => {
  admin = await createStaff(running, 'admin');
});
afterAll(() => app.stop());

describe('an account made by sign-up', () => {
  const OWN_ROUTES = ['programs', 'api-keys', 'user-keys'];

  it('exists only in the sandbox: its password, session and user-key are worthless in production', async () => {
    const me = await signUp(running);
    const { client } = createNewcomer(running);
    await client.post('/backoffice-api/passwords/reset', { email: me.email });
    await running.parts.passwordReset.settled();
    const mail = (await readOutbox(running.database.config.dataDir)).findLast(({ to }) => to === me.email);
    const { token, link } = mail!;
    expect(new URL(link).pathname).toBe('/console/dev/password');
    expect((await client.post('/backoffice-api/passwords', { token, password: PASSWORD })).status).toBe(204);
    const signIn = (root: string): Promise<HttpResponse> =>
      client.post(`${root}/backoffice-api/sessions`, { email: me.email, password: PASSWORD });
    const [there, here] = [await signIn(''), await signIn('/dev')];
    expect([there.status, there.json()['error'], here.status]).toEqual([401, '-201', 201]);
    const session = client.withToken(here.json<{ token: string }>().token);
    for (const route of OWN_ROUTES) {
      expect((await session.get(`/dev/backoffice-api/${route}`)).json()).toMatchObject({ total: 1 });
      const refused = await session.get(`/backoffice-api/${route}`);
      expect([refused.status, refused.json()['error']]).toEqual([401, '-201']);
    }
    // Even a key that an administrator admits to production is refused.
    const [key] = (await session.get('/dev/backoffice-api/api-keys')).json<{ items: { id: number }[] }>().items;
    await admin.client.patch(`/backoffice-api/api-keys/${key!.id}`, { environments: ['production', 'sandbox'] });
    app.advanceMs(2_000);
    expect([await app.requestToken('', me), await app.requestToken('/dev', me)]).toEqual(['401 -201', '201 ']);
    // A token changed by SQL is refused as well.
    const forged = 'UPDATE token SET environment = $1 WHERE agent_code = $2';
    await app.query(forged, ['production', me.agentCode]);
    expect((await me.caller.get('/fire-api/rsc/applications')).status).toBe(401);
  });

  it('sees and replaces its own keys only', async () => {
    const [me, other] = [await signUp(running, 'Mine'), await signUp(running, 'Theirs')];
    const program = (
      await admin.client.post('/backoffice-api/api-keys', { name: 'Portal', services: ['fire-api'], environments: ['sandbox'] })
    ).json<{
      programId: number;
      id: number;
    }>();
    const mine = (await me.session.get('/dev/backoffice-api/programs')).json<{ items: { id: number; name: string }[] }>();
    expect(mine.items).toEqual([{ id: expect.any(Number) as number, name: 'Mine', createdAt: app.clock.now().toISOString() }]);
    const [theirKey] = (await other.session.get('/dev/backoffice-api/api-keys')).json<{ items: { id: number; programId: number }[] }>()
      .items;
    for (const id of [theirKey!.id, program.id])
      for (const call of [
        () => me.session.get(`/dev/backoffice-api/api-keys/${id}`),
        () => me.session.post(`/dev/backoffice-api/api-keys/${id}/rotate`, {}),
      ]) {
        const before = await app.readFingerprint();
        const response = await call();
        expect([response.status, response.json()['error']]).toEqual([400, '-304']);
        expect(await app.readFingerprint()).toEqual(before);
      }
    for (const programId of [theirKey!.programId, program.programId])
      await app.expectViolations(() => me.session.post('/dev/backoffice-api/user-keys', { programId }), 'programId -103');

    const [key] = (await me.session.get('/dev/backoffice-api/api-keys')).json<{ items: { id: number }[] }>().items;
    const rotated = await me.session.post(`/dev/backoffice-api/api-keys/${key!.id}/rotate`, { overlapHours: 0 });
    const [userKey] = (await me.session.get('/dev/backoffice-api/user-keys')).json<{ items: { id: number }[] }>().items;
    const recreated = await me.session.post(`/dev/backoffice-api/user-keys/${userKey!.id}/recreate`);
    expect([rotated.status, recreated.status]).toEqual([201, 201]);
    app.advanceMs(2_000);
    const { apiKey } = rotated.json<{ apiKey: string }>();
    const next = { apiKey, userKey: recreated.json<{ userKey: string }>().userKey };
    expect([await app.requestToken('/dev', me), await app.requestToken('/dev', next)]).toEqual(['403 API_KEY_EXPIRED', '201 ']);
    expect((await me.session.get('/dev/backoffice-api/api-keys')).json()).toMatchObject({ total: 2 });
  });

  it('stays limited to the sandbox for any change by an administrator', async () => {
    const { userId, agentCode } = await signUp(running);
    const users = `/backoffice-api/users/${userId}`;
    await app.expectViolations(
      () => admin.client.patch(users, { role: 'admin', agentCode: null, delegates: ['10001'], name: 'Nobody' }),
      ...['role -102', 'agentCode -102', 'delegates -102'],
    );
    expect((await admin.client.patch(users, { name: 'Μαρία' })).json()).toMatchObject({ name: 'Μαρία', sandboxOnly: true });
    const agents = `/dev/backoffice-api/agents/${agentCode}`;
    await app.expectViolations(() => admin.client.patch(agents, { type: 'broker' }), 'type -102');
    expect((await admin.client.patch(agents, { creditLimit: 5 })).json()).toMatchObject({ type: 'test', creditLimit: 5 });
  });

  it('sees which steps to production are done, and requests it once (console.81, console.173)', async () => {
    const me = await signUp(running);
    const request = '/dev/backoffice-api/sessions/current/production';
    const read = async (): Promise<unknown> => {
      await running.parts.callLog.save();
      return (await me.session.get('/dev/backoffice-api/overview')).json()['integration'];
    };
    const requests = async (): Promise<unknown> => {
      const { access } = (await admin.client.get('/backoffice-api/overview')).json<{ access: Record<string, unknown> }>();
      const { items } = (await admin.client.get('/backoffice-api/api-keys?productionRequested=yes')).json<{
        items: { id: number; signup: { email: string } }[];
      }>();
      return [access['productionRequested'], items.filter(({ signup }) => signup.email === me.email).length];
    };
    const [count] = (await requests()) as [number];
    const steps = { hasKey: true, hasCalled: true, hasReceived: false, handled: [], production: 'none', declineReason: null };
    expect(await read()).toEqual(steps);
    const fault = { status: '429', count: 1, route: 'GET /fire-api/rsc/applications' };
    expect((await me.caller.post('/dev/test-api/resources/faults', fault)).status).toBe(201);
    expect((await me.caller.get('/dev/fire-api/rsc/applications')).status).toBe(429);
    expect(await read()).toEqual(steps);
    app.advanceMs(1_000);
    expect((await me.caller.get('/dev/fire-api/rsc/applications')).status).toBe(200);
    expect(await read()).toEqual({ ...steps, handled: ['limit'] });
    const responses = await Promise.all([me.session.post(request), me.session.post(request)]);
    expect(responses.map(({ status }) => status)).toEqual([204, 204]);
    expect([await read(), await requests()]).toEqual([{ ...steps, handled: ['limit'], production: 'requested' }, [count + 1, 1]]);
    const audit = (await admin.client.get('/backoffice-api/audit?subjectType=signup&action=change')).json<{ items: unknown[] }>();
    expect(audit.items).toMatchObject([{ actor: me.email, details: { environments: ['sandbox', 'production'] } }]);
    const [key] = (await me.session.get('/dev/backoffice-api/api-keys')).json<{ items: { id: number }[] }>().items;
    await admin.client.patch(`/backoffice-api/api-keys/${key!.id}`, { environments: ['production', 'sandbox'] });
    expect([await read(), await requests()]).toEqual([{ ...steps, handled: ['limit'], production: 'granted' }, [count, 0]]);
    expect((await me.session.post(request)).status).toBe(204);
    expect(await requests()).toEqual([count, 0]);
    // Other users have no such steps.
    expect((await admin.client.get('/backoffice-api/overview')).json()['integration']).toBeNull();
  });

  it('is found among the users without a password', async () => {
    const { userId } = await signUp(running);
    const find = async (hasPassword: string): Promise<number[]> => {
      const { items } = (await admin.client.get(`/backoffice-api/users?limit=500&hasPassword=${hasPassword}`)).json<{
        items: { id: number }[];
      }>();
      return items.map(({ id }) => id).filter((id) => id === userId);
    };
    expect([await find('no'), await find('yes')]).toEqual([[userId], []]);
  });

  it('calls the back office with the rate limit of a stranger', async () => {
    const { session } = await signUp(running);
    const statuses = await Promise.all(Array.from({ length: 70 }, () => session.get('/dev/backoffice-api/programs')));
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });
});

describe('the agents of sign-ups', () => {
  it.each(['', '/dev'])('cannot be created by anyone else: %s/backoffice-api', async (root) => {
    const body = { name: 'Agent', type: 'direct', creditLimit: 10 };
    for (const code of ['sbx-1', 'SBX-agent'])
      await app.expectViolations(() => admin.client.post(`${root}/backoffice-api/agents`, { ...body, code }), 'code -102');
    await app.expectViolations(
      () => admin.client.post(`${root}/backoffice-api/agents`, { ...body, code: 'X1', type: 'test' }),
      'type -102',
    );
  });

  it.each([
    ['sbx-1', 'test'],
    ['sbx-1', 'direct'],
    ['Sbx-1', 'direct'],
    ['X1', 'test'],
  ])('are refused by the production database, %s of type %s', async (code, type) => {
    const insert = `INSERT INTO agent (code, name, type, credit_limit, created_at, updated_at) VALUES ($1, 'A', $2, 0, now(), now())`;
    await expect(running.parts.store.query('production', insert, [code, type])).rejects.toMatchObject({ code: '23514' });
    expect(await running.parts.store.query('production', 'SELECT FROM agent WHERE code = $1', [code])).toEqual([]);
  });
});

describe('the data of a sign-up', () => {
  const left = async (emails: readonly string[]): Promise<string[]> => {
    const rows = await app.query<{ email: string }>('SELECT email FROM signup WHERE email = ANY ($1) ORDER BY id', [emails]);
    return rows.map(({ email }) => email);
  };

  it('is deleted an hour after the link has expired', async () => {
    const { client, email } = createNewcomer(running);
    expect((await client.post(SIGNUP, { name: 'Μαρία', programName: 'Πύλη', email })).status).toBe(202);
    const confirmed = await signUp(running);
    const emails = [email, confirmed.email];
    app.advanceMs(49 * HOUR_MS - 1);
    await running.parts.signupCleanup.clean();
    expect(await left(emails)).toEqual(emails);
    app.advanceMs(1);
    await running.parts.signupCleanup.clean();
    expect(await left(emails)).toEqual([confirmed.email]);
  });

  it('is deleted 90 days after the last call unless an administrator adopted it, and the address is free again', async () => {
    const [unused, called, granted] = [await signUp(running), await signUp(running), await signUp(running)];
    await running.parts.callLog.save();
    const [key] = (await granted.session.get('/dev/backoffice-api/api-keys')).json<{ items: { id: number }[] }>().items;
    await admin.client.patch(`/backoffice-api/api-keys/${key!.id}`, { environments: ['production', 'sandbox'] });
    const { client } = createNewcomer(running);
    const again = (): Promise<HttpResponse> => client.post(SIGNUP, { name: 'Μαρία', programName: 'Πύλη', email: unused.email });
    app.advanceMs(2 * DAY_MS);
    expect(await app.requestToken('/dev', called)).toBe('201 ');
    await running.parts.callLog.save();
    app.advanceMs(2 * DAY_MS);
    await running.parts.signupCleanup.clean();
    app.advanceMs(86 * DAY_MS - 1);
    await running.parts.signupCleanup.clean();
    for (const one of [unused, called, granted]) expect(await app.requestToken('/dev', one)).toBe('201 ');
    await running.parts.callLog.save();
    await app.query('DELETE FROM call_log');
    app.advanceMs(1);
    await running.parts.signupCleanup.clean();
    app.advanceMs(2_000);
    expect(await app.requestToken('/dev', unused)).toBe('403 API_KEY_INVALID');
    expect([await app.requestToken('/dev', called), await app.requestToken('/dev', granted)]).toEqual(['201 ', '201 ']);
    const remains = `SELECT status, sandbox_only, email LIKE 'removed-%@sandbox.invalid' AS is_forgotten, name FROM app_user WHERE id = $1`;
    expect(await app.query(remains, [unused.userId])).toEqual([{ status: 'disabled', sandbox_only: true, is_forgotten: true, name: '—' }]);
    for (const table of ['program', 'user_key', 'staff_session'])
      expect([table, await app.query(`SELECT FROM ${table} WHERE user_id = $1`, [unused.userId])]).toEqual([table, []]);
    expect((await again()).status).toBe(202);
    expect(await findMailedToken(running, unused.email)).not.toBe('');
    // The next run deletes the agent's data, as a reset does, and the data of the signup.
    const resets = (): Promise<unknown> =>
      running.parts.store.query('sandbox', 'SELECT generation > 0 AS is_reset FROM agent_clock WHERE agent_code = $1', [unused.agentCode]);
    expect(await resets()).toEqual([{ is_reset: false }]);
    await running.parts.signupCleanup.clean();
    expect(await resets()).toEqual([{ is_reset: true }]);
    const number = Number(unused.agentCode.replace('sbx-', ''));
    expect(await app.query('SELECT FROM signup WHERE id = $1', [number])).toEqual([]);
  });
});
