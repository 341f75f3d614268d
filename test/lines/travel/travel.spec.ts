import { readFileSync } from 'node:fs';
import { ENVIRONMENTS } from '../../../src/common/environment.js';
import { parseTariff } from '../../../src/pricing/tariff.js';
import {
  getBranchFormats,
  LINE_CODES,
  LINE_TABLE,
  type LineRow,
  type LineCode,
} from '../../../src/record/reference/products/line-table.js';
import { SERVICE_NAMES, type ServiceName } from '../../../src/identity/service-name.js';
import { grantAccess } from '../../support/agent-access.js';
import { charge, parseLinks, listReceipts } from '../../support/collection.js';
import { expectStatus, FireAgent, FireApp, getHistory } from '../../support/fire-app.js';
import { LocalCollectionClient } from '../../support/collection-client.js';
import { pdfText } from '../../support/pdf-text.js';
import { testAgent } from '../../support/record-fixtures.js';
import { expectViolationInEach, expectRefused } from '../../support/expect-error.js';
import { StaffClient } from '../../support/staff-client.js';
import type { TravelApplicationResponse } from './travel.dto.js';
import { AddTravel1764100000000 } from './travel.migration.js';
import { TravelModule } from './travel.module.js';
import { TRAVEL } from './travel-row.js';

const CLIENT = { afm: '090000045', last_name: 'Παπαδοπούλου', first_name: 'Μαρία' };
const BODY = { start_date: '2026-12-01', destination: 'EUROPE', travellers: 2, sum_insured: 30_000, client: CLIENT };

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;

/** Adds the third line to the line table and its codes. */
const table = LINE_TABLE as Record<string, LineRow>;
const codes = LINE_CODES as LineCode[];

beforeAll(async () => {
  table['travel'] = TRAVEL;
  codes.push('travel');
  app = await FireApp.start({}, [TravelModule]);
  const tariff = readFileSync(new URL('./travel-tariff.json', import.meta.url), 'utf8');
  for (const environment of ENVIRONMENTS) {
    await new AddTravel1764100000000().up({ query: (text: string) => app.query(environment, text) });
    await app.running.parts.tariffRepository.insert(environment, parseTariff(JSON.parse(tariff), getBranchFormats()), tariff);
  }
  await app.running.parts.reloadTariffs();
  const services = [...SERVICE_NAMES, 'travel-api' as ServiceName];
  const access = await grantAccess(app.running, testAgent({ creditLimit: '1000000.00' }), { services });
  agent = new FireAgent(app, access, 'production');
  issuing = await LocalCollectionClient.open(app);
});
afterAll(async () => {
  await app?.stop();
  delete table['travel'];
  codes.pop();
});

const buildPath = (rest: number | string = ''): string => `/travel-api/applications${rest === '' ? '' : `/${rest}`}`;

async function insertTravel(changes: object = {}): Promise<TravelApplicationResponse> {
  return expectStatus(201, await agent.client.post(buildPath(), { ...BODY, ...changes })).json<TravelApplicationResponse>();
}

async function put(rest: string, body?: object): Promise<TravelApplicationResponse> {
  return expectStatus(200, await agent.client.put(buildPath(rest), body)).json<TravelApplicationResponse>();
}

const chargeAccount = async (id: number) => expectStatus(205, await charge(agent, id));

it('a travel policy goes from the application through its next year to a cancellation', async () => {
  const response = await agent.client.post(buildPath(), BODY);
  const application = expectStatus(201, response).json<TravelApplicationResponse>();
  const { id } = application;
  expect(application).toMatchObject({ status_code: '01', ...BODY, price: { tariffCode: 'TRAVEL-SAMPLE', net: '79.20', fee: '7.92' } });
  expect(application.application_no).toMatch(/^T26\d{7}$/);
  expect(response.headers['location']).toMatch(new RegExp(`/travel-api/applications/${id}$`));
  expect(application.links.map(({ rel }) => rel)).toEqual(['self', 'documents']);

  // A calculated application cannot be updated: the state table applies to every line.
  await expectRefused(app, () => agent.client.put(buildPath(id), { destination: 'WORLD' }), { code: '-400' });
  expectStatus(205, await agent.client.put(buildPath(`${id}/prepay`)));
  const issued = await chargeAccount(id);
  expect(issued.json<TravelApplicationResponse>()).toMatchObject({
    status_code: '50',
    policy_no: `P${application.application_no.slice(1)}`,
  });
  expect(await listReceipts(agent, id)).toMatchObject([{ kind: 'NEW', status: 'PAID', net: 79.2, fee: 7.92, period_to: '2027-12-01' }]);

  const policy = await pdfText(expectStatus(200, await agent.client.get(parseLinks(issued)['policy'] ?? '')).bytes);
  for (const text of ['Ταξιδιωτική ασφάλιση', 'Προορισμός', 'Ιατρικά έξοδα στο εξωτερικό', CLIENT.last_name])
    expect(policy).toContain(text);

  // Nothing is left to pay and the anniversary is near, so a charge renews the policy.
  await issuing.moveTo('2027-10-15T08:00:00Z', agent);
  const renewal = (await chargeAccount(id)).json<TravelApplicationResponse>();
  expect(renewal).toMatchObject({ status_code: '50', start_date: '2027-12-01', renewal_of: id, client: CLIENT });
  await issuing.moveTo('2028-03-01T08:00:00Z', agent);
  expect(await app.runDueWork('production')).toBe(1);
  const cancelled = expectStatus(200, await issuing.cancel(renewal.id, '2028-03-01')).json<{ refund: { total: number } }>();
  expect(cancelled.refund.total).toBeGreaterThan(0);
  expect((await listReceipts(agent, renewal.id)).map(({ kind, status }) => `${kind} ${status}`)).toEqual(['RENEWAL PAID', 'REFUND PAID']);
  await issuing.expectBalancedLedger();
  const transitions = await Promise.all([id, renewal.id].map(async (one) => (await getHistory(agent, one)).transitions));
  expect(transitions).toEqual([
    ['- insert 01', '01 prepay 45', '45 issue 50', '50 renew 50', '50 renewal_starts 65'],
    ['- insert 01', '01 issue_renewal 50', '50 cancel_mid_term 70'],
  ]);
});

