import { ENVIRONMENTS } from '../../src/common/environment.js';
import type { KeyTerms } from '../../src/identity/api-key-registry.js';
import { SERVICE_NAMES } from '../../src/identity/service-name.js';
import { startApp, type RunningApp } from '../support/app.js';
import type { HttpResponse } from '../support/client.js';
import { createOAuthProgram, OAUTH_TOKEN, requestOAuthToken, toOAuthForm, type OAuthProgram } from '../support/oauth-program.js';
import { ManualClock } from '../support/manual-clock.js';
import { TableFingerprints } from '../support/table-fingerprints.js';

const PROBE = '/events-api/resources/events';
const clock = new ManualClock('2026-11-20T08:00:00Z');
let running: RunningApp;
let tables: TableFingerprints;

beforeAll(async () => {
  running = await startApp({ clock });
  tables = await TableFingerprints.open(running.database.url, ['gateway']);
});
afterAll(async () => {
  await tables.close();
  await running.stop();
});

const createProgram = (terms: Partial<KeyTerms> = {}): Promise<OAuthProgram> =>
  createOAuthProgram(running, { ratePerHour: 1000, ...terms });

function basic(id: number | string, secret: string): { Authorization: string } {
  return { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
}

type Form = Readonly<Record<string, string>> | string;

const post = (form: Form, headers: Readonly<Record<string, string>> = {}, path = OAUTH_TOKEN): Promise<HttpResponse> =>
  requestOAuthToken(running.client, form, headers, path);

async function expectOAuthError(expected: readonly [status: number, error: string], call: () => Promise<HttpResponse>): Promise<void> {
  const before = await tables.read();
  const response = await call();
  expect([response.status, response.json()]).toEqual([
    expected[0],
    { error: expected[1], error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/) as string },
  ]);
  expect(response.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
  expect(response.headers['content-type']).toMatch(/^application\/json/);
  expect(response.headers['www-authenticate']).toBe(expected[0] === 401 ? 'Basic realm="auth-api"' : undefined);
  expect(await tables.read()).toEqual(before);
}

describe('a token by client credentials', () => {
  it.each(['', '/dev'])('is that of the token route in %s/, by Basic or by the body', async (root) => {
    const program = await createProgram();
    const { client_id: id, client_secret: secret, ...rest } = toOAuthForm(program);
    for (const [form, headers] of [
      [rest, basic(id!, secret!)],
      [{ ...rest, client_id: id! }, basic(id!, secret!)],
      [toOAuthForm(program), {}],
      [{ ...toOAuthForm(program), scope: '', resource_unknown_to_us: 'x' }, {}],
      [toOAuthForm(program), { 'X-Api-Key': program.apiKey }],
    ] as const) {
      const response = await post(form, headers, `${root}${OAUTH_TOKEN}`);
      expect(response.status).toBe(200);
      const { access_token: token } = response.json<{ access_token: string }>();
      expect(response.json()).toEqual({ access_token: token, token_type: 'Bearer', expires_in: 1800, agent_code: program.agentCode });
      expect(response.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache', 'x-token-expires-in': '1800' });
      const withToken = running.client.withToken(token);
      expect((await withToken.withKey(program.apiKey).get(`${root}${PROBE}`)).status).toBe(200);
      // Later calls need the key too.
      expect((await withToken.get(`${root}${PROBE}`)).json()).toMatchObject({ error: { code: 'API_KEY_MISSING' } });
    }
    expect((await post(toOAuthForm(program), {}, `${root === '' ? '/dev' : ''}${OAUTH_TOKEN}`)).status).toBe(200);
  });

  it('acts for the named agent, if the user may', async () => {
    const program = await createProgram();
    const form = { ...toOAuthForm(program), agent_code: `${program.agentCode}d` };
    expect((await post(form)).json()).toMatchObject({ agent_code: `${program.agentCode}d` });
    await expectOAuthError([400, 'unauthorized_client'], () => post({ ...form, agent_code: '99999' }));
  });

  it('counts in the same limit as the token route, and the request log has it', async () => {
    const program = await createProgram({ ratePerHour: 3 });
    expect((await post(toOAuthForm(program))).headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2' });
    const other = await running.client.withKey(program.apiKey).post('/auth-api/resources/tokens', { 'user-key': program.userKey });
    expect(other.headers['x-ratelimit-remaining']).toBe('1');
    await expectOAuthError([401, 'invalid_client'], () => post({ ...toOAuthForm(program), client_secret: 'x'.repeat(40) }));
    const third = await post(toOAuthForm(program));
    expect([third.status, third.headers['x-ratelimit-remaining']]).toEqual([200, '0']);
    const before = await tables.read();
    const fourth = await post(toOAuthForm(program));
    expect([fourth.status, fourth.json(), fourth.headers['retry-after']]).toMatchObject([
      429,
      { error: { code: 'OVER_RATE_LIMIT' } },
      '3600',
    ]);
    expect(await tables.read()).toEqual(before);
  });

  it('ends with its user-key within two seconds', async () => {
    const program = await createProgram();
    const { access_token: token } = (await post(toOAuthForm(program))).json<{ access_token: string }>();
    const { store, userKeys } = running.parts;
    await store.transaction('gateway', (tx) => userKeys.setEnabled(tx, program.userId, program.userKeyId, false));
    clock.set(clock.now().getTime() + 2_000);
    expect((await running.client.withKey(program.apiKey).withToken(token).get(PROBE)).status).toBe(401);
    await expectOAuthError([401, 'invalid_client'], () => post(toOAuthForm(program)));
  });

  it('uses the current key of the program after a rotation, and needs a valid and granted one', async () => {
    const program = await createProgram();
    const { store, apiKeys } = running.parts;
    const next = await store.transaction('gateway', (tx) => apiKeys.rotateKey(tx, program.keyId, 1));
    expect((await post(toOAuthForm(program))).status).toBe(200);
    const [token] = await store.query<{ api_key_id: number }>('gateway', 'SELECT api_key_id FROM token WHERE program_id = $1', [
      program.programId,
    ]);
    expect(token!.api_key_id).toBe(next!.id);
    const change = (id: number, changes: Partial<KeyTerms>): Promise<boolean> =>
      store.transaction('gateway', (tx) => apiKeys.changeKey(tx, id, changes));
    await change(program.keyId, { status: 'disabled' });
    for (const changes of [{ services: ['fire-api'] }, { environments: ['sandbox'] }, { ipAddresses: ['192.0.2.1'] }] as const) {
      await change(next!.id, changes);
      await expectOAuthError([400, 'unauthorized_client'], () => post(toOAuthForm(program)));
      await change(next!.id, { services: SERVICE_NAMES, environments: ENVIRONMENTS, ipAddresses: [] });
    }
    await change(next!.id, { expiresAt: clock.now() });
    await expectOAuthError([401, 'invalid_client'], () => post(toOAuthForm(program)));
    await change(next!.id, { expiresAt: null, status: 'disabled' });
    await expectOAuthError([401, 'invalid_client'], () => post(toOAuthForm(program)));
  });
});

describe('a token request is refused', () => {
  let program: OAuthProgram;
  let other: OAuthProgram;
  beforeAll(async () => {
    program = await createProgram();
    other = await createProgram();
  });

  const change = (changes: Readonly<Record<string, string | undefined>>) => (): Promise<HttpResponse> => {
    const entries = Object.entries({ ...toOAuthForm(program), ...changes }).filter(([, value]) => value !== undefined);
    return post(Object.fromEntries(entries) as Form);
  };

  it.each<[string, number, string, () => Promise<HttpResponse>]>([
    ['a wrong secret', 401, 'invalid_client', change({ client_secret: 'x'.repeat(40) })],
    ['a malformed secret', 401, 'invalid_client', change({ client_secret: 'secret' })],
    ['the API key as the secret', 401, 'invalid_client', () => post({ ...toOAuthForm(program), client_secret: program.apiKey })],
    ['the secret of another program', 401, 'invalid_client', () => post({ ...toOAuthForm(program), client_secret: other.userKey })],
    ['an unknown client', 401, 'invalid_client', change({ client_id: '999999' })],
    ['a malformed client', 401, 'invalid_client', change({ client_id: '1 OR 1=1' })],
    ['a client beyond all ids', 401, 'invalid_client', change({ client_id: '9999999999' })],
    ['no credentials', 401, 'invalid_client', change({ client_id: undefined, client_secret: undefined })],
    ['no secret', 401, 'invalid_client', change({ client_secret: undefined })],
    ['another scheme', 401, 'invalid_client', () => post({ grant_type: 'client_credentials' }, { Authorization: 'Bearer abc' })],
    ['no grant type', 400, 'invalid_request', change({ grant_type: undefined })],
    ['another grant type', 400, 'unsupported_grant_type', change({ grant_type: 'password' })],
    ['a scope', 400, 'invalid_scope', change({ scope: 'fire-api' })],
    ['both methods at once', 400, 'invalid_request', () => post(toOAuthForm(program), basic(program.programId, program.userKey))],
    [
      'two clients',
      400,
      'invalid_request',
      () => post({ grant_type: 'client_credentials', client_id: '1' }, basic(program.programId, program.userKey)),
    ],
    [
      'a repeated parameter',
      400,
      'invalid_request',
      () => post(`${new URLSearchParams(toOAuthForm(program)).toString()}&grant_type=client_credentials`),
    ],
    ['JSON', 400, 'invalid_request', () => running.client.post(OAUTH_TOKEN, toOAuthForm(program))],
    ['no body', 400, 'invalid_request', () => running.client.post(OAUTH_TOKEN)],
    ['an empty form', 400, 'invalid_request', () => post('')],
    ['the key of another program', 401, 'invalid_client', () => post(toOAuthForm(program), { 'X-Api-Key': other.apiKey })],
    [
      'credentials in the address',
      401,
      'invalid_client',
      () => post({ grant_type: 'client_credentials' }, {}, `${OAUTH_TOKEN}?client_id=1&client_secret=x`),
    ],
  ])('with %s', async (_name, status, error, call) => {
    await expectOAuthError([status, error], call);
  });

  it.each(['GET', 'HEAD', 'PUT'] as const)('by %s, as there is no such route', async (method) => {
    const before = await tables.read();
    const response = await running.client.undescribed().call(method, OAUTH_TOKEN);
    expect(response.status).toBe(404);
    expect(await tables.read()).toEqual(before);
  });

  it('over plain HTTP, and with more than 8 KiB', async () => {
    const before = await tables.read();
    const body = new URLSearchParams(toOAuthForm(program)).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const plain = await running.plain.post(OAUTH_TOKEN, undefined, { body, headers });
    expect([plain.status, plain.json()]).toMatchObject([400, { error: { code: 'HTTPS_REQUIRED' } }]);
    const large = await post({ ...toOAuthForm(program), padding: 'x'.repeat(9_000) });
    expect([large.status, large.json()['error']]).toEqual([413, '-108']);
    expect(await tables.read()).toEqual(before);
  });
});

describe('the metadata of the token endpoint', () => {
  it.each([
    ['/.well-known/oauth-authorization-server', ''],
    ['/.well-known/oauth-authorization-server/dev', '/dev'],
    ['/dev/.well-known/oauth-authorization-server', '/dev'],
  ])('at %s describes what works', async (path, root) => {
    const response = await running.plain.undescribed().get(path);
    const metadata = response.json<Record<string, string & string[]>>();
    expect([response.status, response.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const issuer = `https://127.0.0.1:${running.ports.port}${root}`;
    expect(metadata).toEqual({
      issuer,
      token_endpoint: `${issuer}${OAUTH_TOKEN}`,
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      service_documentation: `https://127.0.0.1:${running.ports.port}/docs`,
    });
    const program = await createProgram();
    const endpoint = new URL(metadata['token_endpoint']!).pathname;
    const [grant] = metadata['grant_types_supported']!;
    expect((await post({ ...toOAuthForm(program), grant_type: grant! }, {}, endpoint)).status).toBe(200);
    expect((await post({ grant_type: grant! }, basic(program.programId, program.userKey), endpoint)).status).toBe(200);
  });
});
