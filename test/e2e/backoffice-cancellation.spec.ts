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
import { addDays } from '../../src/common/athens.js';
import { getPaymentCode, LocalCollectionClient, WITHDRAWAL } from '../support/collection-client.js';
import { buildDocumentPath } from '../support/documents.js';
import { StaffClient } from '../support/staff-client.js';
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

/** Moves the clock to the day of the cancellation, unless it is later already. That day is covered. */
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
      const response = await cancelled(policy.id, addDays(cancelDate, -1));
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
    const response = await cancelled(id, '2027-04-19');
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
    const { refund } = await cancelled(id, '2027-06-04');
    expect(refund.receipts).toMatchObject([{ method: 'RF', days: 365, unearnedDays: 183 }]);
    expect(await issuing.accountBalance(`customer-payable:${id}`)).toBe(`-${refund.total.toFixed(2)}`);
    await issuing.expectBalancedLedger();
  });

  it('is possible for an unpaid policy, which owes only the premium of the covered days', async () => {
    const { id } = await createPolicy(agent, QUARTERLY);
    await at('2027-02-20T08:00:00Z');
    const { payment_code } = await getPaymentCode(agent, id);
    await at('2027-03-06T08:00:00Z');
    await app.runDueWork('production');
    expect((await agent.get(id)).status_code).toBe('55');
    expect((await cancelled(id, '2027-03-06')).refund).toMatchObject({ total: 0, receipts: [{ receiptNo: null }] });
    const [earned, instalment] = (await listReceipts(agent, id)).toSorted((one, other) => Number(one.gross) - Number(other.gross));
    expect([earned, instalment]).toMatchObject([
      { kind: 'EARNED', status: 'PENDING' },
      { kind: 'INSTALMENT', status: 'CANCELLED' },
    ]);
    expect(await issuing.bookPayment(payment_code, 87.31)).toMatchObject({ outcome: 'SUSPENDED', reason: { code: '-701' } });
    expectStatus(205, await charge(agent, id));
    await expectRefused(app, () => charge(agent, id), { code: '-702' });
  });

  it('covers and earns the day of the act, and not a day that begins with it', async () => {
    const { id: during } = await createPolicy(agent);
    const { id: midnight } = await createPolicy(agent);
    await at('2027-06-04T21:00:00.000Z');
    // 182 of 365 days are covered: net 252 x 183 / 365.
    expect(expectStatus(200, await issuing.cancel(midnight, '2027-06-05')).json<Cancelled>().refund.receipts).toMatchObject([
      { unearnedDays: 183, net: 126.35 },
    ]);
    await at('2027-06-04T21:00:00.001Z');
    expect(expectStatus(200, await issuing.cancel(during, '2027-06-05')).json<Cancelled>().refund.receipts).toMatchObject([
      { unearnedDays: 182, net: 125.65 },
    ]);
    expect(expectStatus(200, await issuing.staff.get(`applications/${during}`)).json()).toMatchObject({
      cancellation: { kind: 'CANCELLATION', date: '2027-06-05', coverEnds: '2027-06-06', refundRule: 'PRO_RATA', reasonCode: 'SALE' },
    });
    await issuing.expectBalancedLedger();
  });

  it('takes effect back to the day on which the declaration arrived', async () => {
    const { id } = await createPolicy(agent);
    await at('2027-06-20T08:00:00Z');
    const { refund } = expectStatus(200, await issuing.cancel(id, '2027-06-04')).json<Cancelled>();
    expect(refund.receipts).toMatchObject([{ unearnedDays: 183 }]);
  });

  it.each(['NOT_WANTED', 'SALE', 'TOTAL_LOSS'])('before the start returns fee and tax too, for the reason %s', async (reasonCode) => {
    const { id } = await createPolicy(agent);
    const { refund } = await cancelled(id, '2026-12-04', { reasonCode });
    expect(refund).toMatchObject({ withdrawal: false, rule: 'ALL', total: 332.64, receipts: [{ net: 252, fee: 25.2, tax: 55.44 }] });
    expect((await listReceipts(agent, id)).at(-1)).toMatchObject({ kind: 'REFUND', gross: -332.64, period_from: START });
    expect(expectStatus(200, await issuing.staff.get(`applications/${id}`)).json()).toMatchObject({
      cancellation: { kind: 'VOID', date: '2026-12-04', coverEnds: START },
    });
    await issuing.expectBalancedLedger();
  });

  it('marks the documents that prove cover, for agent and staff', async () => {
    const { id } = await createPolicy(agent);
    const marks = async (): Promise<unknown[]> =>
      expectStatus(200, await agent.client.get(buildDocumentPath(agent, id)))
        .json<{ category_id: number; cancelled: string }[]>()
        .map((one) => [one.category_id, one.cancelled]);
    expect(await marks()).toEqual([
      [28, '0'],
      [1, '0'],
      [30, '0'],
    ]);
    await cancelled(id, '2027-06-04');
    expect(await marks()).toEqual([
      [28, '1'],
      [1, '1'],
      [30, '0'],
      [30, '0'],
      [32, '0'],
    ]);
    const { documents } = expectStatus(200, await issuing.staff.get(`applications/${id}`)).json<{
      documents: { categoryId: number; cancelled: boolean }[];
    }>();
    expect(documents.filter((one) => one.cancelled).map(({ categoryId }) => categoryId)).toEqual([28, 1]);
  });

  it('writes an audit entry', async () => {
    const { id } = await createPolicy(agent);
    await cancelled(id, START, { text: 'Πώληση ακινήτου' });
    const [entry] = await app.query(
      'production',
      `SELECT action, details FROM gateway.audit_entry WHERE subject_type = 'application' AND subject_id = $1`,
      [String(id)],
    );
    expect(entry).toEqual({
      action: 'cancel',
      details: {
        date: START,
        receivedOn: START,
        reasonCode: 'SALE',
        reason: 'Πώληση ακινήτου',
        claims: true,
        withdrawal: false,
        rule: 'PRO_RATA',
        refund: expect.any(String) as string,
      },
    });
  });
});