it('a travel application is referred, updated, calculated, approved and cancelled like every line', async () => {
  const start_date = app.clock.today();
  const { id } = await insertTravel({ start_date, travellers: 12 });
  const updated = await put(`${id}`, { sum_insured: 50_000 });
  expect(updated).toMatchObject({
    status_code: '25',
    sum_insured: 50_000,
    travellers: 12,
    messages: [{ code: 'T25-01', severity: 'referral' }],
  });
  expect((await put(`${id}/calc`)).status_code).toBe('25');
  expectStatus(205, await agent.client.put(buildPath(`${id}/request_approval`)));

  const underwriter = await StaffClient.open(app.running, 'underwriter');
  const queue = expectStatus(200, await underwriter.get('applications?line=travel&status=30')).json<{ items: object[] }>();
  expect(queue.items).toMatchObject([{ id, line: 'travel', clientName: 'Παπαδοπούλου Μαρία' }]);
  expectStatus(200, await underwriter.decide(id, 'approve_with_terms', { terms: { loadingPercent: 50 } }));
  // 1.20 per mille of 50,000 for more than four travellers, and half as much again.
  expect(expectStatus(200, await agent.client.get(buildPath(id))).json()).toMatchObject({ status_code: '01', price: { net: '360.00' } });
  expectStatus(204, await agent.client.delete(buildPath(id)));
  expect((await getHistory(agent, id)).transitions.at(-1)).toBe('01 cancel 02');
});

it('a travel application is read by staff like every line', async () => {
  const { id } = await insertTravel({ start_date: app.clock.today() });
  const underwriter = await StaffClient.open(app.running, 'underwriter');
  const { groups, persons } = expectStatus(200, await underwriter.get(`applications/${id}/questionnaire`)).json<{
    groups: { title: string; answers: { path: string; label: string; values: { value: unknown }[] }[] }[];
    persons: object[];
  }>();
  expect(groups.map(({ title }) => title)).toEqual(['Ταξίδι', 'Λήπτης της ασφάλισης']);
  expect(groups.flatMap(({ answers }) => answers.map(({ label, values }) => `${label}: ${String(values[0]?.value)}`))).toEqual([
    `Έναρξη ασφάλισης: ${app.clock.today()}`,
    'Προορισμός: EUROPE',
    'Ταξιδιώτες: 2',
    'Ασφαλιζόμενο κεφάλαιο (€): 30000',
    `ΑΦΜ: ${CLIENT.afm}`,
    'Επώνυμο: Παπαδοπούλου',
    'Όνομα: Μαρία',
  ]);
  expect(persons).toMatchObject([{ role: 'client', afm: CLIENT.afm, name: 'Παπαδοπούλου Μαρία' }]);
  for (const view of ['timeline', 'versions', 'changes']) expectStatus(200, await underwriter.get(`applications/${id}/${view}`));
});

it('a travel application is found by its own service and line only, and by documents and payments of every line', async () => {
  const { id } = await insertTravel({ start_date: app.clock.today() });
  expectStatus(400, await agent.client.get(`/fire-api/rsc/applications/${id}`));
  expectStatus(200, await agent.client.get(`/docs-api/policy/applications/${id}/documents`));
  await expectRefused(app, () => agent.client.get(`/collection-api/applications/${id}/payment_code`), { code: '-703' });
});

it('the travel service requires key, token and limit like every service', async () => {
  const { sandbox } = await grantAccess(app.running, testAgent({ code: 'A200' }));
  expectStatus(403, await sandbox.client.get(`/dev${buildPath(1)}`));
  expectStatus(403, await app.running.client.get(buildPath(1)));
  expectStatus(401, await app.running.client.withKey(agent.access.apiKey).get(buildPath(1)));
  const response = await agent.client.get(buildPath(1));
  expect(response.headers).toHaveProperty('x-ratelimit-remaining');
  await expectViolationInEach(app, [() => agent.client.post(buildPath(), { ...BODY, destination: 'MOON' })], 'destination', '-102');
});
