import { ModulesContainer } from '@nestjs/core';
import { type ControllerRoute, listControllerRoutes } from '../../src/gateway/handler/controller-routes.js';
import { startApp, type RunningApp } from '../support/app.js';
import { listOperations, readDocument } from '../support/described/document.js';

let app: RunningApp;
let routes: ReadonlyMap<string, ControllerRoute>;

beforeAll(async () => {
  app = await startApp();
  routes = new Map(listControllerRoutes(app.app.get(ModulesContainer)).map((route) => [route.method, route]));
});
afterAll(() => app.stop());

const JSON_TYPE = 'application/json';

/** Returns the name of the JSON body that a route reads, `file` for another body, or null. */
function readBy({ rules, handler }: ControllerRoute): string | null {
  if (rules.readsJson) return rules.bodyType?.name ?? 'any';
  // Read before the handler, because it has the credentials of the client.
  if (rules.access === 'client') return 'file';
  // A file or a form is read from the request directly, so no decorator marks it.
  const text = (handler as () => unknown).toString();
  return ['uploads.receive(', 'readBody(', 'forms.read('].some((reading) => text.includes(reading)) ? 'file' : null;
}

it('every route that reads a body declares a body of its own type, and no other route does', () => {
  const operations = listOperations(readDocument());
  const declared = operations.map(({ name, operation: { requestBody } }) => {
    const content = requestBody?.content;
    const reference = content?.[JSON_TYPE]?.schema?.['$ref'] as string | undefined;
    return [name, content === undefined ? null : (reference?.split('/').at(-1) ?? 'file')];
  });
  const read = operations.map(({ name, operation: { operationId } }) => [name, readBy(routes.get(operationId)!)]);
  expect(declared).toEqual(read);
  const bodies = new Set(read.map(([, body]) => body));
  expect(bodies).toContain('file');
  expect(bodies).toContain('WebhookRequest');
  expect(bodies.has('any')).toBe(false);
});
