import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { PACKAGE_ROOT } from '../../src/common/package-root.js';
import { listOperations, readDocument } from '../support/described/document.js';
import { type FireAgent, FireApp } from '../support/fire-app.js';
import type { HttpResponse } from '../support/client.js';

interface Pair {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}

interface CollectionRequest {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly header: readonly Pair[];
    readonly url: { readonly raw: string; readonly query: readonly Pair[]; readonly variable: readonly Pair[] };
    readonly body?: { readonly raw?: string; readonly urlencoded?: readonly Pair[] };
    readonly auth?: { readonly type: string };
  };
}

interface Collection {
  readonly variable: readonly Pair[];
  readonly item: readonly { readonly name: string; readonly item: readonly CollectionRequest[] }[];
}

let app: FireApp;
let agent: FireAgent;
let collection: Collection;
let requests: readonly CollectionRequest[];

beforeAll(async () => {
  app = await FireApp.start({ publicUrl: 'https://gateway.example' });
  agent = (await app.createAgent()).sandbox;
  collection = (await app.running.client.get('/docs/postman.json')).json<Collection>();
  requests = collection.item.flatMap(({ item }) => item);
});
afterAll(() => app.stop());

/** Replaces the variables of the collection, as Postman does before it sends a request. */
function resolve(text: string): string {
  const { apiKey, userKey } = agent.access;
  const values: Readonly<Record<string, string>> = { baseUrl: '/dev', apiKey, userKey, $guid: crypto.randomUUID() };
  return text.replace(/\{\{([$\w]+)\}\}/g, (_, name: string) => values[name] ?? '');
}

function buildPath({ url }: CollectionRequest['request']): string {
  const path = resolve(url.raw).replace(/:(\w+)/g, (_, name: string) => url.variable.find(({ key }) => key === name)?.value ?? '');
  const query = url.query.filter(({ disabled }) => disabled !== true).map(({ key, value }): [string, string] => [key, value]);
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`;
}

function send({ request }: CollectionRequest): Promise<HttpResponse> {
  const form = request.body?.urlencoded?.map(({ key, value }): [string, string] => [key, resolve(value)]);
  const formType = form === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' };
  const headers = { ...Object.fromEntries(request.header.map(({ key, value }) => [key, resolve(value)])), ...formType };
  const client = request.auth?.type === 'noauth' ? app.running.client : agent.client;
  const body = form === undefined ? request.body?.raw && resolve(request.body.raw) : new URLSearchParams(form).toString();
  return client.call(request.method, buildPath(request), { headers, body });
}

describe('the Postman collection', () => {
  it('fits the schema of version 2.1', () => {
    const schema = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'test/support/schemas/postman-2.1.0.json'), 'utf8')) as object;
    const ajv = new Ajv({ strict: false });
    formats.default(ajv);
    const validate = ajv.compile(schema);
    expect([validate(collection), validate.errors]).toEqual([true, null]);
    expect(validate({ ...collection, item: [{ name: 'A request without a request' }] })).toBe(false);
  });

  it('has one request for each operation of integrators, in a folder of its tag', () => {
    const operations = listOperations(readDocument()).filter(({ template }) => !/^\/backoffice-api\/(?!signup)/.test(template));
    const names = operations.map(({ operation }) => operation.summary);
    expect(requests.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  });

  it('contains no key', () => {
    expect(collection.variable.map(({ key, value }) => [key, value])).toEqual([
      ['baseUrl', 'https://gateway.example/dev'],
      ['apiKey', ''],
      ['userKey', ''],
      ['token', ''],
    ]);
  });

  it('has requests whose key, token, path, query and JSON the gateway accepts', async () => {
    const refused: string[] = [];
    // A moving clock refuses other writes, so these come last.
    for (const item of requests.toSorted((one, other) => Number(movesClock(one)) - Number(movesClock(other)))) {
      const { status, operation, text } = await send(item);
      const code = status < 400 ? '' : String((JSON.parse(text) as { error?: unknown }).error);
      const isAccepted =
        operation !== null &&
        (status < 400 || ABOUT_OBJECTS.test(code) || OF_THE_EXAMPLE[`${status} ${code}`]?.test(buildPath(item.request)));
      if (!isAccepted) refused.push(`${item.name}: ${item.request.method} ${buildPath(item.request)} ${status} ${text.slice(0, 300)}`);
    }
    expect(refused).toEqual([]);
  });
});

const movesClock = ({ request }: CollectionRequest): boolean => request.method !== 'GET' && /test-api.*(reset|clock)/.test(request.url.raw);

/** Errors about objects that do not exist or not in the right status: the ids of the collection belong to nobody. */
const ABOUT_OBJECTS = /^-[3467]\d\d$/;
/** Other errors that an unchanged example must get, by the paths of the calls. */
const OF_THE_EXAMPLE: Readonly<Record<string, RegExp>> = {
  // A file of any type is chosen in Postman.
  '415 -107': /documents/,
  // The token of a mail or a link, and the id of a program, belong to nobody.
  '400 -102': /signup\/verify|clock\/advance/,
  // The month of the example is not over in the story.
  '400 -104': /commission-statements/,
  '503 -2': /test-api\/resources\/(clock|reset)/,
  '401 -201': /^\/dev\/c\//,
  '401 invalid_client': /oauth2/,
};
