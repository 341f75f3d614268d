import { buildPaymentReference, buildRfCode } from '../../src/common/rf-code.js';
import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import {
  CHARGE_TIME,
  charge,
  listLedgerEntries,
  createPolicy,
  parseLinks,
  requestPaymentCode,
  createPrepaid,
  QUARTERLY,
  listReceipts,
  START,
} from '../support/collection.js';
import { expectStatus, FireApp, getHistory, type FireAgent } from '../support/fire-app.js';
import { getPaymentCode, LocalCollectionClient, createUnknownCode, type BankPayment } from '../support/collection-client.js';
import { expectRefused } from '../support/expect-error.js';

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

const moveTo = (instant: string): Promise<void> => issuing.moveTo(instant, agent);

describe('the exact amount for an application in prepay', () => {
  it('issues the policy like a charge, with the money at the bank and no debt of the agent', async () => {
    const { id, policy_no } = await createPrepaid(agent);
    const code = await getPaymentCode(agent, id);
    const response = await issuing.sendPayment(code.payment_code, 332.64, 'NBG 1');
    expect([response.status, response.json()]).toEqual([
      200,
      {
        outcome: 'ISSUED',
        paymentCode: code.payment_code,
        amount: 332.64,
        reference: 'NBG 1',
        valueDate: '2026-11-25',
        applicationId: id,
        receiptNo: expect.any(Number) as number,
        suspenseId: null,
        reason: null,
      },
    ]);
    expect(await agent.get(id)).toMatchObject({ status_code: '50', policy_no, issue_date: '2026-11-25', start_date: START });
    const [receipt] = await listReceipts(agent, id);
    expect(receipt).toMatchObject({
      receipt_no: response.json()['receiptNo'],
      kind: 'NEW',
      status: 'PAID',
      gross: 332.64,
      payment: { method: 'RF', reference: 'NBG 1', paid_at: '2026-11-25T10:00:00' },
    });
    expect(await listLedgerEntries(app, id)).toEqual([
      'PREMIUM receivable:fire 332.64',
      'PREMIUM fee-income:fire -25.20',
      'PREMIUM tax-payable:FIRE -55.44',
      'PREMIUM premium-income:fire:FIRE -252.00',
      'PAYMENT bank 332.64',
      'PAYMENT receivable:fire -332.64',
    ]);
    const { policy = '' } = parseLinks(await requestPaymentCode(agent, id));
    expect((await agent.client.get(policy)).headers['content-type']).toBe('application/pdf');
    expect((await getHistory(agent, id)).transitions.at(-1)).toBe('45 issue 50');
    const [transition] = await app.query(
      'production',
      `SELECT actor, agent_code FROM status_transition WHERE application_id = $1 AND action = 'issue'`,
      [id],
    );
    expect(transition).toEqual({ actor: 'bank', agent_code: null });
  });

  it('is accepted with the code in groups, and until the last second to pay', async () => {
    const { id } = await createPrepaid(agent);
    const { payment_code } = await getPaymentCode(agent, id);
    await moveTo('2026-12-05T21:59:59Z');
    const inGroups = payment_code.toLowerCase().replaceAll(/(.{4})/g, '$1 ');
    expect(await issuing.bookPayment(inGroups, 332.64)).toMatchObject({ outcome: 'ISSUED', applicationId: id });
    await expectRefused(app, () => charge(agent, id), { code: '-702' });
  });

  it('writes an audit entry with the name of who booked it', async () => {
    const { id } = await createPrepaid(agent);
    const reference = issuing.createReference();
    await issuing.bookPayment((await getPaymentCode(agent, id)).payment_code, 332.64, reference);
    const rows = await app.query(
      'gateway' as 'production',
      'SELECT actor, action, environment, details FROM gateway.audit_entry WHERE subject_id = $1',
      [reference],
    );
    expect(rows).toMatchObject([
      {
        actor: expect.stringContaining('issuing') as string,
        action: 'book',
        environment: 'production',
        details: { outcome: 'ISSUED', applicationId: id },
      },
    ]);
  });
});

