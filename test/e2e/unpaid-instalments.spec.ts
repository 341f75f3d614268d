import { ONE_CONNECTION } from '../support/app.js';
import {
  charge,
  getBalance,
  listReceipts,
  QUARTERLY,
  createPolicy,
  requestPaymentCode,
  toCents,
  type ReceiptEntity,
} from '../support/collection.js';
import { getPaymentCode, LocalCollectionClient, type BankPayment, type PaymentCodeEntity } from '../support/collection-client.js';
import { expectRefused } from '../support/expect-error.js';
import { expectStatus, FireApp, getHistory, MORNING, type FireAgent } from '../support/fire-app.js';
import { MotorAgent } from '../support/motor.js';
import { pdfText } from '../support/pdf-text.js';

const AGENT_CODE = 'A700';
const SECOND_PERIOD_DAYS = 92;

let app: FireApp;
let agent: FireAgent;
let motor: MotorAgent;
let issuing: LocalCollectionClient;
let plates = 0;

beforeAll(async () => {
  app = await FireApp.start(ONE_CONNECTION);
  agent = (await app.createAgent({ code: AGENT_CODE })).production;
  motor = new MotorAgent(agent);
  issuing = await LocalCollectionClient.open(app);
});
afterAll(() => app.stop());
beforeEach(() => moveTo(MORNING));
afterEach(() => issuing.expectBalancedLedger());

const moveTo = (instant: string): Promise<void> => issuing.moveTo(instant, agent);

async function clockAt(instant: string): Promise<void> {
  await moveTo(instant);
  await app.runDueWork('production');
}

async function pay({ payment_code, amount }: PaymentCodeEntity, valueDate: string): Promise<BankPayment> {
  return expectStatus(200, await issuing.sendPayment(payment_code, amount, undefined, valueDate)).json<BankPayment>();
}

/** Rounds a fraction of cents half up. */
function share(amount: number, part: number, whole: number): number {
  return Math.floor((2 * toCents(amount) * part + whole) / (2 * whole));
}

/** Sums net, fee, taxes and levies for some days of a receipt, in cents: the fee is whole, the rest in proportion. */
function grossOf({ net, fee, taxes, levies }: ReceiptEntity, days: number, allDays: number): number {
  const dueNet = share(net, days, allDays);
  const tax = taxes.reduce((sum, one) => sum + toCents(one.tax), 0) / 100;
  const levy = levies.reduce((sum, one) => sum + toCents(one.amount), 0) / 100;
  return dueNet + toCents(fee) + share(tax, dueNet + toCents(fee), toCents(net) + toCents(fee)) + share(levy, dueNet, toCents(net));
}

/** Reads the printed text of the newest document with such a name. */
async function textOf(id: number, name: RegExp): Promise<string> {
  const path = `${agent.root}/docs-api/policy/applications/${id}/documents`;
  const documents = expectStatus(200, await agent.client.get(path)).json<{ id: number; file_name: string }[]>();
  const found = documents.filter(({ file_name: one }) => name.test(one)).sort((a, b) => a.id - b.id);
  return joinLines(await pdfText(expectStatus(200, await agent.client.get(`${path}/${found.at(-1)?.id}`)).bytes));
}

const joinLines = (text: string): string => text.replaceAll(/\s+/g, ' ');

async function printStatement(id: number): Promise<string> {
  return joinLines(await pdfText((await motor.call('GET', `policies/${id}/claimsHistory`)).bytes));
}

