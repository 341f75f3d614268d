import { startApp, type RunningApp } from '../support/app.js';
import type { Client, HttpResponse } from '../support/client.js';
import { expectStatus } from '../support/fire-app.js';
import {
  beginSignIn,
  completeSignIn,
  createPasswordUser,
  FACTOR_PASSWORD,
  FACTORS,
  fromNewAddress,
  readStored,
  SESSIONS,
  type SecondStep,
} from '../support/factors.js';
import { ManualClock } from '../support/manual-clock.js';
import { TestPasskey } from '../support/passkey.js';
import { TableFingerprints } from '../support/table-fingerprints.js';

const origin = 'https://console.insurer.example';
const clock = new ManualClock('2026-11-20T08:00:00Z');
let hosted: RunningApp;
let tables: TableFingerprints;

beforeAll(async () => {
  hosted = await startApp({ clock, config: { publicUrl: origin } });
  tables = await TableFingerprints.open(hosted.database.url, ['gateway']);
});
afterAll(async () => {
  await tables.close();
  await hosted.stop();
});

function expectRefused(response: HttpResponse): void {
  expect([response.status, response.json()['error']]).toEqual([401, '-201']);
}

const HOST = { id: 'console.insurer.example' };

async function register(access: { readonly client: Client }, passkey: TestPasskey, name = 'Laptop'): Promise<HttpResponse> {
  const begun = expectStatus(201, await access.client.post(`${FACTORS}/passkeys`, { password: FACTOR_PASSWORD }));
  const { continuation, options } = begun.json<{ continuation: string; options: { challenge: string; rp: object } }>();
  expect(options.rp).toMatchObject(HOST);
  return access.client.post(`${FACTORS}/passkeys/confirmation`, { continuation, name, passkey: passkey.register(options) });
}

async function createPasskeyUser(passkey: TestPasskey): Promise<{ email: string; userId: number; client: Client }> {
  const access = await createPasswordUser(hosted);
  const client = hosted.client.withToken(access.token);
  expectStatus(200, await register({ client }, passkey));
  return { email: access.email, userId: access.userId, client };
}

