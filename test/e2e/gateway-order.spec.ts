import type { ApiKey } from '../../src/identity/api-key.service.js';
import { createLiveToken, type RunningGateway, startGateway } from '../support/gateway.js';
import { CONTROLLERS } from '../support/gateway-controllers.js';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startGateway(CONTROLLERS);
});
afterAll(() => gateway.stop());

/** A call that passes every check, which the spec then makes invalid. */
interface Draft {
  https: boolean;
  path: string;
  key: Partial<ApiKey> | 'wrong' | null;
  exhausted: boolean;
  token: 'live' | 'expired' | 'unknown' | 'absent';
  type: string;
  body: string;
}

interface Spoiler {
  readonly violation: string;
  /** Errors of the same group exclude each other. */
  readonly group: string;
  readonly status: number;
  readonly code: string;
  readonly spoil: (draft: Draft) => void;
}

const spoiler = (violation: string, group: string, status: number, code: string, spoil: (draft: Draft) => void): Spoiler => ({
  violation,
  group,
  status,
  code,
  spoil,
});

const grant = (draft: Draft, changes: Partial<ApiKey>): void => {
  if (draft.key !== null && draft.key !== 'wrong') Object.assign(draft.key, changes);
};

/** In order of precedence (gateway.1). */
const SPOILERS = [
  spoiler('plain HTTP', 'https', 400, 'HTTPS_REQUIRED', (draft) => (draft.https = false)),
  spoiler('an unknown path', 'path', 404, 'NOT_FOUND', (draft) => (draft.path = '/fire-api/rsc/nothing')),
  spoiler('no key', 'presence', 403, 'API_KEY_MISSING', (draft) => (draft.key = null)),
  spoiler('a wrong key', 'presence', 403, 'API_KEY_INVALID', (draft) => (draft.key = 'wrong')),
  spoiler('a disabled key', 'status', 403, 'API_KEY_DISABLED', (draft) => grant(draft, { status: 'disabled' })),
  spoiler('an unverified key', 'status', 403, 'API_KEY_UNVERIFIED', (draft) => grant(draft, { status: 'unverified' })),
  spoiler('another service', 'grant', 403, 'API_KEY_UNAUTHORIZED', (draft) => grant(draft, { services: new Set(['mtr-api']) })),
  spoiler('another environment', 'grant', 403, 'API_KEY_UNAUTHORIZED', (draft) => grant(draft, { environments: new Set(['sandbox']) })),
  spoiler('another address', 'grant', 403, 'API_KEY_UNAUTHORIZED', (draft) => grant(draft, { ipAddresses: ['192.0.2.1'] })),
  spoiler('an exhausted limit', 'limit', 429, 'OVER_RATE_LIMIT', (draft) => (draft.exhausted = true)),
  spoiler('no token', 'token', 401, '-201', (draft) => (draft.token = 'absent')),
  spoiler('an unknown token', 'token', 401, '-201', (draft) => (draft.token = 'unknown')),
  spoiler('an expired token', 'token', 401, '-204', (draft) => (draft.token = 'expired')),
  spoiler('broken JSON', 'body', 400, '-100', (draft) => (draft.body = '{"title":')),
  spoiler('a body of another type', 'body', 415, '-107', (draft) => (draft.type = 'text/plain')),
  spoiler('a body over 1 MiB', 'body', 413, '-108', (draft) => (draft.body = `{"title":"${'x'.repeat(1024 * 1024)}"}`)),
  spoiler('a missing field', 'body', 400, '-101', (draft) => (draft.body = '{}')),
];

const PAIRS = SPOILERS.flatMap((first, index) =>
  SPOILERS.slice(index + 1)
    .filter((second) => second.group !== first.group)
    .map((second) => [first.violation, second.violation, first, second] as const),
);

async function answerTo(spoilers: readonly Spoiler[]): Promise<{ status: number; code: string }> {
  const draft: Draft = {
    https: true,
    path: '/fire-api/rsc/notes',
    key: {},
    exhausted: false,
    token: 'live',
    type: 'application/json',
    body: '{"title":"ok"}',
  };
  // Applies the later error first, because an earlier one may remove what it would change.
  for (const { spoil } of spoilers.toReversed()) spoil(draft);
  const { access } = gateway;
  const tokens = { live: createLiveToken(60), expired: { kind: 'expired' }, unknown: { kind: 'unknown' } } as const;
  const headers: Record<string, string> = { 'Content-Type': draft.type };
  if (draft.key !== null)
    headers['X-Api-Key'] = draft.key === 'wrong' ? 'W'.repeat(40) : access.addKey({ ...draft.key, ratePerHour: draft.exhausted ? 0 : 5 });
  if (draft.token !== 'absent') headers['Authorization'] = `Bearer ${access.addToken(tokens[draft.token])}`;
  const client = draft.https ? gateway.client : gateway.plain;
  const response = await client.call('POST', draft.path, { headers, body: draft.body });
  const entity = response.json<{ error?: string | { code: string } }>();
  return { status: response.status, code: typeof entity.error === 'object' ? entity.error.code : (entity.error ?? 'none') };
}

