import { ModulesContainer } from '@nestjs/core';
import { isAuthorityNeeded } from '../../src/gateway/call/route-rules.js';
import { getRouteName, listControllerRoutes } from '../../src/gateway/handler/controller-routes.js';
import { buildDocument } from '../../src/http/openapi.js';
import { ROLE_TITLES } from '../../src/identity/role-refusal.js';
import { type Role, ROLES } from '../../src/identity/user.service.js';
import { SERVICE_NAMES } from '../../src/identity/service-name.js';
import { BACKOFFICE_ROUTES, KEYLESS_ROUTES } from '../contract/tables/backoffice-routes.js';
import { startApp, type RunningApp } from '../support/app.js';
import type { HttpResponse, Client } from '../support/client.js';
import { OperationFinder, readDocument } from '../support/described/document.js';
import { createStaff } from '../support/staff-client.js';
import { TableFingerprints } from '../support/table-fingerprints.js';

const TABLE = 'test/contract/tables/backoffice-routes.ts';

/** Writes of everybody: the own session, password and second factors. */
const OWN_ACCESS = [
  'PUT passwords/mine',
  'DELETE sessions/current',
  'DELETE sessions',
  'POST sessions/current/sign-out',
  'DELETE sessions/others',
  'DELETE sessions/999999',
];
const OWN_FACTORS = 'POST factors/';

let running: RunningApp;
let tables: TableFingerprints;
const clients = new Map<Role, Client>();

beforeAll(async () => {
  running = await startApp();
  for (const role of ROLES) clients.set(role, (await createStaff(running, role)).client);
  tables = await TableFingerprints.open(running.database.url, ['gateway', 'production', 'sandbox']);
});
afterAll(async () => {
  await tables.close();
  await running.stop();
});

const CASES = BACKOFFICE_ROUTES.flatMap(([method, path, allowed]) =>
  ROLES.map((role) => [method, path, role, allowed.includes(role), allowed] as const),
);

/** Titles of the roles in the order of `ROLES`, as the refusal lists them. */
function listTitles(allowed: readonly Role[], language: 'el' | 'en'): string {
  return ROLES.filter((role) => allowed.includes(role))
    .map((role) => ROLE_TITLES[role][language])
    .join(', ');
}

describe('the roles of the back office', () => {
  it.each(CASES.filter(([, , , isAllowed]) => !isAllowed))('refuse %s %s to %s', async (method, path, role, _, allowed) => {
    const before = await tables.read();
    for (const [root, language] of [
      ['', 'el'],
      ['/dev', 'en'],
    ] as const) {
      // The body is not read.
      const response = await clients.get(role)!.call(method, `${root}/backoffice-api/${path}`, {
        body: '{',
        headers: { 'Content-Type': 'x/y', 'Accept-Language': language },
      });
      const { error, message } = response.json<{ error: string; message: string }>();
      expect([response.status, error]).toEqual([403, '-203']);
      expect(message).toMatch(new RegExp(`: ${listTitles(allowed, language)}\\.$`));
      expect(response.headers['x-error']).toBeDefined();
    }
    expect(await tables.read()).toEqual(before);
  });

  it.each(CASES.filter(([, path, , isAllowed]) => isAllowed && !path.startsWith('sessions')))(
    'allow %s %s to %s',
    async (method, path, role) => {
      const response = await clients.get(role)!.call(method, `/backoffice-api/${path}`, { json: {} });
      // A bank file is not JSON.
      expect(path === 'bank-statements' ? [200, 415] : [200, 201, 204, 400]).toContain(response.status);
    },
  );

  it.each(
    BACKOFFICE_ROUTES.filter(([, path]) => !path.startsWith('sessions')).map(([method, path, roles]) => [method, path, roles] as const),
  )('%s %s accepts only its own parameters', async (method, path, [role]) => {
    const before = await tables.read();
    const call = (query: string): Promise<HttpResponse> =>
      clients.get(role!)!.call(method, `/backoffice-api/${path}?${query}`, { json: {} });
    for (const [query, violations] of [
      ['bogus=1', ['bogus -102']],
      ['bogus=&format=xml&Start=1&%73tatu=2', ['Start -102', 'statu -102']],
      ['bogus=&bogus=2', ['bogus -102']],
    ] as const) {
      const response = await call(query);
      const { details = [] } = response.json<{ details?: { path: string; code: string }[] }>();
      expect([response.status, details.map(({ path: place, code }) => `${place} ${code}`)]).toEqual([400, violations]);
    }
    expect(await tables.read()).toEqual(before);
    expect((await call('bogus=')).text).not.toContain('bogus');
  });

  it('are checked on every route of the back office except the keyless ones', async () => {
    const { paths } = buildDocument(running.app);
    const routes = Object.entries(paths)
      .filter(([path]) => path.startsWith('/backoffice-api/'))
      .flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]) => ({
          method: method.toUpperCase(),
          path,
          operation: operation as { security: unknown },
        })),
      );
    const finder = new OperationFinder(readDocument());
    const rows = BACKOFFICE_ROUTES.map(([method, path]) => finder.find(method, `/backoffice-api/${path}`)?.name ?? `${method} ${path}`);
    const listed = new Set([...rows, ...KEYLESS_ROUTES]);
    const names = routes.map(({ method, path }) => `${method} ${path}`);
    expect({ [`add a row to ${TABLE}`]: names.filter((name) => !listed.has(name)) }).toEqual({ [`add a row to ${TABLE}`]: [] });
    expect({ [`${TABLE} has these rows without a route, or twice`]: listSurplus([...rows, ...KEYLESS_ROUTES], names) }).toEqual({
      [`${TABLE} has these rows without a route, or twice`]: [],
    });
    const keyless: string[] = [];
    for (const { method, path, operation } of routes) {
      const response = await running.client.call(method, path.replaceAll(/\{\w+\}/g, '1'), { json: {} });
      if (response.status === 401) expect(operation.security).toEqual([{ staff: [] }, { session: [], csrf: [] }]);
      else keyless.push(`${method} ${path}`);
    }
    expect(keyless.sort()).toEqual([...KEYLESS_ROUTES].sort());
  });
});

