import { jest } from '@jest/globals';
import { loadTariff } from '../../src/record/reference/tariffs/tariff-command.js';
import { addProductInformation } from '../../src/record/reference/tariffs/tariff-corrections.js';
import type { MotorOffersResponse } from '../../src/services/mtr/motor-quote.dto.js';
import type { HttpResponse } from '../support/client.js';
import { getBalance, toCents, listLedgerEntries, parseLinks, listReceipts } from '../support/collection.js';
import * as files from '../support/files.js';
import { expectStatus, FireApp, getHistory, MORNING } from '../support/fire-app.js';
import { MOTOR_CAR, MotorAgent, type MotorEntity } from '../support/motor.js';
import { pdfText } from '../support/pdf-text.js';
import { readJson } from '../support/pricing-fixtures.js';
import { expectRefused } from '../support/expect-error.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

let app: FireApp;
let agent: MotorAgent;

beforeAll(async () => {
  app = await FireApp.start();
  ({ production: agent } = await MotorAgent.create(app));
});
afterAll(() => app.stop());

async function moveTo(instant: string): Promise<void> {
  app.clock.set(instant);
  await agent.agent.renewToken();
}

/** Moves the clock and runs the due work. */
async function clockAt(instant: string): Promise<number> {
  await moveTo(instant);
  return app.runDueWork('production');
}

const pay = (id: number): Promise<HttpResponse> => agent.call('PUT', `policies/${id}/issueCharge`);
const payByCharge = async (id: number): Promise<MotorEntity> => expectStatus(205, await pay(id)).json<MotorEntity>();
const listSteps = async (id: number): Promise<readonly string[]> => (await getHistory(agent.agent, id)).transitions;
const getRegistry = (plateNo: string) =>
  app.query('production', `SELECT bonus_malus, claims_last_year, source, as_of::text FROM bonus_malus_registry WHERE plate_no = $1`, [
    plateNo,
  ]);

/** Loads a tariff version with another minimum fee for starts from June 2027 on. */
async function loadDearerTariff(): Promise<void> {
  const sample = addProductInformation(readJson<object>('tariffs/motor-sample-1.json')) as object;
  const dearer = { ...sample, version: 2, validFrom: '2027-06-01', policyFee: { rate: '0.08', min: '39.00', max: '40.00' } };
  await loadTariff(app.running.parts.tariffRepository, 'production', JSON.stringify(dearer));
  await app.running.parts.reloadTariffs();
}

