import { Get } from '@nestjs/common';
import { ErrorCode } from '../../src/common/error-codes.js';
import { buildProblem } from '../../src/gateway/call/error-format.js';
import { GATEWAY_ERRORS } from '../../src/gateway/call/gateway-error.js';
import { GUIDES } from '../../src/http/guides.js';
import { Deprecated, KeyOnly, ServiceController } from '../../src/gateway/handler/decorators.js';
import { startGateway, type RunningGateway } from '../support/gateway.js';
import type { Client } from '../support/client.js';

@ServiceController('fire-api', 'rsc/ending')
class EndingController {
  @Get()
  @KeyOnly()
  @Deprecated({ since: '2027-01-01', sunset: '2028-01-01', successor: 'GET /fire-api/rsc/notes' })
  getEnding(): object {
    return {};
  }
}

let gateway: RunningGateway;
let client: Client;

beforeAll(async () => {
  gateway = await startGateway([EndingController], { publicUrl: 'https://gateway.example' });
  client = gateway.client.undescribed();
});
afterAll(() => gateway.stop());

interface Link {
  readonly href: string;
  readonly type: string;
}

interface Entry extends Readonly<Record<string, readonly Link[] | string>> {
  readonly anchor: string;
}

/** Requests an address of this server. */
function get(address: string): ReturnType<Client['get']> {
  return client.get(address.replace('https://gateway.example', ''));
}

describe('the catalogue of the API', () => {
  it('lists documents of both environments that are served with their type', async () => {
    const response = await get('/.well-known/api-catalog');
    expect([response.status, response.headers['content-type']]).toEqual([
      200,
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    ]);
    const { linkset } = response.json<{ linkset: Entry[] }>();
    expect(linkset.map(({ anchor }) => anchor)).toEqual(['https://gateway.example', 'https://gateway.example/dev']);
    for (const entry of linkset)
      for (const { href, type } of Object.values(entry).flatMap((links) => (typeof links === 'string' ? [] : links))) {
        const served = await get(href);
        expect([href, served.status, served.headers['content-type']]).toEqual([href, 200, expect.stringContaining(type)]);
      }
  });

  it('is repeated as text, whose links are served', async () => {
    const { text } = await get('/llms.txt');
    const links = [...text.matchAll(/\]\((\S+)\)/g)].map(([, address]) => address!);
    expect(links.length).toBe(3 + GUIDES.length);
    for (const address of links) expect([address, (await get(address)).status]).toEqual([address, 200]);
  });
});

describe('the guides', () => {
  it('have the row to which each problem leads once', async () => {
    const { text } = await get('/docs/guides/errors');
    const codes = [...Object.keys(GATEWAY_ERRORS), ...Object.values(ErrorCode)];
    const places = codes.map((code) => buildProblem(code, 400, '').type.split('#')[1]!);
    expect(places.filter((id) => text.split(`id="${id}"`).length !== 2)).toEqual([]);
  });

  it.each(GUIDES.map(({ name }) => name))('%s has only links to pages and headings that are served', async (name) => {
    const { status, text } = await get(`/docs/guides/${name}`);
    expect(status).toBe(200);
    for (const [, address] of text.matchAll(/href="(\/[^"]*|#[^"]*)"/g)) {
      const [path = '', anchor] = address!.split('#', 2);
      const target = path === '' ? text : (await get(path)).text;
      expect([address, target.length > 0]).toEqual([address, true]);
      if (anchor !== undefined) expect([address, target.includes(`id="${anchor}"`)]).toEqual([address, true]);
    }
    expect(text).not.toMatch(/href="[^"]*\.md/);
  });

  it('are listed on one page, and are Markdown for programs', async () => {
    const { text } = await get('/docs/guides');
    for (const { name } of GUIDES) {
      expect(text).toContain(`href="/docs/guides/${name}"`);
      const { headers } = await get(`/docs/guides/${name}.md`);
      expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    }
  });
});

describe('a deprecated operation', () => {
  it('announces its end in the headers of each response, and another one does not', async () => {
    const keyed = client.withKey(gateway.access.addKey());
    const { status, headers } = await keyed.get('/fire-api/rsc/ending');
    expect([status, headers['deprecation'], headers['sunset']]).toEqual([200, '@1798761600', 'Sat, 01 Jan 2028 00:00:00 GMT']);
    expect((await keyed.get('/docs/guides')).headers).not.toHaveProperty('deprecation');
  });
});
