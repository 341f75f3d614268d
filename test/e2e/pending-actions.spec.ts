import { ONE_CONNECTION } from '../support/app.js';
import { createPrepaid } from '../support/collection.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { getPaymentCode, LocalCollectionClient, type BankPayment } from '../support/collection-client.js';
import { expectRefused } from '../support/expect-error.js';
import type { HttpResponse } from '../support/client.js';
import { StaffClient } from '../support/staff-client.js';

const AGENT_CODE = 'A510';

interface PendingAction {
  readonly id: number;
  readonly kind: string;
  readonly state: string;
  readonly isOwn: boolean;
  readonly request: Record<string, unknown>;
  readonly result: Record<string, unknown> | null;
}

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let second: StaffClient;

beforeAll(async () => {
  app = await FireApp.start(ONE_CONNECTION);
  app.clock.set('2026-11-02T08:00:00Z');
  agent = (await app.createAgent({ code: AGENT_CODE })).production;
  issuing = await LocalCollectionClient.open(app);
  second = await StaffClient.open(app.running, 'issuing');
});
afterAll(() => app.stop());
beforeEach(() => moveTo('2026-11-02T08:00:00Z'));
afterEach(() => issuing.expectBalancedLedger());

async function moveTo(instant: string): Promise<void> {
  await issuing.moveTo(instant, agent);
  await second.renewSession();
}

const approve = (id: number, by = second): Promise<HttpResponse> => by.put(`pending-actions/${id}/approve`, undefined);
const reject = (id: number, by = second): Promise<HttpResponse> => by.put(`pending-actions/${id}/reject`, { note: 'Λάθος ποσό' });
const read = async (id: number): Promise<PendingAction> =>
  expectStatus(200, await second.get(`pending-actions/${id}`)).json<PendingAction>();

/** An application in prepay since 2 November, whose payment of that day is booked on 17 November. */
async function late(reference = issuing.createReference()): Promise<{ id: number; send: () => Promise<HttpResponse> }> {
  const { id } = await createPrepaid(agent, { start_date: '2026-12-01' });
  const { payment_code, amount } = await getPaymentCode(agent, id);
  await moveTo('2026-11-17T08:00:00Z');
  return { id, send: () => issuing.sendPayment(payment_code, amount, reference, '2026-11-02') };
}

const getStatus = async (id: number): Promise<string> => (await agent.get(id)).status_code;

async function requested(): Promise<{ id: number; action: PendingAction }> {
  const { id, send } = await late();
  return { id, action: expectStatus(202, await send()).json<PendingAction>() };
}

describe('a booking with a value date of more than five banking days ago', () => {
  it('waits for a second person and changes nothing until then', async () => {
    const { id, send } = await late('LATE 1');
    const response = expectStatus(202, await send());
    const action = response.json<PendingAction>();
    expect(action).toMatchObject({ kind: 'PAYMENT', state: 'PENDING', isOwn: true, result: null, request: { reference: 'LATE 1' } });
    expect(response.headers['location']).toMatch(new RegExp(`/backoffice-api/pending-actions/${action.id}$`));
    expect(await getStatus(id)).toBe('45');
    expect(await read(action.id)).toMatchObject({ state: 'PENDING', isOwn: false });

    const done = expectStatus(200, await approve(action.id)).json<PendingAction>();
    expect(done).toMatchObject({ state: 'DONE', result: { outcome: 'ISSUED', applicationId: id } });
    expect(await getStatus(id)).toBe('50');
    // The reference is booked now, so the same call gets the booking.
    expect(expectStatus(200, await send()).json<BankPayment>()).toMatchObject({ outcome: 'ISSUED', applicationId: id });
  });

  it('may be booked by one person up to five banking days later', async () => {
    const { id } = await createPrepaid(agent);
    const { payment_code, amount } = await getPaymentCode(agent, id);
    await moveTo('2026-11-09T21:59:59Z');
    expect(expectStatus(200, await issuing.sendPayment(payment_code, amount, 'LATE 2', '2026-11-02')).json()).toMatchObject({
      outcome: 'ISSUED',
    });
  });

  it('of a settlement credits the agent only after the approval', async () => {
    await moveTo('2026-11-17T08:00:00Z');
    const settlement = { amount: 70, reference: 'LATE 3', valueDate: '2026-11-02' };
    const settle = (): Promise<HttpResponse> => issuing.staff.post(`agents/${AGENT_CODE}/settlements`, settlement);
    const before = await issuing.accountBalance(`agent:${AGENT_CODE}`);
    const { id } = expectStatus(202, await settle()).json<PendingAction>();
    expect(await issuing.accountBalance(`agent:${AGENT_CODE}`)).toBe(before);
    expect(expectStatus(200, await approve(id)).json<PendingAction>().result).toMatchObject({ agentCode: AGENT_CODE, amount: 70 });
    expect(Number(await issuing.accountBalance(`agent:${AGENT_CODE}`))).toBe(Number(before) - 70);
    expect(expectStatus(200, await settle()).json()).toMatchObject({ amount: 70, reference: 'LATE 3' });
  });

  it('that cannot be carried out is refused at once, without a pending action', async () => {
    const { payment_code, amount } = await getPaymentCode(agent, (await createPrepaid(agent, { start_date: '2026-12-01' })).id);
    await moveTo('2026-11-17T08:00:00Z');
    const before = (await issuing.list('pending-actions')).total;
    await expectRefused(app, () => issuing.sendPayment(payment_code, amount, 'LATE 5', '2026-10-30'), {
      code: '-104',
      violations: [['valueDate', '-104']],
    });
    expect((await issuing.list('pending-actions')).total).toBe(before);
  });
});

