import { jest } from '@jest/globals';
import { SystemClock } from '../../src/common/clock.js';
import type { Config } from '../../src/config/config.js';
import type { HttpResponse, Client } from '../support/client.js';
import { createLiveToken, type RunningGateway, startGateway } from '../support/gateway.js';
import { CONTROLLERS, NotesController } from '../support/gateway-controllers.js';

let gateway: RunningGateway;
let caller: Client;

function getCaller(running: RunningGateway): Client {
  return running.client.withKey(running.access.addKey()).withToken(running.access.addToken(createLiveToken(600)));
}

beforeAll(async () => {
  gateway = await startGateway(CONTROLLERS);
  caller = getCaller(gateway);
});
afterAll(() => gateway.stop());

const getCode = (response: HttpResponse): unknown => response.json<{ error: { code: string } }>().error.code;

describe('the paths of the gateway', () => {
  it.each([
    ['/fire-api/rsc/notes/5', { id: '5' }],
    ['/fire-api/rsc/notes/5?x=/a/b', { id: '5' }],
    ['/fire-api/rsc/notes/template', { template: true }],
    ['/fire-api/rsc/notes/Template', { id: 'Template' }],
    ['/fire-api/rsc/notes/word=a', { word: 'a' }],
    ['/fire-api/rsc/notes/word=a=b', { word: 'a=b' }],
    ['/fire-api/rsc/notes/word=%CE%B1%2F%20', { word: 'α/ ' }],
    ['/fire-api/rsc/notes/a%2Fb', { id: 'a/b' }],
    ['/fire-api/rsc/notes/word=', { id: 'word=' }],
  ])('include %s', async (path, expected) => {
    const response = await caller.get(path);
    expect(response.status).toBe(200);
    expect(response.json()).toMatchObject(expected);
  });

  it.each([
    '/fire-api',
    '/fire-api/',
    '/fire-api/rsc',
    '/fire-api/rsc/notes/',
    '/fire-api/rsc/notes/5/',
    '//fire-api/rsc/notes/5',
    '/fire-api//rsc/notes/5',
    '/Fire-api/rsc/notes/5',
    '/fire-api/RSC/notes/5',
    '/fire-api/rsc/notes/5/6',
    '/fire%2Dapi/rsc/notes/5',
    '/%66ire-api/rsc/notes/5',
    '/fire-api/rsc/./notes/5',
    '/fire-api/rsc/x/../notes/5',
    '/Dev/fire-api/rsc/notes/5',
    '/DEV/fire-api/rsc/notes/5',
    '/%64ev/fire-api/rsc/notes/5',
    '/dev%2Ffire-api/rsc/notes/5',
    '//dev/fire-api/rsc/notes/5',
    '/dev//fire-api/rsc/notes/5',
    '/dev/dev/fire-api/rsc/notes/5',
    '/development/fire-api/rsc/notes/5',
    '/devfire-api/rsc/notes/5',
    '/fire-api/dev/rsc/notes/5',
    '/dev/health/live',
    '/dev/openapi.json',
    '/health',
    '/health/live/',
    '/docs/../docs',
    '/docs/nothing.js',
    '/docs/%2e%2e/package.json',
    '/docs/..%2f..%2fpackage.json',
    '/fire-api/rsc/notes%00',
    '/fire-api/rsc/%zz',
  ])('do not include %s', async (path) => {
    const response = await caller.get(path);
    expect(response.status).toBe(404);
    expect(response.json()).toEqual({ error: { code: 'NOT_FOUND', message: expect.any(String) as string } });
  });

  it.each([
    ['DELETE', '/fire-api/rsc/notes'],
    ['PUT', '/fire-api/rsc/notes'],
    ['PATCH', '/fire-api/rsc/notes/5'],
    ['POST', '/fire-api/rsc/notes/5/calc'],
    ['GET', '/fire-api/rsc/notes/5/calc'],
    ['HEAD', '/fire-api/rsc/notes/5/calc'],
    ['TRACE', '/fire-api/rsc/notes/5'],
    ['OPTIONS', '/fire-api/rsc/notes/5'],
    ['PROPFIND', '/fire-api/rsc/notes/5'],
    ['POST', '/health/live'],
    ['POST', '/docs'],
    ['POST', '/docs/swagger-ui.css'],
  ])('do not include %s %s, and there is no 405', async (method, path) => {
    const response = await caller.call(method, path);
    expect(response.status).toBe(404);
    if (method !== 'HEAD') expect(getCode(response)).toBe('NOT_FOUND');
    expect(response.headers.allow).toBeUndefined();
  });

  it('treat an invalid percent escape in a known route as a bad input', async () => {
    for (const path of [
      '/fire-api/rsc/notes/%zz',
      '/fire-api/rsc/notes/%E0%A4%A',
      '/dev/fire-api/rsc/notes/word=%ff',
      '/fire-api/rsc/notes/%',
    ]) {
      expect(getCode(await gateway.client.get(path))).toBe('API_KEY_MISSING');
      const response = await caller.get(path);
      expect(response.status).toBe(400);
      expect(response.json()).toMatchObject({ status: 'ERROR', error: '-102' });
      expect(response.text).not.toContain('%');
    }
  });

  it('may have the absolute form that a proxy writes', async () => {
    expect((await caller.call('GET', 'http://example.test/dev/fire-api/rsc/notes/5')).json()).toMatchObject({
      id: '5',
      caller: { environment: 'sandbox' },
    });
    expect((await caller.call('GET', 'http://example.test/nowhere')).status).toBe(404);
  });

  // The path after the host is used unchanged; a form that is not a path is not resolved to one.
  it.each([
    '/fire-api/rsc/./notes/5',
    '/fire-api/rsc/x/../notes/5',
    '/fire-api/rsc/notes/../notes/5',
    '/x/../fire-api/rsc/notes/5',
    '/fire-api/rsc/%2e/notes/5',
    '/fire-api/rsc/x/%2e%2e/notes/5',
    '/x/%2E./fire-api/rsc/notes/5',
    '/docs/../fire-api/rsc/notes/5',
    '/dev/../fire-api/rsc/notes/5',
    '//fire-api/rsc/notes/5',
    '/fire-api\\rsc\\notes\\5',
  ])('do not include %j in origin or absolute form', async (path) => {
    for (const target of [path, `http://example.test${path}`, `HTTPS://127.0.0.1:8443${path}`]) {
      expect([target, getCode(await caller.call('GET', target))]).toEqual([target, 'NOT_FOUND']);
    }
  });

  it.each(['..', '.', '%2e%2e', '%2E', 'a%2Fb', '%2e%2e%2fnotes', '5#'])('contain the same value %s in both forms', async (value) => {
    const forms = [`/fire-api/rsc/notes/${value}`, `http://example.test/fire-api/rsc/notes/${value}`];
    const ids = await Promise.all(forms.map(async (target) => (await caller.call('GET', target)).json()['id']));
    expect(ids).toEqual([decodeURIComponent(value), decodeURIComponent(value)]);
  });

  it('use the host of the address before the Host header', async () => {
    const target = 'http://api.example.test:9000/fire-api/rsc/notes/5';
    const { caller: seen } = (await caller.call('GET', target)).json<{ caller: { root: string } }>();
    expect(seen.root).toBe('https://api.example.test:9000');
  });

  it.each(['ftp://example.test/fire-api/rsc/notes/5', 'ws://example.test/fire-api/rsc/notes/5', '*'])(
    'do not include %s',
    async (target) => {
      expect(getCode(await caller.call('GET', target))).toBe('NOT_FOUND');
      expect(getCode(await caller.call('OPTIONS', target))).toBe('NOT_FOUND');
    },
  );
});