describe('the exact amount of an instalment', () => {
  it('pays it, and puts an unpaid policy back in force', async () => {
    const { id } = await createPolicy(agent, QUARTERLY);
    await moveTo('2027-02-20T08:00:00Z');
    const code = await getPaymentCode(agent, id);
    await moveTo('2027-03-06T08:00:00Z');
    await app.runDueWork('production');
    expect((await agent.get(id)).status_code).toBe('55');
    expect(await issuing.bookPayment(code.payment_code, 87.31)).toMatchObject({
      outcome: 'INSTALMENT_PAID',
      applicationId: id,
      suspenseId: null,
    });
    expect(await agent.get(id)).toMatchObject({ status_code: '50', last_receipt: { instalment_no: 2, gross: 87.31 } });
  });

  it('does not pay an instalment when the code is of another one', async () => {
    const { id } = await createPolicy(agent, QUARTERLY);
    await moveTo('2027-02-20T08:00:00Z');
    const { payment_code, amount } = await getPaymentCode(agent, id);
    expect((await issuing.bookPayment(payment_code, amount)).outcome).toBe('INSTALMENT_PAID');
    await moveTo('2027-05-20T08:00:00Z');
    expect(await issuing.bookPayment(payment_code, amount)).toMatchObject({ outcome: 'SUSPENDED', reason: { code: '-702' } });
    expect(await issuing.pay(agent, id)).toMatchObject({ outcome: 'INSTALMENT_PAID' });
  });
});

