import { ModulesContainer } from '@nestjs/core';
import type { Class } from '../../src/common/validation/dto.js';
import { listControllerRoutes, type ControllerRoute } from '../../src/gateway/handler/controller-routes.js';
import { listUnknownParameters } from '../../src/gateway/handler/query-parameters.js';
import { startApp, type RunningApp } from '../support/app.js';
import { listOperations, readDocument, type DescribedOperation } from '../support/described/document.js';

/** Parameters of every route, which the document describes once. */
const OF_EVERY_ROUTE: ReadonlySet<string> = new Set(['format', 'api_key', 'dry_run']);
/** Parameters that the document describes as ignored, by operation. */
const IGNORED: ReadonlySet<string> = new Set(['GET /mtr-api/resources/quotes/bonusMalus manufactureYear']);

let app: RunningApp;
let routes: ReadonlyMap<string, ControllerRoute>;

const operations = new Map(listOperations(readDocument()).map((described) => [described.name, described]));

const listDeclared = ({ operation }: DescribedOperation, place: 'query' | 'header'): string[] =>
  (operation.parameters ?? []).filter((parameter) => parameter.in === place).map(({ name }) => name);
const declares = (operation: string, header: string): boolean => listDeclared(operations.get(operation)!, 'header').includes(header);

beforeAll(async () => {
  app = await startApp();
  routes = new Map(listControllerRoutes(app.app.get(ModulesContainer)).map((route) => [route.method, route]));
});
afterAll(() => app.stop());

it('each parameter of a query is declared by exactly the routes that know it', () => {
  const names = new Set([...operations.values()].flatMap((described) => listDeclared(described, 'query')));
  for (const [operation, described] of operations) {
    const { metatype, method, rules } = routes.get(described.operation.operationId)!;
    const query = Object.fromEntries([...names].map((name) => [name, 'x']));
    const unknown = new Set(listUnknownParameters(query, rules, metatype as Class, method));
    const known = [...names].filter((name) => !unknown.has(name) && !OF_EVERY_ROUTE.has(name));
    const declared = listDeclared(described, 'query').filter((name) => !OF_EVERY_ROUTE.has(name) && !IGNORED.has(`${operation} ${name}`));
    expect([operation, known.sort()]).toEqual([operation, declared.sort()]);
  }
});

it('a key for repetition is declared by exactly the routes that honour it', () => {
  const all = [...operations].map(([name, { operation }]) => [name, routes.get(operation.operationId)!] as const);
  const honoured = all.filter(([, { rules }]) => rules.isRepeatable).map(([name]) => name);
  expect(honoured).toEqual([...operations.keys()].filter((operation) => declares(operation, 'Idempotency-Key')));
});