describe('a vehicle with an unpaid instalment', () => {
  /** A policy from 1 December 2026 that is paid until 28 February. */
  async function createCar(): Promise<number> {
    plates += 1;
    return (await motor.createPolicy({ plateNo: `TAB-${3000 + plates}`, payFrequencyInMonths: 3 })).id;
  }

  it('must be paid the day before its period, and has no cover from then on', async () => {
    const id = await createCar();
    const [, second] = await listReceipts(agent, id);
    expect(second).toMatchObject({ period_from: '2027-03-01', due_date: '2027-02-28', gap_from: null });
    await clockAt('2027-02-28T22:00:00Z');
    const title = 'Αναστολή κάλυψης λόγω ανεξόφλητης δόσης';
    expect((await motor.call('GET', `policies/${id}`)).json()).toMatchObject({ statusCode: '55', statusTitle: title });
    await expectRefused(app, () => motor.call('PUT', `policies/${id}/greenCard`), { code: '-400' });
  });

  it('is covered again from the day after a charge, which takes no premium for the days between', async () => {
    const id = await createCar();
    expectStatus(201, await motor.call('PUT', `policies/${id}/greenCard`));
    await clockAt('2027-03-10T08:00:00Z');
    const before = await getBalance(app, AGENT_CODE);
    expect(expectStatus(205, await charge(agent, id)).json()).toMatchObject({ statusCode: '50' });
    const receipts = await listReceipts(agent, id);
    const [, whole] = receipts;
    const late = receipts.at(-1);
    const gross = grossOf(whole!, 82, SECOND_PERIOD_DAYS);
    expect(whole).toMatchObject({ status: 'CANCELLED', period_from: '2027-03-01', payment: null });
    expect(late).toMatchObject({
      kind: 'INSTALMENT',
      status: 'PAID',
      gap_from: '2027-03-01',
      period_from: '2027-03-11',
      period_to: '2027-06-01',
      gross: gross / 100,
      payment: { method: 'CHARGE' },
    });
    expect(toCents(await getBalance(app, AGENT_CODE)) - toCents(before)).toBe(gross);
    expect((await getHistory(agent, id)).transitions.slice(-2)).toEqual(['50 instalment_unpaid 55', '55 pay_instalment 50']);
  });

  it('shows the days without cover on receipt, green card and claims statement', async () => {
    const id = await createCar();
    expectStatus(201, await motor.call('PUT', `policies/${id}/greenCard`));
    await clockAt('2027-03-10T08:00:00Z');
    expectStatus(205, await charge(agent, id));
    const [receipt, card, statement] = [await textOf(id, /receipt|-\d+\.pdf/), await textOf(id, /green-card/), await printStatement(id)];
    for (const text of ['Χωρίς κάλυψη', '01/03/2027 – 11/03/2027']) expect(receipt).toContain(text);
    expect(card).toMatch(/From 11 .* 03 .* 2027 .* To 31 .* 05 .* 2027/);
    expect(statement).toContain('11/03/2027 01/06/2027');
    expect(statement).toContain('01/12/2026 01/03/2027');
    expect(await textOf(id, /^P\d+\.pdf/)).toContain('Καλύπτεται έως');
  });

  it('is paid by the premium that was asked for before, and what is too much is owed to the customer', async () => {
    const id = await createCar();
    await moveTo('2027-02-20T08:00:00Z');
    const code = await getPaymentCode(agent, id);
    await clockAt('2027-03-12T08:00:00Z');
    const [, whole] = await listReceipts(agent, id);
    expect(code.amount).toBe(whole?.gross);
    const gross = grossOf(whole!, 82, SECOND_PERIOD_DAYS);
    expect(await pay(code, '2027-03-10')).toMatchObject({ outcome: 'INSTALMENT_PAID' });
    expect((await listReceipts(agent, id)).at(-1)).toMatchObject({ status: 'PAID', period_from: '2027-03-11', gross: gross / 100 });
    const refunds = expectStatus(200, await issuing.staff.get(`refunds?applicationId=${id}`)).json<{ items: unknown[] }>().items;
    expect(refunds).toMatchObject([{ kind: 'OVERPAYMENT', status: 'OWED', amount: (toCents(code.amount) - gross) / 100 }]);
  });

  it('has no gap when the payment was in time and only its file came late', async () => {
    const id = await createCar();
    await moveTo('2027-02-20T08:00:00Z');
    const code = await getPaymentCode(agent, id);
    await clockAt('2027-03-02T08:00:00Z');
    expect(await pay(code, '2027-02-28')).toMatchObject({ outcome: 'INSTALMENT_PAID' });
    const [, second] = await listReceipts(agent, id);
    expect(second).toMatchObject({ status: 'PAID', gap_from: null, period_from: '2027-03-01', gross: code.amount });
  });

  it('asks by payment code for the days from tomorrow on, and takes no other amount', async () => {
    const id = await createCar();
    await clockAt('2027-03-10T08:00:00Z');
    const [, whole] = await listReceipts(agent, id);
    const code = await getPaymentCode(agent, id);
    expect(toCents(code.amount)).toBe(grossOf(whole!, 82, SECOND_PERIOD_DAYS));
    for (const amount of [toCents(code.amount) - 51, toCents(whole!.gross) + 51])
      expect(await pay({ ...code, amount: amount / 100 }, '2027-03-10')).toMatchObject({ outcome: 'SUSPENDED', reason: { code: '-701' } });
    expect(await pay(code, '2027-03-10')).toMatchObject({ outcome: 'INSTALMENT_PAID' });
    expectStatus(200, await issuing.staff.get(`refunds?applicationId=${id}`));
  });

  it('ends after 30 days as of the end of its paid period, and owes nothing', async () => {
    const id = await createCar();
    await clockAt('2027-03-01T08:00:00Z');
    await clockAt('2027-04-10T08:00:00Z');
    expect((await listReceipts(agent, id)).map(({ status }) => status)).toEqual(['PAID', 'CANCELLED', 'CANCELLED', 'CANCELLED']);
    expect((await motor.call('GET', `policies/${id}`)).json()).toMatchObject({ statusCode: '70' });
    expect(await printStatement(id)).toContain('01/12/2026 01/03/2027');
    const refused = await expectRefused(app, () => charge(agent, id), { code: '-702' });
    expect(refused.json()).toMatchObject({ reason: 'ENDED' });
  });
});

