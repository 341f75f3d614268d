import { ONE_CONNECTION } from '../support/app.js';
import {
  getBalance,
  toCents,
  charge,
  CHARGE_TIME,
  listLedgerEntries,
  createPolicy,
  parseLinks,
  requestPaymentCode,
  QUARTERLY,
  getReceipt,
  listReceipts,
  START,
  sumCents,
} from '../support/collection.js';
import { FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { expectRefused } from '../support/expect-error.js';

let app: FireApp;
let agent: FireAgent;
let policy: FireEntity;

beforeAll(async () => {
  app = await FireApp.start(ONE_CONNECTION);
  agent = (await app.createAgent()).production;
});
afterAll(() => app.stop());

beforeEach(async () => {
  await at(CHARGE_TIME);
  policy = await createPolicy(agent, QUARTERLY);
});

async function at(instant: string, who = agent): Promise<void> {
  app.clock.set(instant);
  await who.renewToken();
}

describe('a policy paid in four instalments', () => {
  it('has four receipts, the first one paid', async () => {
    const receipts = await listReceipts(agent, policy.id);
    expect(receipts.map((r) => [r.kind, r.status, r.period_from, r.period_to, r.due_date, r.gross])).toEqual([
      ['NEW', 'PAID', START, '2027-03-05', '2026-11-25', 87.35],
      ['INSTALMENT', 'PENDING', '2027-03-05', '2027-06-05', '2027-03-05', 87.31],
      ['INSTALMENT', 'PENDING', '2027-06-05', '2027-09-05', '2027-06-05', 87.31],
      ['INSTALMENT', 'PENDING', '2027-09-05', '2027-12-05', '2027-09-05', 87.31],
    ]);
    expect(sumCents(receipts.map(({ gross }) => gross))).toBe(34928);
    expect(policy.last_receipt).toMatchObject({ receipt_no: receipts[0]?.receipt_no, instalment_no: 1, gross: 87.35 });
  });

  it('has receipts whose covers, taxes and fee each add up', async () => {
    for (const { receipt_no } of await listReceipts(agent, policy.id)) {
      const { covers, taxes, net, fee, gross } = await getReceipt(agent, policy.id, receipt_no);
      expect(covers.map(({ code }) => code)).toEqual(['001', '002', '004', '005', '014']);
      expect(sumCents(covers.map((cover) => cover.net))).toBe(toCents(net));
      expect(sumCents(taxes.map((tax) => tax.net))).toBe(toCents(net));
      expect(sumCents(taxes.map((tax) => tax.fee))).toBe(toCents(fee));
      expect(sumCents([net, fee, ...taxes.map(({ tax }) => tax)])).toBe(toCents(gross));
    }
  });

  it('shares the first net over the covers by largest remainder', async () => {
    const { covers } = await getReceipt(agent, policy.id, policy.last_receipt?.receipt_no);
    // 66.16 over 70.88, 12.60, 28.35, 149.63 and 3.15: cut 66.14, the cents go to 7.0883 and 0.7876.
    expect(covers.map(({ net }) => net)).toEqual([17.72, 3.15, 7.09, 37.41, 0.79]);
  });

  it('accepts the next instalment from 30 days before its period, not a second earlier', async () => {
    await at('2027-02-02T21:59:59Z');
    const early = await expectRefused(app, () => charge(agent, policy.id), { code: '-702' });
    expect(early.json()).toMatchObject({
      reason: 'NOT_DUE',
      from: '2027-02-03',
      message: expect.stringContaining('03/02/2027') as unknown,
    });
    const noCode = await expectRefused(app, () => requestPaymentCode(agent, policy.id), { code: '-703' });
    expect(noCode.json()).toMatchObject({ reason: 'NOT_DUE', from: '2027-02-03' });
    await at('2027-02-02T22:00:00Z');
    const before = await getBalance(app, 'A100');
    const response = await charge(agent, policy.id);
    const [, second, third] = await listReceipts(agent, policy.id);
    expect(response.status).toBe(205);
    expect(response.json()).toMatchObject({
      status_code: '50',
      issue_date: '2026-11-25',
      policy_no: policy.policy_no,
      version: policy.version + 1,
      last_receipt: { receipt_no: second?.receipt_no, instalment_no: 2, period_from: '2027-03-05', gross: 87.31 },
    });
    expect(await agent.get(policy.id)).toEqual(response.json());
    expect(parseLinks(response).receipt).toBe(`/common-api/policy/applications/${policy.id}/receipts/${second?.receipt_no}`);
    expect((await agent.client.get(parseLinks(response).policy ?? '')).headers['content-type']).toBe('application/pdf');
    expect([second, third]).toMatchObject([
      { status: 'PAID', payment: { method: 'CHARGE', reference: `${policy.policy_no}/2`, paid_at: '2027-02-03T00:00:00' } },
      { status: 'PENDING', payment: null },
    ]);
    expect(toCents(await getBalance(app, 'A100'))).toBe(toCents(before) + 8731);
    expect((await listLedgerEntries(app, policy.id)).slice(6)).toEqual([
      'PREMIUM receivable:fire 87.31',
      'PREMIUM fee-income:fire -6.61',
      'PREMIUM tax-payable:FIRE -14.55',
      'PREMIUM premium-income:fire:FIRE -66.15',
      'CHARGE agent:A100 87.31',
      'CHARGE receivable:fire -87.31',
    ]);
    await expectRefused(app, () => charge(agent, policy.id), { code: '-702' });
  });

  it('accepts one instalment at a time, in order, until none is left', async () => {
    for (const [instant, instalment_no] of [
      ['2027-03-01T08:00:00Z', 2],
      ['2027-05-20T08:00:00Z', 3],
      ['2027-08-20T08:00:00Z', 4],
    ] as const) {
      await at(instant);
      expect((await charge(agent, policy.id)).json()).toMatchObject({ last_receipt: { instalment_no } });
    }
    const { client } = agent;
    const english = client.with({ 'Accept-Language': 'en' });
    const path = `/collection-api/applications/${policy.id}/charge`;
    const paid = await expectRefused(app, () => english.put(path), { code: '-702' });
    const message = 'All instalments are paid. The renewal can be charged from 06/10/2027.';
    expect(paid.json()).toMatchObject({ reason: 'PAID', from: '2027-10-06', message });
    expect((await client.put(path)).json().message).toBe('Όλες οι δόσεις έχουν πληρωθεί. Η ανανέωση μπορεί να χρεωθεί από 06/10/2027.');
    expect(await listLedgerEntries(app, policy.id)).toHaveLength(24);
  });

  it('accepts no payment after the month of its notice, also before the clock has run', async () => {
    const { id: overdue } = await agent.insertIn('55', QUARTERLY);
    await app.query('production', 'UPDATE receipt SET notice_on = period_from WHERE application_id = $1 AND instalment_no = 2', [overdue]);
    await at('2027-04-04T21:00:00Z');
    const late = await expectRefused(app, () => charge(agent, overdue), { code: '-702' });
    expect([late.json().reason, late.json().from]).toEqual(['ENDED', undefined]);
    expect((await expectRefused(app, () => requestPaymentCode(agent, overdue), { code: '-703' })).json().reason).toBe('ENDED');
    await at('2027-04-04T20:59:59Z');
    for (const id of [policy.id, overdue]) expect((await charge(agent, id)).json()).toMatchObject({ last_receipt: { instalment_no: 2 } });
  });

  it('comes back in force when an overdue instalment is charged', async () => {
    const { id } = await agent.insertIn('55', QUARTERLY);
    await at('2027-03-20T08:00:00Z');
    expect((await charge(agent, id)).json()).toMatchObject({ id, status_code: '50', last_receipt: { instalment_no: 2 } });
    const steps = await app.query(
      'production',
      'SELECT from_status, to_status, action FROM status_transition WHERE application_id = $1 ORDER BY id',
      [id],
    );
    expect(steps.at(-1)).toEqual({ from_status: '55', to_status: '50', action: 'pay_instalment' });
  });

  it('is charged only within the credit limit', async () => {
    const limited = (await app.createAgent({ code: 'A200', creditLimit: '100.00' })).production;
    const { id } = await createPolicy(limited, QUARTERLY);
    await at('2027-03-01T08:00:00Z', limited);
    await expectRefused(app, () => charge(limited, id), { code: '-706' });
    expect(await getBalance(app, 'A200')).toBe(87.35);
  });

  it('is charged once by several simultaneous callers', async () => {
    await at('2027-03-20T08:00:00Z');
    const responses = await Promise.all(Array.from({ length: 20 }, () => charge(agent, policy.id)));
    const paid = responses
      .filter(({ status }) => status === 205)
      .map((response) => response.json<FireEntity>().last_receipt?.instalment_no);
    expect(paid).toEqual([2]);
    for (const refused of responses.filter(({ status }) => status !== 205)) expect(refused.json()).toMatchObject({ error: '-702' });
    const receipts = await listReceipts(agent, policy.id);
    expect(receipts.filter(({ status }) => status === 'PAID')).toHaveLength(2);
    expect(await listLedgerEntries(app, policy.id)).toHaveLength(12);
  });
});
