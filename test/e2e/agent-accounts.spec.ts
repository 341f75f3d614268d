import { jest } from '@jest/globals';
import { addDays, toLocalDate } from '../../src/common/athens.js';
import { calculateAgedDebt, DAY_MS, toAgedCents, listBookedEntries, simulateAccountYear, sumAgedDebt } from '../support/agent-accounts.js';
import type { AgentAccount, AgentAccountItem, AgentAccountList } from '../support/agent-accounts.js';
import type { AccountStatement, AccountStatementEntry } from '../support/agent-accounts.js';
import { toCents, CHARGE_TIME, createPolicy } from '../support/collection.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { PAYOUT_IBAN } from '../support/payout-client.js';
import { pdfText, readPdf } from '../support/pdf-text.js';
import { createRandom, readSeed } from '../support/depth.js';
import { expectAllRefused } from '../support/expect-error.js';
import { StaffClient } from '../support/staff-client.js';

const STATEMENT = '/collection-api/account/statement';
const CSV = { headers: { Accept: 'text/csv' } };
const PDF = { headers: { Accept: 'application/pdf' } };

jest.setTimeout(240_000);

let app: FireApp;
let issuing: LocalCollectionClient;
let admin: StaffClient;
/** An agent with a year of business, another one with a supervisor, and one without business. */
let busy: FireAgent;
let other: FireAgent;
let idle: FireAgent;
let now: string;

