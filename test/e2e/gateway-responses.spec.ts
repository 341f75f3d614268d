import { connect } from 'node:net';
import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib';
import { jest } from '@jest/globals';
import { SystemClock } from '../../src/common/clock.js';
import { DomainError } from '../../src/common/domain-error.js';
import { ErrorCode, ERROR_TEXTS } from '../../src/common/error-codes.js';
import { HTTP_STATUS } from '../../src/gateway/call/http-status.js';
import type { HttpResponse, CallOptions, Client } from '../support/client.js';
import { createLiveToken, type RunningGateway, startGateway, USER } from '../support/gateway.js';
import { CONTROLLERS } from '../support/gateway-controllers.js';
import { sendRaw } from '../support/raw-response.js';

let gateway: RunningGateway;
let caller: Client;

beforeAll(async () => {
  gateway = await startGateway(CONTROLLERS, { rateLimitPerHour: 700 });
  caller = gateway.client.withKey(gateway.access.addKey({ ratePerHour: 5000 })).withToken(gateway.access.addToken(createLiveToken(600)));
});
afterAll(() => gateway.stop());

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const EXPOSED = [
  'X-Token-Expires-In',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-Request-Id',
  'Server-Timing',
  'X-Error',
  'X-Total-Count',
  'X-Total-Capped',
  'X-Payment-Code',
  'Location',
  'Link',
  'Retry-After',
  'WWW-Authenticate',
  'Authorization',
  'ETag',
  'Content-Disposition',
  'Accept-Ranges',
  'Content-Range',
];

