import { startApp, type RunningApp } from '../support/app.js';
import type { HttpResponse } from '../support/client.js';
import { expectStatus } from '../support/fire-app.js';
import {
  beginSignIn,
  calculateCode,
  completeSignIn,
  createPasswordUser,
  FACTOR_PASSWORD,
  FACTORS,
  fromNewAddress,
  readStored,
  sendPassword,
  SESSIONS,
  setUpTotp,
  type TotpUser,
} from '../support/factors.js';
import { ManualClock } from '../support/manual-clock.js';
import { readOutbox } from '../support/outbox.js';
import { TableFingerprints } from '../support/table-fingerprints.js';

const SECOND_MS = 1000;
const STEP_MS = 30 * SECOND_MS;

const clock = new ManualClock('2026-11-20T08:00:00Z');
let running: RunningApp;
/** Another node on the same database. */
let otherNode: RunningApp;
let tables: TableFingerprints;

beforeAll(async () => {
  running = await startApp({ clock });
  otherNode = await startApp({ clock, database: running.database });
  tables = await TableFingerprints.open(running.database.url, ['gateway']);
});
afterAll(async () => {
  await tables.close();
  await otherNode.stop();
  await running.stop();
});

const now = (): Date => clock.now();
const advance = (ms: number): void => clock.set(now().getTime() + ms);

/** A user whose authenticator app was set up some steps ago, so that no code near the present is used. */
async function createTotpUser(): Promise<TotpUser> {
  const user = await setUpTotp(await createPasswordUser(running), now);
  advance(10 * STEP_MS);
  return user;
}

function expectRefused(response: HttpResponse): void {
  expect([response.status, response.json()['error']]).toEqual([401, '-201']);
}

async function listAudit(userId: number): Promise<unknown[]> {
  return running.parts.store.query(
    'gateway',
    `SELECT action, actor, details FROM audit_entry WHERE subject_type = 'second_factor' AND subject_id = $1 ORDER BY id`,
    [String(userId)],
  );
}

async function countMailsTo(email: string, text: string): Promise<number> {
  const mails = await readOutbox(running.database.config.dataDir);
  return mails.filter((mail) => mail.to === email && mail.text.includes(text)).length;
}

describe('setting up an authenticator app', () => {
  it('returns the secret as text and as a QR code, and counts from its first code', async () => {
    const { client, email, userId } = await createPasswordUser(running);
    const begun = expectStatus(201, await client.post(`${FACTORS}/totp`, { password: FACTOR_PASSWORD }));
    const setup = begun.json<Record<string, string>>();
    expect(setup['secret']).toMatch(/^[A-Z2-7]{32}$/);
    expect(setup['address']).toContain(`secret=${setup['secret']}`);
    expect(setup['address']).toContain(encodeURIComponent(email));
    expect(setup['qrCode']).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" .*<\/svg>$/);
    expectStatus(201, await sendPassword(fromNewAddress(running), email));
    const { continuation } = setup;
    const confirm = (code: string): Promise<HttpResponse> => client.post(`${FACTORS}/totp/confirmation`, { continuation, code });
    const before = await readStored(tables);
    for (const wrong of ['000000', 'abc', calculateCode(setup['secret']!, now(), 2)]) {
      const refused = await confirm(wrong);
      expect([refused.status, refused.json<{ details: unknown[] }>().details]).toEqual([
        400,
        [expect.objectContaining({ path: 'code', code: '-102' }) as unknown],
      ]);
    }
    expect(await readStored(tables)).toEqual(before);
    const codes = expectStatus(200, await confirm(calculateCode(setup['secret']!, now()))).json<{ recoveryCodes: string[] }>();
    expect(new Set(codes.recoveryCodes).size).toBe(10);
    expect(expectStatus(200, await client.get(FACTORS)).json()).toMatchObject({
      isRequired: false,
      totp: { createdAt: now().toISOString() },
      passkeys: [],
      recoveryCodesLeft: 10,
    });
    expect(await listAudit(userId)).toEqual([{ action: 'create', actor: email, details: { kind: 'totp' } }]);
    expect(await countMailsTo(email, 'A new second factor')).toBe(1);
    // The confirmation is used up.
    expect((await confirm(calculateCode(setup['secret']!, now(), 1))).status).toBe(400);
  });

  it('stores the secret encrypted, and recovery codes as digests', async () => {
    const { userId, secret, recoveryCodes } = await createTotpUser();
    const rows = await running.parts.store.query(
      'gateway',
      `SELECT t.secret, c.code_hash FROM staff_totp t JOIN staff_recovery_code c USING (user_id) WHERE user_id = $1`,
      [userId],
    );
    const stored = JSON.stringify(rows);
    for (const text of [secret, ...recoveryCodes]) {
      expect(stored).not.toContain(JSON.stringify(Buffer.from(text)).slice(1, -1));
      expect(stored).not.toContain(text);
    }
  });

  it('needs the password, and ends the other sessions of the user', async () => {
    const access = await createPasswordUser(running);
    const other = expectStatus(201, await sendPassword(fromNewAddress(running), access.email)).json<{ token: string }>();
    const before = await readStored(tables);
    const refused = await access.client.post(`${FACTORS}/totp`, { password: 'not the password' });
    expect([refused.status, refused.json<{ details: { path: string }[] }>().details[0]?.path]).toEqual([400, 'password']);
    expect(await readStored(tables)).toEqual(before);
    await setUpTotp(access, now);
    expect((await running.client.withToken(other.token).get(`${SESSIONS}/current`)).status).toBe(401);
    expect((await access.client.get(`${SESSIONS}/current`)).status).toBe(200);
  });

  it('belongs to the user who began it', async () => {
    const [one, other] = [await createPasswordUser(running), await createPasswordUser(running)];
    const begun = expectStatus(201, await one.client.post(`${FACTORS}/totp`, { password: FACTOR_PASSWORD }));
    const { continuation, secret } = begun.json<{ continuation: string; secret: string }>();
    const before = await readStored(tables);
    const refused = await other.client.post(`${FACTORS}/totp/confirmation`, { continuation, code: calculateCode(secret, now()) });
    expect(refused.status).toBe(400);
    expect(await readStored(tables)).toEqual(before);
  });
});

