import { createPolicy, createPrepaid, listReceipts, QUARTERLY } from '../support/collection.js';
import { expectStatus, FireApp, getHistory, type FireAgent } from '../support/fire-app.js';
import { createUnknownCode, getPaymentCode, LocalCollectionClient, type BankPayment } from '../support/collection-client.js';
import { expectRefused } from '../support/expect-error.js';
import type { HttpResponse } from '../support/client.js';
import { StaffClient } from '../support/staff-client.js';

const AGENT_CODE = 'A520';

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let second: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  app.clock.set('2026-11-24T08:00:00Z');
  agent = (await app.createAgent({ code: AGENT_CODE })).production;
  issuing = await LocalCollectionClient.open(app);
  second = await StaffClient.open(app.running, 'issuing');
});
afterAll(() => app.stop());
beforeEach(() => at('2026-11-24T08:00:00Z'));
afterEach(() => issuing.expectBalancedLedger());

async function at(instant: string): Promise<void> {
  await issuing.moveTo(instant, agent);
  await second.renewSession();
}

interface Booking {
  readonly transactionId: number;
  readonly kind: string;
  readonly reversal: { readonly by: string; readonly reason: string } | null;
}

const reversed = async (transactionId: number): Promise<Booking> => expectStatus(200, await issuing.reverse(transactionId)).json<Booking>();
const statusOf = async (id: number): Promise<string> => (await agent.get(id)).status_code;
const balance = async (account: string): Promise<number> => Number(await issuing.accountBalance(account));

/** Books a settlement and returns its transaction. */
async function settle(amount: number, reference: string): Promise<number> {
  return expectStatus(200, await issuing.settle(AGENT_CODE, amount, reference)).json<{ transactionId: number }>().transactionId;
}

/** Pays an application in prepay by its code; returns the transaction of the payment. */
async function pay(id: number): Promise<number> {
  const reference = issuing.createReference();
  const { payment_code, amount } = await getPaymentCode(agent, id);
  expectStatus(200, await issuing.sendPayment(payment_code, amount, reference));
  return issuing.findBooking(reference);
}

