import { createLiveToken, type RunningGateway, startGateway } from '../support/gateway.js';
import { CONTROLLERS } from '../support/gateway-controllers.js';

let gateway: RunningGateway;
let key: string;
let otherKey: string;

beforeAll(async () => {
  gateway = await startGateway(CONTROLLERS);
  key = gateway.access.addKey();
  otherKey = gateway.access.addKey();
});
afterAll(() => gateway.stop());

type Places = { readonly header?: string | string[]; readonly query?: string; readonly authorization?: string };

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

/** Returns the gateway's error code, or 'passed'. The route needs no token, so that Authorization can carry Basic. */
async function tryApiKey({ header, query = '', authorization }: Places): Promise<string> {
  const headers = {
    ...(header === undefined ? {} : { 'X-Api-Key': header }),
    ...(authorization === undefined ? {} : { Authorization: authorization }),
  };
  const response = await gateway.client.get(`/mtr-api/resources${query}`, { headers });
  return response.status === 200 ? 'passed' : response.json<{ error: { code: string } }>().error.code;
}

describe('the three places of the API key', () => {
  const WRONG = 'W'.repeat(40);
  it.each<[string, () => Places, string]>([
    ['nothing', () => ({}), 'API_KEY_MISSING'],
    ['the header', () => ({ header: key }), 'passed'],
    ['the header with blanks around it', () => ({ header: `  ${key}\t` }), 'passed'],
    ['the query', () => ({ query: `?api_key=${key}` }), 'passed'],
    ['the query among others', () => ({ query: `?start=1&api_key=${key}&x=2` }), 'passed'],
    ['the query with an encoded name', () => ({ query: `?api%5Fkey=${key}` }), 'passed'],
    ['the query in other letters', () => ({ query: `?API_KEY=${key}` }), 'API_KEY_MISSING'],
    ['the Basic user name', () => ({ authorization: basic(`${key}:`) }), 'passed'],
    ['the Basic user name with any password', () => ({ authorization: basic(`${key}:some:thing`) }), 'passed'],
    ['Basic in other letters', () => ({ authorization: basic(`${key}:`).replace('Basic', 'bASIC') }), 'passed'],
    ['a wrong header before a good query', () => ({ header: WRONG, query: `?api_key=${key}` }), 'API_KEY_INVALID'],
    ['a wrong header before a good Basic', () => ({ header: WRONG, authorization: basic(`${key}:`) }), 'API_KEY_INVALID'],
    ['a wrong query before a good Basic', () => ({ query: `?api_key=${WRONG}`, authorization: basic(`${key}:`) }), 'API_KEY_INVALID'],
    ['a good header before a wrong query', () => ({ header: key, query: `?api_key=${WRONG}` }), 'passed'],
    ['a good query before a wrong Basic', () => ({ query: `?api_key=${key}`, authorization: basic(`${WRONG}:`) }), 'passed'],
    ['a blank header before a good query', () => ({ header: '  ', query: `?api_key=${key}` }), 'passed'],
    ['a blank header and query before Basic', () => ({ header: '', query: '?api_key=%20', authorization: basic(`${key}:`) }), 'passed'],
    ['a query without a value', () => ({ query: '?api_key' }), 'API_KEY_MISSING'],
    ['the first of repeated queries', () => ({ query: `?api_key=${key}&api_key=${WRONG}` }), 'passed'],
    ['the first of repeated queries, wrong', () => ({ query: `?api_key=${WRONG}&api_key=${key}` }), 'API_KEY_INVALID'],
    ['the first of repeated queries, blank', () => ({ query: `?api_key=&api_key=${key}` }), 'API_KEY_MISSING'],
    ['the query with a broken escape', () => ({ query: '?api_key=%zz' }), 'API_KEY_INVALID'],
    ['two different headers', () => ({ header: [key, otherKey] }), 'API_KEY_INVALID'],
    ['the same header twice', () => ({ header: [key, key] }), 'passed'],
    ['a header and a blank one', () => ({ header: [key, ''] }), 'passed'],
    ['two blank headers before a query', () => ({ header: ['', ' '], query: `?api_key=${key}` }), 'passed'],
    ['two keys in one header', () => ({ header: `${key},${otherKey}` }), 'API_KEY_INVALID'],
    ['another scheme', () => ({ authorization: basic(`${key}:`).replace('Basic', 'Digest') }), 'API_KEY_MISSING'],
    ['Basic without credentials', () => ({ authorization: 'Basic' }), 'API_KEY_MISSING'],
    ['Basic that is no base64', () => ({ authorization: 'Basic *****' }), 'API_KEY_MISSING'],
    ['Basic of half a base64', () => ({ authorization: basic(`${key}:`).slice(0, -1) }), 'API_KEY_MISSING'],
    ['Basic without a colon', () => ({ authorization: basic(key) }), 'API_KEY_MISSING'],
    ['Basic without a user name', () => ({ authorization: basic(`:${key}`) }), 'API_KEY_MISSING'],
    ['Basic with a blank user name', () => ({ authorization: basic(` :${key}`) }), 'API_KEY_MISSING'],
    ['Basic with an unknown key', () => ({ authorization: basic(`${WRONG}:`) }), 'API_KEY_INVALID'],
    ['a key of another length', () => ({ header: key.slice(1) }), 'API_KEY_INVALID'],
    ['a key in other letters', () => ({ header: key.toUpperCase() }), 'API_KEY_INVALID'],
    ['a long header', () => ({ header: 'x'.repeat(8000) }), 'API_KEY_INVALID'],
  ])('lead to the expected result with %s', async (_, places, expected) => expect(await tryApiKey(places())).toBe(expected));

  it('include the query with every method', async () => {
    const token = gateway.access.addToken(createLiveToken(60));
    const caller = gateway.client.withToken(token);
    expect((await caller.post(`/fire-api/rsc/notes?api_key=${key}`, { title: 'x' })).status).toBe(201);
    expect((await caller.put(`/fire-api/rsc/notes/1/calc?api_key=${key}`)).status).toBe(200);
    expect((await caller.delete(`/fire-api/rsc/notes/1?api_key=${key}`)).status).toBe(204);
  });

  it('never appear in a link', async () => {
    const token = gateway.access.addToken(createLiveToken(60));
    const response = await gateway.client.withToken(token).get(`/dev/fire-api/rsc/notes?word=%CE%B1&api_key=${key}&start=3`);
    expect(response.status).toBe(200);
    expect(response.headers.link).not.toContain(key);
    expect(response.headers.link).toMatch(
      /^<https:\/\/[^>]+\/dev\/fire-api\/rsc\/notes\?word=%CE%B1&start=8&limit=5>; rel="next", <.*start=1&limit=5>; rel="prev"$/,
    );
  });
});