describe('the headers of every response', () => {
  const spent = (): Client => gateway.client.withKey(gateway.access.addKey({ ratePerHour: 0 }));
  const json = (body: string, type = 'application/json'): CallOptions => ({ body, headers: { 'Content-Type': type } });

  /** Routes that count for no key; a throttling client would read a limit of 0 as a stop. */
  const KEYLESS = new Set(['health', 'the documentation', 'its files', 'the API document']);

  it.each<[string, number, () => Promise<HttpResponse>]>([
    ['200', 200, () => caller.get('/fire-api/rsc/notes/5')],
    ['201', 201, () => caller.post('/fire-api/rsc/notes', { title: 'x' })],
    ['204', 204, () => caller.delete('/fire-api/rsc/notes/5')],
    ['205', 205, () => caller.put('/fire-api/rsc/notes/5/prepay')],
    ['205 with a body', 205, () => caller.put('/fire-api/rsc/notes/5/charge')],
    ['a file', 200, () => caller.get('/fire-api/rsc/notes/5/file')],
    ['stored JSON', 200, () => caller.get('/fire-api/rsc/notes/5/text')],
    ['HEAD', 200, () => caller.call('HEAD', '/fire-api/rsc/notes/5')],
    ['HTTPS_REQUIRED', 400, () => gateway.plain.get('/fire-api/rsc/notes/5')],
    ['NOT_FOUND', 404, () => caller.get('/nowhere')],
    ['a wrong method', 404, () => caller.delete('/fire-api/rsc/notes')],
    ['no key', 403, () => gateway.client.get('/fire-api/rsc/notes/5')],
    ['no token', 401, () => gateway.client.withKey(gateway.access.addKey()).get('/fire-api/rsc/notes/5')],
    ['OVER_RATE_LIMIT', 429, () => spent().get('/fire-api/rsc/notes/5')],
    ['validation', 400, () => caller.post('/fire-api/rsc/notes', {})],
    ['broken JSON', 400, () => caller.call('POST', '/fire-api/rsc/notes', json('{'))],
    ['too large', 413, () => caller.call('POST', '/fire-api/rsc/notes', json('x'.repeat(1_048_577)))],
    ['another media type', 415, () => caller.call('POST', '/fire-api/rsc/notes', json('{}', 'text/xml'))],
    ['a broken escape', 400, () => caller.get('/fire-api/rsc/notes/%zz')],
    ['an error inside', 500, () => caller.get('/fire-api/faults/unforeseen')],
    ['unavailable', 503, () => caller.get('/fire-api/faults/code/-2')],
    ['health', 200, () => gateway.plain.get('/health/ready')],
    ['the documentation', 200, () => gateway.plain.get('/docs')],
    ['its files', 200, () => gateway.plain.get('/docs/swagger-ui.css')],
    ['a file that is not there', 404, () => gateway.client.get('/docs/none.css')],
    ['the API document', 200, () => gateway.plain.get('/openapi.json')],
    ['the preflight', 204, () => gateway.plain.call('OPTIONS', '/x', { headers: { 'Access-Control-Request-Method': 'GET' } })],
  ])('are present on %s', async (name, status, call) => {
    const { headers, ...response } = await call();
    expect(response.status).toBe(status);
    expect(headers['x-token-expires-in']).toMatch(/^\d+$/);
    const rates = [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']];
    expect(rates).toEqual(KEYLESS.has(name) ? [undefined, undefined] : [expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)]);
    expect(headers['x-request-id']).toMatch(UUID);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['server-timing']).toMatch(/^gateway;dur=\d+\.\d\d(, service;dur=\d+\.\d\d)?$/);
    const exposed = String(headers['access-control-expose-headers']).split(', ');
    for (const name of EXPOSED) expect(exposed).toContain(name);
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('contain default limits before the limit check and true values after it', async () => {
    expect((await gateway.client.get('/fire-api/rsc/notes/5')).headers).toMatchObject({
      'x-ratelimit-limit': '700',
      'x-ratelimit-remaining': '0',
      'x-token-expires-in': '0',
    });
    const now = new Date();
    const token = gateway.access.addToken({ kind: 'live', user: USER, expiresAt: new Date(now.getTime() + 599_001) });
    const clock = jest.spyOn(SystemClock.prototype, 'now').mockReturnValue(now);
    const { headers } = await caller.withToken(token).get('/fire-api/rsc/notes/5');
    clock.mockRestore();
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '5000', 'x-token-expires-in': '600' });
  });

  it('never repeat a request id sent by the caller', async () => {
    const { headers } = await caller.get('/fire-api/rsc/notes/5', { headers: { 'X-Request-Id': 'mine' } });
    expect(headers['x-request-id']).toMatch(UUID);
  });

  it.each(['/docs', '/docs/swagger-ui-bundle.js', '/docs/start.js', '/openapi.json'])(
    'allow %s to be compressed once and compared by tag',
    async (path) => {
      const plain = await gateway.plain.get(path);
      const tags = [plain.headers.etag];
      for (const encoding of ['gzip', 'br']) {
        const response = await gateway.plain.get(path, { headers: { 'Accept-Encoding': encoding } });
        expect([response.status, response.headers['content-encoding'], response.headers.vary]).toEqual([200, encoding, 'Accept-Encoding']);
        const again = await gateway.plain.get(path, { headers: { 'Accept-Encoding': encoding, 'If-None-Match': response.headers.etag } });
        expect([again.status, again.text, again.headers.etag]).toEqual([304, '', response.headers.etag]);
        if (path !== '/docs')
          expect(Number(response.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']) * 0.7);
        tags.push(response.headers.etag);
      }
      expect(new Set(tags).size).toBe(3);
      expect(plain.headers['cache-control']).toMatch(/^public/);
    },
  );

  it('protect the documentation', async () => {
    const { headers } = await gateway.plain.get('/docs');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'self';.*frame-ancestors 'none'/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' });
  });
});

describe('the errors of the gateway', () => {
  it('are one object with code and message, and say that they vary by Accept', async () => {
    for (const response of [
      await gateway.client.get('/fire-api/rsc/notes/5'),
      await gateway.plain.get('/fire-api/rsc/notes'),
      await caller.get('/nowhere'),
    ]) {
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(response.headers.vary).toBe('Accept');
      expect(response.json()).toEqual({
        error: { code: expect.stringMatching(/^[A-Z_]+$/) as string, message: expect.any(String) as string },
      });
      expect(response.headers['x-error']).toBeUndefined();
    }
  });
});

describe('the error entity', () => {
  const message = (code: ErrorCode, language: 'el' | 'en'): string => ERROR_TEXTS[code][language];
  const SPOKEN = Object.values(ErrorCode).filter((code) => code !== ErrorCode.TOKEN_REFUSED && code !== ErrorCode.TOKEN_EXPIRED);

  it.each(Object.values(ErrorCode))('has status and both languages for %s', async (code) => {
    for (const language of ['el', 'en'] as const) {
      const response = await caller.get(`/fire-api/faults/code/${code}`, { headers: { 'Accept-Language': language } });
      expect(response.status).toBe(HTTP_STATUS[code]);
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(response.json()).toEqual({ status: 'ERROR', error: code, message: message(code, language) });
    }
  });

  it.each(SPOKEN)('has its message percent-encoded in X-Error for %s', async (code) => {
    const response = await caller.get(`/fire-api/faults/code/${code}`);
    expect(response.headers['x-error']).toMatch(/^[\x20-\x7e]+$/);
    expect(decodeURIComponent(String(response.headers['x-error']))).toBe(message(code, 'el'));
  });

  it.each<[string | undefined, 'el' | 'en']>([
    [undefined, 'el'],
    ['', 'el'],
    ['en', 'en'],
    ['en-GB', 'en'],
    ['EN', 'en'],
    ['el', 'el'],
    ['el-GR,en;q=0.9', 'el'],
    ['en;q=0.5,el;q=0.9', 'el'],
    ['el;q=0.1, en;q=0.2', 'en'],
    ['de,fr', 'el'],
    ['de,en;q=0.1', 'en'],
    ['*', 'el'],
    ['el;q=0,*', 'en'],
    ['el;q=0', 'en'],
    ['el;q=0,en;q=0', 'el'],
    ['en;q=0', 'el'],
    ['en;q=abc', 'el'],
    ['english', 'el'],
    [',;=,,', 'el'],
    ['x'.repeat(5000), 'el'],
  ])('uses for Accept-Language %s the language %s', async (header, language) => {
    const response = await caller.get('/fire-api/faults/code/-300', { headers: header === undefined ? {} : { 'Accept-Language': header } });
    expect(response.json()).toMatchObject({ message: message('-300', language) });
  });

  it('keeps X-Error on one line with whole percent codes', async () => {
    const { headers } = await caller.get('/fire-api/faults/lines');
    expect(decodeURIComponent(String(headers['x-error']))).toBe('πρώτη X-Evil: 1 100% ?');
    expect(headers['x-evil']).toBeUndefined();
    const english = await caller.get('/fire-api/faults/lines', { headers: { 'Accept-Language': 'en' } });
    expect(english.headers['x-error']).toBe('first second 100%25');
  });

  it('contains every violation of an input, and its top level the first one', async () => {
    const response = await caller.post(
      '/fire-api/rsc/notes',
      { title: 'far too long a title', lines: [{ word: 'ok' }, {}, 7] },
      { headers: { 'Accept-Language': 'en' } },
    );
    expect(response.status).toBe(400);
    expect(response.json()).toEqual({
      status: 'ERROR',
      error: '-102',
      message: 'Text of at most 10 characters, without control characters.',
      details: [
        { path: 'title', code: '-102', message: 'Text of at most 10 characters, without control characters.' },
        { path: 'lines', code: '-102', message: 'Array of at most 2 items.' },
      ],
    });
  });

  it.each([
    ['el', 'Κείμενο έως 10 χαρακτήρες, χωρίς χαρακτήρες ελέγχου.'],
    ['en', 'Text of at most 10 characters, without control characters.'],
  ])('says that a text must not have control characters (%s)', async (language, message) => {
    const response = await caller.post('/fire-api/rsc/notes', { title: 'a\u0007b' }, { headers: { 'Accept-Language': language } });
    expect([response.status, response.json()['details']]).toEqual([400, [{ path: 'title', code: '-102', message }]]);
  });

  it.each<[unknown, string[]]>([
    [{ note: { title: 'x', lines: [{ word: 'ok' }, {}] } }, ['note.lines[1].word -101']],
    [{ note: { title: 'x', lines: [{ word: 'ok' }, 7] } }, ['note.lines[1] -102']],
    [{ note: {} }, ['note.title -101']],
    [{ title: 'x' }, ['note -106']],
    [{ note: [] }, ['note -106']],
    [[], ['note -106']],
  ])('contains the paths of the violations in %j', async (body, expected) => {
    const { details } = (await caller.put('/fire-api/rsc/notes/wrapped', body)).json<{ details: { path: string; code: string }[] }>();
    expect(details.map(({ path, code }) => `${path} ${code}`)).toEqual(expected);
  });

  it('refuses an array instead of an object', async () => {
    expect((await caller.post('/fire-api/rsc/notes', [])).json()).toMatchObject({ error: '-102', details: [{ path: '', code: '-102' }] });
  });

  it('reports query violations with -105 and the parameter’s name', async () => {
    for (const query of [
      'start=0',
      'start=6',
      'start=x',
      'start=1&start=2',
      'start=1.5',
      'start=1e0',
      'word=long',
      'word=a%00',
      'word=a&word=b',
    ]) {
      const response = await caller.get(`/fire-api/rsc/notes?${query}`);
      expect(response.status).toBe(400);
      const [parameter] = query.split('=');
      expect(response.json()).toMatchObject({ error: '-105', details: [{ path: parameter, code: '-105' }] });
    }
    expect((await caller.get('/fire-api/rsc/notes?start=&other=1')).json()).toEqual({ start: 1 });
    expect((await caller.get('/fire-api/rsc/notes?start=2&word=ab')).json()).toEqual({ start: 2, word: 'ab' });
  });

  it('removes headers that the handler had set', async () => {
    const { headers } = await caller.get('/fire-api/faults/after-headers');
    for (const name of ['content-disposition', 'etag', 'location']) expect(headers[name]).toBeUndefined();
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const plain = await caller.get('/fire-api/faults/code/-300');
    expect(Object.keys(headers)).toEqual(Object.keys(plain.headers));
  });

  it('has links', async () => {
    const { headers } = await caller.get('/fire-api/faults/linked');
    expect(headers.link).toBe('<https://example.test/p>; rel="policy", <https://example.test/r>; rel="receipt"');
  });

  it.each(['unforeseen', 'rejected', 'no-error'])('reveals nothing about an unexpected error: %s', async (violation) => {
    const response = await caller.get(`/fire-api/faults/${violation}`, { headers: { 'Accept-Language': 'en' } });
    expect(response.status).toBe(500);
    expect(response.json()).toEqual({ status: 'ERROR', error: '-1', message: ERROR_TEXTS['-1'].en });
  });

  it('cannot be sent after a response broke midway, which is cut off', async () => {
    await expect(caller.get('/fire-api/faults/broken-stream')).rejects.toThrow();
    expect((await caller.get('/fire-api/rsc/notes/5')).status).toBe(200);
  });

  it('contains what a domain error exposes', () => {
    expect(new DomainError('-300').message).toBe(ERROR_TEXTS['-300'].en);
  });
});

describe('the request bodies', () => {
  const put = (options: CallOptions): Promise<HttpResponse> => caller.call('PUT', '/fire-api/rsc/notes/raw', options);
  const json = (body: string | Buffer, headers: Record<string, string> = {}): CallOptions => ({
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

  it.each<[string, CallOptions, unknown]>([
    ['nothing', {}, null],
    ['an empty body', json(''), null],
    ['an empty body of any type', { body: '', headers: { 'Content-Type': 'text/plain' } }, null],
    ['an object', json('{"a":1}'), { a: 1 }],
    ['an array', json('[1]'), [1]],
    ['blanks around it', json(' \r\n{"a":1}\t'), { a: 1 }],
    ['a byte order mark', json('\ufeff{"a":1}'), { a: 1 }],
    ['Greek', json('{"a":"Ωμέγα 😀"}'), { a: 'Ωμέγα 😀' }],
    ['a charset', json('{"a":1}', { 'Content-Type': 'Application/JSON; Charset="UTF-8"' }), { a: 1 }],
    ['gzip', json(gzipSync('{"a":1}'), { 'Content-Encoding': 'gzip' }), { a: 1 }],
    ['deflate', json(deflateSync('{"a":1}'), { 'Content-Encoding': 'deflate' }), { a: 1 }],
    ['brotli', json(brotliCompressSync('{"a":1}'), { 'Content-Encoding': 'br' }), { a: 1 }],
    ['20 levels', json(nested(20)), JSON.parse(nested(20))],
    ['keys into prototypes, dropped', json('{"__proto__":{"x":1},"constructor":{"x":1},"a":{"prototype":1}}'), { a: {} }],
    ['exactly 1 MiB', json(`{"a":"${'x'.repeat(1024 * 1024 - 8)}"}`), { a: 'x'.repeat(1024 * 1024 - 8) }],
  ])('are accepted: %s', async (_, options, expected) => {
    const response = await put(options);
    expect(response.status).toBe(200);
    expect(response.json()).toEqual({ received: expected });
  });

  it.each<[string, CallOptions, number, string]>([
    ['broken JSON', json('{"a":'), 400, '-100'],
    ['a text', json('"a"'), 400, '-100'],
    ['a number', json('1'), 400, '-100'],
    ['null', json('null'), 400, '-100'],
    ['blanks only', json('  '), 400, '-100'],
    ['two values', json('{}{}'), 400, '-100'],
    ['21 levels', json(nested(21)), 400, '-100'],
    ['a hundred thousand levels', json(nested(100_000)), 400, '-100'],
    ['bytes that are no UTF-8', json(Buffer.from([0x7b, 0x22, 0xe1, 0x22, 0x3a, 0x31, 0x7d])), 400, '-100'],
    ['more values than any application has', json(`[${'0,'.repeat(100_000)}0]`), 413, '-108'],
    ['one byte over 1 MiB', json(`{"a":"${'x'.repeat(1024 * 1024 - 7)}"}`), 413, '-108'],
    [
      'a small body that unpacks to a large one',
      json(gzipSync(`{"a":"${'x'.repeat(5_000_000)}"}`), { 'Content-Encoding': 'gzip' }),
      413,
      '-108',
    ],
    ['broken gzip', json('nonsense', { 'Content-Encoding': 'gzip' }), 400, '-100'],
    ['another encoding', json('{}', { 'Content-Encoding': 'compress' }), 415, '-107'],
    ['another charset', json('{}', { 'Content-Type': 'application/json; charset=iso-8859-7' }), 415, '-107'],
    ['a form', json('a=1', { 'Content-Type': 'application/x-www-form-urlencoded' }), 415, '-107'],
    ['a body without a type', { body: '{}' }, 415, '-107'],
    ['a type that only begins so', json('{}', { 'Content-Type': 'application/jsonp' }), 415, '-107'],
  ])('are refused: %s', async (_, options, status, code) => {
    const response = await put(options);
    expect(response.status).toBe(status);
    expect(response.json()).toMatchObject({ status: 'ERROR', error: code });
  });

  it('are limited as well without a declared length', async () => {
    const body = Buffer.alloc(3 * 1024 * 1024, ' ');
    expect((await put({ body, headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' } })).status).toBe(413);
  });

  it('are refused at once when they are too large', async () => {
    const key = gateway.access.addKey();
    const head = `POST /mtr-api/resources/notes HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: https\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\n`;
    const statusOf = async (bytes: string): Promise<number> =>
      (await sendRaw({ port: gateway.ports.port, isUndescribed: true }, bytes)).status;
    expect(await statusOf(`${head}Content-Length: 100000000\r\n\r\n{`)).toBe(413);
    const chunk = `10001\r\n${' '.repeat(0x10001)}\r\n`;
    expect(await statusOf(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(17)}`)).toBe(413);
    expect(await statusOf(`${head.replace(key, 'W'.repeat(40))}Content-Length: 100000000\r\n\r\n{`)).toBe(403);
  });

  it('are dropped when the sender disconnects', async () => {
    const key = gateway.access.addKey();
    const head = `POST /mtr-api/resources/notes HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: https\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\n`;
    await new Promise<void>((resolve) => {
      const socket = connect(gateway.ports.port, '127.0.0.1', () =>
        socket.write(`${head}Content-Length: 100\r\n\r\n{`, () => setTimeout(() => socket.destroy(), 50)),
      );
      socket.on('close', () => resolve());
    });
    expect((await caller.get('/fire-api/rsc/notes/5')).status).toBe(200);
  });

  it('are ignored by a handler that reads none', async () => {
    for (const options of [json('{broken'), json('x'.repeat(2_000_000), { 'Content-Type': 'text/plain' }), {}])
      expect((await caller.call('PUT', '/fire-api/rsc/notes/5/calc', options)).json()).toEqual({ done: true });
  });

  it('are missing fields when one is required', async () => {
    const response = await caller.call('POST', '/fire-api/rsc/notes');
    expect(response.json()).toMatchObject({ error: '-101', details: [{ path: 'title' }] });
  });
});

describe('the kinds of responses', () => {
  it('include 205 with links, and the entity where there is one', async () => {
    const empty = await caller.put('/fire-api/rsc/notes/5/prepay');
    expect([empty.text, empty.headers['content-length']]).toEqual(['', '0']);
    expect(empty.headers.link).toBe('<https://example.test/n>; rel="notification"');
    const full = await caller.put('/fire-api/rsc/notes/5/charge');
    expect(full.json()).toEqual({ id: 1, title: 'Συμβόλαιο' });
    expect(full.headers['content-length']).toBe(String(full.bytes.length));
    expect(full.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(full.headers.link).toBe('<https://example.test/p>; rel="policy", <https://example.test/r>; rel="receipt"');
  });

  it('include stored JSON unchanged', async () => {
    const response = await caller.get('/fire-api/rsc/notes/5/text');
    expect(response.text).toBe('{"as":"stored","name":"Παππάς"}');
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('include an error response where the first part of a list fails', async () => {
    const answer = await caller.get('/fire-api/rsc/notes/5/broken-parts');
    expect([answer.status, answer.json()]).toMatchObject([400, { error: '-300' }]);
  });

  it('include lists with their total and neighbouring pages', async () => {
    const first = await caller.get('/fire-api/rsc/notes?start=1');
    expect(first.headers['x-total-count']).toBe('12');
    expect(first.headers['x-total-capped']).toBeUndefined();
    expect(first.headers.link).toBe(`<https://127.0.0.1:${gateway.ports.port}/fire-api/rsc/notes?start=6&limit=5>; rel="next"`);
  });

  it('include lists whose page links keep any query', async () => {
    const { headers } = await caller.get('/fire-api/rsc/notes?word=a?b&other=c??&start=1');
    expect(headers.link).toMatch(/\/fire-api\/rsc\/notes\?word=a%3Fb&other=c%3F%3F&start=6&limit=5>; rel="next"$/);
  });
});
