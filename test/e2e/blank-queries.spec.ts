import { readFileSync } from 'node:fs';
import { type RunningApp, startApp } from '../support/app.js';
import { grantAccess } from '../support/agent-access.js';
import type { HttpResponse, Client } from '../support/client.js';
import { testAgent } from '../support/record-fixtures.js';
import { createStaff } from '../support/staff-client.js';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: string | number;
  readonly schema?: { readonly example?: string | number };
}

interface Document {
  readonly paths: Record<string, Record<string, { readonly parameters?: readonly Parameter[] }>>;
}

const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as Document;
/** Every route with query parameters. */
const ROUTES = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { parameters = [] }]) => {
    const query = parameters.filter(({ in: place, name }) => place === 'query' && name !== 'api_key');
    return query.length === 0 ? [] : [{ title: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path, parameters, query }];
  }),
);
type Route = (typeof ROUTES)[number];
const BLANKS = ['', '%20%20'];
/** A key is rotated once and a template deleted once; each further call gets another response. */
const DONE_ONCE: ReadonlySet<string> = new Set(['POST /auth-api/resources/keys/rotate', 'DELETE /backoffice-api/message-templates/{id}']);

let running: RunningApp;
let agent: Client;
let staff: Client[];

beforeAll(async () => {
  running = await startApp();
  const { production } = await grantAccess(running, testAgent());
  agent = production.client;
  staff = [];
  for (const role of ['admin', 'issuing', 'underwriter', 'agent'] as const) staff.push((await createStaff(running, role)).client);
  // Stops background work, so that it does not change what the next call reads.
  await running.parts.stopTimedWork();
  await running.parts.callLog.onApplicationShutdown();
});
afterAll(() => running.stop());

/** Sends the call as an agent's program, or in the back office as the first allowed role. */
async function call({ method, path, parameters }: Route, query: readonly string[]): Promise<HttpResponse> {
  const callers = path.startsWith('/backoffice-api/') ? staff : [agent];
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name);
    return encodeURIComponent(getExample(parameter));
  });
  for (const client of callers) {
    const response = await client.call(method, `${filled}?${query.join('&')}`, method === 'GET' ? {} : { json: {} });
    if (response.status !== 403) return response;
  }
  throw new Error(`nobody may call ${method} ${path}`);
}

function getExample(parameter: Parameter | undefined): string {
  return String(parameter?.example ?? parameter?.schema?.example ?? '1');
}

function required({ query }: Route, without = ''): string[] {
  const needed = query.filter((parameter) => parameter.required && parameter.name !== without);
  return needed.map((parameter) => `${parameter.name}=${encodeURIComponent(getExample(parameter))}`);
}

it('the spec finds the routes with query parameters', () => expect(ROUTES.length).toBeGreaterThan(50));

/** Lists each parameter of each route. */
function cases(isRequired: boolean): [string, string, Route][] {
  return ROUTES.filter(({ title }) => !DONE_ONCE.has(title)).flatMap((route) =>
    route.query
      .filter((parameter) => (parameter.required ?? false) === isRequired)
      .map(({ name }): [string, string, Route] => [route.title, name, route]),
  );
}

it.each(cases(false))('%s: a blank %s counts as absent', async (_, name, route) => {
  const without = await call(route, required(route));
  for (const blank of BLANKS) {
    const response = await call(route, [...required(route), `${name}=${blank}`]);
    expect([response.status, response.text]).toEqual([without.status, without.text]);
  }
});

it.each(cases(true))('%s: a blank %s counts as missing', async (_, name, route) => {
  const without = await call(route, required(route, name));
  expect(without.json()).toMatchObject({ error: '-105', details: [{ path: name }] });
  for (const blank of BLANKS) {
    const response = await call(route, [...required(route, name), `${name}=${blank}`]);
    expect([response.status, response.text]).toEqual([400, without.text]);
  }
});
