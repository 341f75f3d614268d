import { charge, CHARGE_TIME, createPolicy, QUARTERLY } from '../support/collection.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { expectRefused } from '../support/expect-error.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { MotorAgent } from '../support/motor.js';
import { StaffClient } from '../support/staff-client.js';

type Row = Readonly<Record<string, string | number | null>>;

const YEAR = 'from=2026-01-01&to=2027-01-01';

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let accounting: StaffClient;

async function at(instant: string): Promise<void> {
  await issuing.moveTo(instant, agent);
  await accounting.renewSession();
  await app.runDueWork('production');
}

/** Creates three policies, cancels one in December, and pays an instalment of March in April. */
beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent({ creditLimit: '5000.00' })).production;
  issuing = await LocalCollectionClient.open(app);
  accounting = await StaffClient.open(app.running, 'accounting');
  await app.running.parts.stopTimedWork();
  await at(CHARGE_TIME);
  await new MotorAgent(agent).createPolicy();
  const cancelled = await createPolicy(agent);
  const quarterly = await createPolicy(agent, QUARTERLY);
  await at('2026-12-10T08:00:00Z');
  expectStatus(200, await issuing.cancel(cancelled.id, '2026-12-10'));
  await at('2027-03-20T08:00:00Z');
  await at('2027-04-02T08:00:00Z');
  expectStatus(205, await charge(agent, quarterly.id));
});
afterAll(() => app.stop());

async function read(path: string): Promise<Row[]> {
  const { text } = expectStatus(200, await accounting.get(`reports/${path}`, { headers: { Accept: 'application/x-ndjson' } }));
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Row);
}

const add = (rows: readonly Row[], field: string): number => Math.round(rows.reduce((sum, row) => sum + Number(row[field]), 0) * 100) / 100;

/** Returns the movement of accounts in a period, or their balance at its end; credits are positive. */
async function sumBooks(start: string, on: string, from = '2026-01-01', field: 'moved' | 'closing' = 'moved'): Promise<number> {
  const { items } = expectStatus(200, await accounting.get(`ledger/trial-balance?on=${on}&from=${from}`)).json<{
    items: { account: string; debit: number; credit: number; closing: number }[];
  }>();
  const rows = items
    .filter(({ account }) => account.startsWith(start))
    .map((line) => ({ moved: line.credit - line.debit, closing: -line.closing }));
  return add(rows, field);
}

