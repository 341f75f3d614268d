import type { KeyTerms } from '../../src/identity/api-key-registry.js';
import { SERVICE_NAMES } from '../../src/identity/service-name.js';
import { type RunningApp, startApp } from '../support/app.js';
import type { HttpResponse, Client } from '../support/client.js';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly needsToken: boolean;
}

interface Document {
  readonly paths: Record<string, Record<string, { readonly security?: readonly Record<string, unknown>[] }>>;
}

const OUTSIDE_QUOTA = '/auth-api/resources/usage';
/** Needs the credentials of a client instead of a key (auth.23): oauth-tokens.spec.ts. */
const WITHOUT_KEY = '/auth-api/oauth2/token';

/** Expects the headers of every response (gateway.18 to gateway.20). */
function expectHeaders({ headers }: HttpResponse, quota: { limit: number; remaining: number }): void {
  expect(headers).toMatchObject({
    'x-ratelimit-limit': String(quota.limit),
    'x-ratelimit-remaining': String(quota.remaining),
    'x-token-expires-in': '0',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    'server-timing': expect.stringMatching(/^gateway;dur=\d+\.\d\d/) as string,
    'access-control-allow-origin': '*',
  });
}

describe('every route of every service', () => {
  let running: RunningApp;
  let operations: Operation[] = [];

  beforeAll(async () => {
    running = await startApp();
    const { paths } = (await running.plain.get('/openapi.json')).json<Document>();
    operations = Object.entries(paths)
      .filter(([path]) => path !== WITHOUT_KEY && SERVICE_NAMES.some((service) => path.startsWith(`/${service}/`)))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { security = [] }]) => ({
          method: method.toUpperCase(),
          path: path.replace(/\{\w+\}/g, '1'),
          needsToken: security.some((scheme) => 'bearer' in scheme),
        })),
      );
  });
  afterAll(() => running.stop());

  async function newKey(ratePerHour: number, more: Partial<KeyTerms> = {}): Promise<Client> {
    const registry = running.parts.apiKeys;
    const { apiKey } = await running.parts.store.transaction('gateway', async (tx) =>
      registry.createKey(tx, await registry.createProgram(tx, { name: 'Program', owner: 'Owner' }), {
        name: 'test',
        status: 'active',
        services: SERVICE_NAMES,
        environments: ['production', 'sandbox'],
        ipAddresses: [],
        ratePerHour,
        ratePerDay: null,
        serviceRates: {},
        ...more,
      }),
    );
    return running.client.withKey(apiKey);
  }

  /** Sends the same call of every operation in both environments. */
  async function walk(client: Client, check: (response: HttpResponse, operation: Operation) => void): Promise<void> {
    expect(operations.length).toBeGreaterThan(50);
    for (const root of ['', '/dev']) {
      for (const operation of operations) {
        const { method, path } = operation;
        const response = await client.call(method, root + path, method === 'GET' || method === 'DELETE' ? {} : { json: {} });
        try {
          check(response, operation);
        } catch (error) {
          throw new Error(`${method} ${root}${path} → ${response.status} ${response.text}`, { cause: error });
        }
      }
    }
  }

  it.each([
    ['HTTPS_REQUIRED over plain HTTP', 400, 'HTTPS_REQUIRED', () => running.plain],
    ['API_KEY_MISSING without a key', 403, 'API_KEY_MISSING', () => running.client],
    ['API_KEY_INVALID with a wrong one', 403, 'API_KEY_INVALID', () => running.client.withKey('x'.repeat(40))],
    ['API_KEY_DISABLED with a disabled one', 403, 'API_KEY_DISABLED', () => newKey(5, { status: 'disabled' })],
    ['API_KEY_UNVERIFIED with an unverified one', 403, 'API_KEY_UNVERIFIED', () => newKey(5, { status: 'unverified' })],
    ['API_KEY_UNAUTHORIZED without a grant of the service', 403, 'API_KEY_UNAUTHORIZED', () => newKey(5, { services: [] })],
    ['API_KEY_UNAUTHORIZED without a grant of the environment', 403, 'API_KEY_UNAUTHORIZED', () => newKey(5, { environments: [] })],
    ['API_KEY_UNAUTHORIZED from elsewhere', 403, 'API_KEY_UNAUTHORIZED', () => newKey(5, { ipAddresses: ['192.0.2.0/24'] })],
  ])('returns %s with the default limit', async (_, status, code, client) => {
    await walk(await client(), (response) => {
      expect([response.status, response.json<{ error: { code: string } }>().error.code]).toEqual([status, code]);
      expectHeaders(response, { limit: 1000, remaining: 0 });
    });
  });

  it('returns OVER_RATE_LIMIT when the quota is used, except the usage route', async () => {
    const client = await newKey(1);
    await client.post('/auth-api/resources/tokens', {});
    let usageAtMs: number | null = null;
    await walk(client, (response, { path }) => {
      const isUsage = path === OUTSIDE_QUOTA;
      // This operation allows one call per second, so it may be allowed again during a slow run.
      const mayAnswerAgain = usageAtMs !== null && performance.now() - usageAtMs > 900;
      const expected = isUsage && usageAtMs === null ? [200] : isUsage && mayAnswerAgain ? [200, 429] : [429];
      expect(expected).toContain(response.status);
      if (isUsage && response.status === 200) usageAtMs = performance.now();
      else expect(response.headers['retry-after']).toMatch(isUsage ? /^1$/ : /^3(600|5\d\d)$/);
      expectHeaders(response, { limit: 1, remaining: 0 });
    });
  });

  it('returns 401 without a required token, with the true limit values', async () => {
    const client = await newKey(100_000);
    let counted = 0;
    await walk(client, (response, { needsToken, path }) => {
      if (path !== OUTSIDE_QUOTA) counted += 1;
      if (needsToken) expect([response.status, response.json().error]).toEqual([401, '-201']);
      else expect(response.status).not.toBe(401);
      expectHeaders(response, { limit: 100_000, remaining: 100_000 - counted });
    });
  });

  it('answers a preflight without key, limit or body, and plain OPTIONS like an unknown path', async () => {
    for (const { path, method } of operations) {
      const preflight = await running.plain.call('OPTIONS', path, {
        headers: { Origin: 'https://a.example', 'Access-Control-Request-Method': method },
      });
      expect([path, preflight.status, preflight.text]).toEqual([path, 204, '']);
      expect(String(preflight.headers['access-control-allow-methods'])).toContain(method);
      expectHeaders(preflight, { limit: 1000, remaining: 0 });
      const plain = await running.client.call('OPTIONS', path);
      expect([path, plain.status, plain.json<{ error: { code: string } }>().error.code]).toEqual([path, 404, 'NOT_FOUND']);
      expectHeaders(plain, { limit: 1000, remaining: 0 });
    }
  });

  it('is not found with a trailing slash, in capitals or in an unknown environment', async () => {
    const client = await newKey(100_000);
    for (const { path, method } of operations) {
      for (const other of [`${path}/`, path.toUpperCase(), `/test${path}`]) {
        const response = await client.call(method, other);
        expect([other, response.status, response.json<{ error: { code: string } }>().error.code]).toEqual([other, 404, 'NOT_FOUND']);
        expectHeaders(response, { limit: 1000, remaining: 0 });
      }
    }
  });
});
