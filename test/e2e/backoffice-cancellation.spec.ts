import {
  getBalance,
  toCents,
  charge,
  CHARGE_TIME,
  listLedgerEntries,
  createPolicy,
  createPrepaid,
  QUARTERLY,
  getReceipt,
  listReceipts,
  START,
  sumCents,
} from '../support/collection.js';
import { expectStatus, FireApp, getHistory, type FireAgent } from '../support/fire-app.js';
import { getPaymentCode, LocalCollectionClient } from '../support/collection-client.js';
import { MotorAgent } from '../support/motor.js';
import { expectAllRefused, expectRefused } from '../support/expect-error.js';
import { workedExamples } from '../support/worked-examples.js';

interface Cancelled {
  readonly status: string;
  readonly version: number;
  readonly messages: readonly { readonly code: string; readonly text: string }[];
  readonly refund: {
    readonly withdrawal: boolean;
    readonly total: number;
    readonly receipts: readonly { readonly receiptNo: number | null; readonly refundedReceiptNo: number; readonly gross: number }[];
  };
}

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  issuing = await LocalCollectionClient.open(app);
});
afterAll(() => app.stop());
beforeEach(() => at(CHARGE_TIME));

const at = (instant: string): Promise<void> => issuing.moveTo(instant, agent);

/** Moves the clock to the day of the cancellation, unless it is later already. */
async function cancelled(id: number, date: string, more: object = {}): Promise<Cancelled> {
  const noon = `${date}T10:00:00Z`;
  if (noon > app.clock.now().toISOString()) await at(noon);
  return expectStatus(200, await issuing.cancel(id, date, more)).json<Cancelled>();
}

