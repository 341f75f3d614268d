import type { KeyTerms } from '../../src/identity/api-key-registry.js';
import { type RunningApp, startApp } from '../support/app.js';
import type { HttpResponse, Client } from '../support/client.js';
import { ManualClock } from '../support/manual-clock.js';

const TERMS: KeyTerms = {
  name: 'test',
  status: 'active',
  services: ['auth-api', 'mtr-api'],
  environments: ['production', 'sandbox'],
  ipAddresses: [],
  ratePerHour: 20,
  ratePerDay: null,
  serviceRates: {},
};
const USAGE = '/auth-api/resources/usage';
/** A call that the limit admits and the service refuses: a token request without a user-key. */
const COUNTED = '/auth-api/resources/tokens';
const OTHER_SERVICE = '/dev/mtr-api/resources/tokens';

interface Usage {
  readonly used: number;
  readonly day: { readonly used: number } | null;
}

describe('the limits of a key', () => {
  const clock = new ManualClock('2026-11-20T10:00:00Z');
  let running: RunningApp;

  beforeAll(async () => {
    running = await startApp({ clock });
  });
  afterAll(() => running.stop());

  function advance(ms: number): void {
    clock.set(clock.now().getTime() + ms);
  }

  async function newKey(changes: Partial<KeyTerms> = {}): Promise<{ client: Client; change: (terms: Partial<KeyTerms>) => Promise<void> }> {
    const registry = running.parts.apiKeys;
    const store = running.parts.store;
    const { id, apiKey } = await store.transaction('gateway', async (tx) =>
      registry.createKey(tx, await registry.createProgram(tx, { name: 'Program', owner: 'Owner' }), { ...TERMS, ...changes }),
    );
    const change = async (terms: Partial<KeyTerms>): Promise<void> => {
      await store.transaction('gateway', (tx) => registry.changeKey(tx, id, terms));
      advance(2000);
    };
    return { client: running.client.withKey(apiKey), change };
  }

  function quota({ status, headers }: HttpResponse): unknown[] {
    const after = headers['retry-after'];
    return [status, Number(headers['x-ratelimit-limit']), Number(headers['x-ratelimit-remaining']), ...(after ? [Number(after)] : [])];
  }

  async function counted(client: Client, path = COUNTED): Promise<unknown[]> {
    return quota(await client.post(path, {}));
  }

  it('are on every response: those of the tightest applicable limit', async () => {
    const { client } = await newKey({ ratePerDay: 5, serviceRates: { 'mtr-api': 2 } });
    expect(await counted(client)).toEqual([400, 5, 4]);
    expect(await counted(client, OTHER_SERVICE)).toEqual([400, 2, 1]);
    advance(10_000);
    expect(await counted(client, OTHER_SERVICE)).toEqual([400, 2, 0]);
    expect(await counted(client, OTHER_SERVICE)).toEqual([429, 2, 0, 3590]);
    expect(await counted(client, OTHER_SERVICE)).toEqual([429, 2, 0, 3590]);
    expect(await counted(client)).toEqual([400, 5, 1]);
    expect(await counted(client)).toEqual([400, 5, 0]);
    expect(await counted(client)).toEqual([429, 5, 0, 86_390]);
    // Both limits refuse; Retry-After names the later one, because an earlier retry would be refused again.
    expect(await counted(client, OTHER_SERVICE)).toEqual([429, 5, 0, 86_390]);
  });

  it('are repeated as RateLimit-Policy and RateLimit, which counts down (gateway.102)', async () => {
    const { client } = await newKey({ ratePerDay: 5, serviceRates: { 'mtr-api': 2 } });
    const fields = async (path = COUNTED): Promise<unknown[]> => {
      const { status, headers } = await client.post(path, {});
      return [status, headers['ratelimit-policy'], headers['ratelimit']];
    };
    expect(await fields()).toEqual([400, '"day";q=5;w=86400', '"day";r=4']);
    expect(await fields(OTHER_SERVICE)).toEqual([400, '"mtr-api";q=2;w=3600', '"mtr-api";r=1']);
    advance(10_000);
    expect(await fields(OTHER_SERVICE)).toEqual([400, '"mtr-api";q=2;w=3600', '"mtr-api";r=0']);
    expect(await fields(OTHER_SERVICE)).toEqual([429, '"mtr-api";q=2;w=3600', '"mtr-api";r=0;t=3590']);
    expect(await fields()).toEqual([400, '"day";q=5;w=86400', '"day";r=1']);
    expect(await fields()).toEqual([400, '"day";q=5;w=86400', '"day";r=0']);
    expect(await fields()).toEqual([429, '"day";q=5;w=86400', '"day";r=0;t=86390']);
    const { client: plenty } = await newKey();
    const { headers } = await plenty.post(COUNTED, {});
    expect([headers['ratelimit-policy'], headers['ratelimit']]).toEqual(['"program";q=20;w=3600', '"program";r=19']);
  });

  it('change at once', async () => {
    const { client, change } = await newKey({ ratePerHour: 2 });
    expect([await counted(client), await counted(client), await counted(client)]).toEqual([
      [400, 2, 1],
      [400, 2, 0],
      [429, 2, 0, 3600],
    ]);
    await change({ ratePerHour: 4 });
    expect(await counted(client)).toEqual([400, 4, 1]);
    await change({ ratePerHour: 1 });
    expect(await counted(client)).toEqual([429, 1, 0, 3598]);
    await change({ ratePerHour: 10, serviceRates: { 'auth-api': 3 } });
    expect(await counted(client)).toEqual([429, 3, 0, 3594]);
    await change({ serviceRates: {}, ratePerDay: 4 });
    expect(await counted(client)).toEqual([400, 4, 0]);
    expect(await counted(client)).toEqual([429, 4, 0, 86_392]);
    await change({ ratePerDay: null });
    expect(await counted(client)).toEqual([400, 10, 5]);
  });

  it('are returned by the usage route with their usage and the key’s grants', async () => {
    const { client } = await newKey({ ratePerDay: 100, serviceRates: { 'mtr-api': 7 } });
    const startedMs = clock.now().getTime();
    await counted(client);
    advance(60_000);
    await counted(client, OTHER_SERVICE);
    const response = await client.get(USAGE);
    expect(quota(response)).toEqual([200, 20, 18]);
    expect(response.headers['cache-control']).toBe('no-store');
    const at = (ms: number): string => new Date(startedMs + ms).toISOString();
    const hour = { window_seconds: 3600, next_freed_in_seconds: 3540, next_freed_at: at(3_600_000) };
    expect(response.json()).toEqual({
      limit: 20,
      used: 2,
      remaining: 18,
      ...hour,
      day: { limit: 100, used: 2, remaining: 98, window_seconds: 86_400, next_freed_in_seconds: 86_340, next_freed_at: at(86_400_000) },
      services: [
        { service: 'auth-api', limit: null, used: 1, remaining: null, ...hour },
        { service: 'mtr-api', limit: 7, used: 1, remaining: 6, ...hour, next_freed_in_seconds: 3600, next_freed_at: at(3_660_000) },
      ],
      grants: { services: ['auth-api', 'mtr-api'], environments: ['production', 'sandbox'] },
    });
  });

  it('are returned as unused to a key without calls', async () => {
    const { client } = await newKey({ services: ['auth-api'] });
    const empty = { used: 0, window_seconds: 3600, next_freed_in_seconds: null, next_freed_at: null };
    expect((await client.get(`/dev${USAGE}`)).json()).toEqual({
      ...empty,
      limit: 20,
      remaining: 20,
      day: null,
      services: [{ ...empty, service: 'auth-api', limit: null, remaining: null }],
      grants: { services: ['auth-api'], environments: ['production', 'sandbox'] },
    });
  });

  it('do not include the usage route, which responds once per second', async () => {
    const { client } = await newKey({ ratePerHour: 1, ratePerDay: 1 });
    await counted(client);
    expect(quota(await client.get(USAGE))).toEqual([200, 1, 0]);
    expect(quota(await client.get(USAGE))).toEqual([429, 1, 0, 1]);
    advance(999);
    expect(quota(await client.get(USAGE))).toEqual([429, 1, 0, 1]);
    advance(1);
    const response = await client.get(USAGE);
    expect([response.status, response.json<Usage>().used, response.json<Usage>().day?.used]).toEqual([200, 1, 1]);
  });

  it('are refused to a key without the grant, and a token that is sent anyway is checked', async () => {
    const { client } = await newKey();
    const refused = await client.withToken('x'.repeat(40)).get(USAGE);
    expect([refused.status, refused.json().error]).toEqual([401, '-201']);
    const { client: foreign } = await newKey({ services: ['mtr-api'] });
    expect((await foreign.get(USAGE)).status).toBe(403);
    expect((await running.client.get(USAGE)).status).toBe(403);
  });
});
