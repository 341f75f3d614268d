import { jest } from '@jest/globals';
import type { HttpResponse, CallOptions } from '../support/client.js';
import { charge, CHARGE_TIME, createPolicy, requestPaymentCode, QUARTERLY, listReceipts } from '../support/collection.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, FireApp, getHistory, type FireAgent } from '../support/fire-app.js';
import { LocalCollectionClient, type PaymentCodeEntity } from '../support/collection-client.js';
import { MotorAgent } from '../support/motor.js';
import { expectError } from '../support/expect-error.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

/** At this time the second instalment is overdue and the third is not due yet. */
const OVERDUE = '2027-03-06T08:00:00Z';
const LAPSED = '2027-04-10T08:00:00Z';

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  issuing = await LocalCollectionClient.open(app);
});
afterAll(() => app.stop());
beforeEach(() => moveTo(CHARGE_TIME));
afterEach(() => issuing.expectBalancedLedger());

function moveTo(instant: string): Promise<void> {
  return issuing.moveTo(instant, agent);
}

async function aWaitForTheApplication(): Promise<void> {
  const waiting = `
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND query LIKE '%FROM application WHERE id = $1 AND version = $2 FOR UPDATE%'`;
  await eventually('the charge waits', async () => (await app.query('production', waiting)).length > 0, 30_000);
}

/** Runs due work together with a call that has read the policy before, and waits for the lock of the due work. */
async function besideTheClock(id: number, call: () => Promise<HttpResponse>): Promise<HttpResponse> {
  const repository = app.running.parts.dueRepository;
  const isDue = repository.isDue.bind(repository);
  let response: Promise<HttpResponse> | undefined;
  const held = jest.spyOn(repository, 'isDue').mockImplementation(async (tx, moment, item) => {
    if (item.id === id && !response) {
      // The due work holds the application.
      response = call();
      await aWaitForTheApplication();
    }
    return isDue(tx, moment, item);
  });
  try {
    expect(await app.runDueWork('production')).toBeGreaterThan(0);
    return await response!;
  } finally {
    held.mockRestore();
  }
}

const getOutcome = async (id: number) => {
  const { status, transitions } = await getHistory(agent, id);
  const receipts = (await listReceipts(agent, id)).map((receipt) => receipt.status);
  const booked = await app.query(
    'production',
    `SELECT FROM ledger_transaction WHERE application_id = $1 AND kind IN ('CHARGE', 'PAYMENT')`,
    [id],
  );
  return { status, last: transitions.slice(-2), receipts, booked: booked.length };
};
const UNPAID_THEN_PAID = { status: '50', last: ['50 instalment_unpaid 55', '55 pay_instalment 50'] };
const REST_PENDING = ['PENDING', 'PENDING'];

