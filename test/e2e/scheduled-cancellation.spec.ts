import { ONE_CONNECTION } from '../support/app.js';
import type { HttpResponse } from '../support/client.js';
import { advanceClock, waitUntilAdvanced } from '../support/agent-clock.js';
import { charge, CHARGE_TIME, createPolicy, listReceipts, QUARTERLY, requestPaymentCode } from '../support/collection.js';
import { getPaymentCode, LocalCollectionClient, WITHDRAWAL } from '../support/collection-client.js';
import { listDocuments, SystemCategory } from '../support/documents.js';
import { expectRefused } from '../support/expect-error.js';
import { expectStatus, FireApp, getHistory, type FireAgent } from '../support/fire-app.js';
import { MotorAgent } from '../support/motor.js';

interface Staff {
  readonly status: string;
  readonly scheduledCancellation: { readonly date: string } | null;
  readonly refund: { readonly total: number };
}

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;

beforeAll(async () => {
  app = await FireApp.start(ONE_CONNECTION);
  agent = (await app.createAgent()).production;
  issuing = await LocalCollectionClient.open(app);
});
afterAll(() => app.stop());
beforeEach(() => at(CHARGE_TIME));
afterEach(() => issuing.expectBalancedLedger());

async function at(instant: string): Promise<void> {
  await issuing.moveTo(instant, agent);
  await app.runDueWork('production');
}

const path = (id: number): string => `applications/${id}/scheduled-cancellation`;

async function schedule(id: number, date: string, more: object = {}): Promise<Staff> {
  return expectStatus(200, await issuing.cancel(id, date, more)).json<Staff>();
}

async function outcomes(id: number): Promise<unknown[]> {
  const rows = await app.query<{ outcome: string }>(
    'production',
    `SELECT outcome FROM scheduled_cancellation WHERE application_id = $1 ORDER BY id`,
    [id],
  );
  return rows.map(({ outcome }) => outcome);
}

async function timeline(
  id: number,
): Promise<{ kind: string; cancellation: { date: string } | null; transition: { action: string } | null }[]> {
  const page = await issuing.staff.get(`applications/${id}/timeline?limit=100`);
  return expectStatus(200, page).json<{ items: Awaited<ReturnType<typeof timeline>> }>().items;
}

async function queued(): Promise<number[]> {
  const page = await issuing.list<{ applicationId: number }>('policies?queue=cancelling&limit=200');
  return page.items.map(({ applicationId }) => applicationId);
}