it('a vehicle that staff cancel while its cover is suspended was covered until its paid end, and owes nothing', async () => {
  const { id } = await motor.createPolicy({ plateNo: 'TAB-3900', payFrequencyInMonths: 3 });
  await clockAt('2027-03-10T08:00:00Z');
  const body = issuing.buildCancellation('2027-03-10');
  const preview = expectStatus(200, await issuing.staff.post(`applications/${id}/cancellation/preview`, body));
  expect(preview.json()).toMatchObject({ coverEnds: '2027-03-01', refund: { total: 0 } });
  expectStatus(200, await issuing.cancel(id, '2027-03-10'));
  expect((await listReceipts(agent, id)).map(({ status }) => status)).toEqual(['PAID', 'CANCELLED', 'CANCELLED', 'CANCELLED']);
  expect(await printStatement(id)).toContain('01/12/2026 01/03/2027');
});

describe('a fire policy with an unpaid instalment', () => {
  /** A policy from 5 December 2026 whose second instalment is unpaid, with a notice of 5 March. */
  async function createNoticed(): Promise<number> {
    await moveTo('2026-11-25T08:00:00Z');
    const { id } = await createPolicy(agent, QUARTERLY);
    await clockAt('2027-03-05T08:00:00Z');
    expect(await agent.get(id)).toMatchObject({ status_code: '55', status_title: 'Ανεξόφλητη δόση' });
    return id;
  }

  it('is covered for a month from the notice, and pays the whole instalment in this month', async () => {
    const id = await createNoticed();
    const [, second] = await listReceipts(agent, id);
    await clockAt('2027-04-04T08:00:00Z');
    expectStatus(205, await charge(agent, id));
    expect((await listReceipts(agent, id))[1]).toMatchObject({ status: 'PAID', gap_from: null, gross: second?.gross });
  });

  it('owes the premium of this month when it ends unpaid, to be paid by code', async () => {
    const id = await createNoticed();
    const [, whole] = await listReceipts(agent, id);
    await clockAt('2027-04-12T08:00:00Z');
    const gross = grossOf(whole!, 31, 92);
    const earned = (await listReceipts(agent, id)).at(-1);
    expect(earned).toMatchObject({
      kind: 'EARNED',
      status: 'PENDING',
      period_from: '2027-03-05',
      period_to: '2027-04-05',
      gross: gross / 100,
    });
    const code = await getPaymentCode(agent, id);
    expect(toCents(code.amount)).toBe(gross);
    expect(await pay(code, '2027-04-12')).toMatchObject({ outcome: 'INSTALMENT_PAID' });
    expect(await agent.get(id)).toMatchObject({ status_code: '70' });
    expect((await getHistory(agent, id)).transitions.slice(-2)).toEqual(['55 lapse 70', '70 pay_earned_premium 70']);
    await expectRefused(app, () => charge(agent, id), { code: '-702' });
    expect((await requestPaymentCode(agent, id)).json()).toMatchObject({ error: '-703', reason: 'ENDED' });
  });

  it('owes this premium to be charged as well, once', async () => {
    const id = await createNoticed();
    await clockAt('2027-04-12T08:00:00Z');
    const before = await getBalance(app, AGENT_CODE);
    const responses = await Promise.all([charge(agent, id), charge(agent, id)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([205, 400]);
    const earned = (await listReceipts(agent, id)).at(-1);
    expect(toCents(await getBalance(app, AGENT_CODE)) - toCents(before)).toBe(toCents(earned!.gross));
  });

  it('owes the premium of the covered days when staff cancel it', async () => {
    const id = await createNoticed();
    const [, whole] = await listReceipts(agent, id);
    await moveTo('2027-03-15T08:00:00Z');
    expectStatus(200, await issuing.cancel(id, '2027-03-15'));
    const earned = (await listReceipts(agent, id)).at(-1);
    const gross = grossOf(whole!, 11, 92) / 100;
    expect(earned).toMatchObject({ kind: 'EARNED', status: 'PENDING', period_from: '2027-03-05', period_to: '2027-03-16', gross });
    expectStatus(205, await charge(agent, id));
  });

  it('does not end without a notice', async () => {
    const id = await createNoticed();
    await app.query('production', 'UPDATE receipt SET notice_on = NULL WHERE application_id = $1', [id]);
    await clockAt('2027-05-30T08:00:00Z');
    expect(await agent.get(id)).toMatchObject({ status_code: '55' });
    expectStatus(205, await charge(agent, id));
  });
});