beforeAll(async () => {
  app = await FireApp.start();
  issuing = await LocalCollectionClient.open(app);
  admin = await StaffClient.open(app.running, 'admin');
  other = (await app.createAgent({ code: 'B-2', name: '=Πρακτορείο', creditLimit: '600.00' })).production;
  busy = (await app.createAgent({ code: 'B-1', name: 'Πρακτορείο Αττικής', creditLimit: '9000.00' }, ['B-2'])).production;
  idle = (await app.createAgent({ code: 'B-3', name: 'Νέο', creditLimit: '100.00' })).production;
  await moveTo(CHARGE_TIME);
  expectStatus(200, await issuing.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
  await simulateAccountYear({ busy, other, issuing, moveTo, owed: async () => (await list('?code=B-1')).items[0]!.balance });
});
afterAll(() => app.stop());
beforeEach(() => moveTo(now));

async function moveTo(instant: string): Promise<void> {
  now = instant;
  app.clock.set(instant);
  for (const agent of [busy, other, idle]) await agent.renewToken();
  await issuing.staff.renewSession();
  await admin.renewSession();
}

const list = async (query = '', by = issuing.staff): Promise<AgentAccountList> =>
  expectStatus(200, await by.get(`agent-accounts${query}`)).json<AgentAccountList>();
const account = async (agent: FireAgent, query = ''): Promise<AgentAccount> =>
  expectStatus(200, await agent.client.get(`${agent.root}/collection-api/account${query}`)).json<AgentAccount>();
const readWholeStatement = async (agent: FireAgent, period: string, more = ''): Promise<AccountStatement> =>
  expectStatus(200, await agent.client.get(`${agent.root}${STATEMENT}?${period}&limit=500${more}`)).json<AccountStatement>();
const YEAR = 'from=2026-11-01&to=2027-11-01';

const listBooked = (code: string): ReturnType<typeof listBookedEntries> => listBookedEntries(app, code);

describe('the accounts of agents', () => {
  it('match the balances of the ledger, and their debt by age matches an independent count', async () => {
    const { items, totals } = await list();
    expect(items.map(({ code }) => code)).toEqual(['B-1', 'B-2', 'B-3']);
    const today = toLocalDate(new Date(now));
    for (const { code, balance, agedDebt } of items) {
      const entries = await listBooked(code);
      expect(toCents(balance)).toBe(entries.reduce((sum, { amount }) => sum + toCents(Number(amount)), 0));
      expect(toAgedCents(agedDebt)).toEqual(calculateAgedDebt(entries, today));
      expect(sumAgedDebt(toAgedCents(agedDebt))).toBe(Math.max(0, toCents(balance)));
    }
    expect(toCents(totals.owed)).toBe(items.reduce((sum, { balance }) => sum + Math.max(0, toCents(balance)), 0));
    expect(toCents(totals.credit)).toBe(items.reduce((sum, { balance }) => sum - Math.min(0, toCents(balance)), 0));
    expect(sumAgedDebt(toAgedCents(totals.agedDebt))).toBe(toCents(totals.owed));
    const [{ agedDebt }] = items as [AgentAccountItem];
    expect(Object.values(agedDebt).filter((part) => part > 0).length).toBeGreaterThan(1);
  });

  it('show the last payment, reserved credit and the remaining credit limit', async () => {
    const { items } = await list('?code=B-2');
    const { at } = (await listBooked('B-2')).find(({ kind }) => kind === 'SETTLEMENT')!;
    expect(items).toEqual([
      {
        code: 'B-2',
        name: '=Πρακτορείο',
        balance: -642.36,
        creditLimit: 600,
        creditLeft: 1242.36,
        creditSetAside: 25,
        oldestUnpaid: null,
        lastSettled: expect.stringMatching(/^2027-/) as string,
        lastSettlement: 1000,
        agedDebt: { notDue: 0, days0To30: 0, days31To60: 0, days61To90: 0, over90: 0 },
      },
    ]);
    expect(at.getTime()).toBe(new Date(now).getTime());
  });

  it.each([
    ['name=αττικησ', ['B-1']],
    ['owing=yes', ['B-1']],
    ['owing=no', ['B-2', 'B-3']],
    ['overLimit=no', ['B-1', 'B-2', 'B-3']],
    ['agedOver=0', ['B-1']],
    ['agedOver=3650', []],
    ['sort=-code', ['B-3', 'B-2', 'B-1']],
    ['sort=name', ['B-2', 'B-3', 'B-1']],
    ['sort=balance', ['B-2', 'B-3', 'B-1']],
    ['sort=-balance', ['B-1', 'B-3', 'B-2']],
    ['sort=creditLeft', ['B-3', 'B-2', 'B-1']],
    ['sort=oldestUnpaid', ['B-2', 'B-3', 'B-1']],
    ['sort=-lastSettled', ['B-2', 'B-1', 'B-3']],
    ['sort=lastSettled', ['B-3', 'B-1', 'B-2']],
    ['start=2&limit=1', ['B-2']],
  ])('are filtered by %s', async (query, codes) => {
    const { items, total, totals } = await list(`?${encodeURI(query)}`);
    expect(items.map(({ code }) => code)).toEqual(codes);
    expect(total).toBe(query.startsWith('start') ? 3 : codes.length);
    if (query.startsWith('start')) expect(totals).toEqual((await list()).totals);
  });

  it('exceed their limit when it is lowered', async () => {
    expectStatus(200, await admin.patch('agents/B-1', { creditLimit: 0.01 }));
    const { items } = await list('?overLimit=yes');
    expect(items.map(({ code, creditLeft }) => [code, creditLeft])).toEqual([['B-1', 0]]);
    expectStatus(200, await admin.patch('agents/B-1', { creditLimit: 9000 }));
  });

  it('belong to one environment, and are shown to issuing and administrators', async () => {
    const sandbox = await StaffClient.open(app.running, 'issuing', '/dev');
    expect((await list('', sandbox)).totals).toMatchObject({ owed: 0, credit: 0 });
    expect((await list('', admin)).total).toBe(3);
    const violation = (path: string): { code: string; violations: [string, string][] } => ({ code: '-105', violations: [[path, '-105']] });
    await expectAllRefused(app, [
      [() => issuing.staff.get('agent-accounts?owing=maybe'), violation('owing')],
      [() => issuing.staff.get('agent-accounts?agedOver=-1'), violation('agedOver')],
      [() => issuing.staff.get('agent-accounts?sort=afm'), violation('sort')],
      [() => issuing.staff.get('agent-accounts?agent=B-1'), { code: '-102', violations: [['agent', '-102']] }],
      [() => issuing.staff.get(`agent-accounts/NOBODY/statement?${YEAR}`), { code: '-304' }],
      [() => issuing.staff.get(`agent-accounts/%00/statement?${YEAR}`), { code: '-304' }],
      [() => issuing.staff.get('agent-accounts/B-1/statement?from=2026-11-01'), violation('to')],
      [() => issuing.staff.get('agent-accounts/B-1/statement?from=2026-11-02&to=2026-11-02'), violation('to')],
    ]);
  });
});

describe('an agent’s own account', () => {
  it('shows the debt, its open part and its age', async () => {
    const own = await account(busy);
    const [{ agedDebt, ...item }] = (await list('?code=B-1')).items as [AgentAccountItem];
    expect(own).toMatchObject({ balance: item.balance, credit_left: item.creditLeft, credit_set_aside: 0 });
    const { not_due, days_0_30, days_31_60, days_61_90, over_90 } = own.aged_debt;
    expect({ notDue: not_due, days0To30: days_0_30, days31To60: days_31_60, days61To90: days_61_90, over90: over_90 }).toEqual(agedDebt);
    expect(own.open_charges).toHaveLength(own.open_charges_total);
    expect(own.open_charges.reduce((sum, { open }) => sum + toCents(open), 0)).toBe(toCents(own.balance));
  });

  it('is not sent again to a client that has it, and HEAD returns its tag', async () => {
    const first = await busy.client.get('/collection-api/account');
    const headers = { 'If-None-Match': String(first.headers.etag) };
    expect((await busy.client.get('/collection-api/account', { headers })).status).toBe(304);
    expect((await busy.client.get('/collection-api/account', { headers: { ...headers, 'Accept-Language': 'en' } })).status).toBe(200);
    const head = await busy.client.call('HEAD', '/collection-api/account');
    expect([head.status, head.headers.etag, head.text]).toEqual([200, first.headers.etag, '']);
  });

  it('is readable by the supervisor of a delegate, and by nobody else', async () => {
    expect((await account(busy, '?agent_code=B-2')).credit_set_aside).toBe(25);
    expect(await account(busy, '?agent_code=')).toEqual(await account(busy));
    expect((await readWholeStatement(busy, YEAR, '&agent_code=B-2')).entries).toHaveLength(5);
    const refused = { status: 403, code: '-202' };
    await expectAllRefused(app, [
      [() => other.client.get('/collection-api/account?agent_code=B-1'), refused],
      [() => other.client.get('/collection-api/account?agent_code=NOBODY'), refused],
      [() => other.client.get(`${STATEMENT}?${YEAR}&agent_code=B-1`), refused],
      [() => other.client.get(`${STATEMENT}?${YEAR}&agent_code=B-1`, CSV), refused],
      [() => other.client.get(`${STATEMENT}?${YEAR}&agent_code=B-1`, PDF), refused],
    ]);
  });

  it('is separate in the sandbox', async () => {
    const { sandbox } = await app.createAgent({ code: 'B-4' });
    await sandbox.renewToken();
    expect(await account(sandbox)).toMatchObject({ balance: 0, open_charges: [], last_settlement: null });
    await createPolicy(sandbox);
    expect(await account(sandbox)).toMatchObject({ balance: 332.64, aged_debt: { days_0_30: 332.64 }, open_charges_total: 1 });
    expect((await list('?code=B-4')).items[0]).toMatchObject({ balance: 0 });
    const { entries } = await readWholeStatement(sandbox, YEAR);
    expect(entries.map(({ receipt }) => receipt?.startsWith('S27F '))).toEqual([true]);
  });
});

describe('an account statement', () => {
  it('adds up to the cent, with the balance after each entry, for any period', async () => {
    const year = await readWholeStatement(busy, YEAR);
    const all = await listBooked('B-1');
    expect(year.entries.map(({ kind, debit, credit }) => [kind, toCents((debit ?? 0) - (credit ?? 0))])).toEqual(
      all.map(({ kind, amount }) => [kind, toCents(Number(amount))]),
    );
    let balance = toCents(year.opening_balance);
    for (const { debit, credit, balance: after } of year.entries) {
      balance += toCents(debit ?? 0) - toCents(credit ?? 0);
      expect(toCents(after)).toBe(balance);
    }
    expect([toCents(year.closing_balance), toCents(year.debits) - toCents(year.credits)]).toEqual([balance, balance]);
    const random = createRandom(readSeed('STATEMENT_SEED', 26));
    for (let round = 0; round < 8; round += 1) {
      const from = addDays('2026-11-20', Math.floor(random() * 200));
      const to = addDays(from, 1 + Math.floor(random() * 60));
      const part = await readWholeStatement(busy, `from=${from}&to=${to}`);
      const before = year.entries.filter(({ at }) => at < from);
      const within = year.entries.filter(({ at }) => at >= from && at < to);
      expect(part.entries).toEqual(within);
      expect(part.opening_balance).toBe(before.at(-1)?.balance ?? 0);
      expect(part.closing_balance).toBe(within.at(-1)?.balance ?? part.opening_balance);
      expect(toCents(part.debits) - toCents(part.credits)).toBe(toCents(part.closing_balance) - toCents(part.opening_balance));
    }
  });

  it('names receipt, policy, client and premium, and the reference of a settlement', async () => {
    const { entries } = await readWholeStatement(busy, YEAR);
    const [first] = entries as [AccountStatementEntry];
    expect(first).toMatchObject({
      kind: 'CHARGE',
      reference: expect.stringMatching(/^P26\d+\/1$/) as string,
      client_name: expect.any(String) as string,
    });
    expect(first.receipt).toMatch(/^26F \d+$/);
    expect(first.debit).toBe(first.gross);
    expect(first.net).toBeGreaterThan(0);
    const refund = entries.find(({ kind }) => kind === 'REFUND')!;
    expect(refund).toMatchObject({ debit: null, credit: -refund.gross!, receipt: expect.stringMatching(/^2[67]F-R \d+$/) as string });
    const settled = entries.find(({ kind }) => kind === 'SETTLEMENT')!;
    expect(settled).toMatchObject({ gross: null, net: null, client_name: null, receipt: null });
    const kinds = (await readWholeStatement(other, YEAR)).entries.map(({ kind, debit, credit }) => [kind, debit, credit]);
    expect(kinds).toEqual([
      ['CHARGE', 332.64, null],
      ['SETTLEMENT', null, 1000],
      ['AGENT_CREDIT', 50, null],
      ['AGENT_CREDIT', 25, null],
      ['AGENT_CREDIT_RETURN', null, 50],
    ]);
  });

  it('is returned in pages with counts and links', async () => {
    const { entries } = await readWholeStatement(busy, YEAR);
    const page = await busy.client.get(`${STATEMENT}?${YEAR}&start=3&limit=2`);
    expect(page.json<AccountStatement>().entries).toEqual(entries.slice(2, 4));
    expect(page.headers['x-total-count']).toBe(String(entries.length));
    expect(page.headers.link).toContain('start=5&limit=2>; rel="next"');
    const headers = { 'If-None-Match': String(page.headers.etag) };
    expect((await busy.client.get(`${STATEMENT}?${YEAR}&start=3&limit=2`, { headers })).status).toBe(304);
    const ofStaff = expectStatus(200, await issuing.staff.get(`agent-accounts/B-1/statement?${YEAR}&start=3&limit=2`)).json<{
      total: number;
      items: { balance: number; clientName: string; receipt: string }[];
    }>();
    expect(ofStaff.total).toBe(entries.length);
    expect(ofStaff.items.map(({ balance, receipt }) => [balance, receipt])).toEqual(
      entries.slice(2, 4).map(({ balance, receipt }) => [balance, receipt]),
    );
  });

  it('counts the days of Athens, also where a day has 23 or 25 hours', async () => {
    const days = ['2027-03-27', '2027-03-28', '2027-03-29', '2027-10-30', '2027-10-31', '2027-11-01'];
    for (const day of days) {
      const { opening_balance: opening } = await readWholeStatement(idle, `from=${day}&to=${addDays(day, 1)}`);
      expect(opening).toBe(0);
    }
    const late = (await app.createAgent({ code: 'B-5' })).production;
    const moments = ['2027-10-30T20:59:59Z', '2027-10-30T21:00:00Z', '2027-10-31T21:59:59Z', '2027-10-31T22:00:00Z'];
    for (const [index, moment] of moments.entries()) {
      await issuing.moveTo(moment, late);
      expectStatus(200, await issuing.settle('B-5', 10 ** index / 100, `DST-${index}`));
    }
    expect(await readWholeStatement(late, 'from=2027-10-31&to=2027-11-01')).toMatchObject({
      opening_balance: -0.01,
      credits: 1.1,
      closing_balance: -1.11,
    });
    now = moments.at(-1)!;
  });

  it.each([
    ['from', 'to=2027-01-01', 'from'],
    ['to', 'from=2027-01-01', 'to'],
    ['no day', 'from=2027-02-30&to=2027-03-30', 'from'],
    ['an end before its begin', 'from=2027-02-02&to=2027-02-01', 'to'],
    ['an empty period', 'from=2027-02-02&to=2027-02-02', 'to'],
    ['more than a year', 'from=2026-02-02&to=2027-02-03', 'to'],
    ['more than a year from a leap day', 'from=2024-02-29&to=2025-03-01', 'to'],
    ['no page', `${YEAR}&start=0`, 'start'],
  ])('is refused for %s', async (_name, query, path) => {
    await expectAllRefused(
      app,
      [{}, CSV, PDF].map((options) => [
        () => busy.client.get(`${STATEMENT}?${query}`, options),
        { code: '-105', violations: [[path, '-105']] },
      ]),
    );
  });
});

describe('an account statement as CSV', () => {
  const linesOf = (text: string): string[][] =>
    text
      .slice(1)
      .split('\r\n')
      .slice(0, -1)
      .map((line) => line.split(','));

  it('has the same exact entries, sums and balances', async () => {
    const { entries, ...sums } = await readWholeStatement(busy, YEAR);
    const response = expectStatus(200, await busy.client.get(`${STATEMENT}?${YEAR}`, CSV));
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-language': 'el',
      'content-disposition': expect.stringContaining('account-B-1-2026-11-01-2027-11-01.csv') as string,
    });
    expect(String(response.headers.vary)).toMatch(/Accept\b(?!-)/);
    expect([...response.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [heads, opening, ...rest] = linesOf(response.text);
    expect(heads).toEqual([
      ...['Ημερομηνία', 'Κίνηση', 'Αιτιολογία', 'Αίτηση', 'Ασφαλιστήριο', 'Απόδειξη', 'Λήπτης της ασφάλισης'],
      ...['Μικτά ασφάλιστρα', 'Καθαρά ασφάλιστρα', 'Χρέωση', 'Πίστωση', 'Υπόλοιπο'],
    ]);
    expect([opening![0], opening![1], opening!.at(-1)]).toEqual(['2026-11-01', 'Αρχικό υπόλοιπο', '0.00']);
    const closing = rest.pop()!;
    expect(closing.slice(-3)).toEqual([sums.debits, sums.credits, sums.closing_balance].map((amount) => amount.toFixed(2)));
    const text = (amount: number | null): string => amount?.toFixed(2) ?? '';
    expect(rest.map((line) => [line[0], line[2], line[5], ...line.slice(7)])).toEqual(
      entries.map(({ at, reference, receipt, gross, net, debit, credit, balance }) => [
        ...[at.slice(0, 10), reference, receipt ?? '', text(gross), text(net), text(debit), text(credit), text(balance)],
      ]),
    );
  });

  it('is available in English, for staff of any agent, and without entries', async () => {
    const options = { headers: { Accept: 'text/csv', 'Accept-Language': 'en' } };
    const response = await issuing.staff.get(`agent-accounts/B-3/statement?${YEAR}`, options);
    expect(linesOf(response.text)).toEqual([
      ...[['Date', 'Entry', 'Reference', 'Application', 'Policy', 'Receipt', 'Policyholder']].map((line) => [
        ...line,
        ...['Gross premium', 'Net premium', 'Debit', 'Credit', 'Balance'],
      ]),
      ['2026-11-01', 'Opening balance', '', '', '', '', '', '', '', '', '', '0.00'],
      ['2027-11-01', 'Closing balance', '', '', '', '', '', '', '', '0.00', '0.00', '0.00'],
    ]);
    const head = await busy.client.call('HEAD', `${STATEMENT}?${YEAR}`, options);
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('writes formulas as text', async () => {
    const agent = (await app.createAgent({ code: 'B-6' })).production;
    await agent.renewToken();
    expectStatus(200, await issuing.settle('B-6', 1, '=1+1'));
    const response = await agent.client.get(`${STATEMENT}?from=2027-01-01&to=2028-01-01`, CSV);
    expect(response.text).toContain(",'=1+1,");
  });

  it('is complete when it has many pages of entries, and shows one moment while business continues', async () => {
    const agent = (await app.createAgent({ code: 'B-7', creditLimit: '0.00' })).production;
    await agent.renewToken();
    const at = new Date(Date.parse(now) - 40 * DAY_MS);
    await fill('B-7', 2_500, at);
    const period = `from=${toLocalDate(at)}&to=${addDays(toLocalDate(new Date(now)), 1)}`;
    const stop = new AbortController();
    const settled = (async (): Promise<void> => {
      for (let count = 0; !stop.signal.aborted; count += 1) await issuing.settle('B-7', 1, `PARALLEL-${count}`);
    })();
    for (let round = 0; round < 5; round += 1) {
      const response = await agent.client.get(`${STATEMENT}?${period}`, CSV);
      const lines = linesOf(response.text).slice(1);
      const credits = lines.slice(1, -1).reduce((sum, line) => sum + toCents(Number(line[10])), 0);
      expect(lines.length).toBeGreaterThanOrEqual(2_502);
      expect(toCents(Number(lines.at(-1)!.at(-1)))).toBe(-credits);
      expect(lines.at(-2)!.at(-1)).toBe(lines.at(-1)!.at(-1));
      const page = await readWholeStatement(agent, period, '&start=2400');
      expect(page.entries.at(-1)!.balance).toBe(page.closing_balance);
    }
    stop.abort();
    await settled;
    await expectAllRefused(app, [[() => agent.client.get(`${STATEMENT}?${period}`, PDF), { code: '-405' }]]);
  });

  /** Books settlements of one cent as the ledger does. */
  async function fill(code: string, count: number, at: Date): Promise<void> {
    await app.query(
      'production',
      `WITH booked AS (
         INSERT INTO ledger_transaction (at, kind, reference) SELECT $2::timestamptz + k * interval '1 second', 'SETTLEMENT', 'FILL-' || k
         FROM generate_series(1, $3) AS k RETURNING id, at),
       bank AS (INSERT INTO ledger_entry (transaction_id, account_id, amount, at)
         SELECT b.id, a.id, 0.01, b.at FROM booked b, account a WHERE a.code = 'bank'),
       agents AS (INSERT INTO ledger_entry (transaction_id, account_id, amount, at)
         SELECT b.id, a.id, -0.01, b.at FROM booked b, account a WHERE a.agent_code = $1)
       UPDATE account SET balance = balance - 0.01 * $3 WHERE agent_code = $1`,
      [code, at, count],
    );
  }
});

describe('an account statement as PDF', () => {
  it('has a letterhead, balances and every entry on numbered pages', async () => {
    const { entries } = await readWholeStatement(busy, YEAR);
    const response = expectStatus(200, await busy.client.get(`${STATEMENT}?${YEAR}`, PDF));
    expect(response.headers).toMatchObject({ 'content-type': 'application/pdf', 'content-language': 'el' });
    const { text, pages } = await readPdf(response.bytes);
    expect(pages.length).toBeGreaterThan(1);
    for (const part of ['Κατάσταση λογαριασμού', 'Πρακτορείο Αττικής', '01/11/2026 – 31/10/2027', `Σελίδα 1 από ${pages.length}`])
      expect(text).toContain(part);
    for (const { reference, receipt } of entries) {
      expect(text).toContain(reference);
      if (receipt !== null) expect(text).toContain(receipt);
    }
  });

  it('is available in English, for staff of any agent, and without entries', async () => {
    const response = await issuing.staff.get(`agent-accounts/B-3/statement?${YEAR}`, {
      headers: { Accept: 'application/pdf', 'Accept-Language': 'en' },
    });
    const text = await pdfText(response.bytes);
    for (const part of ['Statement of account', 'There are no entries in this period.', 'Page 1 of 1', '€0.00'])
      expect(text).toContain(part);
    expect(response.headers['content-language']).toBe('en');
  });
});