describe('a mistyped settlement', () => {
  it('of 5,000 for 500 is reversed by two people, and booked again with its reference', async () => {
    const [bank, owed] = [await balance('bank'), await balance(`agent:${AGENT_CODE}`)];
    const id = await settle(5000, 'SET 1');
    const { id: pending, kind } = expectStatus(202, await issuing.reverse(id)).json<{ id: number; kind: string }>();
    expect(kind).toBe('REVERSAL');
    expect(await balance('bank')).toBe(bank + 5000);
    await expectRefused(app, () => issuing.staff.put(`pending-actions/${pending}/approve`, undefined), { status: 403, code: '-203' });
    expectStatus(200, await second.put(`pending-actions/${pending}/approve`, undefined));
    expect([await balance('bank'), await balance(`agent:${AGENT_CODE}`)]).toEqual([bank, owed]);

    await settle(500, 'SET 1');
    expect([await balance('bank'), await balance(`agent:${AGENT_CODE}`)]).toEqual([bank + 500, owed - 500]);
    const { items } = await issuing.list<{ kind: string; amount: number; reference: string }>(`agents/${AGENT_CODE}/account?limit=500`);
    const lines = items.filter(({ reference }) => reference === 'SET 1').map(({ kind: entry, amount }) => [entry, amount]);
    expect(lines).toEqual([
      ['SETTLEMENT', -5000],
      ['REVERSAL', 5000],
      ['SETTLEMENT', -500],
    ]);
  });

  it('reopens the charges that it paid with their own age', async () => {
    const { production: other } = await app.createAgent({ code: 'A521' });
    await createPolicy(other);
    await at('2027-02-24T08:00:00Z');
    const account = async (): Promise<unknown> => {
      const { items } = await issuing.list<{ balance: number; agedDebt: object; lastSettlement: number | null }>(
        'agent-accounts?code=A521',
      );
      return items[0];
    };
    const before = await account();
    const { transactionId } = expectStatus(200, await issuing.settle('A521', 300, 'SET 2')).json<{ transactionId: number }>();
    await reversed(transactionId);
    expect(await account()).toEqual(before);
  });

  it('is reversed once, with a reason, and a reversal is not reversed', async () => {
    const id = await settle(20, 'SET 3');
    await expectRefused(app, () => issuing.staff.post(`bookings/${id}/reversal`, {}), { code: '-101', violations: [['reason', '-101']] });
    const responses = await Promise.all([1, 2, 3].map(() => issuing.reverse(id)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const booking = expectStatus(200, await issuing.staff.get(`bookings/${id}`)).json<Booking>();
    expect(booking).toMatchObject({ kind: 'SETTLEMENT', reversal: { reason: 'Λάθος καταχώριση' } });
    const [row] = await app.query<{ id: string }>('production', 'SELECT id FROM ledger_transaction WHERE reverses = $1', [id]);
    await expectRefused(app, () => issuing.reverse(Number(row?.id)), { code: '-304' });
  });
});

describe('the reversal of a payment', () => {
  it('that only issued a policy cancels it from its start, and its number is not used again', async () => {
    const { id } = await createPrepaid(agent, { start_date: '2026-12-01' });
    const bank = await balance('bank');
    await reversed(await pay(id));
    expect(await balance('bank')).toBe(bank);
    expect(await agent.get(id)).toMatchObject({ status_code: '70', start_date: '2026-12-01' });
    expect((await listReceipts(agent, id)).map(({ status }) => status)).toEqual(['CANCELLED']);
    expect((await getHistory(agent, id)).transitions.at(-1)).toBe('50 cancel_mid_term 70');
    const [act] = await app.query('production', 'SELECT kind, cover_ends::text FROM cancellation WHERE application_id = $1', [id]);
    expect(act).toEqual({ kind: 'CANCELLATION', cover_ends: '2026-12-01' });
    expect((await issuing.list(`refunds?applicationId=${id}`)).items).toEqual([]);
  });

  it('of an instalment makes it due again, 55 if its period has begun, and it can be paid again', async () => {
    const { id } = await createPolicy(agent, QUARTERLY);
    await at('2027-02-20T08:00:00Z');
    const transaction = await pay(id);
    expect((await listReceipts(agent, id)).map(({ status }) => status)).toEqual(['PAID', 'PAID', 'PENDING', 'PENDING']);
    await at('2027-03-05T08:00:00Z');
    await reversed(transaction);
    expect((await listReceipts(agent, id)).map(({ status }) => status)).toEqual(['PAID', 'PENDING', 'PENDING', 'PENDING']);
    await app.runDueWork('production');
    expect(await statusOf(id)).toBe('55');
    await pay(id);
    expect([await statusOf(id), (await listReceipts(agent, id)).map(({ status }) => status)]).toEqual([
      '50',
      ['PAID', 'PAID', 'PENDING', 'PENDING'],
    ]);
    const rows = expectStatus(
      200,
      await issuing.staff.get('reports/receipts?from=2027-02-01&to=2027-04-01', { headers: { Accept: 'application/x-ndjson' } }),
    ).text;
    const lines = rows
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { applicationId: number; kind: string; gross: number });
    const own = lines.filter(({ applicationId }) => applicationId === id);
    expect(own.map(({ kind }) => kind)).toEqual(['INSTALMENT', 'REVERSAL', 'INSTALMENT']);
    expect(own[1]?.gross).toBe(-(own[0]?.gross ?? 0));
  });

  it('is refused with the policy when a later instalment is paid, or the policy has ended', async () => {
    const { id } = await createPrepaid(agent, { ...QUARTERLY, start_date: '2026-12-01' });
    const first = await pay(id);
    await at('2027-02-20T08:00:00Z');
    await pay(id);
    const { policy_no } = await agent.get(id);
    const refused = await expectRefused(app, () => issuing.reverse(first), { code: '-400' });
    expect(refused.json<{ message: string }>().message).toContain(policy_no);
    expectStatus(200, await issuing.cancel(id, '2027-02-20'));
    const ended = await expectRefused(app, () => issuing.reverse(first), { code: '-400' });
    expect(ended.json<{ message: string }>().message).toContain(policy_no);
  });

  it('frees its reference, so that the money can be booked as it was meant', async () => {
    const [wrong, right] = [await createPrepaid(agent), await createPrepaid(agent)];
    const one = await getPaymentCode(agent, wrong.id);
    expectStatus(200, await issuing.sendPayment(one.payment_code, one.amount, 'PAY 1'));
    await reversed(await issuing.findBooking('PAY 1'));
    const other = await getPaymentCode(agent, right.id);
    expect(expectStatus(200, await issuing.sendPayment(other.payment_code, other.amount, 'PAY 1')).json()).toMatchObject({
      outcome: 'ISSUED',
    });
    expect([await statusOf(wrong.id), await statusOf(right.id)]).toEqual(['70', '50']);
  });
});

describe('the reversal of money in suspense', () => {
  async function suspended(amount: number, reference: string): Promise<number> {
    const { suspenseId } = expectStatus(200, await issuing.sendPayment(createUnknownCode(), amount, reference)).json<BankPayment>();
    return suspenseId ?? 0;
  }
  const itemOf = async (id: number): Promise<{ resolution: string | null }> =>
    expectStatus(200, await issuing.staff.get(`suspense/${id}`)).json<{ resolution: string | null }>();

  it('takes it out of the books, after its resolution was reversed', async () => {
    const bank = await balance('bank');
    const { id } = await createPrepaid(agent);
    const { amount } = await getPaymentCode(agent, id);
    const item = await suspended(amount, 'SUS 1');
    expectStatus(200, await issuing.resolve(item, { applicationId: id }));
    const { items } = await issuing.list<Booking>('bookings?reference=SUS 1'.replace(' ', '%20'));
    expect(items.map(({ kind }) => kind)).toEqual(['RESOLUTION', 'SUSPENSE']);
    await expectRefused(app, () => issuing.reverse(items[1]?.transactionId ?? 0), { code: '-400' });
    await reversed(items[0]?.transactionId ?? 0);
    expect([await statusOf(id), (await itemOf(item)).resolution]).toEqual(['70', null]);
    await reversed(items[1]?.transactionId ?? 0);
    expect([(await itemOf(item)).resolution, await balance('bank')]).toEqual(['REVERSED', bank]);
  });

  it('withdraws a refund that is owed, and the item can be refunded again', async () => {
    const item = await suspended(77, 'SUS 2');
    expectStatus(200, await issuing.resolve(item, { refund: true }));
    await reversed(await issuing.findBooking('SUS 2'));
    const refunds = async (): Promise<string[]> =>
      (await issuing.list<{ status: string; amount: number }>('refunds?kind=SUSPENSE')).items
        .filter(({ amount }) => amount === 77)
        .map(({ status }) => status);
    expect([(await itemOf(item)).resolution, await refunds()]).toEqual([null, ['WITHDRAWN']]);
    expectStatus(200, await issuing.resolve(item, { refund: true }));
    expect(await refunds()).toEqual(['WITHDRAWN', 'OWED']);
  });
});

it('a reversal is repeated by its Idempotency-Key and is in the audit record', async () => {
  const id = await settle(30, 'SET 4');
  const call = { json: { reason: 'Λάθος αναφορά' }, headers: { 'Idempotency-Key': 'reverse-1' } };
  const send = (): Promise<HttpResponse> => issuing.staff.send('POST', `bookings/${id}/reversal`, call);
  const first = expectStatus(200, await send()).json();
  expect(expectStatus(200, await send()).json()).toEqual(first);
  const admin = await StaffClient.open(app.running, 'admin');
  const { items } = expectStatus(200, await admin.get(`audit?subjectType=booking&subjectId=${id}`)).json<{ items: object[] }>();
  expect(items).toMatchObject([{ action: 'reverse', details: { reason: 'Λάθος αναφορά', amount: '30.00' } }]);
});