describe('a sign-in of a user with an authenticator app', () => {
  it('gets no session for the password alone, and one for password and code', async () => {
    const { email, secret } = await createTotpUser();
    const client = fromNewAddress(running);
    const response = expectStatus(202, await sendPassword(client, email));
    expect(response.json()).toEqual({
      continuation: expect.stringMatching(/^\w{40}$/) as string,
      expiresAt: new Date(now().getTime() + 300_000).toISOString(),
      methods: ['totp', 'recovery_code'],
      passkey: null,
    });
    expect([response.headers['x-device'], response.headers['set-cookie']]).toEqual([undefined, undefined]);
    const step = response.json<{ continuation: string; methods: string[]; passkey: null }>();
    const done = expectStatus(201, await completeSignIn(client, step, { code: calculateCode(secret, now()) }));
    const { token } = done.json<{ token: string }>();
    expect(done.headers['x-device']).toMatch(/^\w{40}$/);
    expect(expectStatus(200, await running.client.withToken(token).get(`${SESSIONS}/current`)).json()).toMatchObject({
      email,
      lacksSecondFactor: false,
    });
  });

  it('gets a session in a cookie when the second step asks for it', async () => {
    const { email, secret } = await createTotpUser();
    const client = fromNewAddress(running).with({ 'X-Session': 'cookie' });
    const step = await beginSignIn(client, email);
    const done = expectStatus(201, await completeSignIn(client, step, { code: calculateCode(secret, now()) }));
    expect([done.headers['set-cookie']?.length, done.json()['token']]).toEqual([2, undefined]);
  });

  it.each([-1, 0, 1])('accepts the code of %d steps beside the present one', async (steps) => {
    const { email, secret } = await createTotpUser();
    const client = fromNewAddress(running);
    const step = await beginSignIn(client, email);
    expectStatus(201, await completeSignIn(client, step, { code: calculateCode(secret, now(), steps) }));
  });

  it.each([-2, 2])('refuses the code of %d steps beside the present one', async (steps) => {
    const { email, secret } = await createTotpUser();
    const client = fromNewAddress(running);
    const step = await beginSignIn(client, email);
    const before = await readStored(tables);
    expectRefused(await completeSignIn(client, step, { code: calculateCode(secret, now(), steps) }));
    expect(await readStored(tables)).toEqual(before);
    // A wrong code does not end the sign-in.
    expectStatus(201, await completeSignIn(client, step, { code: calculateCode(secret, now()) }));
  });

  it('accepts each code once, and no earlier one after it', async () => {
    const { email, secret } = await createTotpUser();
    const client = fromNewAddress(running);
    const signIn = async (steps: number): Promise<HttpResponse> =>
      completeSignIn(client, await beginSignIn(client, email), { code: calculateCode(secret, now(), steps) });
    expectStatus(201, await signIn(0));
    expectRefused(await signIn(0));
    expectRefused(await signIn(-1));
    expectStatus(201, await signIn(1));
  });

  it('accepts a code once of parallel calls on two nodes', async () => {
    const { email, secret } = await createTotpUser();
    const code = calculateCode(secret, now());
    const steps = [];
    for (let count = 0; count < 4; count += 1) steps.push(await beginSignIn(fromNewAddress(running), email));
    const nodes = [running, otherNode];
    const responses = await Promise.all(steps.map((step, at) => completeSignIn(fromNewAddress(nodes[at % 2]!), step, { code })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401]);
  });

  it('is completed once, on either node, within five minutes', async () => {
    const { email, secret, recoveryCodes } = await createTotpUser();
    const client = fromNewAddress(running);
    const step = await beginSignIn(client, email);
    expectStatus(201, await completeSignIn(fromNewAddress(otherNode), step, { code: calculateCode(secret, now()) }));
    expectRefused(await completeSignIn(client, step, { code: recoveryCodes[0] }));
    const late = await beginSignIn(client, email);
    advance(300 * SECOND_MS);
    expectRefused(await completeSignIn(client, late, { code: recoveryCodes[0] }));
    await running.parts.backofficeCleanup.deleteExpired(now());
    expect(await running.parts.store.query('gateway', 'SELECT FROM factor_challenge WHERE expires_at <= $1', [now()])).toEqual([]);
  });

  it('has one error for an unknown sign-in, a wrong code and a missing one', async () => {
    const { email } = await createTotpUser();
    const client = fromNewAddress(running);
    const step = await beginSignIn(client, email);
    const factors = [{ code: '000000' }, { code: 'AAAA-AAAA-AAAA-AAAA' }, {}, { code: null, passkey: null }];
    const bodies = [];
    for (const factor of factors) bodies.push((await completeSignIn(client, step, factor)).text);
    bodies.push((await completeSignIn(client, { ...step, continuation: 'x'.repeat(40) }, { code: '000000' })).text);
    expect(new Set(bodies).size).toBe(1);
  });

  it('waits longer and longer after wrong codes, and a right password does not shorten the wait', async () => {
    const { email, secret } = await createTotpUser();
    const client = fromNewAddress(running);
    const step = await beginSignIn(client, email);
    for (let count = 0; count < 5; count += 1) expectRefused(await completeSignIn(client, step, { code: '000000' }));
    const tooSoon = await completeSignIn(client, await beginSignIn(client, email), { code: calculateCode(secret, now()) });
    expect([tooSoon.status, tooSoon.headers['retry-after']]).toEqual([429, '1']);
    advance(SECOND_MS);
    expectStatus(201, await completeSignIn(client, await beginSignIn(client, email), { code: calculateCode(secret, now()) }));
    // The count is deleted by a right code.
    expectRefused(await completeSignIn(client, await beginSignIn(client, email), { code: '000000' }));
  });

  it('needs the code on a known device too', async () => {
    const { email, secret } = await createTotpUser();
    const client = fromNewAddress(running);
    const done = await completeSignIn(client, await beginSignIn(client, email), { code: calculateCode(secret, now()) });
    const known = client.with({ 'X-Device': String(done.headers['x-device']) });
    await beginSignIn(known, email);
  });

  it('ends when the password is changed meanwhile, but the factor stays', async () => {
    const user = await createTotpUser();
    const client = fromNewAddress(running);
    const step = await beginSignIn(client, user.email);
    const changed = await user.client.put('/backoffice-api/passwords/mine', { old: FACTOR_PASSWORD, new: 'seven silver kites fell' });
    expect(changed.status).toBe(204);
    expectRefused(await completeSignIn(client, step, { code: calculateCode(user.secret, now()) }));
    const again = await client.post(SESSIONS, { email: user.email, password: 'seven silver kites fell' });
    expect(again.status).toBe(202);
  });
});

