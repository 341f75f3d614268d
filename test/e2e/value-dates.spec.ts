import { ONE_CONNECTION } from '../support/app.js';
import { createPrepaid, createPolicy, requestPaymentCode, QUARTERLY, listReceipts, charge } from '../support/collection.js';
import { expectStatus, FireApp, getHistory, type FireAgent } from '../support/fire-app.js';
import {
  createUnknownCode,
  getPaymentCode,
  LocalCollectionClient,
  type BankPayment,
  type PaymentCodeEntity,
} from '../support/collection-client.js';
import { expectRefused } from '../support/expect-error.js';

const AGENT_CODE = 'A500';

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;

beforeAll(async () => {
  app = await FireApp.start(ONE_CONNECTION);
  agent = (await app.createAgent({ code: AGENT_CODE })).production;
  issuing = await LocalCollectionClient.open(app);
});
afterAll(() => app.stop());
beforeEach(() => at('2026-11-24T08:00:00Z'));
afterEach(() => issuing.expectBalancedLedger());

const at = (instant: string): Promise<void> => issuing.moveTo(instant, agent);
const runClock = (): Promise<number> => app.runDueWork('production');
const statusOf = async (id: number): Promise<string> => (await agent.get(id)).status_code;

async function pay({ payment_code, amount }: PaymentCodeEntity, valueDate: string): Promise<BankPayment> {
  return expectStatus(200, await issuing.sendPayment(payment_code, amount, undefined, valueDate)).json<BankPayment>();
}

/** An application that can be paid until Monday 30 November, with its payment code. */
async function inPrepay(): Promise<{ id: number; code: PaymentCodeEntity }> {
  const { id } = await createPrepaid(agent, { start_date: '2026-11-30' });
  return { id, code: await getPaymentCode(agent, id) };
}

describe('a payment in prepay', () => {
  it.each([
    ['in the last minute of the last day in Athens', '2026-11-30T21:59:59Z'],
    ['the morning after', '2026-12-01T07:00:00Z'],
    ['on the last day of grace', '2026-12-03T21:59:59Z'],
  ])('with the value date of the last day issues the policy when it is recorded %s', async (_, recordedAt) => {
    const { id, code } = await inPrepay();
    await at(recordedAt);
    expect(await runClock()).toBe(0);
    expect(await pay(code, '2026-11-30')).toMatchObject({ outcome: 'ISSUED', valueDate: '2026-11-30', applicationId: id });
    expect(await agent.get(id)).toMatchObject({ status_code: '50', start_date: '2026-11-30', end_date: '2027-11-30' });
  });

  it('a day late goes to suspense with -704 during the grace, although the application is still in prepay', async () => {
    const { id, code } = await inPrepay();
    await at('2026-12-01T07:00:00Z');
    expect(await pay(code, '2026-12-01')).toMatchObject({ outcome: 'SUSPENDED', reason: { code: '-704' } });
    expect(await statusOf(id)).toBe('45');
  });

  it('in time issues an application that has expired, with its price and start', async () => {
    const { id, code } = await inPrepay();
    await at('2026-12-03T22:00:00Z');
    await runClock();
    expect(await statusOf(id)).toBe('02');
    await at('2026-12-07T08:00:00Z');
    expect(await pay(code, '2026-11-30')).toMatchObject({ outcome: 'ISSUED', applicationId: id, suspenseId: null });
    expect(await agent.get(id)).toMatchObject({ status_code: '50', type: 'POLICY', start_date: '2026-11-30', issue_date: '2026-12-07' });
    expect((await getHistory(agent, id)).transitions.slice(-2)).toEqual(['45 prepay_expires 02', '02 issue 50']);
    expect(await listReceipts(agent, id)).toMatchObject([{ status: 'PAID', gross: code.amount }]);
  });

  it('a day late leaves an expired application as it is, and the money waits under -704', async () => {
    const { id, code } = await inPrepay();
    await at('2026-12-04T08:00:00Z');
    await runClock();
    const { transitions } = await getHistory(agent, id);
    expect(await pay(code, '2026-12-01')).toMatchObject({ outcome: 'SUSPENDED', reason: { code: '-704' } });
    expect([await statusOf(id), (await getHistory(agent, id)).transitions]).toEqual(['02', transitions]);
  });

  it('in time does not issue an application that its agent cancelled', async () => {
    const { id, code } = await inPrepay();
    expectStatus(204, await agent.act(id, 'DELETE'));
    await at('2026-12-01T08:00:00Z');
    expect(await pay(code, '2026-11-30')).toMatchObject({ outcome: 'SUSPENDED', reason: { code: '-401' } });
    expect(await statusOf(id)).toBe('02');
  });

  it('in time is recorded once when it is sent twice at the same moment after the expiry', async () => {
    const { id, code } = await inPrepay();
    await at('2026-12-04T08:00:00Z');
    await runClock();
    const reference = issuing.createReference();
    const send = (): Promise<unknown> =>
      issuing.sendPayment(code.payment_code, code.amount, reference, '2026-11-30').then((response) => expectStatus(200, response).json());
    const [first, second] = await Promise.all([send(), send()]);
    expect(first).toEqual(second);
    expect((await getHistory(agent, id)).transitions.filter((step) => step.endsWith(' issue 50'))).toHaveLength(1);
  });

  it.each([
    ['in time', '2026-11-30', null, '50'],
    ['late', '2026-12-01', '-704', '02'],
  ])('that came without a known code %s is allocated by its value date after the expiry', async (_, valueDate, error, status) => {
    const { id, code } = await inPrepay();
    await at('2026-12-04T08:00:00Z');
    await runClock();
    const { suspenseId } = await pay({ ...code, payment_code: createUnknownCode() }, valueDate);
    const response = await issuing.resolve(suspenseId!, { applicationId: id });
    expect([response.status === 200 ? null : response.json()['error'], await statusOf(id)]).toEqual([error, status]);
  });
});