describe('the cancellation of a policy before its end', () => {
  it.each(workedExamples.refunds.map((example) => [example.id, example] as const))(
    'refunds worked example %s to the cent',
    async (_id, example) => {
      const { agent: owner } = (await MotorAgent.create(app, { code: 'M100' })).production;
      const policy = await new MotorAgent(owner).createPolicy();
      const before = await getBalance(app, 'M100');
      const { cancelDate, rows, refund } = example.expected;
      const response = await cancelled(policy.id, cancelDate);
      const numbers = (rows as Record<string, number | string>[]).map(({ receipt: _number, ...row }) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])),
      );
      expect(response.refund).toMatchObject({
        withdrawal: false,
        total: Number(refund),
        receipts: numbers.map((row) => ({ ...row, fee: 0, method: 'CHARGE' })),
      });
      expect(toCents(before) - toCents(await getBalance(app, 'M100'))).toBe(toCents(Number(refund)));
      await issuing.expectBalancedLedger();
    },
  );

  it('writes negative receipts that add up, cancels pending ones and informs the agent', async () => {
    const { id } = await createPolicy(agent, QUARTERLY);
    await at('2027-02-20T08:00:00Z');
    expectStatus(205, await charge(agent, id));
    const balance = await getBalance(app, 'A100');
    const response = await cancelled(id, '2027-04-20');
    // The first period is fully earned; 46 of 92 days of the second one are unearned: net 66.15 / 2, tax 14.55 x 33.08
    // / 72.76.
    const [, second] = await listReceipts(agent, id);
    expect(response.refund).toMatchObject({
      withdrawal: false,
      total: 39.7,
      receipts: [
        { receiptNo: null, days: 90, unearnedDays: 0, gross: 0 },
        { refundedReceiptNo: second?.receipt_no, days: 92, unearnedDays: 46, net: 33.08, fee: 0, tax: 6.62, levy: 0, gross: 39.7 },
      ],
    });
    const receipts = await listReceipts(agent, id);
    expect(receipts.map(({ kind, status, gross }) => [kind, status, gross])).toEqual([
      ['NEW', 'PAID', 87.35],
      ['INSTALMENT', 'PAID', 87.31],
      ['INSTALMENT', 'CANCELLED', 87.31],
      ['INSTALMENT', 'CANCELLED', 87.31],
      ['REFUND', 'PAID', -39.7],
    ]);
    const { covers, taxes, ...refund } = await getReceipt(agent, id, response.refund.receipts[1]?.receiptNo ?? 0);
    expect(refund).toMatchObject({
      period_from: '2027-04-20',
      period_to: '2027-06-05',
      net: -33.08,
      fee: 0,
      payment: { method: 'CHARGE' },
    });
    expect(sumCents(covers.map(({ net }) => net))).toBe(-3308);
    expect(taxes).toMatchObject([{ net: -33.08, fee: 0, tax: -6.62 }]);
    expect(toCents(balance) - toCents(await getBalance(app, 'A100'))).toBe(3970);
    expect((await listLedgerEntries(app, id)).slice(-5)).toEqual([
      'PREMIUM premium-income:fire:FIRE 33.08',
      'PREMIUM tax-payable:FIRE 6.62',
      'PREMIUM receivable:fire -39.70',
      'REFUND receivable:fire 39.70',
      'REFUND agent:A100 -39.70',
    ]);
    const entity = await agent.get(id);
    expect(entity).toMatchObject({ status_code: '70', active: '0', type: 'POLICY' });
    expect(entity.messages[0]).toMatchObject({ code: 'CANCELLATION', severity: 'warning', path: 'application' });
    expect(entity.messages[0]?.text).toContain('39,70 €');
    expect((await getHistory(agent, id)).transitions.at(-1)).toBe('50 cancel_mid_term 70');
    await issuing.expectBalancedLedger();
  });

  it('owes the customer the amount paid at the bank', async () => {
    const { id } = await createPrepaid(agent);
    await issuing.pay(agent, id);
    const { refund } = await cancelled(id, '2027-06-05');
    expect(refund.receipts).toMatchObject([{ method: 'RF', days: 365, unearnedDays: 183 }]);
    expect(await issuing.accountBalance(`customer-payable:${id}`)).toBe(`-${refund.total.toFixed(2)}`);
    await issuing.expectBalancedLedger();
  });

  it('is possible for an unpaid policy, and its instalment is no longer due', async () => {
    const { id } = await createPolicy(agent, QUARTERLY);
    await at('2027-02-20T08:00:00Z');
    const { payment_code } = await getPaymentCode(agent, id);
    await at('2027-03-06T08:00:00Z');
    await app.runDueWork('production');
    expect((await agent.get(id)).status_code).toBe('55');
    expect((await cancelled(id, '2027-03-06')).refund).toMatchObject({ total: 0, receipts: [{ receiptNo: null }] });
    await expectRefused(app, () => charge(agent, id), { code: '-702' });
    expect(await issuing.bookPayment(payment_code, 87.31)).toMatchObject({ outcome: 'SUSPENDED', reason: { code: '-401' } });
  });

  it('writes an audit entry', async () => {
    const { id } = await createPolicy(agent);
    await cancelled(id, START, { reason: 'Πώληση ακινήτου' });
    const [entry] = await app.query(
      'production',
      `SELECT action, details FROM gateway.audit_entry WHERE subject_type = 'application' AND subject_id = $1`,
      [String(id)],
    );
    expect(entry).toEqual({
      action: 'cancel',
      details: { date: START, reason: 'Πώληση ακινήτου', claims: true, withdrawal: false, refund: expect.any(String) as string },
    });
  });
});