describe('passkeys', () => {
  it('sign in after the password', async () => {
    const passkey = new TestPasskey(origin, false);
    const { email, client } = await createPasskeyUser(passkey);
    const visitor = fromNewAddress(hosted);
    const step = await beginSignIn(visitor, email);
    expect(step.methods).toEqual(['passkey', 'recovery_code']);
    expect(step.passkey?.allowCredentials?.map(({ id }) => id)).toEqual([passkey.id]);
    const signature = passkey.sign(step.passkey!);
    const done = expectStatus(201, await completeSignIn(visitor, step, { passkey: signature }));
    expectRefused(await completeSignIn(visitor, step, { passkey: signature }));
    expect(done.json()['role']).toBe('issuing');
    expect((await client.get(FACTORS)).json()).toMatchObject({ passkeys: [{ name: 'Laptop', lastUsedAt: clock.now().toISOString() }] });
  });

  it('sign in alone if they verify their owner', async () => {
    const passkey = new TestPasskey(origin);
    const { email } = await createPasskeyUser(passkey);
    const visitor = fromNewAddress(hosted);
    const begin = async (): Promise<SecondStep> => expectStatus(202, await visitor.post(`${SESSIONS}/passkey`, undefined)).json<never>();
    const step = await begin();
    expect(step).toMatchObject({ methods: ['passkey'], passkey: { userVerification: 'required' } });
    const { token } = expectStatus(201, await completeSignIn(visitor, step, { passkey: passkey.sign(step.passkey!) })).json<{
      token: string;
    }>();
    expect((await hosted.client.withToken(token).get(`${SESSIONS}/current`)).json()).toMatchObject({ email });

    const careless = new TestPasskey(origin, false);
    await createPasskeyUser(careless);
    const refused = await begin();
    expectRefused(await completeSignIn(visitor, refused, { passkey: careless.sign(refused.passkey!) }));
    expectRefused(await completeSignIn(visitor, refused, { code: '000000' }));
  });

  it('are refused for another page, another challenge, another user, a copied count and an unknown id', async () => {
    const passkey = new TestPasskey(origin);
    const { email, userId } = await createPasskeyUser(passkey);
    const stranger = new TestPasskey(origin);
    await createPasskeyUser(stranger);
    const visitor = fromNewAddress(hosted);
    const step = await beginSignIn(visitor, email);
    const elsewhere = Object.assign(new TestPasskey('https://evil.example'), { id: passkey.id });
    const options = step.passkey!;
    const before = await readStored(tables);
    expectRefused(await completeSignIn(visitor, step, { passkey: passkey.sign({ challenge: 'AAAA' }) }));
    expectRefused(await completeSignIn(visitor, step, { passkey: elsewhere.sign(options) }));
    expectRefused(await completeSignIn(visitor, step, { passkey: stranger.sign(options) }));
    expectRefused(await completeSignIn(visitor, step, { passkey: new TestPasskey(origin).sign(options) }));
    expect(await readStored(tables)).toEqual(before);
    passkey.signCount = 4;
    expectStatus(201, await completeSignIn(visitor, step, { passkey: passkey.sign(options) }));
    passkey.signCount = 2;
    const again = await beginSignIn(fromNewAddress(hosted), email);
    expectRefused(await completeSignIn(fromNewAddress(hosted), again, { passkey: passkey.sign(again.passkey!) }));
    const uses = await hosted.parts.store.query(
      'gateway',
      `SELECT FROM audit_entry WHERE subject_type = 'second_factor' AND subject_id = $1`,
      [String(userId)],
    );
    expect(uses).toHaveLength(1);
  });

  it('have a name, are several, and are refused once removed', async () => {
    const [first, second] = [new TestPasskey(origin), new TestPasskey(origin)];
    const { email, client } = await createPasskeyUser(first);
    expect(expectStatus(200, await register({ client }, second, 'Κλειδί')).json()).toEqual({ recoveryCodes: null });
    const { passkeys } = (await client.get(FACTORS)).json<{ passkeys: { id: number; name: string }[] }>();
    expect(passkeys.map(({ name }) => name)).toEqual(['Laptop', 'Κλειδί']);
    const [{ id } = { id: 0 }] = passkeys;
    const visitor = fromNewAddress(hosted);
    const begun = await beginSignIn(visitor, email);
    expect((await client.post(`${FACTORS}/passkeys/${id}/removal`, { password: FACTOR_PASSWORD })).status).toBe(204);
    expectRefused(await completeSignIn(visitor, begun, { passkey: first.sign(begun.passkey!) }));
    expectStatus(201, await completeSignIn(visitor, begun, { passkey: second.sign(begun.passkey!) }));
    expect((await client.post(`${FACTORS}/passkeys/${id}/removal`, { password: FACTOR_PASSWORD })).json()['error']).toBe('-304');
  });

  it('are registered once, from the right page only, and ten at most', async () => {
    const passkey = new TestPasskey(origin);
    const { client } = await createPasskeyUser(passkey);
    const other = await createPasswordUser(hosted);
    const otherClient = hosted.client.withToken(other.token);
    expect((await register({ client: otherClient }, passkey)).status).toBe(400);
    expect((await register({ client: otherClient }, new TestPasskey('https://evil.example'))).status).toBe(400);
    expect((await otherClient.get(FACTORS)).json()).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    for (let count = 1; count < 10; count += 1) expectStatus(200, await register({ client }, new TestPasskey(origin)));
    const eleventh = await client.post(`${FACTORS}/passkeys`, { password: FACTOR_PASSWORD });
    expect([eleventh.status, eleventh.json()['error']]).toEqual([400, '-405']);
  });
});