describe('the days of grace', () => {
  it.each([
    ['a weekend', '2026-11-27', '2026-12-02T21:59:59Z', '2026-12-02T22:00:00Z'],
    ['Christmas', '2026-12-24', '2026-12-30T21:59:59Z', '2026-12-30T22:00:00Z'],
    ['the change to summer time', '2027-03-26', '2027-03-31T20:59:59Z', '2027-03-31T21:00:00Z'],
    ['Orthodox Easter', '2027-04-29', '2027-05-06T20:59:59Z', '2027-05-06T21:00:00Z'],
  ])('leave out %s', async (_, lastDay, before, end) => {
    await at(`${lastDay}T06:00:00Z`);
    const { id } = await createPrepaid(agent, { start_date: lastDay });
    await at(before);
    expect([await runClock(), await statusOf(id)]).toEqual([0, '45']);
    await at(end);
    expect([await runClock(), await statusOf(id)]).toEqual([1, '02']);
  });

  it('can be set to none, from 0 to 10', async () => {
    const { id } = await createPrepaid(agent, { start_date: '2026-11-30' });
    for (const bankGraceDays of [-1, 11, 1.5])
      await expectRefused(app, () => issuing.staff.put('settings', { bankGraceDays }), {
        code: '-102',
        violations: [['bankGraceDays', '-102']],
      });
    expectStatus(200, await issuing.staff.put('settings', { bankGraceDays: 0 }));
    try {
      await at('2026-11-30T22:00:00Z');
      expect([await runClock(), await statusOf(id)]).toEqual([1, '02']);
    } finally {
      await at('2026-11-24T08:00:00Z');
      expectStatus(200, await issuing.staff.put('settings', { bankGraceDays: 3 }));
    }
  });
});

describe('a payment of an instalment', () => {
  /** Policy whose second instalment begins on 28 February, with a notice of 1 March: payable until 31 March. */
  async function unpaid(): Promise<{ id: number; code: PaymentCodeEntity }> {
    const { id } = await createPolicy(agent, { ...QUARTERLY, start_date: '2026-11-30' });
    await at('2027-03-01T08:00:00Z');
    await runClock();
    expect(await statusOf(id)).toBe('55');
    return { id, code: await getPaymentCode(agent, id) };
  }

  it('with the value date of the last day pays it when it is recorded during the grace', async () => {
    const { id, code } = await unpaid();
    await at('2027-04-05T08:00:00Z');
    await runClock();
    expect(await pay(code, '2027-03-31')).toMatchObject({ outcome: 'INSTALMENT_PAID' });
    expect(await statusOf(id)).toBe('50');
  });

  it('a day later goes to suspense with -702, and the policy ends after the grace', async () => {
    const { id, code } = await unpaid();
    await at('2027-04-05T08:00:00Z');
    expect(await pay(code, '2027-04-01')).toMatchObject({ outcome: 'SUSPENDED', reason: { code: '-702' } });
    expect((await requestPaymentCode(agent, id)).json()).toMatchObject({ error: '-703', reason: 'ENDED' });
    await expectRefused(app, () => charge(agent, id), { code: '-702' });
    await at('2027-04-05T21:00:00Z');
    expect([await runClock(), await statusOf(id)]).toEqual([1, '70']);
  });
});