describe('a withdrawal', () => {
  it.each([
    ['on the day of issue', '2026-11-25', false, true],
    ['on the 14th day after it', '2026-12-09', false, true],
    ['on the 15th day', '2026-12-10', false, false],
    ['after a claim', '2026-12-09', true, false],
  ])('refunds everything up to the 14th day after issue without a claim: %s', async (_name, date, claims, withdrawal) => {
    const { id } = await createPolicy(agent);
    const balance = await getBalance(app, 'A100');
    const { refund } = await cancelled(id, date, { claims });
    expect(refund.withdrawal).toBe(withdrawal);
    if (withdrawal) expect(refund).toMatchObject({ total: 332.64, receipts: [{ net: 252, fee: 25.2, tax: 55.44, levy: 0 }] });
    else expect(refund.receipts).toMatchObject([{ fee: 0 }]);
    expect(toCents(balance) - toCents(await getBalance(app, 'A100'))).toBe(toCents(refund.total));
    expect((await listReceipts(agent, id)).at(-1)).toMatchObject({ kind: 'REFUND', gross: -refund.total });
    await issuing.expectBalancedLedger();
  });

  it.each(['2026-12-10T08:00:00Z', '2027-08-01T08:00:00Z'])(
    'is an ordinary cancellation when entered at %s, whatever day is given',
    async (instant) => {
      const { id } = await createPolicy(agent);
      await at(instant);
      const { refund } = expectStatus(200, await issuing.cancel(id, '2026-12-05', { claims: false })).json<Cancelled>();
      expect(refund).toMatchObject({ withdrawal: false, receipts: [{ fee: 0 }] });
      expect(refund.total).toBeLessThan(332.64);
      await issuing.expectBalancedLedger();
    },
  );

  it('takes effect on its entry day for a vehicle in force, and is an ordinary cancellation when backdated', async () => {
    const { agent: owner } = (await MotorAgent.create(app, { code: 'M200' })).production;
    const policyStartDate = '2026-12-01';
    const today = await new MotorAgent(owner).createPolicy({ policyStartDate });
    const datedBack = await new MotorAgent(owner).createPolicy({ policyStartDate, plateNo: 'IKA1234' });
    await at('2026-12-02T10:00:00Z');
    expect(
      expectStatus(200, await issuing.cancel(datedBack.id, policyStartDate, { claims: false })).json<Cancelled>().refund,
    ).toMatchObject({
      withdrawal: false,
      receipts: [{ fee: 0 }],
    });
    const { refund } = expectStatus(200, await issuing.cancel(today.id, '2026-12-02', { claims: false })).json<Cancelled>();
    expect(refund.withdrawal).toBe(true);
    await issuing.expectBalancedLedger();
  });
});

describe('a cancellation that is not possible', () => {
  it.each(['00', '25', '01', '12', '39', '45', '02', '60', '65', '70'] as const)('is refused in status %s', async (status) => {
    const { id } = await agent.insertIn(status);
    const code = ['02', '60', '65', '70'].includes(status) ? '-401' : '-400';
    await expectRefused(app, () => issuing.cancel(id, START), { code });
  });

  it('is refused for days before the issue, in the future and after the end, and for an invalid request', async () => {
    const { id } = await createPolicy(agent);
    const faults = (path: string, code: string) => ({ code, faults: [[path, code]] as const });
    await expectAllRefused(app, [
      [() => issuing.cancel(id, '2026-11-24'), faults('date', '-104')],
      [() => issuing.cancel(id, '2026-11-26'), faults('date', '-104')],
      [() => issuing.cancel(id, '2027-12-06'), faults('date', '-104')],
      [() => issuing.cancel(id, '2027-02-30'), faults('date', '-104')],
      [() => issuing.cancel(id, START, { reason: ' ' }), faults('reason', '-101')],
      [() => issuing.cancel(id, START, { reason: 'x'.repeat(501) }), faults('reason', '-102')],
      [() => issuing.cancel(id, START, { claims: undefined }), faults('claims', '-101')],
      [() => issuing.cancel(id, START, { claims: '0' }), faults('claims', '-102')],
      [() => issuing.cancel('9999999999', START), { code: '-300' }],
      [() => issuing.cancel('abc', START), { code: '-300' }],
    ]);
    const tomorrow = (await issuing.cancel(id, '2026-11-26')).json<{ message: string }>();
    expect(tomorrow.message).toMatch(/(25\/11\/2026).*26\/11\/2026 καταχωρίστε την την ημέρα εκείνη/);
    await at('2027-12-06T10:00:00Z');
    await expectRefused(app, () => issuing.cancel(id, '2027-12-06'), faults('date', '-104'));
  });

  it('is refused the second time, also at the same moment', async () => {
    const { id } = await createPolicy(agent);
    await at('2027-06-05T10:00:00Z');
    const responses = await Promise.all(Array.from({ length: 6 }, () => issuing.cancel(id, '2027-06-05')));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    for (const refused of responses.filter(({ status }) => status === 400)) expect(refused.json()).toMatchObject({ error: '-401' });
    expect((await listReceipts(agent, id)).filter(({ kind }) => kind === 'REFUND')).toHaveLength(1);
    await issuing.expectBalancedLedger();
  });
});
