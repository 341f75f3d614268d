import { ONE_CONNECTION } from '../support/app.js';
import { charge, CHARGE_TIME, createPolicy, createPrepaid, QUARTERLY } from '../support/collection.js';
import { getPaymentCode, LocalCollectionClient, type PaymentCodeEntity } from '../support/collection-client.js';
import { expectRefused } from '../support/expect-error.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { StaffClient } from '../support/staff-client.js';

interface Line {
  readonly account: string;
  readonly title: string;
  readonly opening: number;
  readonly debit: number;
  readonly credit: number;
  readonly closing: number;
}
interface TrialBalance {
  readonly debit: number;
  readonly credit: number;
  readonly closing: number;
  readonly items: readonly Line[];
}
interface JournalEntry {
  readonly transactionId: number;
  readonly bookedOn: string;
  readonly valueDate: string;
  readonly kind: string;
  readonly account: string;
  readonly debit: number | null;
  readonly credit: number | null;
}

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let accounting: StaffClient;

beforeAll(async () => {
  app = await FireApp.start(ONE_CONNECTION);
  agent = (await app.createAgent()).production;
  issuing = await LocalCollectionClient.open(app);
  accounting = await StaffClient.open(app.running, 'accounting');
  await app.running.parts.stopTimedWork();
  await at(CHARGE_TIME);
});
afterAll(() => app.stop());

async function at(instant: string): Promise<void> {
  await issuing.moveTo(instant, agent);
  await accounting.renewSession();
}

async function getTrialBalance(on: string, from?: string): Promise<TrialBalance> {
  const query = from === undefined ? `on=${on}` : `on=${on}&from=${from}`;
  return expectStatus(200, await accounting.get(`ledger/trial-balance?${query}`)).json<TrialBalance>();
}

async function listJournal(query: string): Promise<JournalEntry[]> {
  return expectStatus(200, await accounting.get(`ledger/journal?${query}`)).json<{ items: JournalEntry[] }>().items;
}

