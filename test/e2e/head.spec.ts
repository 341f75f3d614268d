import type { OpenAPIObject } from '@nestjs/swagger';
import { ROLES } from '../../src/identity/user.service.js';
import type { Client } from '../support/client.js';
import { CHARGE_TIME, createPolicy, QUARTERLY } from '../support/collection.js';
import { FireApp, type FireAgent } from '../support/fire-app.js';
import { MotorAgent } from '../support/motor.js';
import { createStaff } from '../support/staff-client.js';
import { TableFingerprints } from '../support/table-fingerprints.js';

/** GET operations that may write something, for which HEAD is not allowed (gateway.3). */
const CHANGING = [
  // A link to pay creates its payment code.
  '/c/{token}/case',
  // The export is recorded.
  '/backoffice-api/parties/{id}/export',
  // The download is recorded.
  '/backoffice-api/payout-batches/{id}/file',
  '/collection-api/applications/{id}/payment_code',
  '/fire-api/rsc/applications/{id}/request_approval',
  '/mtr-api/resources/applications/{application}/notification',
  '/mtr-api/resources/policies/{id}/notification',
];

/** A second call within a second is refused, also for HEAD. */
const ONCE_A_SECOND = '/auth-api/resources/usage';

let app: FireApp;
let tables: TableFingerprints;
let agent: FireAgent;
/** A client of each role. */
let staff: readonly Client[];
let templates: readonly string[];
/** Policies whose second instalment is due but has no payment code yet. */
let ids: { readonly fire: number; readonly motor: number };

beforeAll(async () => {
  app = await FireApp.start();
  tables = await TableFingerprints.open(app.running.database.url, ['gateway', 'production', 'sandbox']);
  const { paths } = (await app.running.plain.get('/openapi.json')).json<OpenAPIObject>();
  templates = Object.keys(paths).filter((path) => paths[path]?.get !== undefined);
  app.clock.set(CHARGE_TIME);
  agent = (await app.createAgent()).production;
  const { id: fire } = await createPolicy(agent, QUARTERLY);
  const { id: motor } = await new MotorAgent(agent).createPolicy({ payFrequencyInMonths: 3 });
  ids = { fire, motor };
  app.clock.set('2027-02-15T08:00:00Z');
  await agent.renewToken();
  staff = (await Promise.all(ROLES.map((role) => createStaff(app.running, role)))).map(({ client }) => client);
  // The first reader triggers printing after a commit.
  for (const id of [fire, motor]) await agent.client.get(`/docs-api/policy/applications/${id}/documents`);
});
afterAll(async () => {
  await tables.close();
  await app.stop();
});

function getPath(template: string): string {
  const id = template.startsWith('/mtr-api/') ? ids.motor : ids.fire;
  return template.replace(/\{(id|application)\}/, String(id)).replace(/\{\w+\}/g, '1');
}

/** Returns the clients that may read the route. */
function listClients(template: string): readonly Client[] {
  return template.startsWith('/backoffice-api/') ? staff : [agent.client];
}

it('HEAD responds like GET on every route without a change, except GETs that are known to change something', async () => {
  expect(templates.length).toBeGreaterThan(50);
  expect(CHANGING.filter((path) => !templates.includes(path))).toEqual([]);
  let found = 0;
  for (const template of templates.filter((one) => !CHANGING.includes(one) && one !== ONCE_A_SECOND)) {
    const path = getPath(template);
    const clients = listClients(template);
    // The first download of a document is recorded, and the first print of product information is stored.
    for (const client of clients) if (/documents|information|ipid/.test(path)) await client.get(path);
    const before = await tables.read();
    for (const client of clients) {
      const get = await client.get(path);
      const head = await client.call('HEAD', path);
      expect([path, head.status, head.text]).toEqual([path, get.status, '']);
      if (get.status === 200) found += 1;
    }
    expect([path, await tables.read()]).toEqual([path, before]);
  }
  expect(found).toBeGreaterThan(40);
}, 180_000);

it.each(CHANGING)('HEAD returns 404 on %s and changes nothing', async (template) => {
  const clients = listClients(template);
  const before = await tables.read();
  for (const client of clients) {
    const response = await client.call('HEAD', getPath(template));
    expect([response.status, response.text]).toEqual([404, '']);
  }
  expect(await tables.read()).toEqual(before);
});

it.each(['/collection-api/applications/{id}/payment_code', '/mtr-api/resources/policies/{id}/notification'])(
  'GET %s creates the code that HEAD did not',
  async (template) => {
    const before = await tables.read();
    expect((await agent.client.get(getPath(template))).headers['x-payment-code']).toMatch(/^RF\d{23}$/);
    expect((await tables.read())['production.payment_code']).not.toBe(before['production.payment_code']);
  },
);