describe('money that pays nothing', () => {
  it.each([
    ['a euro less', 331.64, '-701', () => Promise.resolve()],
    ['a euro more', 333.65, '-701', () => Promise.resolve()],
    ['twice', 332.64, '-702', async (id: number) => void (await issuing.pay(agent, id))],
    ['after a charge', 332.64, '-702', async (id: number) => void (await charge(agent, id))],
    ['after cancellation', 332.64, '-401', async (id: number) => void (await agent.act(id, 'DELETE'))],
    ['after the time to pay', 332.64, '-704', () => moveTo('2026-12-05T22:00:00Z')],
  ])('waits in suspense, with a message to staff: %s', async (_name, amount, code, before) => {
    const { id } = await createPrepaid(agent);
    const { payment_code } = await getPaymentCode(agent, id);
    await before(id);
    const [application, entries, bank, suspense] = [
      await agent.get(id),
      await listLedgerEntries(app, id),
      await issuing.accountBalance('bank'),
      await issuing.accountBalance('suspense'),
    ];
    const reference = issuing.createReference();
    const payment = await issuing.bookPayment(payment_code, amount, reference);
    expect(payment).toMatchObject({ outcome: 'SUSPENDED', applicationId: id, receiptNo: null, reason: { code } });
    expect(await agent.get(id)).toEqual(application);
    expect((await listLedgerEntries(app, id)).slice(entries.length)).toEqual([`SUSPENSE bank ${amount}`, `SUSPENSE suspense -${amount}`]);
    expect(Number(await issuing.accountBalance('bank'))).toBeCloseTo(Number(bank) + amount, 2);
    expect(Number(await issuing.accountBalance('suspense'))).toBeCloseTo(Number(suspense) - amount, 2);
    const { items } = await issuing.list<object>(`suspense?applicationId=${id}&state=open`);
    expect(items).toMatchObject([
      { id: payment.suspenseId, amount, paymentCode: payment_code, reference, applicationId: id, resolution: null },
    ]);
    const messages = await issuing.list<object>(`messages?kind=SUSPENSE&state=open&applicationId=${id}`);
    expect(messages.items).toMatchObject([{ kind: 'SUSPENSE', suspenseId: payment.suspenseId, resolvedAt: null }]);
    await issuing.expectBalancedLedger();
  });

  it('waits without an application when its code was never issued', async () => {
    const { id } = await createPrepaid(agent);
    // A code of another environment is unknown.
    const sandbox = await LocalCollectionClient.open(app, 'sandbox');
    const { payment_code } = await getPaymentCode(agent, id);
    const [bank, suspense] = [await sandbox.accountBalance('bank'), await sandbox.accountBalance('suspense')];
    const before = await app.readFingerprint();
    const response = await sandbox.sendPayment(payment_code, 332.64, 'NBG-UNKNOWN');
    const { suspenseId } = response.json<BankPayment>();
    expect([response.status, response.json()]).toEqual([
      200,
      {
        outcome: 'SUSPENDED',
        paymentCode: payment_code,
        amount: 332.64,
        reference: 'NBG-UNKNOWN',
        valueDate: '2026-11-25',
        applicationId: null,
        receiptNo: null,
        suspenseId: expect.any(Number) as number,
        reason: {
          code: '-703',
          message: 'Ο κωδικός πληρωμής δεν υπάρχει ή, αν η αιτιολογία περιέχει περισσότερους κωδικούς, το ποσό δεν τους εξοφλεί όλους.',
        },
      },
    ]);
    expect(Number(await sandbox.accountBalance('bank'))).toBeCloseTo(Number(bank) + 332.64, 2);
    expect(Number(await sandbox.accountBalance('suspense'))).toBeCloseTo(Number(suspense) - 332.64, 2);
    expect((await sandbox.list<object>('suspense?state=open')).items).toEqual([
      {
        id: suspenseId,
        amount: 332.64,
        receivedAmount: 332.64,
        creditOf: null,
        resolvedAgentCode: null,
        paymentCode: payment_code,
        reference: 'NBG-UNKNOWN',
        valueDate: '2026-11-25',
        applicationId: null,
        applicationNo: null,
        policyNo: null,
        clientName: null,
        reason: {
          code: '-703',
          message: 'Ο κωδικός πληρωμής δεν υπάρχει ή, αν η αιτιολογία περιέχει περισσότερους κωδικούς, το ποσό δεν τους εξοφλεί όλους.',
        },
        createdAt: '2026-11-25T10:00:00',
        resolution: null,
        resolvedApplicationId: null,
        resolvedBy: null,
        resolvedAt: null,
      },
    ]);
    const [message, ...others] = (await sandbox.list<{ text: string }>('messages?kind=SUSPENSE&state=open')).items;
    expect(message).toMatchObject({ applicationId: null, partyId: null, suspenseId, resolvedAt: null });
    for (const reported of [
      payment_code,
      'NBG-UNKNOWN',
      '332,64 €',
      'Ο κωδικός πληρωμής δεν υπάρχει ή, αν η αιτιολογία περιέχει περισσότερους κωδικούς, το ποσό δεν τους εξοφλεί όλους.',
    ])
      expect(message?.text).toContain(reported);
    expect(others).toEqual([]);
    const audited = `SELECT environment, details FROM gateway.audit_entry WHERE subject_id = 'NBG-UNKNOWN'`;
    expect(await app.query('gateway' as 'production', audited)).toMatchObject([
      { environment: 'sandbox', details: { outcome: 'SUSPENDED', applicationId: null, suspenseId, reason: '-703' } },
    ]);
    const changed = Object.entries(await app.readFingerprint()).filter(([table, content]) => before[table] !== content);
    expect(changed.map(([table]) => table).filter((table) => !table.startsWith('sandbox.'))).toEqual([]);
    expect(await verifyLedger(app.running.parts.store, 'sandbox')).toEqual([]);
  });

  it('stays unidentified when its code is issued later', async () => {
    const { id } = await agent.insert();
    const code = buildRfCode({ creditor: '1234', reference15: buildPaymentReference(id, 1), amount: '332.64', standing: false });
    const reference = issuing.createReference();
    const first = await issuing.sendPayment(code, 332.64, reference);
    expect(first.json()).toMatchObject({ outcome: 'SUSPENDED', applicationId: null });
    expectStatus(205, await agent.act(id, 'prepay'));
    expect((await getPaymentCode(agent, id)).payment_code).toBe(code);
    const before = await app.readFingerprint();
    const second = await issuing.sendPayment(code, 332.64, reference);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(await app.readFingerprint()).toEqual(before);
    expect((await issuing.list(`suspense?applicationId=${id}`)).total).toBe(0);
    expect(await issuing.bookPayment(code, 332.64)).toMatchObject({ outcome: 'ISSUED', applicationId: id });
    expect(await verifyLedger(app.running.parts.store, 'production')).toEqual([]);
  });

  it('is not lost when the issue is refused for another reason', async () => {
    const { id } = await createPrepaid(agent);
    const { payment_code } = await getPaymentCode(agent, id);
    await app.query('production', `UPDATE application SET status = '31', version = version + 1 WHERE id = $1`, [id]);
    expect(await issuing.bookPayment(payment_code, 332.64)).toMatchObject({ outcome: 'SUSPENDED', reason: { code: '-400' } });
  });
});

