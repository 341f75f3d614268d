import { buildDocument } from '../../src/http/openapi.js';
import { type Role, ROLES } from '../../src/identity/user.service.js';
import { startApp, type RunningApp } from '../support/app.js';
import type { HttpResponse, Client } from '../support/client.js';
import { OperationFinder, readDocument } from '../support/described/document.js';
import { BOOK_REPORTS, DAY_REPORTS } from '../contract/tables/both-ways/reports.js';
import { createStaff } from '../support/staff-client.js';
import { TableFingerprints } from '../support/table-fingerprints.js';

/** Operations and the roles that may call them; every other role is refused without a change. */
const ROUTES: readonly (readonly [method: string, path: string, allowed: readonly Role[]])[] = [
  ['GET', 'programs', ['admin', 'agent']],
  ['POST', 'programs', ['admin']],
  ['GET', 'api-keys', ['admin', 'agent']],
  ['POST', 'api-keys', ['admin']],
  ['GET', 'api-keys/1', ['admin', 'agent']],
  ['PATCH', 'api-keys/1', ['admin']],
  ['POST', 'api-keys/1/rotate', ['admin', 'agent']],
  ['GET', 'users', ['admin']],
  ['POST', 'users', ['admin']],
  ['GET', 'users/1', ['admin']],
  ['PATCH', 'users/1', ['admin']],
  ['GET', 'delegations', ['admin']],
  ['GET', 'agents', ['admin']],
  ['POST', 'agents', ['admin']],
  ['GET', 'agents/10001', ['admin']],
  ['PATCH', 'agents/10001', ['admin']],
  ['GET', 'agents/10001/account', ['issuing']],
  ['GET', 'agent-accounts', ['issuing', 'admin']],
  ['GET', 'agent-accounts/10001/statement', ['issuing', 'admin']],
  ['POST', 'agents/10001/settlements', ['issuing']],
  ['GET', 'amendment-runs', ['admin']],
  ['POST', 'amendment-runs', ['admin']],
  ['GET', 'amendment-runs/1', ['admin']],
  ['GET', 'amendment-runs/1/policies', ['admin']],
  ['GET', 'amendment-runs/1/results', ['admin']],
  ['POST', 'amendment-runs/1/start', ['admin']],
  ['POST', 'amendment-runs/1/stop', ['admin']],
  ['POST', 'amendment-runs/1/resume', ['admin']],
  ['GET', 'applications', ['underwriter', 'issuing']],
  ['GET', 'applications/1', ['underwriter', 'issuing']],
  ['GET', 'applications/1/documents/1', ['underwriter', 'issuing']],
  ['GET', 'applications/1/receipts', ['underwriter', 'issuing']],
  ['GET', 'applications/1/receipts/1', ['underwriter', 'issuing']],
  ['GET', 'applications/1/questionnaire', ['underwriter', 'issuing']],
  ['GET', 'applications/1/timeline', ['underwriter', 'issuing']],
  ['GET', 'applications/1/versions', ['underwriter', 'issuing']],
  ['GET', 'applications/1/changes', ['underwriter', 'issuing']],
  ['PUT', 'applications/1/assignee', ['admin', 'underwriter', 'issuing']],
  ['DELETE', 'applications/1/assignee', ['admin', 'underwriter', 'issuing']],
  ['GET', 'applications/1/notes', ['underwriter', 'issuing']],
  ['GET', 'applications/1/letters', ['underwriter', 'issuing']],
  ['GET', 'applications/1/deliveries', ['underwriter', 'issuing']],
  ['GET', 'applications/1/information', ['underwriter', 'issuing']],
  ['GET', 'applications/1/information/ipid-104', ['underwriter', 'issuing']],
  ['GET', 'applications/1/letters/1', ['underwriter', 'issuing']],
  ['POST', 'applications/1/letters/1/mails', ['issuing']],
  ['PUT', 'applications/1/letter-stop', ['issuing']],
  ['DELETE', 'applications/1/letter-stop', ['issuing']],
  ['GET', 'settings/letters', ['issuing', 'admin']],
  ['PUT', 'settings/letters', ['issuing', 'admin']],
  ['POST', 'settings/letters/preview', ['issuing', 'admin']],
  ['GET', 'applications/1/customer-acts', ['underwriter', 'issuing']],
  ['GET', 'applications/1/customer-links', ['underwriter', 'issuing']],
  ['POST', 'applications/1/customer-links', ['underwriter', 'issuing']],
  ['DELETE', 'applications/1/customer-links/1', ['underwriter', 'issuing']],
  ['GET', 'withdrawals', ['underwriter', 'issuing']],
  ['GET', 'withdrawals/table', ['underwriter', 'issuing']],
  ['POST', 'withdrawals/1/closing', ['issuing']],
  ['GET', 'parties/1/letter-stop', ['issuing']],
  ['PUT', 'parties/1/letter-stop', ['issuing']],
  ['DELETE', 'parties/1/letter-stop', ['issuing']],
  ['POST', 'applications/1/notes', ['underwriter', 'issuing']],
  ['POST', 'applications/1/decisions', ['underwriter']],
  ['POST', 'applications/1/decisions/preview', ['underwriter']],
  ['POST', 'applications/1/acceptance', ['issuing']],
  ['POST', 'applications/1/cancellation', ['issuing']],
  ['POST', 'applications/1/cancellation/preview', ['issuing']],
  ...(['GET', 'PUT', 'POST'] as const).map(
    (method) => [method, method === 'POST' ? 'bonus-malus' : 'bonus-malus/IZX4821', ['underwriter', 'issuing']] as const,
  ),
  ['GET', 'applications/1/claims', ['underwriter', 'issuing']],
  ['PUT', 'applications/1/claims/Z-1', ['underwriter', 'issuing']],
  ['DELETE', 'applications/1/claims/Z-1', ['underwriter', 'issuing']],
  ['POST', 'claims', ['underwriter', 'issuing']],
  ['GET', 'applications/1/amendments', ['underwriter', 'issuing']],
  ['POST', 'applications/1/amendments/price', ['issuing']],
  ['POST', 'applications/1/amendments', ['issuing']],
  ['GET', 'amendments', ['underwriter', 'issuing']],
  ['GET', 'applications/1/amendments/form', ['issuing']],
  ['GET', 'applications/1/amendments/comparison', ['underwriter', 'issuing']],
  ['GET', 'applications/1/amendments/consolidated', ['underwriter', 'issuing']],
  ['GET', 'applications/1/certificate', ['underwriter', 'issuing']],
  ['GET', 'applications/1/amendments/1', ['underwriter', 'issuing']],
  ['PUT', 'applications/1/amendments/1', ['issuing']],
  ['DELETE', 'applications/1/amendments/1', ['issuing']],
  ['PUT', 'applications/1/amendments/1/calc', ['issuing']],
  ['PUT', 'applications/1/amendments/1/request_approval', ['issuing']],
  ['PUT', 'applications/1/amendments/1/prepay', ['issuing']],
  ['PUT', 'applications/1/amendments/1/charge', ['issuing']],
  ['POST', 'applications/1/amendments/1/decisions', ['underwriter']],
  ['POST', 'applications/1/amendments/1/decisions/preview', ['underwriter']],
  ['POST', 'applications/1/amendments/1/reversal', ['issuing']],
  ['POST', 'applications/1/amendments/1/reversal/preview', ['issuing']],
  ['POST', 'applications/1/amendments/1/reinstatement', ['issuing']],
  ['POST', 'applications/1/reinstatement', ['issuing']],
  ['GET', 'applications/1/scheduled-cancellation', ['underwriter', 'issuing']],
  ['DELETE', 'applications/1/scheduled-cancellation', ['issuing']],
  ['GET', 'application-actions', ['underwriter', 'issuing', 'agent']],
  ['GET', 'overview', ROLES.filter((role) => role !== 'accounting')],
  ['GET', 'code-lists', ROLES],
  ['GET', 'health', ['admin']],
  ['POST', 'payments', ['issuing']],
  ['GET', 'suspense', ['issuing']],
  ['GET', 'suspense/1', ['issuing']],
  ['POST', 'suspense/1/resolution', ['issuing']],
  ['POST', 'suspense/1/resolution/preview', ['issuing']],
  ['GET', 'bookings', ['issuing']],
  ['GET', 'bookings/1', ['issuing']],
  ['POST', 'bookings/1/reversal', ['issuing']],
  ['GET', 'pending-actions', ['underwriter', 'issuing', 'admin']],
  ['GET', 'pending-actions/1', ['underwriter', 'issuing', 'admin']],
  ['PUT', 'pending-actions/1/approve', ['underwriter', 'issuing', 'admin']],
  ['PUT', 'pending-actions/1/reject', ['underwriter', 'issuing', 'admin']],
  ['GET', 'refunds', ['issuing']],
  ['GET', 'refunds/1', ['issuing']],
  ['PUT', 'refunds/1/account', ['issuing']],
  ['POST', 'refunds/1/withdrawal', ['issuing']],
  ['POST', 'refunds/1/return', ['issuing']],
  ['POST', 'agents/10001/refunds', ['issuing']],
  ['GET', 'bank-statements', ['issuing', 'admin']],
  ['POST', 'bank-statements', ['issuing']],
  ['GET', 'bank-statements/1', ['issuing', 'admin']],
  ['GET', 'bank-statements/1/entries', ['issuing', 'admin']],
  ['POST', 'bank-statements/1/entries/1/booking', ['issuing']],
  ['GET', 'payout-batches', ['issuing']],
  ['POST', 'payout-batches', ['issuing']],
  ['POST', 'payout-batches/preview', ['issuing']],
  ['GET', 'payout-batches/1', ['issuing']],
  ['GET', 'payout-batches/1/file', ['issuing']],
  ['GET', 'payout-batches/1/payouts', ['issuing']],
  ['POST', 'payout-batches/1/approval', ['issuing']],
  ['POST', 'payout-batches/1/confirmation', ['issuing']],
  ['POST', 'payout-batches/1/cancellation', ['issuing']],
  ['GET', 'messages', ['issuing']],
  ['POST', 'messages/1/resolution', ['issuing']],
  ['GET', 'parties', ['issuing']],
  ['GET', 'parties/1', ['issuing']],
  ['GET', 'parties/1/applications', ['underwriter', 'issuing']],
  ['GET', 'parties/1/claims-history', ['underwriter', 'issuing']],
  ['PUT', 'parties/1', ['issuing']],
  ['GET', 'policies', ['underwriter', 'issuing']],
  ...[...['production', 'receipts', 'commissions', 'renewals', 'enfia'], ...BOOK_REPORTS, ...DAY_REPORTS].map(
    (report) => ['GET', `reports/${report}`, ['admin', 'issuing', 'accounting']] as const,
  ),
  ['GET', 'reports/referrals', ['admin', 'underwriter', 'issuing']],
  ['POST', 'parties/1/erasure', ['admin']],
  ['GET', 'parties/1/erasure', ['admin']],
  ['GET', 'parties/1/erasure/preview', ['admin']],
  ['GET', 'parties/1/export', ['admin']],
  ['GET', 'service-requests', ['admin', 'underwriter', 'issuing']],
  ['GET', 'service-requests/SR-26-000001-A', ['admin', 'underwriter', 'issuing']],
  ['PATCH', 'service-requests/SR-26-000001-A', ['admin', 'underwriter', 'issuing']],
  ...['accounts', 'closings', 'journal', 'reconciliation', 'trial-balance'].map(
    (path) => ['GET', `ledger/${path}`, ['accounting', 'issuing']] as const,
  ),
  ['POST', 'ledger/closings', ['issuing']],
  ['GET', 'commission-rates', ['issuing', 'admin']],
  ['GET', 'commission-rates/fire/1', ['issuing', 'admin']],
  ['POST', 'commission-rates', ['admin']],
  ['POST', 'commission-rates/preview', ['admin']],
  ['GET', 'commission-statements', ['issuing', 'admin']],
  ['GET', 'commission-statements/1', ['issuing', 'admin']],
  ['GET', 'commission-statements/1/receipts', ['issuing', 'admin']],
  ['POST', 'commission-statements', ['issuing']],
  ['POST', 'commission-statements/approval', ['issuing']],
  ['POST', 'commission-statements/1/approval', ['issuing']],
  ['GET', 'settings', ['admin', 'issuing']],
  ['PUT', 'settings', ['admin', 'issuing']],
  ['GET', 'settings/legal-texts', ['admin', 'issuing']],
  ['PUT', 'settings/legal-texts', ['admin', 'issuing']],
  ['POST', 'settings/legal-texts/preview', ['admin', 'issuing']],
  ['GET', 'user-keys', ['agent']],
  ['POST', 'user-keys', ['agent']],
  ['PATCH', 'user-keys/1', ['agent']],
  ['DELETE', 'user-keys/1', ['agent']],
  ['POST', 'user-keys/1/recreate', ['agent']],
  ['GET', 'webhooks', ['agent']],
  ['GET', 'webhooks/1', ['agent']],
  ['PATCH', 'webhooks/1', ['agent']],
  ['DELETE', 'webhooks/1', ['agent']],
  ['POST', 'webhooks/1/rotate', ['agent']],
  ['POST', 'webhooks/1/test', ['agent']],
  ['GET', 'webhooks/1/deliveries', ['agent']],
  ['GET', 'deliveries/1', ['agent']],
  ['POST', 'deliveries/1/resend', ['agent']],
  ['GET', 'audit', ['admin']],
  ['GET', 'calls', ['admin']],
  ['PUT', 'passwords/mine', ROLES],
  ['GET', 'sessions/current', ROLES],
  ['DELETE', 'sessions/current', ROLES],
  ['POST', 'sessions/current/production', ['agent']],
  ['DELETE', 'sessions', ROLES],
];
const KEYLESS = [
  'POST /backoffice-api/sessions',
  'GET /backoffice-api/passwords',
  'POST /backoffice-api/passwords',
  'POST /backoffice-api/passwords/reset',
  'POST /backoffice-api/signup',
  'GET /backoffice-api/signup/verify',
  'POST /backoffice-api/signup/verify',
];

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