describe('the mark of routes that decide within an authority', () => {
  it('is that of the table', () => {
    const routes = listControllerRoutes(running.app.get(ModulesContainer)).filter(({ handler }) => isAuthorityNeeded(handler));
    const names = routes.map(getRouteName).map(({ method, template }) => `${method} ${template.replaceAll(/:(\w+)/g, '{$1}')}`);
    const finder = new OperationFinder(readDocument());
    const marked = BACKOFFICE_ROUTES.filter(([, , , needs]) => needs === 'authority');
    expect(marked.map(([method, path]) => finder.find(method, `/backoffice-api/${path}`)?.name).toSorted()).toEqual(names.toSorted());
  });
});

describe('an auditor', () => {
  const isStaffs = (allowed: readonly Role[]): boolean => allowed.some((role) => role !== 'agent' && role !== 'auditor');

  it('may call each GET of the insurer’s people and no write but those of the own session, password and factors', () => {
    const expected = BACKOFFICE_ROUTES.filter(([method, path, allowed]) =>
      method === 'GET' ? isStaffs(allowed) : OWN_ACCESS.includes(`${method} ${path}`) || `${method} ${path}`.startsWith(OWN_FACTORS),
    );
    const actual = BACKOFFICE_ROUTES.filter(([, , allowed]) => allowed.includes('auditor'));
    expect(actual.map(([method, path]) => `${method} ${path}`)).toEqual(expected.map(([method, path]) => `${method} ${path}`));
  });

  it.each(BACKOFFICE_ROUTES.filter(([method, , allowed]) => method === 'GET' && allowed.includes('auditor')).map(([, path]) => path))(
    'changes nothing by GET %s',
    async (path) => {
      const before = await tables.read();
      for (const root of ['', '/dev']) await clients.get('auditor')!.get(`${root}/backoffice-api/${path}`);
      expect(await tables.read()).toEqual(before);
    },
  );

  it('is refused on every route of the services', async () => {
    const before = await tables.read();
    const { paths } = buildDocument(running.app);
    // The token route of OAuth reads the credentials of a program (oauth-tokens.spec.ts).
    const operations = Object.entries(paths).filter(
      ([path]) => path !== '/auth-api/oauth2/token' && SERVICE_NAMES.some((service) => path.startsWith(`/${service}/`)),
    );
    expect(operations.length).toBeGreaterThan(50);
    for (const [path, methods] of operations)
      for (const method of Object.keys(methods)) {
        const call = `${method.toUpperCase()} ${path}`;
        const response = await clients.get('auditor')!.call(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '1'), { json: {} });
        expect([call, [401, 403].includes(response.status)]).toEqual([call, true]);
      }
    expect(await tables.read()).toEqual(before);
  });
});

/** Lists the rows that are not names, or that are more often in the table than once. */
function listSurplus(rows: readonly string[], names: readonly string[]): string[] {
  return rows.filter((row, index) => !names.includes(row) || rows.indexOf(row) !== index);
}
