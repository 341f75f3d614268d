import type { JWTPayload } from 'jose';
import { eventually } from '../support/eventually.js';
import { OidcFixture, PUBLIC_URL } from '../support/oidc-fixture.js';

const CURRENT = '/backoffice-api/sessions/current';
const HOUR_SECONDS = 3600;

let fixture: OidcFixture;

beforeAll(async () => {
  fixture = await OidcFixture.start();
  await fixture.createUser('maria@insurer.example', 'issuing');
});
afterAll(() => fixture.stop());

/** Signs in with a changed ID token. */
async function signInWith(alter: (payload: JWTPayload) => JWTPayload, subject = 'maria'): ReturnType<OidcFixture['expectRefused']> {
  const browser = fixture.openBrowser(subject, { email: 'maria@insurer.example', email_verified: true });
  const response = await browser.visitProvider(await browser.begin());
  fixture.provider.alter = alter;
  return fixture.expectRefused(() => browser.finish(response), 401, '-201').finally(() => (fixture.provider.alter = null));
}

describe('a sign-in at the provider', () => {
  it('is offered by name', async () => {
    const response = await fixture.nodes[0].client.get('/backoffice-api/oidc');
    expect([response.status, response.json()]).toEqual([200, { providerName: 'Insurer login', passwordSignIn: true }]);
  });

  it('asks with PKCE, state and nonce, and sends people back to the public address', async () => {
    const url = new URL(await fixture.openBrowser('maria', {}).begin());
    expect(url.origin).toBe(fixture.provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'insurance',
      redirect_uri: `${PUBLIC_URL}/console/sign-in/provider`,
      response_type: 'code',
      scope: 'openid email profile roles',
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge_method: 'S256',
    });
  });

  it('opens the session of the invited user on another node, and returns the requested page', async () => {
    const browser = fixture.openBrowser('maria', { email: 'Maria@Insurer.example', email_verified: true });
    const response = await browser.visitProvider(await browser.begin('dev/referrals?line=fire', 0));
    const opened = await browser.finish(response, 1);
    expect([opened.status, opened.json()]).toMatchObject([201, { role: 'issuing', returnTo: 'dev/referrals?line=fire' }]);
    const [session, secret] = opened.headers['set-cookie']!;
    expect(session).toMatch(/^__Host-session=\w{40}; HttpOnly; Secure; SameSite=Strict; Path=\/; Max-Age=28800$/);
    expect(secret).toBe('__Host-oidc=; HttpOnly; Secure; SameSite=Strict; Path=/; Max-Age=0');
    const client = fixture.nodes[0].client.with({ Cookie: session!.split(';')[0]! });
    expect((await client.get(CURRENT)).json()).toMatchObject({ email: 'maria@insurer.example', method: 'oidc' });
    expect((await client.get('/backoffice-api/sessions')).json()).toMatchObject({ items: [{ method: 'oidc', isCurrent: true }] });
    expect(await fixture.query('SELECT issuer, subject FROM user_identity')).toEqual([
      { issuer: fixture.provider.issuer, subject: 'maria' },
    ]);
    const audit = `SELECT action, details FROM audit_entry WHERE actor = 'maria@insurer.example' ORDER BY id`;
    expect(await fixture.query(audit)).toEqual([
      { action: 'change', details: { provider: fixture.provider.issuer, subject: 'maria' } },
      { action: 'open', details: { method: 'oidc' } },
    ]);
  });

  it('knows the person by issuer and subject afterwards, whatever the address', async () => {
    const client = await fixture.openBrowser('maria', { email: 'married@insurer.example', email_verified: false }).open();
    expect((await client(1).get(CURRENT)).json()).toMatchObject({ email: 'maria@insurer.example' });
  });

  it('stores neither state nor secret of a browser, and no session token', async () => {
    const browser = fixture.openBrowser('maria', {});
    const state = new URL(await browser.begin()).searchParams.get('state')!;
    const rows = await fixture.query<{ row: string }>('SELECT s::text AS row FROM oidc_sign_in s');
    const text = JSON.stringify(rows);
    expect([text.includes(state), text.includes(browser.cookie.split('=')[1]!)]).toEqual([false, false]);
  });

  it('works in two tabs of one browser', async () => {
    const browser = fixture.openBrowser('maria', {});
    const [one, other] = [await browser.begin(), await browser.begin()];
    for (const url of [other, one]) expect((await browser.finish(await browser.visitProvider(url))).status).toBe(201);
  });
});