describe('a withdrawal', () => {
  it.each([
    ['on the day of issue', '2026-11-25'],
    ['on the 14th day after it', '2026-12-09'],
  ])('refunds everything up to the 14th day after issue: %s', async (_name, date) => {
    const { id } = await createPolicy(agent);
    const balance = await getBalance(app, 'A100');
    const { refund } = await cancelled(id, date, WITHDRAWAL);
    expect(refund).toMatchObject({
      withdrawal: true,
      rule: 'ALL',
      total: 332.64,
      receipts: [{ net: 252, fee: 25.2, tax: 55.44, levy: 0 }],
    });
    expect(toCents(balance) - toCents(await getBalance(app, 'A100'))).toBe(toCents(refund.total));
    expect((await listReceipts(agent, id)).at(-1)).toMatchObject({ kind: 'REFUND', gross: -refund.total });
    await issuing.expectBalancedLedger();
  });

  it('of a vehicle in force refunds everything from its receipt on', async () => {
    const { agent: owner } = (await MotorAgent.create(app, { code: 'M200' })).production;
    const { id } = await new MotorAgent(owner).createPolicy({ policyStartDate: '2026-12-01' });
    await at('2026-12-02T10:00:00Z');
    expect((await cancelled(id, '2026-12-02', WITHDRAWAL)).refund.withdrawal).toBe(true);
    await issuing.expectBalancedLedger();
  });

  it('is refused when it arrived late, after a claim, or for a later day, and the day of effect changes nothing', async () => {
    const { id } = await createPolicy(agent);
    const refused = (date: string, changes: object) => () => issuing.cancel(id, date, { ...WITHDRAWAL, ...changes });
    const at102 = (path: string) => ({ code: '-102', violations: [[path, '-102']] as const });
    await at('2026-12-09T08:00:00Z');
    await expectAllRefused(app, [
      [refused('2026-12-09', { claims: true }), at102('claims')],
      [refused('2026-12-10', {}), { code: '-104', violations: [['date', '-104']] }],
    ]);
    await at('2026-12-10T08:00:00Z');
    await expectRefused(app, refused('2026-12-10', {}), at102('reasonCode'));
    // Eight months later, with the day of issue typed as the day of effect.
    await at('2027-07-25T08:00:00Z');
    await expectRefused(app, refused('2027-07-25', {}), at102('reasonCode'));
    await expectRefused(app, refused('2026-11-25', { receivedOn: '2027-07-25' }), {
      code: '-104',
      violations: [
        ['date', '-104'],
        ['reasonCode', '-102'],
      ],
    });
  });
});

