import { createLiveToken, type RunningGateway, startGateway } from '../support/gateway.js';
import { CONTROLLERS } from '../support/gateway-controllers.js';
import { readUntilClosed, type RawResponse, sendRaw } from '../support/raw-response.js';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startGateway(CONTROLLERS);
});
afterAll(() => gateway.stop());

describe('an almost invalid HTTP request', () => {
  const sendBytes = (bytes: string): Promise<RawResponse> => sendRaw({ port: gateway.ports.port, isUndescribed: true }, bytes);
  const LIVE = 'GET /health/live HTTP/1.1\r\n';
  const NOTES = 'POST /mtr-api/resources/notes HTTP/1.1\r\n';
  const UPGRADE = 'Connection: Upgrade\r\nUpgrade: h2c\r\n';

  it.each<[string, string, number]>([
    ['nonsense', 'hello\r\n\r\n', 400],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['too many headers', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a tunnel', 'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test:443\r\n\r\n', 404],
    ['a tunnel of two hosts', 'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test:443\r\nHost: x\r\n\r\n', 400],
    ['no host', `${LIVE}\r\n`, 400],
    ['no host but in the address', 'GET http://x/health/live HTTP/1.1\r\n\r\n', 400],
    ['an address without a host', 'GET http:///health/live HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['an address of a user', 'GET http://user:word@x/health/live HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['an address with a bad port', 'GET http://x:y/health/live HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['an address of two hosts', 'GET http://x/health/live HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400],
    ['a host alone', 'GET x:80 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['an upgrade with a body in chunks', `${NOTES}Host: x\r\n${UPGRADE}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`, 400],
    ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['two hosts', `${LIVE}Host: x\r\nHost: y\r\n\r\n`, 400],
    ['the same host twice', `${LIVE}Host: x\r\nhOST: x\r\n\r\n`, 400],
    ['two hosts of HTTP/1.0', 'GET /health/live HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n', 400],
    ['two hosts before the preflight', 'OPTIONS / HTTP/1.1\r\nHost: x\r\nHost: y\r\nAccess-Control-Request-Method: GET\r\n\r\n', 400],
    ['two hosts before HTTPS and the key', `${NOTES}Host: x\r\nHost: y\r\n\r\n`, 400],
    ...['', 'x,y', 'x, y', 'evil.test/path', 'a b', 'user@evil.test', '"><script>', 'a:b:c', 'x:123456', '[x'].map(
      (host): [string, string, number] => [`the host ${JSON.stringify(host)}`, `${LIVE}Host: ${host}\r\n\r\n`, 400],
    ),
    ...['something', '100-continue, something', '200-ok=100-continue'].map((expectation): [string, string, number] => [
      `the expectation ${expectation}`,
      `${NOTES}Host: x\r\nExpect: ${expectation}\r\nContent-Length: 2\r\n\r\n`,
      417,
    ]),
  ])('gets the headers of every response: %s', async (_, bytes, status) => {
    const response = await sendBytes(bytes);
    expect(response).toMatchObject({ interim: [], status });
    expect(response.headers).toMatchObject({
      'x-token-expires-in': '0',
      'x-ratelimit-limit': '1000',
      'x-ratelimit-remaining': '0',
      connection: 'close',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      'access-control-allow-origin': '*',
    });
    expect(JSON.parse(response.text)).toMatchObject(status === 404 ? { error: { code: 'NOT_FOUND' } } : { status: 'ERROR', error: '-102' });
  });

  it('may omit the host with HTTP/1.0', async () => {
    expect((await sendBytes('GET /health/live HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  describe('an upgrade', () => {
    const NEXT = 'GARBAGE\r\n\r\n';
    const received = (bytes: string, next = ''): Promise<string | null> => readUntilClosed({ port: gateway.ports.port }, bytes, next);

    it.each([
      'Connection: Upgrade\r\nUpgrade: websocket\r\n',
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n',
      'Connection: keep-alive, upgrade\r\nUpgrade: websocket, h2c\r\n',
      'connection: UPGRADE\r\nupgrade: TLS/1.3\r\n',
      'Upgrade: websocket\r\n',
      'Upgrade: \r\nConnection: Upgrade\r\n',
      'Connection: keep-alive\r\nConnection: upgrade\r\nUpgrade: a\r\nUpgrade: b\r\n',
    ])('is served as an ordinary request and the last of its connection: %j', async (headers) => {
      for (const [bytes, status] of [
        [`${LIVE}Host: x\r\n${headers}\r\n`, 200],
        [`GET /nowhere HTTP/1.1\r\nHost: x\r\n${headers}\r\n`, 400],
        [`OPTIONS / HTTP/1.1\r\nHost: x\r\nAccess-Control-Request-Method: GET\r\n${headers}\r\n`, 204],
        [`${NOTES}Host: x\r\nContent-Length: 2\r\n${headers}\r\n{}`, 400],
      ] as const) {
        for (const next of ['', NEXT]) {
          const responses = await received(bytes, next);
          expect(responses?.match(/HTTP\/1\.1 \d{3}/g)).toEqual([`HTTP/1.1 ${status}`]);
          expect(responses).toMatch(/^connection: close\r$/im);
        }
      }
    });

    it('keeps the connection open when absent, and invalid HTTP is reported', async () => {
      for (const headers of ['', 'Connection: Upgrade\r\n']) {
        expect(await received(`${LIVE}Host: x\r\n${headers}\r\n`)).toBeNull();
        const responses = await received(`${LIVE}Host: x\r\n${headers}\r\n`, NEXT);
        expect(responses?.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
      }
    });
  });

  describe('an expectation', () => {
    const BODY = '{"title":"x"}';
    const head = (key: string, start: string, more = ''): string =>
      `${start}Host: x\r\nX-Forwarded-Proto: https\r\nX-Api-Key: ${key}\r\n${more}Content-Type: application/json\r\n` +
      `Expect: 100-Continue\r\nContent-Length: ${BODY.length}\r\n\r\n`;
    const WITH_TOKEN = 'POST /fire-api/rsc/notes HTTP/1.1\r\n';

    it.each<[string, () => string, number]>([
      ['key', () => head('W'.repeat(40), NOTES), 403],
      ['rate limit', () => head(gateway.access.addKey({ ratePerHour: 0 }), NOTES), 429],
      ['token', () => head(gateway.access.addKey(), WITH_TOKEN), 401],
    ])('is not answered with 100 before the %s check has passed', async (_, bytes, status) => {
      expect(await sendBytes(bytes())).toMatchObject({ interim: [], status });
    });

    it('is answered with 100 after the checks', async () => {
      const key = gateway.access.addKey();
      const bearer = `Authorization: Bearer ${gateway.access.addToken(createLiveToken(60))}\r\n`;
      for (const bytes of [head(key, NOTES), head(key, WITH_TOKEN, bearer)])
        expect(await sendBytes(`${bytes}${BODY}`)).toMatchObject({ interim: [100], status: 201 });
    });

    it('is ignored for HTTP/1.0, which has no interim response', async () => {
      for (const expectation of ['100-continue', 'something']) {
        const bytes = head(gateway.access.addKey(), NOTES.replace('1.1', '1.0')).replace('100-Continue', expectation);
        expect(await sendBytes(`${bytes}${BODY}`)).toMatchObject({ interim: [], status: 201 });
      }
    });
  });
});
