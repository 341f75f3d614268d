import { parse as parseCsv } from 'csv-parse/sync';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { parse as parseHtml } from 'node-html-parser';
import { GATEWAY_ERRORS, type GatewayErrorCode } from '../../src/gateway/call/gateway-error.js';
import { buildCsrfToken } from '../../src/identity/secret.js';
import type { HttpResponse } from '../support/client.js';
import { type RunningGateway, startGateway } from '../support/gateway.js';
import { CONTROLLERS } from '../support/gateway-controllers.js';

const SESSION = 's'.repeat(40);

type Format = 'json' | 'xml' | 'csv' | 'html' | 'problem';
type Headers = Readonly<Record<string, string>>;

let gateway: RunningGateway;
/** Calls that provoke each error: routes that end with a parameter, so that an extension still matches. */
let provoke: Record<GatewayErrorCode, { readonly path: string; readonly headers: Headers; readonly plain?: boolean }>;

beforeAll(async () => {
  gateway = await startGateway(CONTROLLERS);
  const { access, client } = gateway;
  const path = '/fire-api/rsc/notes/1';
  const with_ = (key: string): Headers => ({ 'X-Api-Key': key });
  const spent = access.addKey({ ratePerHour: 1 });
  await client.get(path, { headers: with_(spent) });
  provoke = {
    API_KEY_MISSING: { path, headers: {} },
    API_KEY_INVALID: { path, headers: with_('x'.repeat(40)) },
    API_KEY_DISABLED: { path, headers: with_(access.addKey({ status: 'disabled' })) },
    API_KEY_EXPIRED: { path, headers: with_(access.addKey({ status: 'expired' })) },
    API_KEY_CERTIFICATE_REQUIRED: { path, headers: with_(access.addKey({ certificateSha256: 'a'.repeat(64) })) },
    API_KEY_UNVERIFIED: { path, headers: with_(access.addKey({ status: 'unverified' })) },
    API_KEY_UNAUTHORIZED: { path, headers: with_(access.addKey({ services: new Set() })) },
    CONSOLE_UNAUTHORIZED: { path, headers: { Cookie: `__Host-session=${SESSION}`, 'X-CSRF-Token': buildCsrfToken(SESSION) } },
    OVER_RATE_LIMIT: { path, headers: with_(spent) },
    NOT_FOUND: { path: '/fire-api/none', headers: {} },
    HTTPS_REQUIRED: { path, headers: {}, plain: true },
  };
});
afterAll(() => gateway.stop());

function call(code: GatewayErrorCode, suffix: string, headers: Headers = {}): Promise<HttpResponse> {
  const { path, headers: own, plain } = provoke[code];
  return (plain ? gateway.plain : gateway.client).get(path + suffix, { headers: { ...own, ...headers } });
}

/** Parsers of code and message by format, which throw for an invalid body. */
const READERS: Record<Format, (text: string) => readonly [code: string, message: string]> = {
  json: (text) => {
    const { error } = JSON.parse(text) as { error: { code: string; message: string } };
    return [error.code, error.message];
  },
  xml: (text) => {
    expect(XMLValidator.validate(text)).toBe(true);
    expect(text.startsWith('<?xml version="1.0" encoding="UTF-8"?>')).toBe(true);
    const { response } = new XMLParser().parse(text) as { response: { error: { code: string; message: string } } };
    return [response.error.code, response.error.message];
  },
  csv: (text) => {
    const rows = parseCsv(text, { relax_column_count: false, record_delimiter: '\r\n' });
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual(['Error Code', 'Error Message']);
    return [rows[1]?.[0] ?? '', rows[1]?.[1] ?? ''];
  },
  problem: (text) => {
    const { type, title, status, code } = JSON.parse(text) as Record<'type' | 'title' | 'code', string> & { status: number };
    expect([type, status]).toEqual([`/docs/guides/errors#${code.toLowerCase()}`, GATEWAY_ERRORS[code as GatewayErrorCode].status]);
    return [code, title];
  },
  html: (text) => {
    const page = parseHtml(text);
    expect([page.querySelectorAll('h1').length, page.querySelectorAll('p').length]).toEqual([1, 1]);
    return [page.querySelector('h1')?.text ?? '', page.querySelector('p')?.text ?? ''];
  },
};