const CASES = ROUTES.flatMap(([method, path, allowed]) => ROLES.map((role) => [method, path, role, allowed.includes(role)] as const));

describe('the roles of the back office', () => {
  it.each(CASES.filter(([, , , isAllowed]) => !isAllowed))('refuse %s %s to %s', async (method, path, role) => {
    const before = await tables.read();
    // The body is not read.
    for (const root of ['', '/dev']) {
      const response = await clients
        .get(role)!
        .call(method, `${root}/backoffice-api/${path}`, { body: '{', headers: { 'Content-Type': 'x/y' } });
      expect([response.status, response.json()['error']]).toEqual([403, '-203']);
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

  it.each(ROUTES.filter(([, path]) => !path.startsWith('sessions')))(
    '%s %s accepts only its own parameters',
    async (method, path, [role]) => {
      const before = await tables.read();
      const call = (query: string): Promise<HttpResponse> =>
        clients.get(role!)!.call(method, `/backoffice-api/${path}?${query}`, { json: {} });
      for (const [query, faults] of [
        ['bogus=1', ['bogus -102']],
        ['bogus=&format=xml&Start=1&%73tatu=2', ['Start -102', 'statu -102']],
        ['bogus=&bogus=2', ['bogus -102']],
      ] as const) {
        const response = await call(query);
        const { details = [] } = response.json<{ details?: { path: string; code: string }[] }>();
        expect([response.status, details.map(({ path: place, code }) => `${place} ${code}`)]).toEqual([400, faults]);
      }
      expect(await tables.read()).toEqual(before);
      expect((await call('bogus=')).text).not.toContain('bogus');
    },
  );

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
    const rows = ROUTES.map(([method, path]) => finder.find(method, `/backoffice-api/${path}`)?.name);
    expect([...rows, ...KEYLESS].sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
    const keyless: string[] = [];
    for (const { method, path, operation } of routes) {
      const response = await running.client.call(method, path.replaceAll(/\{\w+\}/g, '1'), { json: {} });
      if (response.status === 401) expect(operation.security).toEqual([{ staff: [] }, { session: [], csrf: [] }]);
      else keyless.push(`${method} ${path}`);
    }
    expect(keyless.sort()).toEqual([...KEYLESS].sort());
  });
});
