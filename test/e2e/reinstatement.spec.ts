import { ONE_CONNECTION } from '../support/app.js';
import {
  charge,
  CHARGE_TIME,
  createPolicy,
  getBalance,
  listReceipts,
  QUARTERLY,
  requestPaymentCode,
  type ReceiptEntity,
} from '../support/collection.js';
import { getPaymentCode, LocalCollectionClient, type BankPayment, type PaymentCodeEntity } from '../support/collection-client.js';
import { expectRefused } from '../support/expect-error.js';
import { expectStatus, FireApp, getHistory, type FireAgent } from '../support/fire-app.js';
import type { HttpResponse } from '../support/client.js';
import { MotorAgent } from '../support/motor.js';
import { PAYOUT_IBAN } from '../support/payout-client.js';
import { StaffClient } from '../support/staff-client.js';

const AGENT_CODE = 'A530';
const JSON_LINES = { headers: { Accept: 'application/x-ndjson' } };
const REASON = { reason: 'Ακυρώθηκε εκ παραδρομής.' };

let app: FireApp;
let agent: FireAgent;
let motor: MotorAgent;
let issuing: LocalCollectionClient;
let second: StaffClient;
let plates = 0;

beforeAll(async () => {
  app = await FireApp.start(ONE_CONNECTION);
  agent = (await app.createAgent({ code: AGENT_CODE })).production;
  motor = new MotorAgent(agent);
  issuing = await LocalCollectionClient.open(app);
  second = await StaffClient.open(app.running, 'issuing');
});
afterAll(() => app.stop());
beforeEach(() => moveTo(CHARGE_TIME));
afterEach(() => issuing.expectBalancedLedger());

async function moveTo(instant: string): Promise<void> {
  await issuing.moveTo(instant, agent);
  await second.renewSession();
}

async function clockAt(instant: string): Promise<void> {
  await moveTo(instant);
  await app.runDueWork('production');
}

const reinstate = (id: number, more: object = {}): Promise<HttpResponse> =>
  issuing.staff.post(`applications/${id}/reinstatement`, { ...REASON, ...more });
/** Lists the paid receipts after the first instalment. */
const listPaid = async (id: number): Promise<ReceiptEntity[]> =>
  (await listReceipts(agent, id)).filter(({ kind, status }) => status === 'PAID' && kind !== 'NEW');
const statusOf = async (id: number): Promise<string> => (await agent.get(id)).status_code;
const states = async (id: number): Promise<string[]> => (await listReceipts(agent, id)).map(({ kind, status }) => `${kind} ${status}`);

async function listProduction(policyNo: string | null): Promise<{ movement: string; policyNo: string; gross: number }[]> {
  const { text } = expectStatus(200, await issuing.staff.get('reports/production?from=2026-11-01&to=2027-02-01', JSON_LINES));
  const rows = text.trim().split('\n');
  return rows
    .map((line) => JSON.parse(line) as { movement: string; policyNo: string; gross: number })
    .filter((row) => row.policyNo === policyNo);
}

async function reinstateInError(id: number): Promise<HttpResponse> {
  const { id: pending } = expectStatus(202, await reinstate(id)).json<{ id: number }>();
  return second.put(`pending-actions/${pending}/approve`, {});
}

/** Books a payment, with a second person if its value date is old. */
async function pay({ payment_code, amount }: PaymentCodeEntity, valueDate: string): Promise<BankPayment> {
  const response = await issuing.sendPayment(payment_code, amount, undefined, valueDate);
  if (response.status !== 202) return expectStatus(200, response).json<BankPayment>();
  const { id } = response.json<{ id: number }>();
  return expectStatus(200, await second.put(`pending-actions/${id}/approve`, {})).json<{ result: BankPayment }>().result;
}