describe('a cancellation for a later day', () => {
  it('is shown to staff and agent, and carried out as its day begins', async () => {
    const { id } = await createPolicy(agent);
    const scheduled = await schedule(id, '2027-06-05', { text: 'Πώληση τον Ιούνιο' });
    expect(scheduled).toMatchObject({
      status: '50',
      cancellation: null,
      scheduledCancellation: { date: '2027-06-05', receivedOn: '2026-11-25', reasonCode: 'SALE', text: 'Πώληση τον Ιούνιο', claims: true },
      // Net 252 x 183 / 365, tax 55.44 x 126.35 / 277.20.
      refund: { rule: 'PRO_RATA', total: 151.62, receipts: [{ receiptNo: null, unearnedDays: 183, net: 126.35, tax: 25.27 }] },
    });
    expect(expectStatus(200, await issuing.staff.get(path(id))).json()).toEqual(scheduled.scheduledCancellation);
    expect(await agent.get(id)).toMatchObject({
      status_code: '50',
      cancels_on: '2027-06-05',
      messages: [{ code: 'CANCELLATION_SCHEDULED', severity: 'warning', text: expect.stringContaining('05/06/2027') as string }],
    });
    expect(await queued()).toEqual([id]);
    expect(await listDocuments(agent, id, SystemCategory.CANCELLATION)).toEqual([]);

    await at('2027-06-04T20:59:59Z');
    expect((await agent.get(id)).status_code).toBe('50');
    // An hour after midnight: the day is not covered, because the act counts from its first instant.
    await at('2027-06-04T22:00:00Z');
    expect(await agent.get(id)).toMatchObject({ status_code: '70', cancels_on: null, messages: [{ code: 'CANCELLATION' }] });
    expect((await listReceipts(agent, id)).at(-1)).toMatchObject({ kind: 'REFUND', gross: -151.62, period_from: '2027-06-05' });
    expect(await listDocuments(agent, id, SystemCategory.CANCELLATION)).toHaveLength(1);
    expect((await getHistory(agent, id)).transitions.slice(-2)).toEqual(['50 schedule_cancellation 50', '50 cancel_mid_term 70']);
    expect(expectStatus(200, await issuing.staff.get(`applications/${id}`)).json()).toMatchObject({
      cancellation: { text: 'Πώληση τον Ιούνιο', date: '2027-06-05', coverEnds: '2027-06-05', receivedOn: '2026-11-25' },
      scheduledCancellation: null,
    });
    expect(await outcomes(id)).toEqual(['DONE']);
    expect(await queued()).toEqual([]);
    const events = await app.query<{ type: string }>(
      'production',
      `SELECT type FROM event WHERE (data ->> 'application_id')::bigint = $1 AND type LIKE 'policy.%'`,
      [id],
    );
    expect(events.map(({ type }) => type)).toEqual(['policy.issued', 'policy.cancelled']);
  });

  it('asks for no instalment that begins on or after its day, and for earlier ones as usual', async () => {
    const { id } = await createPolicy(agent, QUARTERLY);
    await schedule(id, '2027-06-05');
    await at('2027-02-20T08:00:00Z');
    expectStatus(205, await charge(agent, id));
    await at('2027-05-20T08:00:00Z');
    const refusals: [() => Promise<HttpResponse>, string][] = [
      [() => charge(agent, id), '-702'],
      [() => requestPaymentCode(agent, id), '-703'],
    ];
    for (const [call, code] of refusals) {
      const response = await expectRefused(app, call, { code });
      expect(response.json()).toMatchObject({ reason: 'ENDED', message: expect.stringContaining('05/06/2027') as string });
    }
    const due = async (): Promise<number[]> =>
      (await issuing.list<{ applicationId: number }>('policies?queue=due&limit=200')).items.map(({ applicationId }) => applicationId);
    expect(await due()).not.toContain(id);
    await at('2027-06-04T21:00:00Z');
    expect((await getHistory(agent, id)).transitions.slice(-2)).toEqual(['50 pay_instalment 50', '50 cancel_mid_term 70']);
    expect((await listReceipts(agent, id)).map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'NEW PAID',
      'INSTALMENT PAID',
      'INSTALMENT CANCELLED',
      'INSTALMENT CANCELLED',
    ]);
  });

  it('suspends the money of a code that was given out before', async () => {
    const { id } = await createPolicy(agent, QUARTERLY);
    await at('2027-02-20T08:00:00Z');
    const { payment_code: code, amount } = await getPaymentCode(agent, id);
    await schedule(id, '2027-03-05');
    expect(await issuing.bookPayment(code, amount)).toMatchObject({ outcome: 'SUSPENDED', reason: { code: '-702' } });
  });

  it('can be withdrawn until its day, by the version that was read, and scheduled again', async () => {
    const { id } = await createPolicy(agent);
    const etag = String((await issuing.staff.get(`applications/${id}`)).headers['etag']);
    await schedule(id, '2027-01-15');
    await expectRefused(app, () => issuing.cancel(id, '2027-01-20'), { code: '-400' });
    const late = () => issuing.staff.send('DELETE', path(id), { headers: { 'If-Match': etag } });
    await expectRefused(app, late, { status: 412, code: '-402' });
    expectStatus(204, await issuing.staff.delete(path(id)));
    expect(await agent.get(id)).toMatchObject({ status_code: '50', cancels_on: null, messages: [] });
    await expectRefused(app, () => issuing.staff.delete(path(id)), { code: '-304' });
    await expectRefused(app, () => issuing.staff.get(path(id)), { code: '-304' });
    await schedule(id, '2027-01-20');
    await at('2027-01-16T08:00:00Z');
    expect((await agent.get(id)).status_code).toBe('50');
    await at('2027-01-20T08:00:00Z');
    expect((await agent.get(id)).status_code).toBe('70');
    expect(await outcomes(id)).toEqual(['WITHDRAWN', 'DONE']);
  });

  it('falls away with a lapse or another cancellation, and the history says so', async () => {
    const { id: lapsing } = await createPolicy(agent, QUARTERLY);
    const { id: cancelled } = await createPolicy(agent);
    await schedule(lapsing, '2027-05-20');
    await schedule(cancelled, '2027-05-20');
    await at('2027-01-10T08:00:00Z');
    expectStatus(200, await issuing.cancel(cancelled, '2027-01-10'));
    await at('2027-03-05T08:00:00Z');
    await at('2027-04-25T08:00:00Z');
    for (const [id, action] of [
      [lapsing, 'lapse'],
      [cancelled, 'cancel_mid_term'],
    ] as const) {
      expect(await agent.get(id)).toMatchObject({ status_code: '70', cancels_on: null });
      expect((await agent.get(id)).messages.map(({ code }) => code)).not.toContain('CANCELLATION_SCHEDULED');
      expect(await outcomes(id)).toEqual(['DROPPED']);
      const entries = await timeline(id);
      expect(entries.filter(({ kind }) => kind === 'cancellation_dropped')).toMatchObject([{ cancellation: { date: '2027-05-20' } }]);
      expect(entries.flatMap(({ transition }) => transition?.action ?? [])).toContain(action);
    }
    await at('2027-05-20T08:00:00Z');
    expect(await outcomes(lapsing)).toEqual(['DROPPED']);
  });

  it('before the start returns everything on its day', async () => {
    const { id } = await createPolicy(agent);
    const { refund } = await schedule(id, '2026-12-05', { reasonCode: 'NOT_WANTED' });
    expect(refund.total).toBe(332.64);
    await at('2026-12-04T22:00:00Z');
    expect((await listReceipts(agent, id)).at(-1)).toMatchObject({ kind: 'REFUND', gross: -332.64 });
  });

  it('comes before a lapse that became due after its day while no clock ran', async () => {
    const { id } = await createPolicy(agent, QUARTERLY);
    await schedule(id, '2027-03-20');
    await at('2027-05-30T08:00:00Z');
    expect((await getHistory(agent, id)).transitions.slice(-1)).toEqual([expect.stringContaining('cancel_mid_term 70')]);
    expect(await outcomes(id)).toEqual(['DONE']);
  });

  it('keeps the policy from being renewed', async () => {
    const { id } = await createPolicy(agent);
    await at('2027-11-10T08:00:00Z');
    await schedule(id, '2027-11-20');
    await expectRefused(app, () => charge(agent, id), { code: '-702' });
  });
});

