import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { MessageKind } from '../../src/store/entities/staff-message.entity.js';
import { CHARGE_TIME, listLedgerEntries, createPolicy, createPrepaid, QUARTERLY, listReceipts } from '../support/collection.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { getPaymentCode, LocalCollectionClient, createUnknownCode, type SuspenseItem } from '../support/collection-client.js';
import { expectAllRefused, expectRefused } from '../support/expect-error.js';

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

/** Creates 332.64 in suspense by paying a second time. */
async function paidTwice(): Promise<{ id: number; suspenseId: number }> {
  const { id } = await createPrepaid(agent);
  const { payment_code } = await getPaymentCode(agent, id);
  await issuing.bookPayment(payment_code, 332.64);
  const { suspenseId } = await issuing.bookPayment(payment_code, 332.64);
  return { id, suspenseId: suspenseId ?? 0 };
}

describe('money in suspense', () => {
  it('issues another application when it is the exact amount', async () => {
    const { suspenseId } = await paidTwice();
    const other = await createPrepaid(agent);
    const suspense = await issuing.accountBalance('suspense');
    const response = expectStatus(200, await issuing.resolve(suspenseId, { applicationId: other.id }));
    const { reference } = response.json<SuspenseItem>();
    expect(response.json()).toMatchObject({
      id: suspenseId,
      resolution: 'APPLICATION',
      resolvedApplicationId: other.id,
      resolvedBy: 'Staff issuing',
      resolvedAt: '2026-11-25T10:00:00',
    });
    expect(await agent.get(other.id)).toMatchObject({ status_code: '50', last_receipt: { gross: 332.64 } });
    expect(await listReceipts(agent, other.id)).toMatchObject([{ status: 'PAID', payment: { method: 'RF', reference } }]);
    expect(await listLedgerEntries(app, other.id)).toContain('PAYMENT suspense 332.64');
    expect(Number(await issuing.accountBalance('suspense'))).toBeCloseTo(Number(suspense) + 332.64, 2);
    expect((await issuing.list(`messages?kind=SUSPENSE&state=open&applicationId=${other.id}`)).total).toBe(0);
    await issuing.expectBalancedLedger();
  });

  it('pays the next instalment in advance', async () => {
    const { id } = await createPolicy(agent, QUARTERLY);
    await moveTo('2027-02-20T08:00:00Z');
    const { payment_code } = await getPaymentCode(agent, id);
    await issuing.bookPayment(payment_code, 87.31);
    const { suspenseId } = await issuing.bookPayment(payment_code, 87.31);
    expectStatus(200, await issuing.resolve(suspenseId ?? 0, { applicationId: id }));
    expect(await agent.get(id)).toMatchObject({ last_receipt: { instalment_no: 3 } });
  });

  it('becomes a refund to the customer', async () => {
    const { id } = await createPrepaid(agent);
    const suspenseId = await issuing.createSuspense(agent, id, 300);
    const suspense = await issuing.accountBalance('suspense');
    const response = expectStatus(200, await issuing.resolve(suspenseId, { refund: true }));
    expect(response.json()).toMatchObject({ resolution: 'REFUND', resolvedApplicationId: id });
    expect(await issuing.accountBalance(`customer-payable:${id}`)).toBe('-300.00');
    expect(Number(await issuing.accountBalance('suspense'))).toBeCloseTo(Number(suspense) + 300, 2);
    expect((await agent.get(id)).status_code).toBe('45');
    expect((await issuing.list(`messages?state=resolved&applicationId=${id}`)).total).toBe(1);
    await issuing.expectBalancedLedger();
  });

  it('is resolved once', async () => {
    const { suspenseId } = await paidTwice();
    const others = await Promise.all([createPrepaid(agent), createPrepaid(agent)]);
    const calls = [{ refund: true }, ...others.map(({ id }) => ({ applicationId: id })), { refund: true }];
    const responses = await Promise.all(calls.map((resolution) => issuing.resolve(suspenseId, resolution)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const refused of responses.filter(({ status }) => status !== 200)) expect(refused.json()).toMatchObject({ error: '-400' });
    await issuing.expectBalancedLedger();
    await expectAllRefused(
      app,
      calls.map((resolution) => [() => issuing.resolve(suspenseId, resolution), { code: '-400' }] as const),
    );
  });

  it('stays when the application does not accept it', async () => {
    const { id, suspenseId } = await paidTwice();
    const [calculated, quarterly, cancelled, expired] = [
      await agent.insert(),
      await createPrepaid(agent, QUARTERLY),
      await agent.insertIn('02'),
      await createPrepaid(agent),
    ];
    await expectAllRefused(app, [
      [() => issuing.resolve(suspenseId, { applicationId: calculated.id }), { code: '-400' }],
      [() => issuing.resolve(suspenseId, { applicationId: quarterly.id }), { code: '-701' }],
      [() => issuing.resolve(suspenseId, { applicationId: cancelled.id }), { code: '-401' }],
      [() => issuing.resolve(suspenseId, { applicationId: id }), { code: '-702' }],
      [() => issuing.resolve(suspenseId, { applicationId: 9_999_999_999 }), { code: '-300' }],
    ]);
    await moveTo('2026-12-05T22:00:00Z');
    const late = await paidTwice();
    await expectRefused(app, () => issuing.resolve(late.suspenseId, { applicationId: expired.id }), { code: '-704' });
  });

  it('pays an application whose last day has passed when the money came in time', async () => {
    const { suspenseId } = await paidTwice();
    const { id } = await createPrepaid(agent);
    await moveTo('2026-12-05T22:00:00Z');
    expectStatus(200, await issuing.resolve(suspenseId, { applicationId: id }));
    expect((await agent.get(id)).status_code).toBe('50');
  });

  it('must be resolved in exactly one way', async () => {
    const { id, suspenseId } = await paidTwice();
    await expectAllRefused(app, [
      [() => issuing.resolve(suspenseId, {}), { code: '-101', violations: [['applicationId', '-101']] }],
      [() => issuing.resolve(suspenseId, { refund: false }), { code: '-101', violations: [['applicationId', '-101']] }],
      [() => issuing.resolve(suspenseId, { applicationId: null, refund: null }), { code: '-101', violations: [['applicationId', '-101']] }],
      [() => issuing.resolve(suspenseId, { applicationId: id, refund: true }), { code: '-102', violations: [['refund', '-102']] }],
      [() => issuing.resolve(suspenseId, { applicationId: 0 }), { code: '-102', violations: [['applicationId', '-102']] }],
    ]);
    const { message } = (await issuing.resolve(suspenseId, {})).json<{ message: string }>();
    for (const choice of ['applicationId', 'refund: true']) expect(message).toContain(choice);
    for (const unknown of ['999999', 'abc', '0'])
      await expectRefused(app, () => issuing.resolve(unknown, { refund: true }), { code: '-304' });
    const sandbox = await LocalCollectionClient.open(app, 'sandbox');
    await expectRefused(app, () => sandbox.resolve(suspenseId, { refund: true }), { code: '-304' });
    const refunded = expectStatus(200, await issuing.resolve(suspenseId, { applicationId: null, refund: true }));
    expect(refunded.json()).toMatchObject({ id: suspenseId, resolution: 'REFUND' });
  });
});

describe('unidentified money', () => {
  const verify = (): Promise<string[]> => verifyLedger(app.running.parts.store, 'production');
  const put = async (amount: number): Promise<number> => (await issuing.bookPayment(createUnknownCode(), amount)).suspenseId ?? 0;

  it('issues the application that staff names', async () => {
    const item = await put(332.64);
    const { id } = await createPrepaid(agent);
    const response = expectStatus(200, await issuing.resolve(item, { applicationId: id }));
    const { reference } = response.json<SuspenseItem>();
    expect(response.json()).toMatchObject({
      id: item,
      applicationId: null,
      applicationNo: null,
      clientName: null,
      resolution: 'APPLICATION',
    });
    expect(response.json()).toMatchObject({ resolvedApplicationId: id, resolvedBy: 'Staff issuing', resolvedAt: '2026-11-25T10:00:00' });
    expect(await agent.get(id)).toMatchObject({ status_code: '50', last_receipt: { gross: 332.64 } });
    expect(await listReceipts(agent, id)).toMatchObject([{ status: 'PAID', payment: { method: 'RF', reference } }]);
    expect(await listLedgerEntries(app, id)).toContain('PAYMENT suspense 332.64');
    expect(await verify()).toEqual([]);
  });

  it('pays the due instalment', async () => {
    const { id } = await createPolicy(agent, QUARTERLY);
    const item = await put(87.31);
    await moveTo('2027-02-20T08:00:00Z');
    expectStatus(200, await issuing.resolve(item, { applicationId: id }));
    expect(await agent.get(id)).toMatchObject({ last_receipt: { instalment_no: 2, gross: 87.31 } });
    expect(await verify()).toEqual([]);
  });

  it('becomes a refund to its sender, and stays at the bank until a batch pays it', async () => {
    const [bank, suspense] = [await issuing.accountBalance('bank'), await issuing.accountBalance('suspense')];
    const item = await put(45.67);
    const response = expectStatus(200, await issuing.resolve(item, { refund: true }));
    const { reference } = response.json<SuspenseItem>();
    expect(response.json()).toMatchObject({
      applicationId: null,
      resolution: 'REFUND',
      resolvedApplicationId: null,
      resolvedBy: 'Staff issuing',
    });
    expect(await issuing.accountBalance('suspense')).toBe(suspense);
    expect(Number(await issuing.accountBalance('bank')) - Number(bank)).toBeCloseTo(45.67, 2);
    const [refund] = (await issuing.list<object>(`refunds?suspenseId=${item}`)).items;
    const nobodys = { applicationId: null, policyNo: null, clientName: null, agentCode: null, agentName: null, receiptNo: null };
    expect(refund).toMatchObject({ ...nobodys, kind: 'SUSPENSE', status: 'OWED', amount: 45.67, suspenseId: item, account: null });
    const entries = await app.query<{ entry: string }>(
      'production',
      `SELECT concat_ws(' ', t.kind, t.application_id, a.code, e.amount) AS entry
       FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id JOIN account a ON a.id = e.account_id
       WHERE t.reference = $1 ORDER BY t.id, e.amount DESC`,
      [reference],
    );
    expect(entries.map(({ entry }) => entry)).toEqual([
      'SUSPENSE bank 45.67',
      'SUSPENSE suspense -45.67',
      'SUSPENSE_REFUND suspense 45.67',
      'SUSPENSE_REFUND sender-payable -45.67',
    ]);
    const [message] = (await issuing.list<object>('messages?kind=SUSPENSE&state=resolved')).items;
    expect(message).toMatchObject({ suspenseId: item, applicationId: null, resolvedAt: '2026-11-25T10:00:00' });
    const audited = `SELECT details FROM gateway.audit_entry WHERE subject_type = 'suspense' AND subject_id = $1`;
    expect(await app.query('gateway' as 'production', audited, [String(item)])).toEqual([
      { details: { resolution: 'REFUND', applicationId: null, amount: '45.67', reference } },
    ]);
    expect(await verify()).toEqual([]);
  });

  it('is resolved once', async () => {
    const item = await put(332.64);
    const others = await Promise.all([createPrepaid(agent), createPrepaid(agent)]);
    const calls = [{ refund: true }, ...others.map(({ id }) => ({ applicationId: id })), { refund: true }];
    const responses = await Promise.all(calls.map((resolution) => issuing.resolve(item, resolution)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const refused of responses.filter(({ status }) => status !== 200)) expect(refused.json()).toMatchObject({ error: '-400' });
    await expectAllRefused(
      app,
      calls.map((resolution) => [() => issuing.resolve(item, resolution), { code: '-400' }] as const),
    );
    expect(await verify()).toEqual([]);
  });

  it('stays when the application does not accept it or does not exist', async () => {
    const item = await put(332.64);
    const [calculated, quarterly] = [await agent.insert(), await createPrepaid(agent, QUARTERLY)];
    await expectAllRefused(app, [
      [() => issuing.resolve(item, { applicationId: calculated.id }), { code: '-400' }],
      [() => issuing.resolve(item, { applicationId: quarterly.id }), { code: '-701' }],
      [() => issuing.resolve(item, { applicationId: 9_999_999_999 }), { code: '-300' }],
    ]);
  });

  it('is listed among the other suspense items, and under no application', async () => {
    const { id } = await createPrepaid(agent);
    const items = [await put(1), await issuing.createSuspense(agent, id, 2), await put(3)];
    const last = async (path: string): Promise<object[]> => {
      const { total } = await issuing.list(path);
      return [...(await issuing.list<object>(`${path}&start=${Math.max(1, total - 2)}`)).items];
    };
    expect(await last('suspense?state=open')).toMatchObject([
      { id: items[0], applicationId: null, clientName: null },
      { id: items[1], applicationId: id, clientName: 'Παπαδοπούλου Μαρία' },
      { id: items[2], applicationId: null, clientName: null },
    ]);
    expect(await last(`suspense?applicationId=${id}`)).toMatchObject([{ id: items[1] }]);
  });
});

describe('the lists of suspense and messages', () => {
  it('have pages, suspense from the oldest and messages from the newest', async () => {
    const { id } = await createPrepaid(agent);
    const { payment_code } = await getPaymentCode(agent, id);
    const items: number[] = [];
    for (const amount of [1, 2, 3]) items.push((await issuing.bookPayment(payment_code, amount)).suspenseId ?? 0);
    await issuing.resolve(items[0] ?? 0, { refund: true });
    const idsOf = async (path: string): Promise<number[]> => (await issuing.list<{ id: number }>(path)).items.map((item) => item.id);
    const filter = `applicationId=${id}`;
    expect(await idsOf(`suspense?${filter}`)).toEqual(items);
    expect(await idsOf(`suspense?${filter}&start=2&limit=1`)).toEqual(items.slice(1, 2));
    expect(await idsOf(`suspense?${filter}&state=open`)).toEqual(items.slice(1));
    expect(await idsOf(`suspense?${filter}&state=resolved`)).toEqual(items.slice(0, 1));
    const messages = await issuing.list<{ suspenseId: number }>(`messages?${filter}&kind=SUSPENSE`);
    expect([messages.total, messages.items.map(({ suspenseId }) => suspenseId)]).toEqual([3, items.toReversed()]);
    const query = await issuing.staff.get('suspense?state=lost&limit=501');
    expect([query.status, query.json()['error']]).toEqual([400, '-105']);
  });
});

describe('a message to staff', () => {
  it('about a differing person is marked as done once', async () => {
    const stranger = (await app.createAgent({ code: 'A700' })).production;
    await agent.insert(agent.body({ 'client.last_name': 'Πρώτη', 'client.afm': '090000045' }));
    await stranger.insert(stranger.body({ 'client.last_name': 'Άλλη', 'client.afm': '090000045' }));
    await app.registerParties();
    const [message] = (await issuing.list<{ id: number; kind: string }>('messages?kind=PARTY_MISMATCH&state=open')).items;
    if (!message) throw new Error('no message about the person');
    const resolved = expectStatus(200, await issuing.staff.post(`messages/${message.id}/resolution`, {}));
    expect(resolved.json()).toMatchObject({ ...message, resolvedAt: '2026-11-25T10:00:00' });
    await expectRefused(app, () => issuing.staff.post(`messages/${message.id}/resolution`, {}), { code: '-400' });
    await expectRefused(app, () => issuing.staff.post('messages/abc/resolution', {}), { code: '-304' });
  });

  it('is filtered by each existing kind', async () => {
    const { id } = await agent.insert();
    const kinds = Object.values(MessageKind);
    const text = JSON.stringify({ el: 'Μήνυμα', en: 'A message' });
    const write = `INSERT INTO staff_message (kind, application_id, text, created_at) VALUES ($1, $2, $3, $4)`;
    for (const kind of kinds) await app.query('production', write, [kind, id, text, app.clock.now()]);
    const kindsOf = async (query: string): Promise<string[]> =>
      (await issuing.list<{ kind: string }>(`messages?applicationId=${id}&${query}`)).items.map(({ kind }) => kind);
    for (const kind of kinds) expect(await kindsOf(`kind=${kind}`)).toEqual([kind]);
    expect(await kindsOf('kind=')).toEqual(kinds.toReversed());
    const unknown = await issuing.staff.get('messages?kind=OTHER');
    expect([unknown.status, unknown.json()['error']]).toEqual([400, '-105']);
    expect(unknown.json()).toMatchObject({ details: [{ path: 'kind' }] });
  });

  it('about money is closed only by its item', async () => {
    const { id } = await paidTwice();
    const [message] = (await issuing.list<{ id: number }>(`messages?applicationId=${id}&kind=SUSPENSE`)).items;
    await expectRefused(app, () => issuing.staff.post(`messages/${message?.id}/resolution`, {}), { code: '-400' });
  });
});