describe('a charge while the clock finds the instalment unpaid', () => {
  it('is booked', async () => {
    const { id } = await createPolicy(agent, QUARTERLY);
    await moveTo(OVERDUE);
    const response = await besideTheClock(id, () => charge(agent, id));
    expect(expectStatus(205, response).json()).toMatchObject({ id, status_code: '50', last_receipt: { instalment_no: 2 } });
    expect(await getOutcome(id)).toEqual({ ...UNPAID_THEN_PAID, receipts: ['PAID', 'PAID', ...REST_PENDING], booked: 2 });
    expectError(await charge(agent, id), { code: '-702' });
  });

  it.each(['policies', 'applications'])('is booked for a vehicle by its %s', async (resource) => {
    const mtr = new MotorAgent(agent);
    const { id } = await mtr.createPolicy({ payFrequencyInMonths: 6, plateNo: resource === 'policies' ? 'AZB1001' : 'AZB1002' });
    await moveTo('2027-06-02T08:00:00Z');
    const call = (): Promise<HttpResponse> => mtr.call('PUT', `${resource}/${id}/issueCharge`);
    const response = await besideTheClock(id, call);
    expect(expectStatus(205, response).json()).toMatchObject({ id, statusCode: '50', lastReceipt: { instalmentNo: 2 } });
    expect(await getOutcome(id)).toEqual({ ...UNPAID_THEN_PAID, receipts: ['PAID', 'CANCELLED', 'PAID'], booked: 2 });
    expectError(await call(), { code: '-702' });
  });

  it('is booked once with a key, and gets the same response again', async () => {
    const { id } = await createPolicy(agent, QUARTERLY);
    await moveTo(OVERDUE);
    const keyed: CallOptions = { headers: { 'Idempotency-Key': `race-${id}` } };
    const response = expectStatus(205, await besideTheClock(id, () => charge(agent, id, keyed)));
    const again = expectStatus(205, await charge(agent, id, keyed));
    expect([again.headers['idempotency-replayed'], again.text]).toEqual(['true', response.text]);
    expect(await getOutcome(id)).toEqual({ ...UNPAID_THEN_PAID, receipts: ['PAID', 'PAID', ...REST_PENDING], booked: 2 });
  });

  it('is refused when it names the version before', async () => {
    const { id, version } = await createPolicy(agent, QUARTERLY);
    await moveTo(OVERDUE);
    const options: CallOptions = { headers: { 'If-Match': `"${version}"` } };
    expectError(await besideTheClock(id, () => charge(agent, id, options)), { status: 412, code: '-402' });
    expect(await getOutcome(id)).toMatchObject({ status: '55', receipts: ['PAID', 'PENDING', ...REST_PENDING], booked: 1 });
    expectStatus(205, await charge(agent, id));
  });
});

it('a charge while the clock ends the policy is refused, and not as paid', async () => {
  const { id } = await createPolicy(agent, QUARTERLY);
  await moveTo(OVERDUE);
  await app.runDueWork('production');
  await moveTo(LAPSED);
  expectError(await besideTheClock(id, () => charge(agent, id)), { status: 412, code: '-402' });
  const cancelled = Array<string>(3).fill('CANCELLED');
  expect(await getOutcome(id)).toMatchObject({ status: '70', receipts: ['PAID', ...cancelled, 'PENDING'], booked: 1 });
});

describe('a charge while the bank pays the instalment', () => {
  it.each([
    ['without a key', {}],
    ['with a key', { headers: { 'Idempotency-Key': 'beside-the-bank' } }],
  ])('comes second and is refused: %s', async (_, options: CallOptions) => {
    const { id } = await createPolicy(agent, QUARTERLY);
    await moveTo(OVERDUE);
    const receipts = app.running.parts.receiptRepository;
    const findNextPending = receipts.findNextPending.bind(receipts);
    const asked = expectStatus(200, await requestPaymentCode(agent, id));
    const { payment_code, amount } = asked.json<PaymentCodeEntity>();
    let charged: Promise<HttpResponse> | undefined;
    jest.spyOn(receipts, 'findNextPending').mockImplementationOnce(async (...args) => {
      // The bank payment holds the application.
      charged = charge(agent, id, options);
      await aWaitForTheApplication();
      return findNextPending(...args);
    });
    expect(await issuing.bookPayment(payment_code, amount)).toMatchObject({ outcome: 'INSTALMENT_PAID' });
    expectError(await charged!, { code: '-702' });
    expect(await getOutcome(id)).toMatchObject({ status: '50', receipts: ['PAID', 'PAID', ...REST_PENDING], booked: 2 });
  });
});

it('a charge that always comes second is refused after three attempts', async () => {
  const { id } = await createPolicy(agent, QUARTERLY);
  await moveTo(OVERDUE);
  const repository = app.running.parts.applicationRepository;
  const lockVersion = repository.lockVersion.bind(repository);
  const locked = jest.spyOn(repository, 'lockVersion').mockImplementation((tx, { id: own }) => lockVersion(tx, { id: own, version: 0 }));
  try {
    expectError(await charge(agent, id), { status: 412, code: '-402' });
    expect(locked).toHaveBeenCalledTimes(3);
  } finally {
    locked.mockRestore();
  }
  expectStatus(205, await charge(agent, id));
});