describe('the reports of the books', () => {
  it('show the tax of each class by quarter, that of fire as 15 % and 5 %, as it is booked', async () => {
    const rows = await read(`tax?${YEAR}`);
    expect(rows.map(({ quarter, line, coverClass, taxCategory, rate }) => [quarter, line, coverClass, taxCategory, rate])).toEqual([
      ['2026-Q4', 'fire', 'FIRE', '1', '0.15'],
      ['2026-Q4', 'fire', 'FIRE', '2', '0.05'],
      ['2026-Q4', 'motor', 'FIRE', '1', '0.15'],
      ['2026-Q4', 'motor', 'FIRE', '2', '0.05'],
      ['2026-Q4', 'motor', 'OTHER', '4', '0.15'],
    ]);
    for (const taxClass of ['FIRE', 'OTHER'])
      expect(
        add(
          rows.filter(({ coverClass }) => coverClass === taxClass),
          'tax',
        ),
      ).toBe(await sumBooks(`tax-payable:${taxClass}`, '2026-12-31'));
    for (const { base, rate, tax } of rows) expect(Math.abs(Number(base) * Number(rate) - Number(tax))).toBeLessThan(0.05);
    const all = await read('tax?from=2026-06-01&to=2027-06-01');
    expect(new Set(all.map(({ quarter }) => quarter))).toEqual(new Set(['2026-Q4', '2027-Q1']));
    expect(add(all, 'tax')).toBe(await sumBooks('tax-payable', '2027-05-31'));
    expect((await read(`tax?${YEAR}&line=fire`)).length).toBe(2);
  });

  it('show the levies of each fund as they are booked', async () => {
    const rows = await read(`levies?${YEAR}`);
    expect(rows).toMatchObject([{ quarter: '2026-Q4', line: 'motor', levy: 'AUX_FUND', rate: '0.018', receipts: 1 }]);
    expect(add(rows, 'amount')).toBe(await sumBooks('levy-payable', '2026-12-31'));
  });

  it('add up paid and refunded receipts by class and fund', async () => {
    const rows = await read(`receipts-by-class?${YEAR}`);
    const receipts = await read(`receipts?${YEAR}`);
    for (const part of ['net', 'fee', 'tax']) expect([part, add(rows, part)]).toEqual([part, add(receipts, part)]);
    expect(add(rows, 'levyAmount')).toBe(add(receipts, 'levy'));
    expect(rows.find(({ kind }) => kind === 'REFUND')).toMatchObject({ line: 'fire', coverClass: 'FIRE', levy: null, receipts: 1, fee: 0 });
    expect(rows.find(({ levy }) => levy !== null)).toMatchObject({ line: 'motor', coverClass: null, levy: 'AUX_FUND', net: 0 });
  });

  it('show what was owed at the end of any day with its age, as the books did', async () => {
    expect(await read('receivables?on=2027-03-04')).toEqual([]);
    const march = await read('receivables?on=2027-03-20');
    expect(march).toMatchObject([{ line: 'fire', dueDate: '2027-03-05', daysOverdue: 15, age: '1-30', amount: 87.31 }]);
    expect(add(march, 'amount')).toBe(-(await sumBooks('receivable', '2027-03-20', '2027-01-01', 'closing')));
    expect(await read('receivables?on=2027-04-02')).toEqual([]);
  });

  it('show the unearned premium of each receipt at the end of a day', async () => {
    const rows = await read('unearned-premium?on=2026-12-31');
    const days = rows.find(({ line }) => line === 'motor');
    expect(days).toMatchObject({ periodFrom: '2026-12-01', periodTo: '2027-12-01', unearnedDays: 334 });
    const [row] = await app.query<{ unearned: string }>(
      'production',
      `SELECT sum(round((c ->> 'net')::numeric * (r.period_to - greatest(r.period_from, date '2027-01-01')) / (r.period_to - r.period_from), 2)) AS unearned
       FROM receipt r, jsonb_array_elements(r.taxes) c WHERE r.issue_date < '2027-01-01' AND r.status = 'PAID' AND r.period_to > '2027-01-01' AND r.period_from < '2027-01-01'`,
    );
    expect(add(rows, 'unearned')).toBe(Number(row?.unearned));
  });

  it('have titles, semicolons and decimal commas in Greek, and codes and decimal points in English', async () => {
    const greek = expectStatus(
      200,
      await accounting.get(`reports/tax?${YEAR}`, { headers: { Accept: 'text/csv', 'Accept-Language': 'el' } }),
    );
    expect(greek.text).toMatch(
      /^\uFEFFΤρίμηνο;Κλάδος;.*\r\n2026-Q4;Πυρός;Κλάδος πυρός;α1\) ασφάλιστρα κλάδου πυρός 20% \(15%\);0.15;\d+;\d+,\d\d;\d+,\d\d\r\n/,
    );
    const english = expectStatus(
      200,
      await accounting.get(`reports/tax?${YEAR}`, { headers: { Accept: 'text/csv', 'Accept-Language': 'en' } }),
    );
    expect(english.text).toMatch(/^\uFEFFQuarter,Line,.*\r\n2026-Q4,fire,FIRE,1,0.15,\d+,\d+\.\d\d,/);
  });

  it('add up the issued receipts of a month by series, with numbers without gaps and taxes by category', async () => {
    const rows = await read(`mydata?${YEAR}`);
    expect(rows).toMatchObject([
      { month: '2026-11', documentType: '11.2', series: '26F', numberFrom: 1, numberTo: 2, issued: 2, cancelled: 0, fees: 0, taxOther: 0 },
      { month: '2026-11', documentType: '11.2', series: '26M', numberFrom: 1, numberTo: 1, issued: 1 },
      { month: '2026-12', documentType: '11.4', series: '26F-R', numberFrom: 1, numberTo: 1, issued: 1 },
    ]);
    const tax = await read(`tax?${YEAR}`);
    const ofTax = (...categories: string[]) =>
      add(
        tax.filter(({ taxCategory }) => categories.includes(String(taxCategory))),
        'tax',
      );
    expect(Math.abs(add(rows, 'tax1') - ofTax('1'))).toBeLessThan(0.02);
    expect([Math.round((add(rows, 'tax1') + add(rows, 'tax2')) * 100) / 100, add(rows, 'taxOther')]).toEqual([ofTax('1', '2'), ofTax('4')]);
    expect(add(rows, 'gross')).toBe(add(await read(`receipts?${YEAR}`), 'gross'));
  });

  it('mark in the list of the property tax what was insured for less than three months of the year', async () => {
    expect(new Set((await read('enfia?year=2026')).map(({ insuredThreeMonths }) => insuredThreeMonths))).toEqual(new Set(['0']));
    expect(new Set((await read('enfia?year=2027')).map(({ insuredThreeMonths }) => insuredThreeMonths))).toEqual(new Set(['1']));
  });

  it('are refused without a day, and to underwriters', async () => {
    await expectRefused(app, () => accounting.get('reports/receivables'), { code: '-105', violations: [['on', '-105']] });
    const underwriter = await StaffClient.open(app.running, 'underwriter');
    await expectRefused(app, () => underwriter.get('reports/unearned-premium?on=2026-12-31'), { status: 403, code: '-203' });
  });
});