describe('the address of the caller', () => {
  const call = async (ipAddresses: string[], forwardedFor?: string): Promise<number> => {
    const bound = gateway.access.addKey({ ipAddresses });
    const headers = forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor };
    return (await gateway.client.withKey(bound).get('/mtr-api/resources', { headers })).status;
  };

  it.each([
    [['127.0.0.1'], undefined, 200],
    [['127.0.0.0/8'], undefined, 200],
    [['192.0.2.1'], undefined, 403],
    [['192.0.2.1'], '192.0.2.1', 200],
    [['192.0.2.0/24'], '192.0.2.77', 200],
    [['192.0.2.0/24'], '192.0.3.77', 403],
    [['127.0.0.1'], '192.0.2.1', 403],
    [['192.0.2.1'], '::ffff:192.0.2.1', 200],
    [['::ffff:192.0.2.1'], '192.0.2.1', 200],
    [['2001:db8::/32'], '2001:DB8::1', 200],
    [['2001:db8::/32'], '[2001:db8::1]:4711', 200],
    [['192.0.2.1'], '192.0.2.1:4711', 200],
    // Values that the caller sends precede those that the proxy appends.
    [['192.0.2.1'], '192.0.2.1, 198.51.100.7', 403],
    [['192.0.2.1'], '198.51.100.7, 192.0.2.1', 200],
    [['192.0.2.1'], '192.0.2.1, 127.0.0.1', 200],
    [['192.0.2.1'], 'unknown', 403],
    [['0.0.0.0/0', '::/0'], 'unknown', 403],
    [['0.0.0.0/0'], '192.0.2.1', 200],
  ])('with a key bound to %j and forwarded for %s leads to %i', async (ipAddresses, forwardedFor, status) => {
    expect(await call(ipAddresses, forwardedFor)).toBe(status);
  });
});