describe('the previous policy of a cancelled renewal', () => {
  async function renew(): Promise<{ id: number; renewal: number }> {
    const { id } = await createPolicy(agent);
    await at('2027-11-25T08:00:00Z');
    return { id, renewal: expectStatus(205, await charge(agent, id)).json<{ id: number }>().id };
  }

  it('stays in force when the renewal is cancelled before its start, and expires at its end', async () => {
    const { id, renewal } = await renew();
    expectStatus(200, await issuing.cancel(renewal, '2027-11-25', { reasonCode: 'NOT_WANTED' }));
    expect((await getHistory(agent, id)).transitions.at(-1)).toBe('50 void_renewal 50');
    await at('2027-12-05T08:00:00Z');
    expect((await agent.get(id)).status_code).toBe('60');
  });

  it('is expired when the renewal is withdrawn from after its start', async () => {
    const { id, renewal } = await renew();
    await at('2027-12-04T22:00:00Z');
    expect((await agent.get(id)).status_code).toBe('65');
    await at('2027-12-04T23:00:00Z');
    expectStatus(200, await issuing.cancel(renewal, '2027-12-05', { ...WITHDRAWAL, receivedOn: '2027-12-04' }));
    expect((await getHistory(agent, id)).transitions.at(-1)).toBe('65 void_renewal 60');
  });

  it('stays renewed when the renewal is cancelled mid-term', async () => {
    const { id, renewal } = await renew();
    await at('2028-02-01T08:00:00Z');
    expectStatus(200, await issuing.cancel(renewal, '2028-02-01'));
    expect((await agent.get(id)).status_code).toBe('65');
  });
});

it('a vehicle shows its scheduled cancellation, and its green card is marked once it is cancelled', async () => {
  const { agent: owner } = (await MotorAgent.create(app, { code: 'M300' })).production;
  const motor = new MotorAgent(owner);
  const { id } = await motor.createPolicy({ policyStartDate: '2026-11-25' });
  await schedule(id, '2026-11-28');
  expect(await motor.get(id)).toMatchObject({ statusCode: '50', cancelsOn: '2026-11-28' });
  await at('2026-11-28T08:00:00Z');
  await owner.renewToken();
  expect(await motor.get(id)).toMatchObject({ statusCode: '70', cancelsOn: null });
});

it('the clock of an agent in the sandbox carries out a scheduled cancellation, which the agent can withdraw', async () => {
  const { sandbox } = await app.createAgent({ code: 'S300' });
  const act = (call: string, json: object): Promise<HttpResponse> =>
    sandbox.client.call('POST', `${sandbox.root}/test-api/resources/applications/${call}`, { json });
  const policies = [await createPolicy(sandbox), await createPolicy(sandbox)];
  const [kept, ended] = policies.map(({ id }) => id) as [number, number];
  for (const id of [kept, ended])
    expectStatus(200, await act(`${id}/cancellation`, { reason_code: 'SALE', date: '2026-12-20', claims: false }));
  const url = `${sandbox.root}/test-api/resources/applications/${kept}/scheduled-cancellation`;
  expect(expectStatus(200, await sandbox.client.delete(url)).json()).toMatchObject({ cancels_on: null });
  expectStatus(202, await sandbox.client.put('/dev/test-api/resources/clock', { frozen_time: '2026-11-26' }));
  await waitUntilAdvanced(sandbox);
  await advanceClock(sandbox, { days: 30 });
  await sandbox.renewToken();
  expect((await sandbox.get(ended)).status_code).toBe('70');
  expect((await sandbox.get(kept)).status_code).toBe('50');
});