describe('a return from the provider', () => {
  it('is refused for another browser, or without one', async () => {
    const [victim, attacker] = [fixture.openBrowser('maria', {}), fixture.openBrowser('mallory', {})];
    await victim.begin();
    const response = await attacker.visitProvider(await attacker.begin());
    await fixture.expectRefused(() => victim.finish(response), 401, '-201');
    await fixture.expectRefused(() => fixture.openBrowser('nobody', {}).finish(response), 401, '-201');
  });

  it('is refused from a page of another host', async () => {
    const browser = fixture.openBrowser('maria', {});
    const response = await browser.visitProvider(await browser.begin());
    for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://evil.example' }]) {
      const client = fixture.nodes[0].client.with({ Cookie: browser.cookie, ...headers });
      await fixture.expectRefused(() => client.post('/backoffice-api/oidc/sessions', { response }), 403, '-205');
      await fixture.expectRefused(() => client.post('/backoffice-api/oidc/sign-ins', {}), 403, '-205');
    }
  });

  it('is refused when code and state were used, or the code alone', async () => {
    const browser = fixture.openBrowser('maria', {});
    const response = await browser.visitProvider(await browser.begin());
    expect((await browser.finish(response)).status).toBe(201);
    await fixture.expectRefused(() => browser.finish(response, 1), 401, '-201');
    const code = new URLSearchParams(response).get('code')!;
    const next = new URLSearchParams(await browser.visitProvider(await browser.begin()));
    next.set('code', code);
    await fixture.expectRefused(() => browser.finish(next.toString()), 401, '-201');
  });

  it('is refused when it is too late', async () => {
    const browser = fixture.openBrowser('maria', {});
    const response = await browser.visitProvider(await browser.begin());
    await fixture.query(
      `UPDATE oidc_sign_in SET created_at = created_at - interval '1 hour', expires_at = expires_at - interval '10 minutes'`,
    );
    await fixture.expectRefused(() => browser.finish(response), 401, '-201');
  });

  it.each([
    ['an invented state', 'code=abc&state=abc'],
    ['no state', 'code=abc'],
    ['nothing that is known', 'x'],
  ])('is refused with %s', async (_, response) => {
    const browser = fixture.openBrowser('maria', {});
    await browser.begin();
    await fixture.expectRefused(() => browser.finish(response), 401, '-201');
  });

  it('is refused with the error of the provider, or from another issuer', async () => {
    const browser = fixture.openBrowser('maria', {});
    const state = new URL(await browser.begin()).searchParams.get('state')!;
    await fixture.expectRefused(() => browser.finish(`error=access_denied&state=${state}`), 401, '-201');
    const mixed = new URLSearchParams(await browser.visitProvider(await browser.begin()));
    mixed.set('iss', 'https://other.example');
    await fixture.expectRefused(() => browser.finish(mixed.toString()), 401, '-201');
  });

  it.each([
    ['an audience other than this client', (payload: JWTPayload) => ({ ...payload, aud: 'another-client' })],
    ['another nonce', (payload: JWTPayload) => ({ ...payload, nonce: 'another' })],
    ['no nonce', ({ nonce: _, ...payload }: JWTPayload) => payload],
    ['another issuer', (payload: JWTPayload) => ({ ...payload, iss: 'https://other.example' })],
    [
      'an end in the past',
      (payload: JWTPayload) => ({ ...payload, iat: payload.iat! - 2 * HOUR_SECONDS, exp: payload.exp! - 2 * HOUR_SECONDS }),
    ],
  ])('is refused when the ID token has %s', async (_, alter) => {
    await signInWith(alter);
  });

  it('is refused when the ID token is signed with a key that the provider does not publish', async () => {
    const browser = fixture.openBrowser('maria', {});
    const response = await browser.visitProvider(await browser.begin());
    fixture.provider.isForging = true;
    await fixture.expectRefused(() => browser.finish(response), 401, '-201').finally(() => (fixture.provider.isForging = false));
  });
});