describe('the bearer token', () => {
  it.each<[string, string | undefined, number, string | undefined]>([
    ['no header', undefined, 401, undefined],
    ['no token', 'Bearer', 401, undefined],
    ['a blank token', 'Bearer   ', 401, undefined],
    ['another scheme', 'Token abc', 401, undefined],
    ['an unknown token', `Bearer ${'x'.repeat(40)}`, 401, undefined],
  ])('returns 401 without X-Error for %s', async (_, authorization, status, header) => {
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    const response = await gateway.client.withKey(key).get('/fire-api/rsc/notes/1', { headers });
    expect(response.status).toBe(status);
    expect(response.headers['x-error']).toBe(header);
    expect(response.headers['www-authenticate']).toBe('Bearer');
    expect(response.headers['x-token-expires-in']).toBe('0');
    expect(response.json()).toEqual({ status: 'ERROR', error: '-201', message: 'Η ταυτοποίηση απέτυχε.' });
  });

  it.each(['el', 'en'])('returns 401 with X-Error "Token Expired" when expired, in %s', async (language) => {
    const token = gateway.access.addToken({ kind: 'expired' });
    const response = await gateway.client
      .withKey(key)
      .withToken(token)
      .get('/fire-api/rsc/notes/1', { headers: { 'Accept-Language': language } });
    expect(response.status).toBe(401);
    expect(response.headers['x-error']).toBe('Token Expired');
    expect(response.headers['www-authenticate']).toBe('Bearer');
    expect(response.json()).toMatchObject({ status: 'ERROR', error: '-204' });
  });

  it('is accepted with its scheme in any case, and its remaining seconds are returned', async () => {
    const token = gateway.access.addToken(createLiveToken(90));
    const response = await gateway.client.withKey(key).get('/fire-api/rsc/notes/1', { headers: { Authorization: `bearer  ${token}` } });
    expect(response.status).toBe(200);
    expect(response.headers['x-token-expires-in']).toBe('90');
  });

  it('has its remaining seconds on refusals too', async () => {
    const token = gateway.access.addToken(createLiveToken(90));
    const spent = gateway.access.addKey({ ratePerHour: 0 });
    expect((await gateway.client.withKey(spent).withToken(token).get('/fire-api/rsc/notes/1')).headers['x-token-expires-in']).toBe('90');
    expect((await gateway.client.withKey(key).withToken(token).get('/fire-api/faults/unforeseen')).headers['x-token-expires-in']).toBe(
      '90',
    );
  });

  it('is optional on key-only routes, but checked when sent', async () => {
    const caller = gateway.client.withKey(key);
    const token = gateway.access.addToken(createLiveToken(60));
    expect((await caller.get('/mtr-api/resources')).json()).toEqual({ user: null });
    expect((await caller.withToken(token).get('/mtr-api/resources')).json()).toEqual({ user: '10001' });
    expect((await caller.withToken('x'.repeat(40)).get('/mtr-api/resources')).status).toBe(401);
    const expired = gateway.access.addToken({ kind: 'expired' });
    expect((await caller.withToken(expired).get('/mtr-api/resources')).headers['x-error']).toBe('Token Expired');
  });
});
