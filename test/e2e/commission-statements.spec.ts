import { jest } from '@jest/globals';
import { ONE_CONNECTION } from '../support/app.js';
import { CHARGE_TIME, createPolicy, getBalance, toCents } from '../support/collection.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { IBANS, PayoutClient, PAYOUT_IBAN } from '../support/payout-client.js';
import { pdfText } from '../support/pdf-text.js';
import { createStaff, StaffClient } from '../support/staff-client.js';

interface Statement {
  readonly id: number;
  readonly agentCode: string;
  readonly status: string;
  readonly number: string | null;
  readonly earned: number;
  readonly takenBack: number;
  readonly carried: number;
  readonly netted: number;
  readonly tax: number;
  readonly due: number;
  readonly carriedForward: number;
  readonly refundId: number | null;
  readonly rates: readonly { readonly percent: number; readonly commission: number }[];
  readonly production: readonly { readonly kind: string; readonly receipts: number }[];
}

const DECEMBER = '2026-12-01T08:00:00Z';
const JANUARY = '2027-01-04T08:00:00Z';
const PATHS = '/collection-api/commission/statements';

jest.setTimeout(180_000);

let app: FireApp;
let issuing: LocalCollectionClient;
let other: StaffClient;
let admin: StaffClient;
/** A person who is paid by statement, and a company that nets. */
let person: FireAgent;
let company: FireAgent;
let policy: number;

