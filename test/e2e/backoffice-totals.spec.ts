import { expectStatus, FireApp } from '../support/fire-app.js';
import { StaffClient } from '../support/staff-client.js';

/** Totals are exact up to this number. */
const MOST = 10_000;

let app: FireApp;
let admin: StaffClient;
let issuing: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  await app.createAgent({ code: 'A100' });
  admin = await StaffClient.open(app.running, 'admin');
  issuing = await StaffClient.open(app.running, 'issuing');
});
afterAll(() => app.stop());

/** A list of each kind, with rows added for each `n`: by the ORM, by SQL, and shared with agents. */
const LISTS: readonly (readonly [path: string, by: 'admin' | 'issuing', insert: string])[] = [
  [
    'audit?actor=many@insurer.example&',
    'admin',
    `gateway.audit_entry (at, actor, action, subject_type, subject_id, details)
     SELECT now(), 'many@insurer.example', 'create', 'user', n, '{}'`,
  ],
  [
    'agents?name=many&',
    'admin',
    `agent (code, name, type, credit_limit, created_at, updated_at) SELECT 'M' || n, 'many', 'broker', 0, now(), now()`,
  ],
  [
    'messages?kind=INFECTED_DOCUMENT&',
    'issuing',
    `staff_message (kind, text, created_at) SELECT 'INFECTED_DOCUMENT', '{"el": "—", "en": "—"}', now()`,
  ],
  [
    'parties?name=many&',
    'issuing',
    `party (afm, person_type, last_name, updated_by, created_at, updated_at) SELECT 200000000 + n, '2', 'many', 'x', now(), now()`,
  ],
  [
    'service-requests?category=MANY&',
    'issuing',
    `service_request (number, agent_code, user_id, user_name, category, subject, body, created_at)
     SELECT 'SR-26-' || n, 'A100', 1, 'x', 'MANY', 'x', 'x', now()`,
  ],
];

it.each(LISTS)('%s counts its items up to ten thousand and reports when it stopped', async (path, by, insert) => {
  const list = async (query: string): Promise<Record<string, unknown>> => {
    return expectStatus(200, await (by === 'admin' ? admin : issuing).get(`${path}${query}`)).json();
  };
  const add = (from: number, to: number): Promise<unknown> => {
    const rows = `generate_series(${from}, ${to}) AS n`;
    return app.query('production', `INSERT INTO ${insert} FROM ${rows}`);
  };
  await add(1, MOST);
  const { items, ...exact } = await list('limit=2');
  expect([(items as unknown[]).length, exact]).toEqual([2, { start: 1, limit: 2, total: MOST }]);
  await add(MOST + 1, MOST + 2);
  expect(await list('limit=2')).toMatchObject({ start: 1, limit: 2, total: MOST, totalCapped: true });
  const last = await list(`start=${MOST + 2}&limit=2`);
  expect([(last.items as unknown[]).length, last.total, last.totalCapped]).toEqual([1, MOST, true]);
});