describe('the environments', () => {
  it('are selected by the prefix, which is in every address of a response', async () => {
    const production = (await caller.get('/fire-api/rsc/notes/5')).json<{ caller: { environment: string; root: string } }>().caller;
    const sandbox = (await caller.get('/dev/fire-api/rsc/notes/5')).json<{ caller: { environment: string; root: string } }>().caller;
    expect(production).toMatchObject({ environment: 'production', root: `https://127.0.0.1:${gateway.ports.port}` });
    expect(sandbox).toMatchObject({ environment: 'sandbox', root: `https://127.0.0.1:${gateway.ports.port}/dev` });
  });

  it('follow the host that was named', async () => {
    const rootFor = async (host: string): Promise<unknown> =>
      (await caller.get('/fire-api/rsc/notes/5', { headers: { Host: host } })).json<{ caller: { root: string } }>().caller.root;
    expect(await rootFor('api.example.test')).toBe('https://api.example.test');
    expect(await rootFor('[::1]:8443')).toBe('https://[::1]:8443');
  });

  it('must be granted separately', async () => {
    const token = gateway.access.addToken(createLiveToken(60));
    const sandboxOnly = gateway.client.withKey(gateway.access.addKey({ environments: new Set(['sandbox']) })).withToken(token);
    expect((await sandboxOnly.get('/dev/fire-api/rsc/notes/5')).status).toBe(200);
    expect(getCode(await sandboxOnly.get('/fire-api/rsc/notes/5'))).toBe('API_KEY_UNAUTHORIZED');
  });

  it('are not found when this instance does not serve them, except their health', async () => {
    const sandboxInstance = await startGateway(CONTROLLERS, { environments: ['sandbox'], publicUrl: 'https://insurer.example' });
    try {
      const other = getCaller(sandboxInstance);
      expect(getCode(await other.get('/fire-api/rsc/notes/5'))).toBe('NOT_FOUND');
      expect((await other.get('/dev/fire-api/rsc/notes/5')).json()).toMatchObject({ caller: { root: 'https://insurer.example/dev' } });
      expect((await sandboxInstance.plain.get('/health/live')).status).toBe(200);
    } finally {
      await sandboxInstance.stop();
    }
  });
});