beforeAll(async () => {
  app = await FireApp.start(ONE_CONNECTION);
  issuing = await LocalCollectionClient.open(app);
  other = await StaffClient.open(app.running, 'issuing');
  admin = await StaffClient.open(app.running, 'admin');
  person = (await app.createAgent({ code: 'P-1', commissionType: 'AGENCY', withholding: 'INDIVIDUAL', legalName: 'Πέτρου Άννα' }))
    .production;
  company = (await app.createAgent({ code: 'P-2', commissionType: 'AGENCY', nettingAllowed: true, withholding: 'INDIVIDUAL' })).production;
  await moveTo(CHARGE_TIME);
  expectStatus(200, await issuing.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
  expectStatus(200, await admin.patch('agents/P-1', { iban: IBANS[0], afm: '094014201', licenceNo: 'ΕΕΑ 1' }));
  policy = (await createPolicy(person)).id;
  await createPolicy(company);
});
afterAll(() => app.stop());

async function moveTo(instant: string): Promise<void> {
  await issuing.moveTo(instant, person);
  await Promise.all([company.renewToken(), other.renewSession(), admin.renewSession()]);
}

const run = (month: string, more: object = {}): ReturnType<StaffClient['post']> =>
  issuing.staff.post('commission-statements', { month, ...more });
const listed = async (query: string): Promise<readonly Statement[]> =>
  expectStatus(200, await issuing.staff.get(`commission-statements?${query}`)).json<{ items: Statement[] }>().items;
const getStatement = async (id: number): Promise<Statement> =>
  expectStatus(200, await issuing.staff.get(`commission-statements/${id}`)).json<Statement>();
/** Sum of what was booked as commission of an agent. */
async function bookedCents(code: string): Promise<number> {
  const [row] = await app.query<{ total: string }>(
    'production',
    'SELECT coalesce(sum(amount), 0) AS total FROM commission WHERE agent_code = $1',
    [code],
  );
  return toCents(Number(row!.total));
}

describe('a monthly statement of commission', () => {
  it('is refused while the month lasts, and nothing changes', async () => {
    const before = await app.readFingerprint();
    expect(expectStatus(400, await run('2026-11')).json()).toMatchObject({ error: '-104' });
    expect(expectStatus(400, await run('2026-13')).json()).toMatchObject({ error: '-102' });
    expect(await app.readFingerprint()).toEqual(before);
  });

  it('is a draft by the clock or by staff, once however often it is prepared (commission.7)', async () => {
    await moveTo(DECEMBER);
    await app.runDueWork('production');
    await app.runDueWork('production');
    expect(expectStatus(200, await run('2026-11')).json()).toEqual({ month: '2026-11', prepared: 0, drafts: 2, approved: 0 });
    const before = await app.readFingerprint();
    expect(expectStatus(200, await run('2026-11')).json()).toEqual({ month: '2026-11', prepared: 0, drafts: 2, approved: 0 });
    expect(await app.readFingerprint()).toEqual(before);
    const [of1, of2] = await listed('month=2026-11');
    const [cents1, cents2] = [await bookedCents('P-1'), await bookedCents('P-2')];
    const tax = (cents: number): number => Math.floor((cents * 20 + 50) / 100);
    expect(of1).toMatchObject({ agentCode: 'P-1', status: 'DRAFT', number: null, earned: cents1 / 100, netted: 0, tax: tax(cents1) / 100 });
    expect(toCents(of1!.due)).toBe(cents1 - tax(cents1));
    expect(of2).toMatchObject({ agentCode: 'P-2', netted: cents2 / 100, tax: tax(cents2) / 100, due: 0 });
    const { rates, production } = await getStatement(of1!.id);
    expect(production).toMatchObject([{ kind: 'NEW', receipts: 1 }]);
    expect(rates.map(({ percent }) => percent)).toEqual([20, 15]);
    expect(rates.reduce((sum, { commission }) => sum + toCents(commission), 0)).toBe(cents1);
    expect(expectStatus(200, await person.client.get(`${person.root}${PATHS}`)).json()).toEqual([]);
    expect(expectStatus(400, await person.client.get(`${person.root}${PATHS}/${of1!.id}`)).json()).toMatchObject({ error: '-304' });
  });

  it('is numbered, booked and fixed by its approval, and paid through a batch (commission.9, commission.10)', async () => {
    await moveTo(DECEMBER);
    const [of1, of2] = await listed('month=2026-11');
    const shown = await issuing.staff.get(`commission-statements/${of1!.id}`);
    const { client } = await createStaff(app.running, 'issuing');
    const stale = client.with({ 'If-Match': '"0123456789abcdef-el"' });
    const path = `/backoffice-api/commission-statements/${of1!.id}/approval`;
    expect(expectStatus(412, await stale.post(path, { settlement: 'PAYOUT' })).json()).toMatchObject({ error: '-402' });
    expect(shown.headers.etag).toBeDefined();
    const before = await getBalance(app, 'P-2');
    const approved = expectStatus(
      200,
      await issuing.staff.post(`commission-statements/${of1!.id}/approval`, { settlement: 'PAYOUT' }),
    ).json<Statement>();
    expect(approved).toMatchObject({ status: 'APPROVED', number: '26K 1', due: of1!.due });
    expect(
      expectStatus(200, await issuing.staff.post('commission-statements/approval', { month: '2026-11', settlement: 'OFFSET' })).json(),
    ).toEqual({
      month: '2026-11',
      approved: 1,
      drafts: 0,
    });
    expect((await getStatement(of2!.id)).number).toBe('26K 2');
    expect(toCents(await getBalance(app, 'P-2'))).toBe(toCents(before) + toCents(of2!.tax));
    expect(await issuing.accountBalance('withholding-tax')).toBe((-(of1!.tax + of2!.tax)).toFixed(2));
    expect(await issuing.accountBalance('commission-payable:P-1')).toBe('0.00');
    await issuing.expectBalancedLedger();

    const again = await issuing.staff.post(`commission-statements/${of1!.id}/approval`, { settlement: 'PAYOUT' });
    expect(expectStatus(400, again).json()).toMatchObject({ error: '-400' });
    const payouts = new PayoutClient(issuing.staff);
    const batch = await payouts.prepareBatch([approved.refundId!]);
    expectStatus(200, await other.post(`payout-batches/${batch.id}/approval`, {}));
    const file = await issuing.staff.get(`payout-batches/${batch.id}/file`);
    expect(file.text).toContain(IBANS[0]);
    expectStatus(200, await other.post(`payout-batches/${batch.id}/confirmation`, { reference: 'OUT-1' }));
    expect(await issuing.accountBalance('agent-payable:P-1')).toBe('0.00');
    await issuing.expectBalancedLedger();
  });

  it('is read by its agent alone, as JSON, CSV and PDF in both languages (commission.11)', async () => {
    const [summary] = expectStatus(200, await person.client.get(`${person.root}${PATHS}`)).json<
      { id: number; number: string; due: number }[]
    >();
    expect(summary).toMatchObject({ number: '26K 1' });
    const path = `${person.root}${PATHS}/${summary!.id}`;
    const { entries } = expectStatus(200, await person.client.get(path)).json<{
      entries: { application_id: number; commission: number }[];
    }>();
    expect(entries).toMatchObject([{ application_id: policy, commission: (await bookedCents('P-1')) / 100 }]);
    const csv = expectStatus(200, await person.client.get(path, { headers: { Accept: 'text/csv', 'Accept-Language': 'en' } })).text;
    expect(csv.split('\r\n')[0]).toContain('Commission');
    expect(csv.trim().split('\r\n')).toHaveLength(2);
    for (const [language, title] of [
      ['el', 'Εκκαθάριση προμηθειών'],
      ['en', 'Commission statement'],
    ] as const) {
      const pdf = await person.client.get(path, { headers: { Accept: 'application/pdf', 'Accept-Language': language } });
      const text = await pdfText(expectStatus(200, pdf).bytes);
      expect(text).toContain(title);
      expect(text).toContain('26K 1');
      expect(text).toContain('Πέτρου Άννα');
    }
    expect(expectStatus(400, await company.client.get(path)).json()).toMatchObject({ error: '-304' });
    expect(expectStatus(403, await company.client.get(`${company.root}${PATHS}?agent_code=P-1`)).json()).toMatchObject({ error: '-202' });
    const rates = expectStatus(200, await company.client.get(`${company.root}/collection-api/commission/rates?line=fire`));
    expect(rates.json<{ rates: { agent_type: string }[] }>().rates.every(({ agent_type: type }) => type === 'AGENCY')).toBe(true);
  });

  it('carries what is below zero to the next month, before tax (commission.8)', async () => {
    expectStatus(200, await issuing.cancel(policy, '2026-12-01', { claims: false }));
    await moveTo(JANUARY);
    await app.runDueWork('production');
    const [december] = await listed('month=2026-12&agentCode=P-1');
    expect(december).toMatchObject({ tax: 0, due: 0, carriedForward: december!.takenBack });
    expect(december!.takenBack).toBeLessThan(0);
    await createPolicy(person);
    await moveTo('2027-02-01T08:00:00Z');
    await app.runDueWork('production');
    const [january] = await listed('month=2027-01&agentCode=P-1');
    expect(january!.carried).toBe(december!.carriedForward);
    const early = await issuing.staff.post(`commission-statements/${january!.id}/approval`, { settlement: 'OFFSET' });
    expect(expectStatus(400, early).json()).toMatchObject({ error: '-400' });
    const before = await getBalance(app, 'P-1');
    for (const { id } of [december!, january!])
      expectStatus(200, await issuing.staff.post(`commission-statements/${id}/approval`, { settlement: 'OFFSET' }));
    expect(toCents(await getBalance(app, 'P-1'))).toBe(toCents(before) - toCents(january!.due));
    expect((await listed('agentCode=P-1&status=APPROVED')).map(({ number }) => number)).toEqual(['27K 2', '27K 1', '26K 1']);
    await issuing.expectBalancedLedger();
  });
});

describe('a version of the rates', () => {
  const version = {
    line: 'fire',
    version: 2,
    validFrom: '2027-03-01',
    rates: [
      { agentCode: 'P-1', percent: 30 },
      { agentType: 'AGENCY', percent: 10 },
    ],
  };

  it.each([
    [{ ...version, validFrom: '2027-01-01' }, ['validFrom -104']],
    [{ ...version, version: 1 }, ['version -102']],
    [{ ...version, rates: [{ percent: 10 }] }, ['rates[0].agentType -102']],
    [{ ...version, rates: [{ agentCode: 'NOBODY', percent: 10 }] }, ['rates[0].agentCode -103']],
    [{ ...version, rates: [{ agentType: 'AGENCY', cover: '999', percent: 10 }] }, ['rates[0].cover -103']],
    [{ ...version, rates: [version.rates[1], version.rates[1]] }, ['rates[1] -102']],
    [{ ...version, rates: [{ agentType: 'AGENCY', percent: 101 }] }, ['rates[0].percent -102']],
    [{ ...version, rates: [{ agentType: 'AGENCY', percent: 1, colour: 'red' }] }, ['rates[0].colour -102']],
  ])('is refused for %j, and nothing changes (commission.2)', async (body, violations) => {
    const before = await app.readFingerprint();
    for (const path of ['commission-rates', 'commission-rates/preview']) {
      const { details } = expectStatus(400, await admin.post(path, body)).json<{ details: { path: string; code: string }[] }>();
      expect(details.map(({ path: at, code }) => `${at} ${code}`)).toEqual(violations);
    }
    expect(await app.readFingerprint()).toEqual(before);
  });

  it('counts for policies that start from its first day on, and changes nothing that is booked', async () => {
    expectStatus(403, await issuing.staff.post('commission-rates', version));
    const booked = await app.query('production', 'SELECT * FROM commission_cover ORDER BY 1, 2');
    expectStatus(201, await admin.post('commission-rates', version));
    expect(await app.query('production', 'SELECT * FROM commission_cover ORDER BY 1, 2')).toEqual(booked);
    await moveTo('2027-02-25T08:00:00Z');
    const { id } = await createPolicy(person);
    const percents = await app.query(
      'production',
      `SELECT DISTINCT k.percent FROM commission_cover k JOIN commission m ON m.id = k.commission_id JOIN receipt r USING (receipt_no) WHERE r.application_id = $1`,
      [id],
    );
    expect(percents).toEqual([{ percent: '30.000' }]);
    await issuing.expectBalancedLedger();
  });
});