describe('recovery codes', () => {
  it('work once each, in any writing, and their use is recorded and mailed', async () => {
    const { email, userId, recoveryCodes } = await createTotpUser();
    const client = fromNewAddress(running);
    const [first = '', second = ''] = recoveryCodes;
    const signIn = async (code: string): Promise<HttpResponse> => completeSignIn(client, await beginSignIn(client, email), { code });
    expectStatus(201, await signIn(first.toLowerCase().replaceAll('-', ' ')));
    expectRefused(await signIn(first));
    const { token } = expectStatus(201, await signIn(second)).json<{ token: string }>();
    expect((await running.client.withToken(token).get(FACTORS)).json()).toMatchObject({ recoveryCodesLeft: 8 });
    expect((await listAudit(userId)).slice(1)).toEqual([
      { action: 'use', actor: email, details: { kind: 'recovery_code', left: 9 } },
      { action: 'use', actor: email, details: { kind: 'recovery_code', left: 8 } },
    ]);
    expect(await countMailsTo(email, 'with a recovery code. 8 are left')).toBe(1);
  });

  it('open one session when the same code is sent in parallel to two nodes', async () => {
    const { email, recoveryCodes } = await createTotpUser();
    const steps = [];
    for (let count = 0; count < 4; count += 1) steps.push(await beginSignIn(fromNewAddress(running), email));
    const nodes = [running, otherNode];
    const responses = await Promise.all(
      steps.map((step, at) => completeSignIn(fromNewAddress(nodes[at % 2]!), step, { code: recoveryCodes[0] })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401]);
  });

  it('are replaced by ten new ones on demand', async () => {
    const { client, email, userId, recoveryCodes } = await createTotpUser();
    const made = expectStatus(201, await client.post(`${FACTORS}/recovery-codes`, { password: FACTOR_PASSWORD }));
    const { recoveryCodes: fresh } = made.json<{ recoveryCodes: string[] }>();
    expect([fresh.length, fresh.some((code) => recoveryCodes.includes(code))]).toEqual([10, false]);
    const visitor = fromNewAddress(running);
    expectRefused(await completeSignIn(visitor, await beginSignIn(visitor, email), { code: recoveryCodes[0] }));
    expectStatus(201, await completeSignIn(visitor, await beginSignIn(visitor, email), { code: fresh[0] }));
    expect((await listAudit(userId))[1]).toMatchObject({ action: 'change', details: { kind: 'recovery_code' } });
  });

  it('cannot be made without a factor', async () => {
    const { client } = await createPasswordUser(running);
    const before = await readStored(tables);
    const refused = await client.post(`${FACTORS}/recovery-codes`, { password: FACTOR_PASSWORD });
    expect([refused.status, refused.json()['error']]).toEqual([400, '-400']);
    expect(await readStored(tables)).toEqual(before);
  });
});

