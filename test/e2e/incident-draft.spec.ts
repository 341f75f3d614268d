import { startApp, type RunningApp } from '../support/app.js';
import { listViolations } from '../support/fire-app.js';
import { createStaff, type StaffAccess } from '../support/staff-client.js';
import { CallLogPartitions } from '../../src/gateway/observability/call-log-partitions.js';
import { Store } from '../../src/store/store.js';

const DRAFT = '/backoffice-api/incidents/draft';
const HOUR_MS = 3_600_000;

let app: RunningApp;
let admin: StaffAccess;
/** Start of an hour that the request log has. */
const start = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 2 * HOUR_MS);

beforeAll(async () => {
  app = await startApp();
  admin = await createStaff(app, 'admin');
  await app.app.get(CallLogPartitions, { strict: false }).prepare(new Date());
});
afterAll(() => app.stop());

function at(minute: number): string {
  return new Date(start.getTime() + minute * 60_000).toISOString();
}

async function logCalls(minute: number, route: string, status: number, repeats = 1, method = 'GET'): Promise<void> {
  await app.app.get(Store).query(
    'gateway',
    `INSERT INTO call_log (at, request_id, program_id, key_prefix, environment, agent_code, method, route, status, error_code, duration_ms, repeats)
     VALUES ($1, gen_random_uuid(), 4711, 'abc', 'production', 'A1000', $2, $3, $4, NULL, 1, $5)`,
    [at(minute), method, route, status, repeats],
  );
}

describe('the draft of an incident', () => {
  it('has the affected services and programs, the longest outage and the charges that failed', async () => {
    for (const minute of [1, 10, 11, 12]) await logCalls(minute, '/fire-api/rsc/applications', 503, 5);
    await logCalls(1, '/fire-api/rsc/applications', 200, 5);
    await logCalls(11, '/fire-api/rsc/applications', 200, 6);
    await logCalls(20, '/fire-api/rsc/applications', 400, 9);
    await logCalls(20, '/parties-api/resources/parties', 200, 3);
    await logCalls(21, '/collection-api/applications/{id}/charge', 500, 2, 'PUT');
    await logCalls(61, '/parties-api/resources/parties', 503, 9);
    const response = await admin.client.get(`${DRAFT}?from=${at(0)}&to=${at(60)}`);
    expect(response.status).toBe(200);
    expect(response.json()).toEqual({
      from: at(0),
      to: at(60),
      isComplete: true,
      services: [
        { service: 'collection-api', calls: 2, failedCalls: 2, longestOutageMinutes: 1, longestOutageFrom: at(21) },
        { service: 'fire-api', calls: 40, failedCalls: 20, longestOutageMinutes: 1, longestOutageFrom: at(1) },
      ],
      clients: [{ programId: 4711, name: null, failedCalls: 22, agentCodes: ['A1000'] }],
      charges: { failedCalls: 2, averageCharge: 0, estimatedValue: 0 },
    });
    await logCalls(11, '/fire-api/rsc/applications', 503);
    const { services } = (await admin.client.get(`${DRAFT}?from=${at(0)}&to=${at(60)}`)).json<{ services: object[] }>();
    expect(services[1]).toMatchObject({ longestOutageMinutes: 3, longestOutageFrom: at(10) });
  });

  it('says when the request log no longer has the whole period', async () => {
    const from = new Date(Date.now() - 8 * 24 * HOUR_MS).toISOString();
    const response = await admin.client.get(`${DRAFT}?from=${from}&to=${new Date().toISOString()}`);
    expect(response.json()).toMatchObject({ isComplete: false });
  });

  it.each([
    ['without a period', '', 'from', 'to'],
    ['that ends before it begins', `from=${at(1)}&to=${at(0)}`, 'to'],
    ['of more than a month', 'from=2026-01-01&to=2026-02-02', 'to'],
    ['with a day that does not exist', 'from=2026-02-30&to=2026-03-01', 'from'],
  ])('is refused %s', async (_, query, ...paths) => {
    const response = await admin.client.get(`${DRAFT}?${query}`);
    expect([response.status, listViolations(response).map(([place]) => place)]).toEqual([400, paths]);
  });

  it('is refused to other roles', async () => {
    const issuing = await createStaff(app, 'issuing');
    expect((await issuing.client.get(`${DRAFT}?from=${at(0)}&to=${at(1)}`)).status).toBe(403);
  });
});
