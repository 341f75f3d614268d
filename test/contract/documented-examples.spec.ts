import { addDays, toLocalDate } from '../../src/common/athens.js';
import { readDocument } from '../support/described/document.js';
import { type FireAgent, FireApp } from '../support/fire-app.js';
import type { HttpResponse } from '../support/client.js';

/** Request bodies in the served document, as "Try it out" sends them. */
interface Shown {
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties: Readonly<Record<string, { readonly example?: unknown }>> }>>;
  };
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> } }>>
    >
  >;
}

const SENT: readonly (readonly [method: 'post' | 'put', path: string, status: number, inserted?: string])[] = [
  ['post', '/parties-api/resources/parties', 201],
  ['post', '/fire-api/rsc/applications', 201],
  ['put', '/fire-api/rsc/applications/{id}', 400, '/fire-api/rsc/applications'],
  ['post', '/fire-api/pricing/calcbundles', 200],
  ['post', '/mtr-api/resources/applications', 201],
  ['put', '/mtr-api/resources/applications/{application}', 200, '/mtr-api/resources/applications'],
  ['post', '/mtr-api/resources/quotes/prices', 200],
  ['post', '/service-requests-api/resources/srs', 201],
];

let app: FireApp;
let agent: FireAgent;
let shown: Shown;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
});
afterAll(() => app.stop());

function getExample(method: string, path: string): unknown {
  return shown.paths[path]?.[method]?.requestBody?.content['application/json']?.example;
}

function send(method: string, path: string, json: unknown): Promise<HttpResponse> {
  return agent.client.call(method.toUpperCase(), path, { json });
}

// The document is built again each day, so a copied example remains valid for years.
describe.each([0, 400, 1100])('the documented examples %i days later', (days) => {
  beforeAll(async () => {
    app.clock.set(app.clock.now().getTime() + days * 86_400_000);
    await agent.renewToken();
    shown = (await app.running.plain.get('/openapi.json')).json<Shown>();
  });

  it('contain no date in a request or query that is long past', () => {
    const today = toLocalDate(app.clock.now());
    const { start_date } = (getExample('post', '/fire-api/rsc/applications') as { fire_application: { start_date: string } })
      .fire_application;
    expect(start_date).toBe(addDays(today, 10));
    const { ResendRequest, PolicyCancellationRequest, ClockRequest } = shown.components.schemas;
    const dates = [ResendRequest, PolicyCancellationRequest, ClockRequest].flatMap((schema) => Object.values(schema!.properties));
    const days = dates.flatMap(({ example }) => (typeof example === 'string' && /^20\d\d-/.test(example) ? [example.slice(0, 10)] : []));
    expect(days.toSorted()).toEqual([addDays(today, -1), today, addDays(today, 1), addDays(today, 1), addDays(today, 104)]);
  });

  it.each(SENT.map(([method, path, status, inserted = '']) => [method, path, status, inserted] as const))(
    '%s %s: the example gets status %i',
    async (method, path, status, inserted) => {
      const id = inserted === '' ? '' : (await send('post', inserted, getExample('post', inserted))).json<{ id: number }>().id;
      const response = await send(method, path.replace(/\{\w+\}/, String(id)), getExample(method, path));
      const isSavedAgain = days > 0 && path === '/parties-api/resources/parties';
      // A calculated fire application must be edited first, although its body is valid.
      expect([response.status, status === 400 ? response.json()['error'] : '']).toEqual([
        isSavedAgain ? 200 : status,
        status === 400 ? '-400' : '',
      ]);
      const { status_code: fire = '01', statusCode: motor = '01' } = response.json<{ status_code?: string; statusCode?: string }>();
      expect([fire, motor]).toEqual(['01', '01']);
    },
  );
});

it('the committed document has an example for exactly the bodies that are sent', () => {
  const withExample = Object.entries((readDocument() as unknown as Shown).paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { requestBody }]) =>
      requestBody?.content['application/json']?.example === undefined ? [] : [`${method} ${path}`],
    ),
  );
  expect(withExample.sort()).toEqual(SENT.map(([method, path]) => `${method} ${path}`).sort());
});
