import { Get, Module } from '@nestjs/common';
import { UserService } from '../../src/identity/user.service.js';
import type { UserCaller } from '../../src/common/caller.js';
import { Clock } from '../../src/common/clock.js';
import { CurrentCaller, ServiceController } from '../../src/gateway/handler/decorators.js';
import { ApiKeyRegistry, type KeyTerms } from '../../src/identity/api-key-registry.js';
import { SERVICE_NAMES } from '../../src/identity/service-name.js';
import { UserKeyService } from '../../src/identity/user-key.service.js';
import type { Transaction } from '../../src/store/store.js';
import { startApp, type RunningApp } from '../support/app.js';
import type { HttpResponse, Client } from '../support/client.js';

class SetClock extends Clock {
  ms = Date.parse('2026-11-20T10:00:00Z');
  now(): Date {
    return new Date(this.ms);
  }
}

@ServiceController('fire-api', 'probe')
class ProbeController {
  @Get()
  whoCalls(@CurrentCaller() { user, environment }: UserCaller): object {
    return { ...user, environment };
  }
}

@Module({ controllers: [ProbeController] })
class ProbeModule {}

const PATHS = ['/auth-api/resources/tokens', '/parameters-api/tokens', '/mtr-api/resources/tokens'];
const EVERYWHERE = PATHS.flatMap((path) => [path, `/dev${path}`]);
const PROBE = '/fire-api/probe';
const ENGLISH = { 'Accept-Language': 'en' };
const DAY_MS = 24 * 3_600_000;
const TERMS: KeyTerms = {
  name: 'test',
  status: 'active',
  services: SERVICE_NAMES,
  environments: ['production', 'sandbox'],
  ipAddresses: [],
  ratePerHour: null,
  ratePerDay: null,
  serviceRates: {},
};