describe('a bank’s reference', () => {
  it.each([
    ['ISSUED', 332.64],
    ['SUSPENDED', 300],
  ])('returns the first response when repeated with the same code and amount: %s', async (outcome, amount) => {
    const { id } = await createPrepaid(agent);
    const { payment_code } = await getPaymentCode(agent, id);
    const reference = issuing.createReference();
    const first = await issuing.sendPayment(payment_code, amount, reference);
    expect(first.json()['outcome']).toBe(outcome);
    const before = await app.readFingerprint();
    const second = await issuing.sendPayment(payment_code, amount, reference);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(await app.readFingerprint()).toEqual(before);
  });

  it('returns the first response with an unknown code, and is refused with another code or amount', async () => {
    const { id } = await createPrepaid(agent);
    const [code, reference] = [createUnknownCode(), issuing.createReference()];
    const first = await issuing.sendPayment(code, 20, reference);
    const before = await app.readFingerprint();
    const second = await issuing.sendPayment(code, 20, reference);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(await app.readFingerprint()).toEqual(before);
    for (const [other, amount] of [
      [code, 20.01] as const,
      [createUnknownCode(), 20] as const,
      [(await getPaymentCode(agent, id)).payment_code, 20] as const,
    ])
      await expectRefused(app, () => issuing.sendPayment(other, amount, reference), { status: 409, code: '-403' });
  });

  it('is booked once by ten simultaneous advices with an unknown code', async () => {
    const [code, reference] = [createUnknownCode(), issuing.createReference()];
    const [bank, { total }] = [await issuing.accountBalance('bank'), await issuing.list('suspense')];
    const responses = await Promise.all(Array.from({ length: 10 }, () => issuing.sendPayment(code, 20, reference)));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(responses[0]?.json()).toMatchObject({ outcome: 'SUSPENDED', applicationId: null, reason: { code: '-703' } });
    expect(Number(await issuing.accountBalance('bank'))).toBeCloseTo(Number(bank) + 20, 2);
    expect((await issuing.list('suspense')).total).toBe(total + 1);
    expect(await verifyLedger(app.running.parts.store, 'production')).toEqual([]);
  });

  it('is refused with 409 when repeated with another code or amount', async () => {
    const [one, other] = [await createPrepaid(agent), await createPrepaid(agent)];
    const code = (await getPaymentCode(agent, one.id)).payment_code;
    const reference = issuing.createReference();
    await issuing.bookPayment(code, 332.64, reference);
    const otherCode = (await getPaymentCode(agent, other.id)).payment_code;
    await expectRefused(app, () => issuing.sendPayment(code, 331.64, reference), { status: 409, code: '-403' });
    await expectRefused(app, () => issuing.sendPayment(otherCode, 332.64, reference), { status: 409, code: '-403' });
  });

  it.each([
    ['issues', 332.64, 'ISSUED'],
    ['goes to suspense', 1, 'SUSPENDED'],
  ])('is booked once by many simultaneous advices: one that %s', async (_name, amount, outcome) => {
    const { id } = await createPrepaid(agent);
    const { payment_code } = await getPaymentCode(agent, id);
    const reference = issuing.createReference();
    const responses = await Promise.all(Array.from({ length: 8 }, () => issuing.sendPayment(payment_code, amount, reference)));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(responses[0]?.json()).toMatchObject({ outcome });
    const kinds = (await listLedgerEntries(app, id)).filter((entry) => entry.includes(' bank '));
    expect(kinds).toHaveLength(1);
    expect((await issuing.list(`suspense?applicationId=${id}`)).total).toBe(outcome === 'SUSPENDED' ? 1 : 0);
    await issuing.expectBalancedLedger();
  });

  it('on each of two parallel payments: one issues, the other waits in suspense', async () => {
    const { id } = await createPrepaid(agent);
    const { payment_code } = await getPaymentCode(agent, id);
    const payments = await Promise.all([issuing.bookPayment(payment_code, 332.64), issuing.bookPayment(payment_code, 332.64)]);
    expect(payments.map(({ outcome }) => outcome).sort()).toEqual(['ISSUED', 'SUSPENDED']);
    await issuing.expectBalancedLedger();
  });
});