/** Adds up the entries of the database by account, independently of the sums by day. */
async function addUp(where: string): Promise<Record<string, number>> {
  const rows = await app.query<{ account: string; balance: string }>(
    'production',
    `SELECT CASE WHEN a.code LIKE 'agent:%' THEN 'agent' WHEN a.code LIKE 'customer-payable:%' THEN 'customer-payable' ELSE a.code END AS account, sum(e.amount) AS balance
     FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id JOIN account a ON a.id = e.account_id WHERE ${where} GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ account, balance }) => [account, Number(balance)]));
}

const closingOf = ({ items }: TrialBalance): Record<string, number> =>
  Object.fromEntries(items.map(({ account, closing }) => [account, closing]));

describe('the books', () => {
  it('show each account with its movements, whether they are added up yet or not', async () => {
    await createPolicy(agent);
    const { id } = await createPrepaid(agent);
    await issuing.pay(agent, id);
    const before = await getTrialBalance('2026-11-25');
    expect(closingOf(before)).toEqual({
      agent: 332.64,
      bank: 332.64,
      'receivable:fire': 0,
      'premium-income:fire:FIRE': -504,
      'fee-income:fire': -50.4,
      'tax-payable:FIRE': -110.88,
    });
    expect(before).toMatchObject({ debit: 1330.56, credit: 1330.56, closing: 0 });
    await app.running.parts.ledgerFold.run('production');
    expect(await app.query('production', 'SELECT FROM ledger_unfolded')).toEqual([]);
    expect(await getTrialBalance('2026-11-25')).toEqual(before);
    expect(before.items.find(({ account }) => account === 'premium-income:fire:FIRE')?.title).toBe(
      'Εγγεγραμμένα ασφάλιστρα, Πυρός, Κλάδος πυρός',
    );
    const { items } = expectStatus(200, await accounting.get('ledger/accounts')).json<{ items: { account: string; balance: number }[] }>();
    expect(Object.fromEntries(items.map(({ account, balance }) => [account, balance]))).toEqual(closingOf(before));
    const next = await getTrialBalance('2026-12-31', '2026-11-26');
    expect(next.items.find(({ account }) => account === 'bank')).toMatchObject({ opening: 332.64, debit: 0, credit: 0, closing: 332.64 });
    await issuing.expectBalancedLedger();
  });

  it('list the journal of a period, of one account or of all, as pages and as files', async () => {
    const entries = await listJournal('from=2026-11-25&to=2026-11-26&limit=500');
    expect(entries).toHaveLength(12);
    expect(entries.slice(0, 2)).toMatchObject([
      { kind: 'PREMIUM', account: 'receivable:fire', debit: 332.64, credit: null, bookedOn: '2026-11-25', valueDate: '2026-11-25' },
      { kind: 'PREMIUM', account: 'fee-income:fire', debit: null, credit: 25.2 },
    ]);
    expect(await listJournal('from=2026-11-25&to=2026-11-26&account=bank')).toMatchObject([
      { kind: 'PAYMENT', account: 'bank', debit: 332.64 },
    ]);
    expect(await listJournal('from=2026-11-25&to=2026-11-26&account=agent')).toMatchObject([{ account: 'agent:A100', debit: 332.64 }]);
    expect(await listJournal('from=2026-11-26&to=2026-11-27')).toEqual([]);
    const path = 'ledger/journal?from=2026-11-25&to=2026-11-26';
    const csv = await accounting.get(path, { headers: { Accept: 'text/csv', 'Accept-Language': 'en' } });
    expect(csv.headers['content-type']).toContain('text/csv');
    expect(csv.text.split('\r\n')).toHaveLength(14);
    const lines = await accounting.get(path, { headers: { Accept: 'application/x-ndjson' } });
    expect(
      lines.text
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as JournalEntry).account),
    ).toEqual(entries.map(({ account }) => account));
  });

  it('refuse wrong days, agents and underwriters, and changes by accounting', async () => {
    await expectRefused(app, () => accounting.get('ledger/trial-balance?on=2026-11-01&from=2026-11-02'), {
      code: '-105',
      violations: [['from', '-105']],
    });
    await expectRefused(app, () => accounting.get('ledger/journal?from=2026-11-01&to=2027-11-02'), {
      code: '-105',
      violations: [['to', '-105']],
    });
    await expectRefused(app, () => accounting.post('payout-batches', {}), { status: 403, code: '-203' });
    const underwriter = await StaffClient.open(app.running, 'underwriter');
    await expectRefused(app, () => underwriter.get('ledger/accounts'), { status: 403, code: '-203' });
  });
});

describe('a month', () => {
  /** Payment codes of March that are paid in April. */
  const codes: PaymentCodeEntity[] = [];
  const close = (month: string) => issuing.staff.post('ledger/closings', { month });
  const getClosings = async () =>
    expectStatus(200, await accounting.get('ledger/closings')).json<{
      open: { month: string; missing: string[] } | null;
      items: object[];
    }>();

  it('is not closed before its end, before an earlier one, or while something of it is missing', async () => {
    await expectRefused(app, () => close('2026-11'), { code: '-400' });
    expect(await getClosings()).toEqual({ open: { month: '2026-11', missing: ['Ο μήνας δεν έχει λήξει.'] }, items: [] });
    const { id } = await createPolicy(agent, QUARTERLY);
    await at('2027-03-05T08:00:00Z');
    await expectRefused(app, () => close('2027-03'), { code: '-400' });
    await expectRefused(app, () => close('2026-12'), { code: '-400' });
    await at('2027-03-29T08:00:00Z');
    for (let made = 0; made < 2; made += 1) codes.push(await getPaymentCode(agent, (await createPrepaid(agent)).id));
    await at('2027-04-02T08:00:00Z');
    expectStatus(201, await close('2026-11'));
    await app.running.parts.closing.finishAll({ environment: 'production', at: app.clock.now() });
    expectStatus(201, await close('2026-12'));
    expectStatus(201, await close('2027-01'));
    expectStatus(201, await close('2027-02'));
    const unwritten = await expectRefused(app, () => close('2027-03'), { code: '-400' });
    expect(unwritten.json()).toMatchObject({ message: expect.stringContaining('δεν έχουν βεβαιωθεί ακόμη: 1') as unknown });
    await app.runDueWork('production');
    expect((await listJournal('from=2027-03-05&to=2027-03-06')).map(({ account }) => account)).toContain('receivable:fire');
    expectStatus(201, await close('2027-03'));
    await expectRefused(app, () => close('2027-03'), { code: '-400' });
    await app.running.parts.closing.finishAll({ environment: 'production', at: app.clock.now() });
    expect((await getClosings()).items).toHaveLength(5);
    expectStatus(205, await charge(agent, id));
    await issuing.expectBalancedLedger();
  });

  it('has its unearned premium by day, which the next month releases', async () => {
    const { items } = await getTrialBalance('2026-11-30', '2026-11-01');
    const [row] = await app.query<{ unearned: string }>(
      'production',
      `SELECT sum(round(r.net * (r.period_to - greatest(r.period_from, date '2026-12-01')) / (r.period_to - r.period_from), 2)) AS unearned
       FROM receipt r WHERE r.kind IN ('NEW', 'RENEWAL') AND r.issue_date < '2026-12-01' AND r.status = 'PAID'`,
    );
    const unearned = Number(row?.unearned);
    expect(unearned).toBeGreaterThan(500);
    expect(items.find(({ account }) => account === 'unearned-premium:fire:FIRE')).toMatchObject({ opening: 0, closing: -unearned });
    expect(items.find(({ account }) => account === 'unearned-change:fire:FIRE')).toMatchObject({ opening: 0, closing: unearned });
    const december = await listJournal('from=2026-12-01&to=2026-12-02&account=unearned-premium:fire:FIRE');
    expect(december).toMatchObject([{ kind: 'UNEARNED_RELEASE', debit: unearned }]);
  });

  it('receives no entry once it is closed: a payment of it is booked on the first open day, with its own day beside', async () => {
    const before = await addUp(`t.booked_on < '2027-04-01'`);
    const { payment_code, amount } = codes[0]!;
    const late = await issuing.sendPayment(payment_code, amount, 'LATE-1', '2027-03-30');
    expect(expectStatus(200, late).json()).toMatchObject({ outcome: 'ISSUED', valueDate: '2027-03-30' });
    expect(await addUp(`t.booked_on < '2027-04-01'`)).toEqual(before);
    expect(await listJournal('from=2027-04-01&to=2027-04-02&account=bank')).toMatchObject([
      { kind: 'PAYMENT', bookedOn: '2027-04-01', valueDate: '2027-03-30', debit: amount },
    ]);
    await issuing.expectBalancedLedger();
  });

  it('keeps a payment of an open month on the bank’s day', async () => {
    const { payment_code, amount } = codes[1]!;
    expectStatus(200, await issuing.sendPayment(payment_code, amount + 1, 'OPEN-1', '2027-04-01'));
    expect(await listJournal('from=2027-04-01&to=2027-04-02&account=suspense')).toMatchObject([
      { kind: 'SUSPENSE', valueDate: '2027-04-01' },
    ]);
  });
});