describe('the token routes', () => {
  const clock = new SetClock();
  let running: RunningApp;
  let client: Client;
  let registry: ApiKeyRegistry;
  let userKeys: UserKeyService;
  let users: UserService;
  let program: number;
  let apiKey: string;
  let supervisor: number;
  let userKey: { id: number; userKey: string };

  beforeAll(async () => {
    running = await startApp({ clock, modules: [ProbeModule] });
    registry = running.parts.apiKeys;
    userKeys = running.parts.userKeys;
    users = running.parts.users;
  });
  afterAll(() => running.stop());

  beforeEach(async () => {
    await change(async (tx) => {
      program = await registry.createProgram(tx, { name: 'Program', owner: 'Owner' });
      ({ apiKey } = await registry.createKey(tx, program, TERMS));
      const email = `user${program}@example.com`;
      supervisor = await users.create(tx, { email, name: 'Ελένη', role: 'agent', agentCode: '100', delegates: ['200'] });
      userKey = await userKeys.create(tx, supervisor, program);
    });
    client = running.client.withKey(apiKey).with(ENGLISH);
  });

  function change<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return running.parts.store.transaction('gateway', work);
  }

  async function tokenOf(path = PATHS[0]!, body: object = { 'user-key': userKey.userKey }): Promise<string> {
    const response = await client.post(path, body);
    expect(response.status).toBe(201);
    return response.json<{ token: string }>().token;
  }

  /** `reason` is that of a token that is known (auth.35). */
  function expectPlain401(response: HttpResponse, reason?: string): void {
    expect(response.status).toBe(401);
    const message = reason === undefined ? 'Authentication failed.' : (expect.stringMatching(/^The /) as unknown);
    expect(response.json()).toEqual({ status: 'ERROR', error: '-201', message, ...(reason !== undefined && { reason }) });
    expect(response.headers).not.toHaveProperty('x-error');
    expect(response.headers['www-authenticate']).toBe('Bearer');
    expect(response.headers['x-token-expires-in']).toBe('0');
  }

  describe.each(EVERYWHERE)('POST %s', (path) => {
    it('returns 201 and the token in body and header', async () => {
      const response = await client.post(path, { 'user-key': userKey.userKey });
      const { token } = response.json<{ token: string }>();
      expect(response.status).toBe(201);
      expect(token).toMatch(/^[A-Za-z0-9]{40}$/);
      expect(response.json()).toEqual({
        token,
        access_token: token,
        token_type: 'Bearer',
        expires_in: 1800,
        expires_at: new Date(clock.ms + 1_800_000).toISOString(),
        agent_code: '100',
      });
      expect(response.headers).toMatchObject({
        authorization: `Bearer ${token}`,
        'x-token-expires-in': '1800',
        'x-ratelimit-limit': '1000',
        'x-ratelimit-remaining': '999',
        'cache-control': 'no-store',
      });
      expect(response.headers['content-type']).toMatch(/^application\/json/);
      expect(response.headers['access-control-expose-headers']).toMatch(/\bX-Token-Expires-In\b.*\bAuthorization\b/);
      expect(response.headers).not.toHaveProperty('location');
    });

    it('accepts an agent-code that the user may act for', async () => {
      const response = await client.post(path, { 'user-key': userKey.userKey, 'agent-code': '200' });
      expect(response.status).toBe(201);
      expect(response.json()).toMatchObject({ agent_code: '200' });
    });

    it('requires a user-key', async () => {
      const response = await client.post(path, {});
      expect(response.status).toBe(400);
      expect(response.json()).toEqual({
        status: 'ERROR',
        error: '-101',
        message: 'The field is required.',
        details: [{ path: 'user-key', code: '-101', message: 'The field is required.' }],
      });
      expect(response.headers['x-error']).toBe('The field is required.');
    });

    it('refuses an unknown user-key with a plain 401', async () => {
      expectPlain401(await client.post(path, { 'user-key': 'x'.repeat(40) }));
    });

    it('refuses an agent-code of others with 403', async () => {
      const response = await client.post(path, { 'user-key': userKey.userKey, 'agent-code': '999' });
      expect(response.status).toBe(403);
      expect(response.json()).toMatchObject({ status: 'ERROR', error: '-202' });
      expect(response.headers).toHaveProperty('x-error');
      expect(response.text).not.toContain('999');
    });

    it('requires an API key', async () => {
      const response = await running.client.post(path, { 'user-key': userKey.userKey });
      expect(response.status).toBe(403);
      expect(response.json()).toMatchObject({ error: { code: 'API_KEY_MISSING' } });
    });

    it('requires a grant for the service of its own path', async () => {
      const own = path.split('/').at(path.startsWith('/dev/') ? 2 : 1);
      const services = SERVICE_NAMES.filter((name) => name !== own);
      const other = await change((tx) => registry.createKey(tx, program, { ...TERMS, services }));
      const response = await running.client.withKey(other.apiKey).post(path, { 'user-key': userKey.userKey });
      expect(response.status).toBe(403);
      expect(response.json()).toMatchObject({ error: { code: 'API_KEY_UNAUTHORIZED' } });
    });
  });

  it.each([
    [{ 'user-key': null }, [['user-key', '-101']]],
    [{ 'user-key': '  ' }, [['user-key', '-101']]],
    [{ 'user-key': 7 }, [['user-key', '-102']]],
    [{ 'user-key': ['x'] }, [['user-key', '-102']]],
    [{ 'user-key': 'x', 'agent-code': 100 }, [['agent-code', '-102']]],
    [{ 'user-key': 'x', 'agent-code': {} }, [['agent-code', '-102']]],
    [
      { 'agent-code': false },
      [
        ['user-key', '-101'],
        ['agent-code', '-102'],
      ],
    ],
  ])('report every violation of %j', async (body, violations) => {
    const response = await client.post(PATHS[0]!, body);
    expect(response.status).toBe(400);
    const { error, details } = response.json<{ error: string; details: { path: string; code: string }[] }>();
    expect(details.map(({ path, code }) => [path, code])).toEqual(violations);
    expect(error).toBe(violations[0]?.[1]);
  });

  it('require a user-key when there is no body, and refuse a body that is not JSON', async () => {
    expect((await client.post(PATHS[0]!)).json()).toMatchObject({ error: '-101' });
    const bad = await client.call('POST', PATHS[0]!, { body: '{"user-key":', headers: { 'Content-Type': 'application/json' } });
    expect([bad.status, bad.json()['error']]).toEqual([400, '-100']);
  });

  it.each(['', 'x'.repeat(39), 'x'.repeat(41), `${'x'.repeat(39)}é`, '\u0000', 'x'.repeat(10_000)])(
    'refuse a malformed user-key like an unknown one (%#)',
    async (text) => {
      expectPlain401(await client.post(PATHS[0]!, { 'user-key': `!${text}` }));
    },
  );

  it('treat an absent, null or blank agent-code as none, and ignore other fields', async () => {
    for (const agentCode of [undefined, null, ' ']) {
      const response = await client.post(PATHS[0]!, { 'user-key': userKey.userKey, 'agent-code': agentCode, other: [1] });
      expect(response.json()).toMatchObject({ agent_code: '100' });
    }
  });

  it('refuse a disabled, a deleted and another program’s user-key with a plain 401', async () => {
    const body = { 'user-key': userKey.userKey };
    const stranger = await change(async (tx) => registry.createKey(tx, await registry.createProgram(tx, { name: 'B', owner: 'B' }), TERMS));
    expectPlain401(await running.client.withKey(stranger.apiKey).with(ENGLISH).post(PATHS[0]!, body));
    await change((tx) => userKeys.setEnabled(tx, supervisor, userKey.id, false));
    expectPlain401(await client.post(PATHS[0]!, body));
    await change((tx) => userKeys.setEnabled(tx, supervisor, userKey.id, true));
    await change((tx) => userKeys.delete(tx, supervisor, userKey.id));
    expectPlain401(await client.post(PATHS[0]!, body));
  });

  it.each(['GET', 'PUT', 'HEAD'])('do not support %s', async (method) => {
    for (const path of PATHS) expect((await client.call(method, path)).status).toBe(404);
  });

  describe('a token', () => {
    it.each(PATHS)('of %s works for user-context calls and counts down', async (path) => {
      const caller = client.withToken(await tokenOf(path));
      clock.ms += 10_500;
      const response = await caller.get(PROBE);
      expect(response.status).toBe(200);
      expect(response.json()).toEqual({
        id: supervisor,
        name: 'Ελένη',
        agentCode: '100',
        readableAgents: ['100', '200'],
        environment: 'production',
      });
      expect(response.headers['x-token-expires-in']).toBe('1790');
    });

    it('with an agent-code reads only that agent', async () => {
      const token = await tokenOf(PATHS[0], { 'user-key': userKey.userKey, 'agent-code': '200' });
      expect((await client.withToken(token).get(PROBE)).json()).toMatchObject({ agentCode: '200', readableAgents: ['200'] });
    });

    it('expires: 401 Token Expired for a day, then a plain 401', async () => {
      const caller = client.withToken(await tokenOf());
      clock.ms += 1_799_999;
      expect((await caller.get(PROBE)).status).toBe(200);
      clock.ms += 1;
      const expired = await caller.get(PROBE);
      expect(expired.status).toBe(401);
      expect(expired.headers['x-error']).toBe('Token Expired');
      expect(expired.headers['x-token-expires-in']).toBe('0');
      expect(expired.json()).toMatchObject({ status: 'ERROR', error: '-204', reason: 'EXPIRED' });
      clock.ms += DAY_MS;
      expectPlain401(await caller.get(PROBE), 'EXPIRED');
    });

    it('is unknown in the other environment and with the key of another program', async () => {
      const token = await tokenOf();
      expectPlain401(await client.withToken(token).get(`/dev${PROBE}`), 'OTHER_ENVIRONMENT');
      const sandboxToken = await tokenOf(`/dev${PATHS[0]}`);
      expectPlain401(await client.withToken(sandboxToken).get(PROBE), 'OTHER_ENVIRONMENT');
      expect((await client.withToken(sandboxToken).get(`/dev${PROBE}`)).json()).toMatchObject({ environment: 'sandbox' });
      const stranger = await change(async (tx) =>
        registry.createKey(tx, await registry.createProgram(tx, { name: 'B', owner: 'B' }), TERMS),
      );
      expectPlain401(await running.client.withKey(stranger.apiKey).withToken(token).with(ENGLISH).get(PROBE), 'OTHER_PROGRAM');
    });

    it('works with the next key after a rotation, in the same quota', async () => {
      const token = await tokenOf();
      const [key] = await running.parts.store.query<{ id: number }>('gateway', 'SELECT id FROM api_key WHERE program_id = $1', [program]);
      const next = await change((tx) => registry.rotateKey(tx, key!.id, 1));
      expect((await client.withToken(token).get(PROBE)).headers['x-ratelimit-remaining']).toBe('998');
      const response = await running.client.withKey(next!.apiKey).withToken(token).get(PROBE);
      expect([response.status, response.headers['x-ratelimit-remaining']]).toEqual([200, '997']);
      clock.ms += 3_600_000;
      expect((await client.get(PROBE)).json()).toMatchObject({ error: { code: 'API_KEY_EXPIRED' } });
    });

    it('ends within two seconds with its user-key', async () => {
      const caller = client.withToken(await tokenOf());
      expect((await caller.get(PROBE)).status).toBe(200);
      await change((tx) => userKeys.setEnabled(tx, supervisor, userKey.id, false));
      clock.ms += 1999;
      expectPlain401(await caller.get(PROBE));
    });

    it('is DISABLED once its delegation is not in force, and deleted with its user (auth.35)', async () => {
      const [own, delegated] = [await tokenOf(), await tokenOf(PATHS[0], { 'user-key': userKey.userKey, 'agent-code': '200' })];
      const read = (token: string): Promise<HttpResponse> => client.withToken(token).get(PROBE);
      await change((tx) => users.setDelegates(tx, supervisor, []));
      clock.ms += 2000;
      expectPlain401(await read(delegated), 'DISABLED');
      expect((await read(own)).status).toBe(200);
      // Another program learns nothing about it.
      const stranger = await change(async (tx) =>
        registry.createKey(tx, await registry.createProgram(tx, { name: 'B', owner: 'B' }), TERMS),
      );
      expectPlain401(await running.client.withKey(stranger.apiKey).withToken(delegated).with(ENGLISH).get(PROBE), 'OTHER_PROGRAM');
      await change((tx) => users.setStatus(tx, supervisor, 'disabled'));
      clock.ms += 2000;
      expectPlain401(await read(own));
    });

    it('is deleted with its disabled key, so another key of the program learns nothing (auth.5)', async () => {
      const token = await tokenOf();
      const [key] = await running.parts.store.query<{ id: number }>('gateway', 'SELECT id FROM api_key WHERE program_id = $1', [program]);
      const other = await change((tx) => registry.createKey(tx, program, TERMS));
      const withOther = running.client.withKey(other.apiKey).withToken(token).with(ENGLISH);
      expect((await withOther.get(PROBE)).status).toBe(200);
      await change((tx) => registry.changeKey(tx, key!.id, { status: 'disabled' }));
      clock.ms += 2000;
      expectPlain401(await withOther.get(PROBE));
      expect((await client.withToken(token).get(PROBE)).json()).toMatchObject({ error: { code: 'API_KEY_DISABLED' } });
    });

    it('is checked when sent to a token route', async () => {
      expectPlain401(await client.withToken('x'.repeat(40)).post(PATHS[0]!, { 'user-key': userKey.userKey }));
      expect((await client.withToken(await tokenOf()).post(PATHS[0]!, { 'user-key': userKey.userKey })).status).toBe(201);
    });
  });

  it('write keys and tokens only into the response', async () => {
    const token = await tokenOf();
    const rows = await running.parts.store.query(
      'gateway',
      'SELECT token::text AS row FROM token UNION ALL SELECT user_key::text FROM user_key',
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const secret of [token, userKey.userKey]) expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('count every admitted call, including the service’s refusals, and return 429 beyond the limit', async () => {
    const { apiKey: limited } = await change((tx) => registry.createKey(tx, program, { ...TERMS, ratePerHour: 3 }));
    const caller = running.client.withKey(limited);
    expect((await caller.post(PATHS[0]!, {})).headers['x-ratelimit-remaining']).toBe('2');
    expect((await caller.post(PATHS[1]!, { 'user-key': 'x' })).headers['x-ratelimit-remaining']).toBe('1');
    clock.ms += 1000;
    expect((await caller.post(`/dev${PATHS[2]}`, { 'user-key': userKey.userKey })).headers['x-ratelimit-remaining']).toBe('0');
    const refused = await caller.post(PATHS[0]!, { 'user-key': userKey.userKey });
    expect([refused.status, refused.headers['retry-after'], refused.headers['x-ratelimit-remaining']]).toEqual([429, '3599', '0']);
    expect(refused.json()).toMatchObject({ error: { code: 'OVER_RATE_LIMIT' } });
    clock.ms += 3_599_000;
    expect((await caller.post(PATHS[0]!, { 'user-key': userKey.userKey })).status).toBe(201);
  });

  // This test is the last one, because it stops the database.
  it('return 503 without a database, never 401 or 403', async () => {
    const token = await tokenOf();
    // Otherwise a pending change of access would remove the token from the cache.
    await running.parts.accessChanges.job.stop();
    expect((await client.withToken(token).get(PROBE)).status).toBe(200);
    await running.parts.store.close();
    expect((await client.withToken(token).get(PROBE)).status).toBe(200);
    clock.ms += 2000;
    for (const response of [
      await client.withToken(token).get(PROBE),
      await running.client.withKey('x'.repeat(40)).get(PROBE),
      await client.post(PATHS[0]!, { 'user-key': userKey.userKey }),
    ])
      expect([response.status, response.json()['error']]).toEqual([503, '-2']);
  });
});
