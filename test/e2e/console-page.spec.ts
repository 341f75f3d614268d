import { jest } from '@jest/globals';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { SystemClock } from '../../src/common/clock.js';
import type { HttpResponse } from '../support/client.js';
import { type RunningGateway, startGateway } from '../support/gateway.js';
import { CONTROLLERS } from '../support/gateway-controllers.js';

let gateway: RunningGateway;

beforeAll(async () => (gateway = await startGateway(CONTROLLERS, {})));
afterAll(() => gateway.stop());

const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpResponse> => gateway.plain.get(path, { headers });

/** Lists the files that the page loads. */
const listAssets = (page: string): string[] => [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, path]) => path!);

describe('the pages of the console', () => {
  it.each([
    ['/console/', './'],
    ['/console/?token=1', './'],
    ['/console/referrals', './'],
    ['/console/applications/12?queue=status%3D30', '../'],
    ['/console/dev/', '../'],
    ['/console/dev/applications/12', '../../'],
    ['/console/a/b/c/d/e', '../../../../'],
    ['/console/dev/portfolio/fire/12/amendments/3', '../../../../../'],
  ])('%s returns the page, with its files relative to %s', async (path, base) => {
    const { status, headers, text } = await get(path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'no-cache']);
    expect(text).toContain(`<base href="${base}"`);
    expect(listAssets(text).length).toBeGreaterThan(1);
  });

  it('run only their own files, appear in no frame and send no referrer', async () => {
    const pages = await Promise.all([get('/console/'), get('/console/')]);
    const nonces = pages.map(({ headers, text }) => {
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/=]{24}';/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' });
      const nonce = /'nonce-([^']+)'/.exec(policy)![1]!;
      expect(text).toContain(`nonce="${nonce}"`);
      expect(text).not.toMatch(/__\w+__|https?:\/\//);
      return nonce;
    });
    expect(new Set(nonces).size).toBe(2);
  });

  it('have files that are cached permanently and sent as the build compressed them', async () => {
    const assets = listAssets((await get('/console/')).text);
    for (const path of assets) {
      const plain = await get(`/console/${path}`);
      expect([plain.status, plain.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect(plain.headers['content-type']).toMatch(path.endsWith('.css') ? /^text\/css/ : /^text\/javascript/);
      for (const [encoding, expand] of [
        ['gzip', gunzipSync],
        ['br', brotliDecompressSync],
      ] as const) {
        const { headers, bytes } = await get(`/console/${path}`, { 'Accept-Encoding': encoding });
        expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'Accept-Encoding']);
        expect(expand(bytes).equals(plain.bytes)).toBe(true);
      }
    }
  });

  it.each([
    ['/console', 302, 'console/'],
    ['/dev/console', 302, '../console/dev/'],
    ['/console/a/b/c/d/e/f/g', 404, undefined],
    ['/console/assets/none.js', 404, undefined],
    ['/console/assets/..%2findex.html', 404, undefined],
    ['/Console/', 404, undefined],
  ])('%s has status %d', async (path, status, location) => {
    const response = await gateway.client.get(path);
    expect([response.status, response.headers.location]).toEqual([status, location]);
  });

  it('are served to a whole office behind one address, but not without limit', async () => {
    const time = jest.spyOn(SystemClock.prototype, 'now').mockReturnValue(new Date());
    const office = gateway.plain.with({ 'X-Forwarded-For': '198.51.100.7' });
    const files = ['/console/', ...listAssets((await get('/console/')).text).map((path) => `/console/${path}`)];
    for (let person = 0; person < 40; person += 1)
      for (const path of files) expect((await office.get(path, { headers: { 'Accept-Encoding': 'br' } })).status).toBe(200);
    let given = 40 * files.length;
    while (given < 2000 && (await office.get('/console/none')).status === 200) given += 1;
    expect(given).toBe(1200);
    const refused = await office.get('/console/');
    expect([refused.status, refused.headers['retry-after'], refused.json()]).toMatchObject([
      429,
      '1',
      { error: { code: 'OVER_RATE_LIMIT' } },
    ]);
    expect((await office.get('/docs')).status).toBe(200);
    expect((await office.with({ 'X-Forwarded-For': '198.51.100.8' }).get('/console/')).status).toBe(200);
    time.mockRestore();
  });

  it('accept no other method', async () => {
    expect((await gateway.client.call('POST', '/console/')).status).toBe(404);
    expect((await gateway.client.call('HEAD', '/console/')).status).toBe(200);
  });
});