describe('the method HEAD', () => {
  it.each([
    '/fire-api/rsc/notes/5',
    '/fire-api/rsc/notes',
    '/fire-api/rsc/notes/5/text',
    '/fire-api/rsc/notes/5/file',
    '/health/live',
    '/docs',
    '/openapi.json',
  ])('returns the headers of GET %s without a body', async (path) => {
    const get = await caller.get(path);
    const head = await caller.call('HEAD', path);
    const comparable = ({ headers }: HttpResponse): unknown => ({
      ...headers,
      date: '',
      'x-request-id': '',
      'x-ratelimit-remaining': '',
      'transfer-encoding': '',
    });
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(Object.keys(comparable(head) as object).sort()).toEqual(Object.keys(comparable(get) as object).sort());
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
  });

  it('returns an error without a body', async () => {
    const response = await gateway.client.call('HEAD', '/fire-api/rsc/notes/5');
    expect([response.status, response.text]).toEqual([403, '']);
  });

  it('is not allowed for a GET that changes state', async () => {
    const before = NotesController.changes;
    expect((await caller.call('HEAD', '/fire-api/rsc/notes/5/approval')).status).toBe(404);
    expect((await gateway.client.call('HEAD', '/fire-api/rsc/notes/5/approval')).status).toBe(404);
    expect(NotesController.changes).toBe(before);
    expect((await caller.get('/fire-api/rsc/notes/5/approval')).json()).toEqual({ changed: true });
    expect(NotesController.changes).toBe(before + 1);
  });
});

describe('the CORS preflight', () => {
  it.each(['/fire-api/rsc/notes', '/dev/fire-api/rsc/notes/5', '/nowhere', '/health/live'])(
    'for %s needs no key, HTTPS or quota',
    async (path) => {
      const headers = {
        Origin: 'https://app.example',
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'x-api-key',
      };
      const response = await gateway.plain.call('OPTIONS', path, { headers });
      expect(response.status).toBe(204);
      expect(response.text).toBe('');
      expect(response.headers['access-control-allow-origin']).toBe('*');
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) expect(response.headers['access-control-allow-methods']).toContain(method);
      const allowed = String(response.headers['access-control-allow-headers']).split(', ');
      expect(allowed).toEqual(
        expect.arrayContaining(['X-Api-Key', 'Authorization', 'Content-Type', 'Accept-Language', 'If-Range', 'Range']),
      );
      expect(Number(response.headers['access-control-max-age'])).toBeGreaterThan(0);
      expect(response.headers['x-request-id']).toBeDefined();
    },
  );
});