describe('a cancellation that needs a second person', () => {
  interface Pending {
    readonly id: number;
    readonly amount: number;
  }

  async function ask(id: number, date: string, more: object): Promise<Pending> {
    const balance = await getBalance(app, 'A100');
    const response = expectStatus(202, await issuing.cancel(id, date, more));
    expect((await agent.get(id)).status_code).toBe('50');
    expect(await getBalance(app, 'A100')).toBe(balance);
    return response.json<Pending>();
  }

  async function approve({ id }: Pending): Promise<void> {
    await expectRefused(app, () => issuing.staff.put(`pending-actions/${id}/approve`, undefined), { status: 403, code: '-203' });
    const second = await StaffClient.open(app.running, 'issuing');
    expect(expectStatus(200, await second.put(`pending-actions/${id}/approve`, undefined)).json()).toMatchObject({ state: 'DONE' });
  }

  it('from the start, as issued in error, returns everything and records no cover', async () => {
    const { id } = await createPolicy(agent, QUARTERLY);
    await at('2027-02-20T08:00:00Z');
    expectStatus(205, await charge(agent, id));
    const balance = await getBalance(app, 'A100');
    const request = { reasonCode: 'IN_ERROR', receivedOn: '2027-02-20', text: 'Διπλή καταχώριση' };
    const preview = await issuing.staff.post(`applications/${id}/cancellation/preview`, issuing.buildCancellation(START, request));
    expect(expectStatus(200, preview).json()).toMatchObject({
      coverEnds: START,
      needsSecondPerson: true,
      refund: { rule: 'ALL', total: 174.66 },
    });
    const pending = await ask(id, START, request);
    expect(pending.amount).toBe(174.66);
    await approve(pending);
    expect(toCents(balance) - toCents(await getBalance(app, 'A100'))).toBe(17466);
    expect(expectStatus(200, await issuing.staff.get(`applications/${id}`)).json()).toMatchObject({
      status: '70',
      cancellation: { kind: 'VOID', reasonCode: 'IN_ERROR', date: START, coverEnds: START, refundRule: 'ALL' },
    });
    await issuing.expectBalancedLedger();
  });

  it('is a withdrawal that arrived in time and is entered later', async () => {
    const { id } = await createPolicy(agent);
    await at('2026-12-10T08:00:00Z');
    const pending = await ask(id, '2026-12-09', { ...WITHDRAWAL, receivedOn: '2026-12-09' });
    expect(pending.amount).toBe(332.64);
    await approve(pending);
    expect((await agent.get(id)).status_code).toBe('70');
    await issuing.expectBalancedLedger();
  });

  it('is checked again at the approval', async () => {
    const { id } = await createPolicy(agent);
    await at('2026-12-10T08:00:00Z');
    const { id: action } = await ask(id, '2026-12-09', { ...WITHDRAWAL, receivedOn: '2026-12-09' });
    expectStatus(200, await issuing.cancel(id, '2026-12-10'));
    const second = await StaffClient.open(app.running, 'issuing');
    await expectRefused(app, () => second.put(`pending-actions/${action}/approve`, undefined), { code: '-401' });
  });
});

describe('a cancellation that is not possible', () => {
  it.each(['00', '25', '01', '12', '39', '45', '02', '60', '65', '70'] as const)('is refused in status %s', async (status) => {
    const { id } = await agent.insertIn(status);
    const code = ['02', '60', '65', '70'].includes(status) ? '-401' : '-400';
    await expectRefused(app, () => issuing.cancel(id, START), { code });
  });

  it('is refused for days before the receipt or the issue and from the end on, and for an invalid request', async () => {
    const { id } = await createPolicy(agent);
    const violations = (path: string, code: string) => ({ code, violations: [[path, code]] as const });
    await at('2026-12-06T08:00:00Z');
    await expectAllRefused(app, [
      [() => issuing.cancel(id, '2026-11-24'), violations('receivedOn', '-104')],
      [
        () => issuing.cancel(id, '2026-12-06', { receivedOn: '2026-12-07' }),
        {
          code: '-104',
          violations: [
            ['receivedOn', '-104'],
            ['date', '-104'],
          ],
        },
      ],
      [() => issuing.cancel(id, '2026-12-01', { receivedOn: '2026-12-02' }), violations('date', '-104')],
      [() => issuing.cancel(id, '2027-12-05'), violations('date', '-104')],
      [() => issuing.cancel(id, '2027-02-30'), violations('date', '-104')],
      [() => issuing.cancel(id, '2026-12-06', { reasonCode: ' ' }), violations('reasonCode', '-101')],
      [() => issuing.cancel(id, '2026-12-06', { reasonCode: 'MOVED' }), violations('reasonCode', '-103')],
      [() => issuing.cancel(id, '2026-12-06', { reasonCode: 'NOT_WANTED' }), violations('reasonCode', '-102')],
      [() => issuing.cancel(id, '2026-12-06', { reasonCode: 'BY_INSURER', text: ' ' }), violations('text', '-101')],
      [() => issuing.cancel(id, '2026-12-06', { reasonCode: 'IN_ERROR' }), violations('date', '-104')],
      [() => issuing.cancel(id, '2026-12-06', { text: 'x'.repeat(501) }), violations('text', '-102')],
      [() => issuing.cancel(id, '2026-12-06', { claims: undefined }), violations('claims', '-101')],
      [() => issuing.cancel(id, '2026-12-06', { claims: '0' }), violations('claims', '-102')],
      [() => issuing.cancel('9999999999', START), { code: '-300' }],
      [() => issuing.cancel('abc', START), { code: '-300' }],
    ]);
    await at('2027-12-06T10:00:00Z');
    await expectRefused(app, () => issuing.cancel(id, '2027-12-06'), violations('date', '-104'));
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