const CODES = Object.keys(GATEWAY_ERRORS) as GatewayErrorCode[];
/** Every way to select a format: suffix of the path, `Accept`, expected format. */
type Way = [suffix: string, accept: string | null, format: Format, mediaType?: string];
const WAYS: Way[] = [
  ['', null, 'json'],
  ['.json', null, 'json'],
  ['.xml', null, 'xml'],
  ['.csv', null, 'csv'],
  ['.html', null, 'html'],
  ['.XML', null, 'xml'],
  ['.yaml', null, 'json'],
  ['?format=json', null, 'json'],
  ['?format=xml', null, 'xml'],
  ['?format=csv', null, 'csv'],
  ['?format=html', null, 'html'],
  ['?format=CSV', null, 'csv'],
  ['?format=csv&format=xml', null, 'csv'],
  ['?format=yaml', null, 'json'],
  ['?word=a?b&format=xml', null, 'xml'],
  ['??format=xml', null, 'json'],
  ['?format=', null, 'json'],
  ['?format=constructor', null, 'json'],
  ['?format=%zz', null, 'json'],
  ['', 'application/json', 'json'],
  ['', 'application/xml', 'xml'],
  ['', 'text/xml', 'xml', 'text/xml'],
  ['', 'text/csv', 'csv'],
  ['', 'text/html', 'html'],
  ['', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
  ['', 'application/json;q=0.2, text/csv;q=0.9', 'csv'],
  ['', 'application/problem+json', 'problem'],
  ['', 'application/problem+json, application/json', 'problem'],
  ['', 'application/json, application/problem+json', 'json'],
  ['?format=problem', null, 'problem'],
  ['', 'text/csv, application/xml', 'csv'],
  ['', 'application/xml, text/csv', 'xml'],
  ['', 'application/xml;q=0, text/html;q=0.1', 'html'],
  ['', 'application/json;q=0, */*', 'xml'],
  ['', '*/*', 'json'],
  ['', 'application/*', 'json'],
  ['', 'image/png', 'json'],
  ['', 'nonsense;;;', 'json'],
  ['', '', 'json'],
  ['.xml', 'text/csv', 'xml'],
  ['.csv?format=html', 'application/xml', 'csv'],
  ['?format=html', 'application/xml', 'html'],
  ['.yaml?format=csv', 'application/xml', 'csv'],
];
const MEDIA_TYPES: Record<Format, string> = {
  json: 'application/json',
  xml: 'application/xml',
  csv: 'text/csv',
  html: 'text/html',
  problem: 'application/problem+json',
};

describe.each(CODES)('the format of %s', (code) => {
  it.each(WAYS)('at %j with Accept %j is %s', async (...[suffix, accept, format, mediaType = MEDIA_TYPES[format]]: Way) => {
    const response = await call(code, suffix, accept === null ? {} : { Accept: accept });
    expect(response.status).toBe(GATEWAY_ERRORS[code].status);
    expect(response.headers['content-type']).toBe(format === 'problem' ? mediaType : `${mediaType}; charset=utf-8`);
    expect(READERS[format](response.text)).toEqual([code, GATEWAY_ERRORS[code].message]);
    expect(response.headers['vary']).toBe('Accept');
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers).toHaveProperty('x-ratelimit-limit');
    expect(response.headers).toHaveProperty('x-ratelimit-remaining');
    expect(response.headers).toHaveProperty('x-token-expires-in');
  });
});

it('the format of a service’s response never changes', async () => {
  const key = gateway.access.addKey();
  const response = await gateway.client.withKey(key).get('/mtr-api/resources?format=xml', { headers: { Accept: 'text/html' } });
  expect(response.status).toBe(200);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
});