describe('a policy that was cancelled in error', () => {
  it('is in force again without a gap when a second person approves, with the charge of its agent restored (money.121)', async () => {
    const { id } = await createPolicy(agent, QUARTERLY);
    const before = await getBalance(app, AGENT_CODE);
    await moveTo('2027-01-10T08:00:00Z');
    expectStatus(200, await issuing.cancel(id, '2027-01-10'));
    const cancelled = await listReceipts(agent, id);
    expect(await getBalance(app, AGENT_CODE)).toBeLessThan(before);
    await moveTo('2027-01-12T08:00:00Z');
    const pending = expectStatus(202, await reinstate(id)).json<{ id: number; kind: string }>();
    expect([pending.kind, await statusOf(id)]).toEqual(['REINSTATEMENT', '70']);
    expectStatus(403, await issuing.staff.put(`pending-actions/${pending.id}/approve`, {}));
    expectStatus(200, await second.put(`pending-actions/${pending.id}/approve`, {}));
    expect(await agent.get(id)).toMatchObject({ status_code: '50', active: '1', messages: [{ code: 'REINSTATED' }] });
    expect(await getBalance(app, AGENT_CODE)).toBe(before);
    const receipts = await listReceipts(agent, id);
    const restored = receipts.slice(cancelled.length);
    expect(receipts.map(({ status }) => status)).toEqual([
      'PAID',
      'CANCELLED',
      'CANCELLED',
      'CANCELLED',
      'CANCELLED',
      'PENDING',
      'PENDING',
      'PENDING',
    ]);
    expect(restored.map(({ period_from, gross }) => [period_from, gross])).toEqual(
      cancelled.slice(1, 4).map(({ period_from, gross }) => [period_from, gross]),
    );
    expect((await getHistory(agent, id)).transitions.slice(-2)).toEqual(['50 cancel_mid_term 70', '70 reinstate 50']);
    await moveTo('2027-02-20T08:00:00Z');
    expectStatus(205, await charge(agent, id));
    expect(await statusOf(id)).toBe('50');
  });

  it('has its refund to the customer withdrawn, and can be cancelled once more', async () => {
    const { id } = await agent.insert();
    expectStatus(205, await agent.act(id, 'prepay'));
    await issuing.pay(agent, id);
    await moveTo('2027-01-10T08:00:00Z');
    expectStatus(200, await issuing.cancel(id, '2027-01-10'));
    expectStatus(200, await reinstateInError(id));
    const refunds = async () => (await issuing.list<{ status: string }>(`refunds?applicationId=${id}`)).items.map(({ status }) => status);
    expect([await refunds(), await issuing.accountBalance(`customer-payable:${id}`)]).toEqual([['WITHDRAWN'], '0.00']);
    expect(await states(id)).toEqual(['NEW PAID', 'REFUND CANCELLED']);
    await moveTo('2027-02-10T08:00:00Z');
    expectStatus(200, await issuing.cancel(id, '2027-02-10'));
    expect((await refunds()).sort()).toEqual(['OWED', 'WITHDRAWN']);
    expect(await states(id)).toEqual(['NEW PAID', 'REFUND CANCELLED', 'REFUND PAID']);
    expectStatus(200, await reinstateInError(id));
    expect(await statusOf(id)).toBe('50');
  });

  it('shows each cancellation and the reinstatement in the report of production, which add up', async () => {
    const { id, policy_no: policyNo } = await createPolicy(agent, QUARTERLY);
    await moveTo('2027-01-10T08:00:00Z');
    expectStatus(200, await issuing.cancel(id, '2027-01-10'));
    await moveTo('2027-01-11T08:00:00Z');
    expectStatus(200, await reinstateInError(id));
    const rows = await listProduction(policyNo);
    expect(rows.map(({ movement }) => movement)).toEqual(['ISSUED', 'CANCELLED', 'REINSTATED']);
    expect(rows[1]!.gross + rows[2]!.gross).toBeCloseTo(0, 2);
    const total = (await listReceipts(agent, id)).filter(({ status }) => status !== 'CANCELLED').reduce((sum, { gross }) => sum + gross, 0);
    expect(rows[0]!.gross).toBeCloseTo(total, 2);
  });

  it('counts each act once in the report of production when all acts of two policies are at one instant (reports.4)', async () => {
    const policies = [await createPolicy(agent, QUARTERLY), await createPolicy(agent, QUARTERLY)];
    await moveTo('2027-01-10T08:00:00Z');
    const cancel = async (id: number): Promise<number> =>
      expectStatus(200, await issuing.cancel(id, '2027-01-10')).json<{ refundAmount: number }>().refundAmount;
    for (const { id } of policies) await cancel(id);
    for (const { id } of policies) expectStatus(200, await reinstateInError(id));
    for (const { id } of policies) await cancel(id);
    for (const { id, policy_no: policyNo } of policies) {
      const rows = await listProduction(policyNo);
      expect(rows.map(({ movement }) => movement)).toEqual(['ISSUED', 'CANCELLED', 'REINSTATED', 'CANCELLED']);
      const [issued, first, restored, last] = rows.map(({ gross }) => gross);
      expect([restored, last]).toEqual([-first!, first]);
      const left = (await listReceipts(agent, id))
        .filter(({ status }) => status !== 'CANCELLED')
        .reduce((sum, { gross }) => sum + gross, 0);
      expect(issued! + last!).toBeCloseTo(left, 2);
    }
  });

  it('is not reinstated by one person, twice, after its period, or while another policy has the plate', async () => {
    const car = await motor.createPolicy({ plateNo: 'TAP-1001' });
    await expectRefused(app, () => reinstate(car.id), { code: '-400' });
    await moveTo('2027-01-10T08:00:00Z');
    expectStatus(200, await issuing.cancel(car.id, '2027-01-10'));
    await expectRefused(app, () => reinstate(car.id, { reason: '' }), { code: '-101', violations: [['reason', '-101']] });
    await expectRefused(app, () => reinstate(car.id, { suspenseId: 999_999 }), { code: '-304' });
    const other = await motor.createPolicy({ plateNo: 'TAP-1001', policyStartDate: '2027-01-15' });
    await expectRefused(app, () => reinstate(car.id), { code: '-501' });
    expectStatus(200, await issuing.cancel(other.id, '2027-01-10', { reasonCode: 'NOT_WANTED', text: null, claims: false }));
    const first = expectStatus(202, await reinstate(car.id)).json<{ id: number }>();
    const again = expectStatus(202, await reinstate(car.id)).json<{ id: number }>();
    expectStatus(200, await second.put(`pending-actions/${first.id}/approve`, {}));
    expectStatus(400, await second.put(`pending-actions/${again.id}/approve`, {}));
    expectStatus(200, await issuing.cancel(car.id, '2027-01-10'));
    await moveTo('2027-12-02T08:00:00Z');
    await expectRefused(app, () => reinstate(car.id), { code: '-400' });
  });

  it('is not reinstated once its refund is in a batch of payouts', async () => {
    const { id } = await agent.insert();
    expectStatus(205, await agent.act(id, 'prepay'));
    await issuing.pay(agent, id);
    await moveTo('2027-01-10T08:00:00Z');
    expectStatus(200, await issuing.cancel(id, '2027-01-10'));
    const [refund] = (await issuing.list<{ id: number }>(`refunds?applicationId=${id}`)).items;
    const account = { iban: 'GR1601101250000000012300695', holder: 'Παπαδοπούλου Μαρία' };
    expectStatus(200, await issuing.staff.put(`refunds/${refund?.id}/account`, account));
    expectStatus(200, await issuing.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
    expectStatus(201, await issuing.staff.post('payout-batches', { refundIds: [refund?.id] }));
    await expectRefused(app, () => reinstate(id), { code: '-400' });
  });
});

describe('a vehicle that lapsed', () => {
  /** A policy from 1 December 2026 whose second instalment was asked for, and not recorded before it lapsed. */
  async function lapse(): Promise<{ id: number; code: PaymentCodeEntity }> {
    plates += 1;
    const { id } = await motor.createPolicy({ plateNo: `TAP-${2000 + plates}`, payFrequencyInMonths: 3 });
    await moveTo('2027-02-20T08:00:00Z');
    const code = await getPaymentCode(agent, id);
    await clockAt('2027-03-01T08:00:00Z');
    await clockAt('2027-04-10T08:00:00Z');
    expect(await statusOfCar(id)).toBe('70');
    return { id, code };
  }
  const statusOfCar = async (id: number): Promise<string> => (await motor.get(id)).statusCode;

  it('is reinstated without a gap by a payment in time that is read late (money.122)', async () => {
    const { id, code } = await lapse();
    expect(await pay(code, '2027-02-28')).toMatchObject({ outcome: 'INSTALMENT_PAID' });
    expect(await statusOfCar(id)).toBe('50');
    const [paid] = await listPaid(id);
    expect(paid).toMatchObject({ gap_from: null, period_from: '2027-03-01', gross: code.amount });
    await app.runDueWork('production');
    expect(await statusOfCar(id)).toBe('50');
  });

  it('is reinstated with a gap by a payment within its 30 days that is read late', async () => {
    const { id, code } = await lapse();
    expect(await pay(code, '2027-03-20')).toMatchObject({ outcome: 'INSTALMENT_PAID' });
    const [paid] = await listPaid(id);
    expect(paid).toMatchObject({ gap_from: '2027-03-01', period_from: '2027-03-21', period_to: '2027-06-01' });
    expect(await statusOfCar(id)).toBe('50');
  });

  it('keeps late money in suspense, with which staff reinstate it from the day after its value date (money.123)', async () => {
    const { id, code } = await lapse();
    const { suspenseId, reason } = await pay(code, '2027-04-05');
    expect(reason).toMatchObject({ code: '-401' });
    await expectRefused(app, () => reinstate(id), { code: '-400' });
    expectStatus(200, await reinstate(id, { suspenseId }));
    const [paid] = await listPaid(id);
    expect(paid).toMatchObject({ gap_from: '2027-03-01', period_from: '2027-04-06', period_to: '2027-06-01' });
    expect([await statusOfCar(id), (await getHistory(agent, id)).transitions.at(-1)]).toEqual(['50', '70 reinstate 50']);
    const refunds = (await issuing.list<{ kind: string; amount: number }>(`refunds?applicationId=${id}`)).items;
    expect(refunds).toMatchObject([{ kind: 'OVERPAYMENT', amount: Math.round((code.amount - paid!.gross) * 100) / 100 }]);
    await expectRefused(app, () => reinstate(id, { suspenseId }), { code: '-400' });
  });

  it('keeps money in time in suspense when the plate is insured again', async () => {
    const { id, code } = await lapse();
    await motor.createPolicy({ plateNo: `TAP-${2000 + plates}`, policyStartDate: '2027-04-12' });
    expect(await pay(code, '2027-02-28')).toMatchObject({ outcome: 'SUSPENDED', reason: { code: '-501' } });
    expect(await statusOfCar(id)).toBe('70');
  });

  it('is not reinstated after the period of the instalment', async () => {
    const { id, code } = await lapse();
    const { suspenseId } = await pay(code, '2027-04-05');
    await moveTo('2027-06-01T08:00:00Z');
    await expectRefused(app, () => reinstate(id, { suspenseId }), { code: '-400' });
  });
});

describe('a fire policy that lapsed', () => {
  async function lapse(): Promise<{ id: number; code: PaymentCodeEntity }> {
    const { id } = await createPolicy(agent, QUARTERLY);
    await moveTo('2027-02-20T08:00:00Z');
    const code = await getPaymentCode(agent, id);
    await clockAt('2027-03-05T08:00:00Z');
    await clockAt('2027-04-12T08:00:00Z');
    expect(await statusOf(id)).toBe('70');
    return { id, code };
  }

  it('is reinstated without a gap by a payment in time, and no longer owes the earned premium (money.122)', async () => {
    const { id, code } = await lapse();
    expect(await pay(code, '2027-03-20')).toMatchObject({ outcome: 'INSTALMENT_PAID' });
    expect(await statusOf(id)).toBe('50');
    expect((await states(id)).filter((state) => state.startsWith('EARNED'))).toEqual(['EARNED CANCELLED']);
    const [paid] = await listPaid(id);
    expect(paid).toMatchObject({ gap_from: null, gross: code.amount });
  });

  it('pays its earned premium first, and then the rest without the fee (money.123)', async () => {
    const { id, code } = await lapse();
    const { suspenseId } = await pay(code, '2027-04-10');
    await expectRefused(app, () => reinstate(id, { suspenseId }), { code: '-400' });
    expectStatus(205, await charge(agent, id));
    expectStatus(200, await reinstate(id, { suspenseId }));
    const [earned, rest] = await listPaid(id);
    expect([earned?.kind, rest?.kind]).toEqual(['EARNED', 'INSTALMENT']);
    expect(rest).toMatchObject({ fee: 0, gap_from: earned?.period_to, period_from: '2027-04-11' });
    expect(await statusOf(id)).toBe('50');
    expect((await requestPaymentCode(agent, id)).status).toBe(400);
  });
});

it('an agent reinstates its own policy in the sandbox, and not with the money of another', async () => {
  const { sandbox } = await app.createAgent({ code: 'S531' });
  const stranger = (await app.createAgent({ code: 'S532' })).sandbox;
  const { id } = await createPolicy(sandbox);
  const act = (one: FireAgent, path: string, body: object): Promise<HttpResponse> =>
    one.client.post(`/dev/test-api/resources/applications/${id}/${path}`, body);
  const today = app.clock.today();
  expectStatus(200, await act(sandbox, 'cancellation', { reason_code: 'SALE', date: today, claims: false }));
  await expectRefused(app, () => act(stranger, 'reinstatement', REASON), { code: '-300' });
  await expectRefused(app, () => act(sandbox, 'reinstatement', { ...REASON, suspense_id: 1 }), { code: '-304' });
  expectStatus(200, await act(sandbox, 'reinstatement', REASON));
  expect((await sandbox.get(id)).status_code).toBe('50');
});