describe('removing a factor', () => {
  it('needs the password, and ends the second step when it was the last one', async () => {
    const { client, email, userId } = await createTotpUser();
    expect((await client.post(`${FACTORS}/totp/removal`, { password: 'wrong password' })).status).toBe(400);
    await beginSignIn(fromNewAddress(running), email);
    expect((await client.post(`${FACTORS}/totp/removal`, { password: FACTOR_PASSWORD })).status).toBe(204);
    expectStatus(201, await sendPassword(fromNewAddress(running), email));
    expect((await client.get(FACTORS)).json()).toMatchObject({ totp: null, recoveryCodesLeft: 0 });
    expect((await listAudit(userId)).at(-1)).toMatchObject({ action: 'delete', details: { kind: 'totp' } });
    expect(await countMailsTo(email, 'was removed from your account')).toBe(1);
    expect((await client.post(`${FACTORS}/totp/removal`, { password: FACTOR_PASSWORD })).json()['error']).toBe('-304');
  });

  it('is refused to a session that no factor has proved, and to a stranger', async () => {
    const { userId, client } = await createTotpUser();
    const { store, sessions } = running.parts;
    const { token } = await store.transaction('gateway', (tx) => sessions.open(tx, userId));
    const unproved = running.client.withToken(token);
    const before = await readStored(tables);
    for (const path of ['totp/removal', 'recovery-codes', 'totp', 'passkeys']) {
      const response = await unproved.post(`${FACTORS}/${path}`, { password: FACTOR_PASSWORD });
      expect([path, response.status, response.json()['error']]).toEqual([path, 403, '-206']);
    }
    expect(await readStored(tables)).toEqual(before);
    expect((await client.get(FACTORS)).json()).toMatchObject({ recoveryCodesLeft: 10 });
  });
});