describe('the HTTPS requirement', () => {
  it.each([
    [{ 'X-Forwarded-Proto': 'https' }, 403],
    [{ 'X-Forwarded-Proto': 'HTTPS' }, 403],
    [{ 'X-Forwarded-Proto': 'http' }, 400],
    [{ 'X-Forwarded-Proto': 'https,http' }, 400],
    [{ 'X-Forwarded-Proto': 'https, https' }, 400],
    [{ 'X-Forwarded-Proto': 'httpsx' }, 400],
    [{ 'X-Forwarded-Proto': '' }, 400],
    [{ Forwarded: 'proto=https' }, 400],
    [{ 'X-Forwarded-Ssl': 'on' }, 400],
  ])('on the plain port, with %j from a trusted proxy, leads to %i', async (headers: Record<string, string>, status) => {
    const response = await gateway.plain.get('/fire-api/rsc/notes/5', { headers });
    expect(response.status).toBe(status);
    expect(getCode(response)).toBe(status === 400 ? 'HTTPS_REQUIRED' : 'API_KEY_MISSING');
  });

  it('needs no header on the TLS port, where a trusted proxy is believed too', async () => {
    const tls = await gateway.tls();
    expect(getCode(await tls.get('/fire-api/rsc/notes/5'))).toBe('API_KEY_MISSING');
    expect(getCode(await tls.get('/fire-api/rsc/notes/5', { headers: { 'X-Forwarded-Proto': 'http' } }))).toBe('HTTPS_REQUIRED');
  });

  it('never repeats the address, which may contain a key', async () => {
    const key = gateway.access.addKey();
    const response = await gateway.plain.get(`/fire-api/rsc/notes/5?api_key=${key}`);
    expect(getCode(response)).toBe('HTTPS_REQUIRED');
    expect(JSON.stringify(response.headers) + response.text).not.toContain(key);
  });

  it('believes no proxy without a setting, and networks with one', async () => {
    for (const [trustProxy, status] of [
      [[], 400],
      [['192.0.2.0/24'], 400],
      [['127.0.0.0/8'], 403],
      [['::ffff:127.0.0.1'], 403],
      [['::ffff:127.0.0.0/104'], 403],
    ] as const) {
      const other = await startGateway(CONTROLLERS, { trustProxy });
      try {
        expect((await other.client.get('/fire-api/rsc/notes/5')).status).toBe(status);
      } finally {
        await other.stop();
      }
    }
  });

  it.each<[string, Partial<Config>, boolean]>([
    ['nothing given', {}, false],
    ['a public address', { publicUrl: 'https://insurer.example/api' }, true],
    ['a public address in plain text', { publicUrl: 'http://insurer.example' }, false],
    ...['localhost:8443', 'gateway.localhost', '127.0.0.1:8443', '127.9.9.9', '[::1]'].map((host): [string, Partial<Config>, boolean] => [
      `the address ${host}`,
      { publicUrl: `https://${host}` },
      false,
    ]),
    ['an address like a local one', { publicUrl: 'https://notlocalhost.example' }, true],
  ])('sends HSTS only for a public address: %s', async (_, changes, isPublic) => {
    const other = await startGateway(CONTROLLERS, changes);
    const PROMISE = isPublic ? 'max-age=31536000' : undefined;
    try {
      for (const path of ['/health/live', '/nowhere', '/fire-api/rsc/notes/5', '/docs']) {
        expect((await other.client.get(path)).headers['strict-transport-security']).toBe(PROMISE);
        // The header is not valid without TLS (RFC 6797).
        expect((await other.plain.get(path)).headers['strict-transport-security']).toBeUndefined();
      }
    } finally {
      await other.stop();
    }
  });

  it.each(['/', '/dev', '/dev/', '/dev/docs'])('redirects %s to the documentation', async (path) => {
    const response = await gateway.plain.get(path);
    expect([response.status, response.headers.location]).toEqual([302, '/docs']);
  });

  it('does not apply to health and documentation', async () => {
    for (const path of ['/health/live', '/health/ready', '/docs', '/docs/', '/docs/swagger-ui.css', '/openapi.json'])
      expect((await gateway.plain.get(path)).status).toBe(200);
  });
});

describe('the documentation route', () => {
  it('is limited per address, unlike health', async () => {
    const time = jest.spyOn(SystemClock.prototype, 'now').mockReturnValue(new Date());
    const from = (address: string): Client => gateway.plain.with({ 'X-Forwarded-For': address });
    const eager = from('198.51.100.7');
    let given = 0;
    let last = await eager.get('/docs/start.js');
    for (; last.status === 200 && given < 2000; given += 1) last = await eager.get('/docs/start.js');
    expect(given).toBe(120);
    for (const path of ['/docs', '/openapi.json', '/docs/swagger-ui.css']) {
      const refused = await eager.get(path);
      expect([refused.status, refused.headers['retry-after'], getCode(refused)]).toEqual([429, '1', 'OVER_RATE_LIMIT']);
      expect((await from('198.51.100.8').get(path)).status).toBe(200);
    }
    expect((await eager.get('/docs', { headers: { Accept: 'application/xml' } })).text).toContain('<code>OVER_RATE_LIMIT</code>');
    for (const path of ['/health/live', '/health/ready']) expect((await eager.get(path)).status).toBe(200);
    const service = eager.with({ 'X-Forwarded-Proto': 'https' });
    expect(getCode(await service.get('/fire-api/rsc/notes/5'))).toBe('API_KEY_MISSING');
    time.mockRestore();
  });
});
