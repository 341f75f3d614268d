import { ERROR_TEXTS } from '../../src/common/error-codes.js';
import type { Client, HttpResponse } from '../support/client.js';
import { type FireAgent, FireApp } from '../support/fire-app.js';

const PROBLEM_TYPE = 'application/problem+json';
const UNKNOWN_ID = 9_999_999_999;

let app: FireApp;
let agent: FireAgent;
let client: Client;
let keyed: Client;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  // The document describes other formats than JSON once, not for each operation.
  client = agent.client.undescribed();
  keyed = app.running.client.withKey(agent.access.apiKey).undescribed();
});
afterAll(() => app.stop());

/** Calls of the services that are refused, each for another reason. */
const REFUSED: readonly (readonly [what: string, call: (headers: Record<string, string>) => Promise<HttpResponse>])[] = [
  ['an unknown application', (headers) => client.get(agent.path(UNKNOWN_ID), { headers })],
  ['a body with wrong fields', (headers) => client.post(agent.path(), { fire_application: { start_date: 'soon' } }, { headers })],
  [
    'text that is no JSON',
    (headers) => client.call('POST', agent.path(), { body: '{', headers: { ...headers, 'Content-Type': 'application/json' } }),
  ],
  ['a missing token', (headers) => keyed.get(agent.path(), { headers })],
  ['a wrong user-key', (headers) => keyed.post('/auth-api/resources/tokens', { 'user-key': 'x'.repeat(40) }, { headers })],
  ['a vehicle without a plate', (headers) => client.get('/mtr-api/resources/quotes/bonusMalus', { headers })],
  [
    'a charge of an unknown application',
    (headers) => client.put(`/collection-api/applications/${UNKNOWN_ID}/charge`, undefined, { headers }),
  ],
  ['an unknown document', (headers) => client.get(`/docs-api/policy/applications/${UNKNOWN_ID}/documents`, { headers })],
  ['an unknown party', (headers) => client.get(`/parties-api/resources/parties/${UNKNOWN_ID}`, { headers })],
  ['a cursor that is none', (headers) => client.get('/events-api/resources/events?after=x', { headers })],
  ['a page outside a list', (headers) => client.get(agent.path('?start=0').replace('/?', '?'), { headers })],
];

interface ErrorEntity {
  readonly error: string;
  readonly message: string;
  readonly details?: unknown;
}

describe('a service’s refusal of', () => {
  it.each(REFUSED)('%s is a problem of RFC 9457 with the code, text and details of the error entity (gateway.101)', async (_, call) => {
    for (const language of ['el', 'en'] as const) {
      const plain = await call({ 'Accept-Language': language });
      const { error: code, message, details } = plain.json<ErrorEntity>();
      const problem = await call({ 'Accept-Language': language, Accept: PROBLEM_TYPE });
      expect([problem.status, problem.headers['content-type']]).toEqual([plain.status, PROBLEM_TYPE]);
      expect(String(problem.headers['vary'])).toContain('Accept');
      expect(problem.json()).toMatchObject({
        type: `/docs/guides/errors#${code}`,
        title: ERROR_TEXTS[code as keyof typeof ERROR_TEXTS][language],
        status: plain.status,
        detail: message,
        code,
        ...(details === undefined ? {} : { details }),
      });
    }
  });

  it.each(REFUSED)('%s stays an error entity for other formats', async (_, call) => {
    for (const accept of ['application/json', 'text/html', '*/*']) {
      const { headers, text } = await call({ Accept: accept });
      expect([headers['content-type'], text.startsWith('{"status":"ERROR"')]).toEqual(['application/json; charset=utf-8', true]);
    }
  });
});