describe('the order of checks', () => {
  it('accepts a call without violations', async () => {
    expect(await answerTo([])).toEqual({ status: 201, code: 'none' });
  });

  it.each(SPOILERS.map((one) => [one.violation, one] as const))('returns %s', async (_, one) => {
    expect(await answerTo([one])).toEqual({ status: one.status, code: one.code });
  });

  it.each(PAIRS)('returns %s before %s', async (_first, _second, first, second) => {
    expect(await answerTo([first, second])).toEqual({ status: first.status, code: first.code });
  });

  it('returns the first of several violations', async () => {
    expect(await answerTo(SPOILERS)).toEqual({ status: 400, code: 'HTTPS_REQUIRED' });
  });
});

describe('the rate limit', () => {
  const call = (key: string, headers: Record<string, string> = {}): ReturnType<RunningGateway['client']['get']> =>
    gateway.client.withKey(key).get('/fire-api/rsc/notes/1', { headers });

  it('counts every call that reaches it, whatever its result, and no earlier one', async () => {
    const key = gateway.access.addKey({ ratePerHour: 4 });
    const token = gateway.access.addToken(createLiveToken(60));
    const caller = gateway.client.withKey(key).withToken(token);
    await gateway.plain.withKey(key).get('/fire-api/rsc/notes/1');
    await caller.get('/fire-api/rsc/nowhere');
    await caller.get('/parties-api/resources/parties');
    const remaining = async (response: Promise<{ headers: Record<string, unknown> }>): Promise<unknown> =>
      (await response).headers['x-ratelimit-remaining'];
    expect(await remaining(caller.get('/fire-api/rsc/notes/1'))).toBe('3');
    expect(await remaining(call(key))).toBe('2');
    expect(await remaining(caller.post('/fire-api/rsc/notes', {}))).toBe('1');
    expect(await remaining(caller.get('/fire-api/faults/unforeseen'))).toBe('0');
    const refused = await call(key);
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '4', 'x-ratelimit-remaining': '0' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3590);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600);
  });

  it('is shared by the keys of a program, its services and both environments', async () => {
    const one = gateway.access.addKey({ programId: 9001, ratePerHour: 3 });
    const other = gateway.access.addKey({ programId: 9001, ratePerHour: 3 });
    const responses = [
      await gateway.client.withKey(one).get('/fire-api/rsc/notes/1'),
      await gateway.client.withKey(other).get('/dev/fire-api/rsc/notes/1'),
      await gateway.client.withKey(one).get('/dev/mtr-api/resources'),
      await gateway.client.withKey(other).get('/mtr-api/resources'),
    ];
    expect(responses.map((response) => response.status)).toEqual([401, 401, 200, 429]);
  });

  it('does not count calls outside the quota', async () => {
    const key = gateway.access.addKey({ ratePerHour: 0 });
    expect((await gateway.client.withKey(key).get('/mtr-api/resources')).status).toBe(429);
    expect((await gateway.client.withKey(key).get('/mtr-api/resources/usage')).json()).toEqual({ counted: false });
  });
});

describe('a database that is gone', () => {
  afterEach(() => {
    gateway.access.isDatabaseGone = false;
    gateway.access.areKeysCached = false;
  });

  it('leads to 503 for a call that needs its key, never 401 or 403', async () => {
    const key = gateway.access.addKey();
    gateway.access.isDatabaseGone = true;
    const response = await gateway.client.withKey(key).get('/fire-api/rsc/notes/1');
    expect(response.status).toBe(503);
    expect(response.json()).toMatchObject({ status: 'ERROR', error: '-2' });
  });

  it('does not affect the checks without a database', async () => {
    gateway.access.isDatabaseGone = true;
    expect((await gateway.client.get('/fire-api/rsc/notes/1')).json()).toMatchObject({ error: { code: 'API_KEY_MISSING' } });
    expect((await gateway.client.get('/nowhere')).status).toBe(404);
    expect((await gateway.plain.get('/health/live')).status).toBe(200);
    expect((await gateway.plain.get('/health/ready')).status).toBe(503);
  });

  it('is reported after the limit when only the token needs it', async () => {
    const { access } = gateway;
    const key = access.addKey({ ratePerHour: 1 });
    access.areKeysCached = true;
    access.isDatabaseGone = true;
    const caller = gateway.client.withKey(key).withToken('T'.repeat(40));
    expect((await caller.get('/fire-api/rsc/notes/1')).status).toBe(503);
    expect((await caller.get('/fire-api/rsc/notes/1')).status).toBe(429);
  });
});
