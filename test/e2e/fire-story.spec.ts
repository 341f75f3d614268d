import { jest } from '@jest/globals';
import { loadTariff } from '../../src/record/reference/tariffs/tariff-command.js';
import { addProductInformation } from '../../src/record/reference/tariffs/tariff-corrections.js';
import { charge, listReceipts } from '../support/collection.js';
import { expectStatus, FireApp, getHistory, MORNING, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { applyChanges } from '../support/json-changes.js';
import { readJson } from '../support/pricing-fixtures.js';
import { expectRefused } from '../support/expect-error.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

let app: FireApp;
let agent: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
});
afterAll(() => app.stop());

/** Moves the clock and runs the due work. */
async function clockAt(instant: string): Promise<number> {
  app.clock.set(instant);
  await agent.renewToken();
  return app.runDueWork('production');
}

const payByCharge = async (id: number): Promise<FireEntity> => expectStatus(205, await charge(agent, id)).json<FireEntity>();

/** Loads a tariff with twice the earthquake rate for starts from the summer on. */
async function loadDearerTariff(): Promise<void> {
  const sample = addProductInformation(readJson<object>('tariffs/fire-sample-1.json')) as object;
  const dearer = applyChanges(sample, { version: 2, validFrom: '2027-07-01', 'tables.T_SKELETON_EQ.rows.01': '2.00' });
  await loadTariff(app.running.parts.tariffRepository, 'production', JSON.stringify(dearer));
  await app.running.parts.reloadTariffs();
}

it('a house goes from the application to the end of its second year', async () => {
  await clockAt(MORNING);
  const { id } = await agent.insert(agent.body({ pay_frequency_in_months: 6 }));
  expectStatus(205, await agent.act(id, 'prepay'));
  const policy = await payByCharge(id);
  expect(policy).toMatchObject({ status_code: '50', start_date: '2026-11-30', pricing: { tariff_version: 1 } });

  // The second half of the year is paid late.
  expect(await clockAt('2027-05-30T08:00:00Z')).toBe(1);
  expect((await agent.get(id)).status_code).toBe('55');
  expect(await clockAt('2027-06-28T08:00:00Z')).toBe(0);
  expect(await payByCharge(id)).toMatchObject({ id, status_code: '50', last_receipt: { instalment_no: 2 } });

  // The tariff of the anniversary prices the next year.
  await loadDearerTariff();
  expect(await clockAt('2027-10-15T08:00:00Z')).toBe(1);
  const renewal = await payByCharge(id);
  expect(renewal).toMatchObject({ status_code: '50', policy_no: `${policy.policy_no}-27`, pricing: { tariff_version: 2 } });
  const earthquake = ({ pricing }: FireEntity): number => pricing?.lines.find(({ cover }) => cover === '005')?.technical ?? 0;
  expect(earthquake(renewal)).toBeCloseTo(2 * earthquake(policy), 2);
  expect((await agent.get(id)).pricing).toEqual(policy.pricing);
  expect((await listReceipts(agent, renewal.id)).map(({ kind, status, period_from }) => `${kind} ${status} ${period_from}`)).toEqual([
    'RENEWAL PAID 2027-11-30',
    'INSTALMENT PENDING 2028-05-30',
  ]);
  expect(await clockAt('2027-11-29T22:00:00Z')).toBe(1);
  expect((await agent.get(id)).status_code).toBe('65');

  // The policy is paid to its end and not renewed.
  await clockAt('2028-05-10T08:00:00Z');
  expect((await payByCharge(renewal.id)).last_receipt).toMatchObject({ instalment_no: 2 });
  // Its renewal waits for a payment until the last day and for the files of the bank.
  expect(await clockAt('2028-11-29T21:59:59Z')).toBe(1);
  expect(await clockAt('2028-12-04T21:59:59Z')).toBe(0);
  expect(await clockAt('2028-12-04T22:00:00Z')).toBe(2);
  expect(await agent.get(renewal.id)).toMatchObject({ status_code: '60', active: '0' });
  await expectRefused(app, () => charge(agent, renewal.id), { code: '-702' });
  const transitions = await Promise.all([id, renewal.id].map(async (one) => (await getHistory(agent, one)).transitions));
  expect(transitions).toEqual([
    [
      '- insert 01',
      '01 prepay 45',
      '45 issue 50',
      '50 instalment_unpaid 55',
      '55 pay_instalment 50',
      '50 prepare_renewal 50',
      '50 renewal_starts 65',
    ],
    ['- insert 01', '01 prepay 45', '45 issue 50', '50 pay_instalment 50', '50 prepare_renewal 50', '50 expire 60'],
  ]);
  expect(await clockAt('2031-01-01T08:00:00Z')).toBe(0);
});