describe('a bank advice', () => {
  const REFERENCE = 'REFUSED-1';

  it('is refused when its code is malformed', async () => {
    await expectRefused(app, () => issuing.sendPayment('RF18539007547034', 1, REFERENCE), {
      code: '-102',
      violations: [['paymentCode', '-102']],
    });
  });

  it.each<[object, [string, string][]]>([
    [
      {},
      [
        ['paymentCode', '-101'],
        ['amount', '-101'],
        ['reference', '-101'],
        ['valueDate', '-101'],
      ],
    ],
    [{ amount: 0 }, [['amount', '-102']]],
    [{ amount: -1 }, [['amount', '-102']]],
    [{ amount: 1.001 }, [['amount', '-102']]],
    [{ amount: '332.64' }, [['amount', '-102']]],
    [{ amount: 1e12 }, [['amount', '-102']]],
    [{ reference: ' ' }, [['reference', '-101']]],
    [{ reference: 'x'.repeat(101) }, [['reference', '-102']]],
    [{ paymentCode: 'RF00900000000000000000000' }, [['paymentCode', '-102']]],
  ])('is refused with the fields %j', async (fields, violations) => {
    const { id } = await createPrepaid(agent);
    const { payment_code } = await getPaymentCode(agent, id);
    const body =
      Object.keys(fields).length === 0
        ? {}
        : { paymentCode: payment_code, amount: 332.64, reference: REFERENCE, valueDate: '2026-11-25', ...fields };
    await expectRefused(app, () => issuing.staff.post('payments', body), { code: violations[0]?.[1] ?? '', violations });
  });
});

describe('a payment in the sandbox', () => {
  it('works like production with separate money', async () => {
    const sandboxAgent = (await app.createAgent({ code: 'A900' })).sandbox;
    const sandbox = await LocalCollectionClient.open(app, 'sandbox');
    const bank = await issuing.accountBalance('bank');
    const { id } = await createPrepaid(sandboxAgent);
    expect(await sandbox.pay(sandboxAgent, id)).toMatchObject({ outcome: 'ISSUED', applicationId: id });
    expect((await sandboxAgent.get(id)).status_code).toBe('50');
    expect(await issuing.accountBalance('bank')).toBe(bank);
    await sandbox.expectBalancedLedger();
  });
});