describe('a value date', () => {
  it('is required, a date, and not after today, for payments and settlements', async () => {
    const { code } = await inPrepay();
    const payment = (valueDate?: unknown) => ({ paymentCode: code.payment_code, amount: code.amount, reference: 'VD 1', valueDate });
    const settlement = (valueDate?: unknown) => ({ amount: 10, reference: 'VD 2', valueDate });
    for (const [value, error] of [
      [undefined, '-101'],
      ['2026-02-30', '-104'],
      ['2026-11-25', '-104'],
    ] as const) {
      const refusal = { code: error, violations: [['valueDate', error]] } as const;
      await expectRefused(app, () => issuing.staff.post('payments', payment(value)), refusal);
      await expectRefused(app, () => issuing.staff.post(`agents/${AGENT_CODE}/settlements`, settlement(value)), refusal);
    }
  });

  it('of a payment that an agent sends in the sandbox is today when absent, and not after today', async () => {
    const { sandbox } = await app.createAgent({ code: 'A501' });
    const { payment_code, amount } = await getPaymentCode(sandbox, (await createPrepaid(sandbox)).id);
    const send = (value_date?: string) =>
      sandbox.client.post('/dev/test-api/resources/payments', { payment_code, amount, reference: 'VD 4', value_date });
    await expectRefused(app, () => send('2026-11-25'), { code: '-104', violations: [['value_date', '-104']] });
    expect(expectStatus(200, await send()).json()).toMatchObject({ outcome: 'ISSUED', value_date: '2026-11-24' });
  });

  it('of a settlement is stored, and a repeated settlement returns the first one unless its value date differs', async () => {
    await at('2026-11-26T08:00:00Z');
    const settle = (valueDate: string) =>
      issuing.staff.post(`agents/${AGENT_CODE}/settlements`, { amount: 10, reference: 'VD 3', valueDate });
    const first = expectStatus(200, await settle('2026-11-25')).json();
    expect(first).toMatchObject({ valueDate: '2026-11-25', amount: 10 });
    expect(expectStatus(200, await settle('2026-11-25')).json()).toEqual(first);
    await expectRefused(app, () => settle('2026-11-24'), { status: 409, code: '-403' });
  });

  it('of a payment with a known reference is 409 when it differs', async () => {
    const { code } = await inPrepay();
    await at('2026-11-26T08:00:00Z');
    const send = (valueDate: string) => issuing.sendPayment(code.payment_code, code.amount, 'VD 5', valueDate);
    const first = expectStatus(200, await send('2026-11-25')).json();
    expect(expectStatus(200, await send('2026-11-25')).json()).toEqual(first);
    await expectRefused(app, () => send('2026-11-26'), { status: 409, code: '-403' });
  });

  it('of a payment is not before the day on which its payment code was issued', async () => {
    const { code } = await inPrepay();
    await at('2026-11-26T08:00:00Z');
    const refusal = { code: '-104', violations: [['valueDate', '-104']] } as const;
    await expectRefused(app, () => issuing.sendPayment(code.payment_code, code.amount, 'VD 6', '2026-11-23'), refusal);
    const { sandbox } = await app.createAgent({ code: 'A503' });
    const own = await getPaymentCode(sandbox, (await createPrepaid(sandbox)).id);
    const paid = { payment_code: own.payment_code, amount: own.amount, reference: 'VD 8', value_date: '2026-11-25' };
    const refused = { code: '-104', violations: [['value_date', '-104']] } as const;
    await expectRefused(app, () => sandbox.client.post('/dev/test-api/resources/payments', paid), refused);
  });
});