describe('a pending action', () => {
  it('cannot be decided by its requester, also in another session or role', async () => {
    const { id, action } = await requested();
    const refusal = { status: 403, code: '-203' } as const;
    await expectRefused(app, () => approve(action.id, issuing.staff), refusal);
    await expectRefused(app, () => reject(action.id, issuing.staff), refusal);
    const admin = await StaffClient.open(app.running, 'admin');
    for (const role of ['underwriter', 'issuing']) {
      expectStatus(200, await admin.patch(`users/${issuing.staff.userId}`, { role }));
      await issuing.staff.renewSession();
      // An underwriter does not see bookings, and the requester decides in no role.
      await expectRefused(app, () => approve(action.id, issuing.staff), role === 'issuing' ? refusal : { code: '-304' });
    }
    expect(await getStatus(id)).toBe('45');
    expectStatus(200, await approve(action.id));
  });

  it('that is rejected changes nothing and cannot be approved any more', async () => {
    const { id, action } = await requested();
    await expectRefused(app, () => second.put(`pending-actions/${action.id}/reject`, {}), { code: '-101', violations: [['note', '-101']] });
    expect(expectStatus(200, await reject(action.id)).json()).toMatchObject({ state: 'REJECTED', note: 'Λάθος ποσό', result: null });
    await expectRefused(app, () => approve(action.id), { code: '-400' });
    await expectRefused(app, () => reject(action.id), { code: '-400' });
    expect(await getStatus(id)).toBe('45');
  });

  it('expires after seven days', async () => {
    const { action } = await requested();
    await moveTo('2026-11-24T07:59:59Z');
    expect(await read(action.id)).toMatchObject({ state: 'PENDING' });
    await moveTo('2026-11-24T08:00:00Z');
    expect(await read(action.id)).toMatchObject({ state: 'EXPIRED' });
    await expectRefused(app, () => approve(action.id), { code: '-400' });
    const expired = await issuing.list<PendingAction>('pending-actions?state=EXPIRED');
    expect(expired.items.map(({ id }) => id)).toContain(action.id);
  });

  it('is checked again at the approval, and an error leaves it pending', async () => {
    const { id, send } = await late();
    const first = expectStatus(202, await send()).json<PendingAction>();
    const again = expectStatus(202, await send()).json<PendingAction>();
    expectStatus(200, await approve(first.id));
    // The booked payment is found and is not booked twice.
    expect(expectStatus(200, await approve(again.id)).json<PendingAction>().result).toEqual((await read(first.id)).result);
    expect(await getStatus(id)).toBe('50');
    const { payment_code, amount } = await getPaymentCode(agent, (await createPrepaid(agent, { start_date: '2026-12-20' })).id);
    const one = { paymentCode: payment_code, amount, reference: 'LATE 7', valueDate: '2026-11-17' };
    await moveTo('2026-11-30T08:00:00Z');
    const other = expectStatus(202, await issuing.staff.post('payments', one)).json<PendingAction>();
    expectStatus(200, await issuing.sendPayment(payment_code, amount, 'LATE 7', '2026-11-30'));
    await expectRefused(app, () => approve(other.id), { status: 409, code: '-403' });
    expect(await read(other.id)).toMatchObject({ state: 'PENDING' });
  });

  it('is carried out once for simultaneous approvals', async () => {
    const { action } = await requested();
    const third = await StaffClient.open(app.running, 'issuing');
    const statuses = (await Promise.all([approve(action.id), approve(action.id, third), approve(action.id)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 400, 400]);
  });

  it('is repeated by its Idempotency-Key, for the request and for the approval', async () => {
    const { send } = await late('LATE 8');
    const body = expectStatus(202, await send()).json<PendingAction>().request;
    const key = { 'Idempotency-Key': 'pending-1' };
    const post = (): Promise<HttpResponse> => issuing.staff.send('POST', 'payments', { json: body, headers: key });
    const first = expectStatus(202, await post()).json<PendingAction>();
    expect(expectStatus(202, await post()).json<PendingAction>()).toEqual(first);
    const put = (): Promise<HttpResponse> => second.send('PUT', `pending-actions/${first.id}/approve`, { headers: key });
    const done = expectStatus(200, await put()).json<PendingAction>();
    expect(done).toMatchObject({ state: 'DONE', result: { outcome: 'ISSUED' } });
    expect(expectStatus(200, await put()).json()).toEqual(done);
  });

  it('is in the audit record with both persons', async () => {
    const { action } = await requested();
    expectStatus(200, await approve(action.id));
    const admin = await StaffClient.open(app.running, 'admin');
    const query = `audit?subjectType=pending_action&subjectId=${action.id}`;
    const { items } = expectStatus(200, await admin.get(query)).json<{ items: { action: string; actorId: number }[] }>();
    expect(items.map((entry) => [entry.action, entry.actorId])).toEqual([
      ['approve', second.userId],
      ['create', issuing.staff.userId],
    ]);
  });
});