describe('a page to return to', () => {
  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    '../backoffice-api/users',
    '%2e%2e/backoffice-api/users',
    'dev/../../docs',
    '/console/',
    'https:evil.example',
    'x'.repeat(1001),
  ])('is refused outside the console: %s', async (returnTo) => {
    const { client } = fixture.nodes[0];
    await fixture.expectRefused(() => client.post('/backoffice-api/oidc/sign-ins', { returnTo }), 400, '-102', 'returnTo');
  });
});

describe('a person without access', () => {
  it.each([
    ['is not invited', 'stranger', { email: 'stranger@insurer.example', email_verified: true }],
    ['has an address that the provider has not verified', 'anna', { email: 'anna@insurer.example', email_verified: false }],
    ['has an address of which the provider says nothing', 'anna', { email: 'anna@insurer.example' }],
    ['has no address', 'anna', {}],
    ['has an address that is none', 'anna', { email: 'anna@insurer.example, maria@insurer.example', email_verified: true }],
    ['has the address of a user who is bound to another account', 'mallory', { email: 'maria@insurer.example', email_verified: true }],
    ['is disabled', 'off', { email: 'off@insurer.example', email_verified: true }],
    ['signed up for the sandbox', 'developer', { email: 'developer@insurer.example', email_verified: true }],
  ])('is refused who %s', async (_, subject, person) => {
    if ((await fixture.query(`SELECT FROM app_user WHERE email = 'anna@insurer.example'`)).length === 0) {
      await fixture.createUser('anna@insurer.example', 'issuing');
      const off = await fixture.createUser('off@insurer.example', 'issuing');
      const developer = await fixture.createUser('developer@insurer.example', 'agent', '10001');
      await fixture.query(`UPDATE app_user SET status = 'disabled' WHERE id = $1`, [off]);
      await fixture.query('UPDATE app_user SET sandbox_only = true WHERE id = $1', [developer]);
    }
    const browser = fixture.openBrowser(subject, person);
    const response = await browser.visitProvider(await browser.begin());
    const refused = await fixture.expectRefused(() => browser.finish(response), 403, '-203');
    expect(refused.json<{ message: string }>().message.length).toBeGreaterThan(20);
  });
});

describe('the provider', () => {
  it('may change its keys', async () => {
    await fixture.provider.rotateKeys();
    const browser = fixture.openBrowser('maria', {});
    await eventually('the new key is known', async () => (await browser.signIn()).status === 201);
  });

  it('is missed with a sentence while it is down, and used again afterwards', async () => {
    const browser = fixture.openBrowser('maria', {});
    const response = await browser.visitProvider(await browser.begin());
    await fixture.provider.pause();
    const refused = await fixture.expectRefused(() => browser.finish(response), 503, '-2');
    expect(refused.json<{ message: string }>().message).toContain('πάροχος');
    await fixture.provider.resume();
    expect((await browser.signIn()).status).toBe(201);
  });

  it('may be down when a node starts', async () => {
    const { issuer } = fixture.provider;
    await fixture.provider.pause();
    const other = await OidcFixture.start({ issuer });
    const begin = (): ReturnType<typeof other.expectRefused> =>
      other.expectRefused(() => other.nodes[0].client.post('/backoffice-api/oidc/sign-ins', {}), 503, '-2');
    await begin();
    await fixture.provider.resume();
    expect((await other.nodes[0].client.post('/backoffice-api/oidc/sign-ins', {})).status).toBe(201);
    await other.stop();
  });
});

describe('a sign-out', () => {
  it('ends the session and returns the page that ends it at the provider', async () => {
    const client = await fixture.openBrowser('maria', {}).open();
    const out = await client(1).post('/backoffice-api/sessions/current/sign-out', {});
    const url = new URL(out.json<{ url: string }>().url);
    expect([out.status, url.origin, url.searchParams.get('post_logout_redirect_uri')]).toEqual([
      200,
      fixture.provider.issuer,
      `${PUBLIC_URL}/console/`,
    ]);
    expect(url.searchParams.get('id_token_hint')).toMatch(/^eyJ/);
    expect(out.headers['set-cookie']).toEqual(['__Host-session=; HttpOnly; Secure; SameSite=Strict; Path=/; Max-Age=0']);
    expect((await client(0).get(CURRENT)).status).toBe(401);
  });
});
