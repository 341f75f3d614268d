import { jest } from '@jest/globals';
import { ModulesContainer } from '@nestjs/core';
import type { Class } from '../../src/common/validation/dto.js';
import { getRouteName, listControllerRoutes, type ControllerRoute } from '../../src/gateway/handler/controller-routes.js';
import { InputPipe } from '../../src/gateway/handler/input.pipe.js';
import { listUnknownParameters } from '../../src/gateway/handler/query-parameters.js';
import type { HttpResponse } from '../support/client.js';
import { listOperations, readDocument, type DescribedOperation } from '../support/described/document.js';
import { FireApp } from '../support/fire-app.js';
import { OpenIdProvider } from '../support/openid-provider.js';
import { buildTables } from './tables/both-ways/all-ways.js';
import { AGENT_CODE, OTHER_CODE, CallFixture } from './tables/both-ways/call-fixture.js';
import { buildOidcSettings } from './tables/both-ways/oidc.js';
import type { BothWays } from './tables/both-ways/way.js';

jest.setTimeout(120_000);

/** Parameters of every route, which the document describes once. */
const OF_EVERY_ROUTE: ReadonlySet<string> = new Set(['format', 'api_key', 'dry_run']);
/** Headers of sign-ins, which browsers send. */
const OF_SIGN_INS: ReadonlySet<string> = new Set(['X-Session', 'X-Device']);

let provider: OpenIdProvider;
let app: FireApp;
let fixture: CallFixture;
let routes: ReadonlyMap<string, ControllerRoute>;
/** Names that handlers read of their query during the current call; `*` when they read all. */
let read = new Set<string>();

const TABLES = buildTables(() => provider);
const operations = new Map(listOperations(readDocument()).map((described) => [described.name, described]));
const rows = Object.values(TABLES).flatMap((ways) => Object.entries(ways));

const listDeclared = ({ operation }: DescribedOperation, place: 'query' | 'header'): string[] =>
  (operation.parameters ?? []).filter((parameter) => parameter.in === place).map(({ name }) => name);
const declares = (operation: string, header: string): boolean => listDeclared(operations.get(operation)!, 'header').includes(header);

beforeAll(async () => {
  const publicUrl = 'https://gateway.example';
  provider = await OpenIdProvider.start({ console: `${publicUrl}/console/`, sendLogout: () => Promise.resolve(204) });
  app = await FireApp.start({ publicUrl, oidc: buildOidcSettings(provider) });
  routes = new Map(listControllerRoutes(app.running.app.get(ModulesContainer)).map((route) => [route.method, route]));
  const agents = [await app.createAgent({ code: AGENT_CODE }), await app.createAgent({ code: OTHER_CODE })] as const;
  fixture = await CallFixture.open(app, 'production', agents[0].production, agents[1].production);
  watchQueries();
});
afterAll(async () => {
  jest.restoreAllMocks();
  await app.stop();
  await provider.stop();
});

/** Records which fields of a validated query are read. */
function watchQueries(): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const { transform } = InputPipe.prototype;
  jest.spyOn(InputPipe.prototype, 'transform').mockImplementation(function (this: InputPipe, value, metadata) {
    const validated = transform.call(this, value, metadata);
    if (metadata.type !== 'query' || typeof validated !== 'object' || validated === null) return validated;
    return new Proxy(validated, {
      get: (target, name, receiver): unknown => (read.add(String(name)), Reflect.get(target, name, receiver)),
      ownKeys: (target) => (read.add('*'), Reflect.ownKeys(target)),
    });
  });
}

async function send(operation: string, { done: [, way] }: BothWays, headers: Readonly<Record<string, string>> = {}): Promise<HttpResponse> {
  const call = await fixture.prepare(operation, way, headers);
  const isUndoable = listDeclared(operations.get(operation)!, 'query').includes('dry_run');
  return call(isUndoable ? 'dry_run=true' : undefined);
}

it('each parameter of a query is declared by exactly the routes that know it', () => {
  const names = new Set([...operations.values()].flatMap((described) => listDeclared(described, 'query')));
  for (const [operation, described] of operations) {
    const { metatype, method, rules } = routes.get(described.operation.operationId)!;
    const query = Object.fromEntries([...names].map((name) => [name, 'x']));
    const unknown = new Set(listUnknownParameters(query, rules, metatype as Class, method));
    const known = [...names].filter((name) => !unknown.has(name) && !OF_EVERY_ROUTE.has(name));
    const declared = listDeclared(described, 'query').filter((name) => !OF_EVERY_ROUTE.has(name));
    expect([operation, known.sort()]).toEqual([operation, declared.sort()]);
  }
});

it('a key for repetition is declared by exactly the routes that honour it', () => {
  const all = [...operations].map(([name, { operation }]) => [name, routes.get(operation.operationId)!] as const);
  const honoured = all.filter(([, { rules }]) => rules.isRepeatable).map(([name]) => name);
  expect(honoured).toEqual([...operations.keys()].filter((operation) => declares(operation, 'Idempotency-Key')));
  expect(getRouteName(all[0]![1]).template).not.toBe('');
});

it('no other headers are declared than those that are tried below', () => {
  const names = new Set([...operations.values()].flatMap((described) => listDeclared(described, 'header')));
  for (const name of OF_SIGN_INS) names.delete(name);
  expect([...names].sort()).toEqual(['Idempotency-Key', 'If-Match', 'If-None-Match', 'Prefer', 'Range']);
});

describe('the declared parameters', () => {
  it('of each query are read', async () => {
    const unread: string[] = [];
    for (const [operation, ways] of rows) {
      const declared = listDeclared(operations.get(operation)!, 'query').filter((name) => !OF_EVERY_ROUTE.has(name));
      if (declared.length === 0) continue;
      read = new Set();
      await send(operation, ways);
      // A query that is passed on as a whole is read by its receiver.
      if (!read.has('*')) unread.push(...declared.filter((name) => !read.has(name)).map((name) => `${operation} ${name}`));
    }
    expect(unread).toEqual([]);
  });

  const gets = rows.filter(([operation, { done }]) => operation.startsWith('GET') && done[0] === 200);

  it.each([
    ['If-None-Match', '*', 304],
    ['Range', 'bytes=0-0', 206],
  ] as const)('%s has an effect exactly where it is declared', async (header, value, status) => {
    const found: [string, boolean][] = [];
    for (const [operation, ways] of gets) found.push([operation, (await send(operation, ways, { [header]: value })).status === status]);
    expect(found).toEqual(gets.map(([operation]) => [operation, declares(operation, header)]));
  });

  const writes = rows.filter(([operation]) => !operation.startsWith('GET'));

  it('If-Match has an effect exactly where it is declared', async () => {
    const found: [string, boolean][] = [];
    for (const [operation, ways] of writes) {
      const { status } = await send(operation, ways, { 'If-Match': '"another-version"' });
      found.push([operation, status !== ways.done[0]]);
    }
    expect(found).toEqual(writes.map(([operation]) => [operation, declares(operation, 'If-Match')]));
  });

  it('Prefer has an effect exactly where it is declared', async () => {
    const found: [string, boolean][] = [];
    for (const [operation, ways] of writes)
      found.push([operation, (await send(operation, ways, { Prefer: 'return=minimal' })).headers['preference-applied'] !== undefined]);
    expect(found).toEqual(writes.map(([operation]) => [operation, declares(operation, 'Prefer')]));
  });
});
