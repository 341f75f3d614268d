import type { Express } from 'express';
import { startApp, type RunningApp } from '../support/app.js';

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

interface DeclaredRoute {
  readonly name: string;
  readonly method: string;
  readonly example: string;
  readonly matches: (path: string) => boolean;
}

let app: RunningApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** Lists the routes in the order in which Express tries them. */
function listRoutes(): DeclaredRoute[] {
  const { router } = app.app.getHttpAdapter().getInstance() as Express;
  return (router.stack as unknown as Layer[]).flatMap((layer) => {
    if (!layer.route) return [];
    const { path, methods } = layer.route;
    const [method = ''] = Object.keys(methods);
    return [{ name: `${method} ${path}`, method, example: path.replaceAll(/:\w+/g, 'x'), matches: (other: string) => layer.match(other) }];
  });
}

it('no route is declared after one that matches its path too', () => {
  const routes = listRoutes();
  expect(routes.length).toBeGreaterThan(400);
  const hidden = routes.flatMap((route, index) => {
    const earlier = routes.slice(0, index).find(({ method, matches }) => method === route.method && matches(route.example));
    return earlier ? [`${route.name} is hidden by ${earlier.name}`] : [];
  });
  expect(hidden).toEqual([]);
});
