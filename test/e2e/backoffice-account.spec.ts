import { getBalance, charge, CHARGE_TIME, createPolicy, createPrepaid } from '../support/collection.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { LocalCollectionClient, WITHDRAWAL } from '../support/collection-client.js';
import { expectAllRefused, expectRefused } from '../support/expect-error.js';

interface Account {
  readonly openingBalance: number;
  readonly closingBalance: number;
  readonly balance: number;
  readonly total: number;
  readonly items: readonly { readonly kind: string; readonly amount: number; readonly balance: number }[];
}

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;

beforeAll(async () => {
  app = await FireApp.start();
  issuing = await LocalCollectionClient.open(app);
});
afterAll(() => app.stop());

let codes = 0;
let code: string;

beforeEach(async () => {
  app.clock.set(CHARGE_TIME);
  await issuing.staff.renewSession();
  code = `B${++codes}`;
  agent = (await app.createAgent({ code, name: 'Πρακτορείο Αττικής', creditLimit: '400.00' })).production;
});

const settle = (amount: number, reference: string) => issuing.settle(code, amount, reference);
const account = async (query = ''): Promise<Account> =>
  expectStatus(200, await issuing.staff.get(`agents/${code}/account${query}`)).json<Account>();

const at = (instant: string): Promise<void> => issuing.moveTo(instant, agent);

describe('an agent’s account in the back office', () => {
  it('starts empty', async () => {
    expect(await account()).toEqual({
      agentCode: code,
      name: 'Πρακτορείο Αττικής',
      creditLimit: 400,
      balance: 0,
      openingBalance: 0,
      closingBalance: 0,
      items: [],
      start: 1,
      limit: 50,
      total: 0,
    });
  });

  it('lists every movement with the balance after it, by period and page', async () => {
    const policy = await createPolicy(agent);
    await at('2026-11-27T08:00:00Z');
    const settled = await settle(300, `${code}-1`);
    await at('2026-11-28T08:00:00Z');
    const second = await createPolicy(agent);
    expect(settled.json()).toMatchObject({ agentCode: code, amount: 300, reference: `${code}-1`, balance: 32.64 });
    const whole = await account();
    expect(whole).toMatchObject({ balance: 365.28, openingBalance: 0, closingBalance: 365.28, total: 3 });
    expect(whole.items).toEqual([
      {
        transactionId: expect.any(Number) as number,
        at: '2026-11-25T10:00:00',
        kind: 'CHARGE',
        reference: `${policy.policy_no}/1`,

        applicationId: policy.id,
        policyNo: policy.policy_no,
        receiptNo: policy.last_receipt?.receipt_no,
        amount: 332.64,
        balance: 332.64,
      },
      {
        transactionId: settled.json()['transactionId'],
        at: '2026-11-27T10:00:00',
        kind: 'SETTLEMENT',
        reference: `${code}-1`,
        applicationId: null,
        policyNo: null,
        receiptNo: null,
        amount: -300,
        balance: 32.64,
      },
      expect.objectContaining({ applicationId: second.id, amount: 332.64, balance: 365.28 }),
    ]);
    expect(await account('?from=2026-11-26&to=2026-11-28')).toMatchObject({
      openingBalance: 332.64,
      closingBalance: 32.64,
      balance: 365.28,
      total: 1,
      items: [whole.items[1]],
    });
    expect(await account('?start=2&limit=1')).toMatchObject({ total: 3, items: [whole.items[1]] });
    expect(await account('?from=2026-11-29')).toMatchObject({ openingBalance: 365.28, closingBalance: 365.28, items: [] });
    await issuing.expectBalancedLedger();
  });

  it('shows refunds, and may become a credit balance', async () => {
    const { id } = await createPolicy(agent);
    await settle(332.64, `${code}-1`);
    expectStatus(200, await issuing.cancel(id, '2026-11-25', WITHDRAWAL));
    const { items, balance } = await account();
    expect(balance).toBe(-332.64);
    expect(items.map((item) => [item.kind, item.amount, item.balance])).toEqual([
      ['CHARGE', 332.64, 332.64],
      ['SETTLEMENT', -332.64, 0],
      ['REFUND', -332.64, -332.64],
    ]);
  });
});

describe('a settlement', () => {
  it('restores room below the credit limit', async () => {
    await createPolicy(agent);
    const { id } = await createPrepaid(agent);
    await expectRefused(app, () => charge(agent, id), { code: '-706' });
    expectStatus(200, await settle(265.28, `${code}-1`));
    expectStatus(205, await charge(agent, id));
  });

  it('with a known reference returns the first response, and is refused with another amount or agent', async () => {
    const first = expectStatus(200, await settle(100, `${code}-1`));
    await settle(50, `${code}-2`);
    const before = await app.readFingerprint();
    const again = expectStatus(200, await settle(100, `${code}-1`));
    expect(again.text).toBe(first.text);
    expect(await app.readFingerprint()).toEqual(before);
    const other = (await app.createAgent({ code: `${code}X` })).production.access;
    expect(other).toBeDefined();
    await expectAllRefused(app, [
      [() => settle(100.01, `${code}-1`), { status: 409, code: '-403' }],
      [() => issuing.settle(`${code}X`, 100, `${code}-1`), { status: 409, code: '-403' }],
    ]);
  });

  it('is booked once when sent many times at once', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => settle(10, `${code}-1`)));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await getBalance(app, code)).toBe(-10);
    const audited = await app.query('production', `SELECT details FROM gateway.audit_entry WHERE action = 'settle' AND subject_id = $1`, [
      code,
    ]);
    expect(audited).toEqual([{ details: { amount: '10.00', reference: `${code}-1`, valueDate: '2026-11-25' } }]);
  });

  it('is refused without an agent, an amount or a reference', async () => {
    const violation = (path: string, violationCode: string) => ({ code: violationCode, violations: [[path, violationCode]] as const });
    await expectAllRefused(app, [
      [() => settle(0, 'x'), violation('amount', '-102')],
      [() => settle(-1, 'x'), violation('amount', '-102')],
      [() => settle(1.001, 'x'), violation('amount', '-102')],
      [() => settle(1, ''), violation('reference', '-101')],
      [() => issuing.settle('NONE', 1, 'x'), { code: '-304' }],
      [() => issuing.settle('a%00', 1, 'x'), { code: '-304' }],
      [() => issuing.staff.get('agents/NONE/account'), { code: '-304' }],
      [() => issuing.staff.get('agents/%00/account'), { code: '-304' }],
      [() => issuing.staff.get(`agents/${code}/account?from=yesterday`), violation('from', '-105')],
    ]);
  });
});