it('a car goes from the quote to its third year', async () => {
  await moveTo(MORNING);
  const car = { ...MOTOR_CAR, plateNo: 'TAB-1001', payFrequencyInMonths: 3 };
  const [offer] = expectStatus(200, await agent.call('POST', 'quotes/prices', car)).json<MotorOffersResponse>().bundles;
  const { id, premium } = await agent.insert({ plateNo: 'TAB-1001', payFrequencyInMonths: 3 });
  expect(offer).toMatchObject({ statusCode: '01', premium });
  const upload = agent.path(`applications/${id}/documents?fileName=licence.pdf&categoryId=4`);
  expectStatus(201, await agent.agent.client.call('POST', upload, { body: files.PDF, headers: { 'Content-Type': 'application/pdf' } }));
  expectStatus(205, await agent.act(id, 'issuePrepay'));
  const policy = expectStatus(205, await agent.act(id, 'issueCharge')).json<MotorEntity>();
  expect(policy).toMatchObject({ statusCode: '50', policyEndDate: '2027-12-01', renewalOf: null, renewedBy: null });

  // The second and fourth instalments are paid in time, the third one late.
  await moveTo('2027-02-15T08:00:00Z');
  expect((await payByCharge(id)).lastReceipt).toMatchObject({ instalmentNo: 2 });
  expect(await clockAt('2027-05-31T20:59:59Z')).toBe(0);
  expect(await clockAt('2027-05-31T21:00:00Z')).toBe(1);
  expect(await agent.get(id)).toMatchObject({ statusCode: '55' });
  await moveTo('2027-06-20T08:00:00Z');
  expect(await payByCharge(id)).toMatchObject({ statusCode: '50', lastReceipt: { instalmentNo: 3 } });
  await moveTo('2027-08-20T08:00:00Z');
  expect((await payByCharge(id)).lastReceipt).toMatchObject({ instalmentNo: 4 });

  // The next year is offered 60 days before the anniversary, by the tariff loaded meanwhile.
  await loadDearerTariff();
  await moveTo('2027-10-01T20:59:59Z');
  await expectRefused(app, () => pay(id), { code: '-702' });
  await moveTo('2027-10-01T21:00:00Z');
  const balance = await getBalance(app, 'A100');
  const response = expectStatus(205, await pay(id));
  const renewal = response.json<MotorEntity>();
  expect(renewal).toMatchObject({
    statusCode: '50',
    policyNo: `${policy.policyNo}-27`,
    policyIssueDate: '2027-10-02',
    renewalOf: id,
    renewedBy: null,
    policyStartDate: '2027-12-01',
    policyEndDate: '2028-12-01',
    plateNo: 'TAB1001',
    bonusMalus: 9,
    insuredValue: 9000,
    rateCode: 'MOTOR-SAMPLE',
    rateTitle: 'MOTOR-SAMPLE 2',
    lastReceipt: { instalmentNo: 1 },
  });
  expect([renewal.applicationNo.slice(0, 3), renewal.client.id === policy.client.id]).toEqual(['M27', false]);
  expect({ ...renewal.client, id: 0 }).toEqual({ ...policy.client, id: 0 });
  expect(await agent.get(id)).toMatchObject({ statusCode: '50', renewedBy: renewal.id });
  const fresh = await agent.insert({
    plateNo: 'TAB-1002',
    policyStartDate: '2027-12-01',
    payFrequencyInMonths: 3,
    bonusMalus: 9,
  });
  expect([renewal.premium, renewal.premium?.fee]).toEqual([fresh.premium, 39]);
  expect([await listSteps(id), await listSteps(renewal.id)]).toEqual([
    [
      '- insert 01',
      '01 prepay 45',
      '45 issue 50',
      '50 pay_instalment 50',
      '50 instalment_unpaid 55',
      '55 pay_instalment 50',
      '50 pay_instalment 50',
      '50 renew 50',
    ],
    ['- insert 01', '01 issue_renewal 50'],
  ]);

  // The renewal has receipts, bookings and documents.
  const receipts = await listReceipts(agent.agent, renewal.id);
  expect(receipts.map(({ kind, status, period_from }) => `${kind} ${status} ${period_from}`)).toEqual([
    'RENEWAL PAID 2027-12-01',
    'INSTALMENT PENDING 2028-03-01',
    'INSTALMENT PENDING 2028-06-01',
    'INSTALMENT PENDING 2028-09-01',
  ]);
  const [first] = renewal.premium?.instalments ?? [];
  expect(toCents(await getBalance(app, 'A100'))).toBe(toCents(balance) + toCents(first?.gross ?? 0));
  expect(await listLedgerEntries(app, renewal.id)).toContain(`CHARGE agent:A100 ${first?.gross.toFixed(2)}`);
  const links = parseLinks(response);
  expect(Object.keys(links).sort()).toEqual(['policy', 'receipt']);
  const text = await pdfText(expectStatus(200, await agent.agent.client.get(links['policy'] ?? '')).bytes);
  for (const part of [renewal.policyNo ?? '', renewal.applicationNo, 'TAB1001', '01/12/2027']) expect(text).toContain(part);
  expect(await getRegistry('TAB1001')).toEqual([{ bonus_malus: 9, claims_last_year: 0, source: 'RENEWAL', as_of: '2027-12-01' }]);

  // The policy is renewed once; it ends as renewed on the anniversary.
  const refused = await expectRefused(app, () => pay(id), { code: '-702' });
  expect(refused.json<{ message: string }>().message).toContain(renewal.policyNo);
  expect(parseLinks(refused)).toEqual({ renewal: agent.path(`applications/${renewal.id}`) });
  expect(await clockAt('2027-11-30T21:59:59Z')).toBe(0);
  expect(await clockAt('2027-11-30T22:00:00Z')).toBe(1);
  expect(await agent.get(id)).toMatchObject({ statusCode: '65', renewedBy: renewal.id });
  expect((await agent.get(renewal.id)).statusCode).toBe('50');
  await expectRefused(app, () => pay(id), { code: '-702' });

  // The second instalment of the second year is never paid.
  expect(await clockAt('2028-03-01T08:00:00Z')).toBe(1);
  expect((await agent.get(renewal.id)).statusCode).toBe('55');
  expect(await clockAt('2028-04-04T20:59:59Z')).toBe(0);
  expect(await clockAt('2028-04-04T21:00:00Z')).toBe(1);
  expect((await agent.get(renewal.id)).statusCode).toBe('70');
  expect((await listReceipts(agent.agent, renewal.id)).map(({ status }) => status)).toEqual([
    'PAID',
    'CANCELLED',
    'CANCELLED',
    'CANCELLED',
  ]);
  await expectRefused(app, () => pay(renewal.id), { code: '-702' });
  expect(await clockAt('2030-01-01T08:00:00Z')).toBe(0);
});

it('a car is renewed twice and then no more', async () => {
  await moveTo(MORNING);
  const policy = await agent.createPolicy({ plateNo: 'TAB-2001' });
  await clockAt('2027-11-30T08:00:00Z');
  const second = await payByCharge(policy.id);
  await clockAt('2028-11-01T08:00:00Z');
  const third = await payByCharge(second.id);
  expect([second, third].map(({ policyNo, bonusMalus, renewalOf }) => [policyNo, bonusMalus, renewalOf])).toEqual([
    [`${policy.policyNo}-27`, 9, policy.id],
    [`${policy.policyNo}-28`, 8, second.id],
  ]);
  // After years without due work each policy ends once.
  expect(await clockAt('2032-01-01T08:00:00Z')).toBe(2);
  const ends = await Promise.all([policy, second, third].map(async ({ id }) => (await listSteps(id)).slice(-1)));
  expect(ends).toEqual([['50 renewal_starts 65'], ['50 renewal_starts 65'], ['50 expire 60']]);
  const found = await agent.call('GET', `policies?policyno=${policy.policyNo}`);
  const { policies } = expectStatus(200, found).json<{ policies: MotorEntity[] }>();
  expect(policies.map(({ id, statusCode }) => [id, statusCode])).toEqual([
    [third.id, '60'],
    [second.id, '65'],
    [policy.id, '65'],
  ]);
});
