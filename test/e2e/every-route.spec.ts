import { ApiKeyRegistry } from '../../src/services/auth/api-key-registry.js';
import { SERVICE_NAMES } from '../../src/services/auth/service-name.js';
import { Store } from '../../src/store/store.js';
import { type RunningApp, startApp } from '../support/app.js';
import type { Answer, Client } from '../support/client.js';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly needsToken: boolean;
}

interface Document {
  readonly paths: Record<string, Record<string, { readonly security?: readonly Record<string, unknown>[] }>>;
}

const OUTSIDE_QUOTA = '/auth-api/resources/usage';

/** What every response carries, of whatever kind (decisions §1). */
function expectHeaders({ headers }: Answer, quota: { limit: number; remaining: number }): void {
  expect(headers).toMatchObject({
    'x-ratelimit-limit': String(quota.limit),
    'x-ratelimit-remaining': String(quota.remaining),
    'x-token-expires-in': '0',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    'server-timing': expect.stringMatching(/^gateway;dur=\d+\.\d\d/) as string,
    'access-control-allow-origin': '*',
  });
}

describe('Every route of every service', () => {
  let running: RunningApp;
  let operations: Operation[] = [];

  beforeAll(async () => {
    running = await startApp();
    const { paths } = (await running.plain.get('/openapi.json')).json<Document>();
    operations = Object.entries(paths)
      .filter(([path]) => SERVICE_NAMES.some((service) => path.startsWith(`/${service}/`)))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { security = [] }]) => ({
          method: method.toUpperCase(),
          path: path.replace(/\{\w+\}/g, '1'),
          needsToken: security.some((scheme) => 'bearer' in scheme),
        })),
      );
  });
  afterAll(() => running.stop());

  async function newKey(ratePerHour: number): Promise<Client> {
    const registry = running.app.get(ApiKeyRegistry);
    const { apiKey } = await running.app.get(Store).transaction('gateway', async (tx) =>
      registry.createKey(tx, await registry.createProgram(tx, { name: 'Program', owner: 'Owner' }), {
        ...{ name: 'test', status: 'active', services: SERVICE_NAMES, environments: ['production', 'sandbox'], ipAddresses: [] },
        ...{ ratePerHour, ratePerDay: null, serviceRates: {} },
      }),
    );
    return running.client.withKey(apiKey);
  }

  /** The same call of every operation, in both environments. */
  async function walk(client: Client, check: (answer: Answer, operation: Operation) => void): Promise<void> {
    expect(operations.length).toBeGreaterThan(50);
    for (const root of ['', '/dev']) {
      for (const operation of operations) {
        const { method, path } = operation;
        const answer = await client.call(method, root + path, method === 'GET' || method === 'DELETE' ? {} : { json: {} });
        try {
          check(answer, operation);
        } catch (error) {
          throw new Error(`${method} ${root}${path} → ${answer.status} ${answer.text}`, { cause: error });
        }
      }
    }
  }

  it.each([
    ['HTTPS_REQUIRED over plain HTTP', 400, 'HTTPS_REQUIRED', () => running.plain],
    ['API_KEY_MISSING without a key', 403, 'API_KEY_MISSING', () => running.client],
    ['API_KEY_INVALID with a wrong one', 403, 'API_KEY_INVALID', () => running.client.withKey('x'.repeat(40))],
  ])('answers %s, with the default limit', async (_, status, code, client) => {
    await walk(client(), (answer) => {
      expect([answer.status, answer.json<{ error: { code: string } }>().error.code]).toEqual([status, code]);
      expectHeaders(answer, { limit: 1000, remaining: 0 });
    });
  });

  it('answers OVER_RATE_LIMIT when the quota is used, but the usage of it', async () => {
    const client = await newKey(1);
    await client.post('/auth-api/resources/tokens', {});
    let isFirst = true;
    await walk(client, (answer, { path }) => {
      const expected = path === OUTSIDE_QUOTA && isFirst ? 200 : 429;
      if (path === OUTSIDE_QUOTA) isFirst = false;
      expect(answer.status).toBe(expected);
      if (expected === 429) expect(answer.headers['retry-after']).toMatch(path === OUTSIDE_QUOTA ? /^1$/ : /^3(600|5\d\d)$/);
      expectHeaders(answer, { limit: 1, remaining: 0 });
    });
  });

  it('answers 401 without a token where one is needed, with the true values', async () => {
    const client = await newKey(100_000);
    let counted = 0;
    await walk(client, (answer, { needsToken, path }) => {
      if (path !== OUTSIDE_QUOTA) counted += 1;
      if (needsToken) expect([answer.status, answer.json().error]).toEqual([401, '-201']);
      else expect(answer.status).not.toBe(401);
      expectHeaders(answer, { limit: 100_000, remaining: 100_000 - counted });
    });
  });
});
