import { jest } from '@jest/globals';
import type { HttpResponse } from '../support/client.js';
import { charge, CHARGE_TIME, createPolicy, QUARTERLY } from '../support/collection.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { createRandom, getRounds, readSeed } from '../support/depth.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { PAYOUT_IBAN } from '../support/payout-client.js';
import { RandomBusiness, type BusinessAction, type Pick } from '../support/random-business.js';
import { StaffClient } from '../support/staff-client.js';

jest.setTimeout(1_800_000);

const SEED = readSeed('MONTH_SEED', 33);
/** Six events a step. */
const STEPS = getRounds({ everyday: 20, deep: 170 });
/** From 25 November to 10 January, so that two months end. */
const DAYS = 46;
const JSON_LINES = { headers: { Accept: 'application/x-ndjson' } };
const REASONS = ['SALE', 'TOTAL_LOSS', 'DEATH', 'DUPLICATE', 'NOT_WANTED', 'BY_INSURER', 'IN_ERROR', 'WITHDRAWAL'] as const;

interface Booking {
  readonly transactionId: number;
  readonly kind: string;
  readonly amount: number;
}

interface TrialBalance {
  readonly debit: number;
  readonly credit: number;
  readonly closing: number;
  readonly items: readonly { account: string; closing: number }[];
}

type Row = Readonly<Record<string, string | number | null>>;

let app: FireApp;
let agents: readonly FireAgent[];
let issuing: LocalCollectionClient;
let staff: { underwriter: StaffClient; issuing: StaffClient };
/** Balance at the bank according to the responses alone, in cents. */
let bank = 0;
const counts: Record<string, number> = {};

const toCents = (value: unknown): number => Math.round(Number(value) * 100);
const sumUp = (rows: readonly Row[], ...fields: string[]): number =>
  rows.reduce((sum, row) => sum + fields.reduce((part, field) => part + toCents(row[field]), 0), 0);

beforeAll(async () => {
  app = await FireApp.start();
  agents = [
    (await app.createAgent({ type: 'broker', commissionType: 'BROKER' })).production,
    (await app.createAgent({ code: 'B200', type: 'direct', commissionType: 'AGENCY', nettingAllowed: false })).production,
  ];
  issuing = await LocalCollectionClient.open(app);
  staff = { underwriter: await StaffClient.open(app.running, 'underwriter'), issuing: await StaffClient.open(app.running, 'issuing') };
  expectStatus(200, await issuing.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
  issuing.staff.observe = staff.issuing.observe = countMoney;
  await moveTo(CHARGE_TIME);
});
afterAll(() => app.stop());

async function moveTo(instant: string): Promise<void> {
  app.clock.set(instant);
  for (const agent of agents) await issuing.moveTo(instant, agent);
  for (const one of Object.values(staff)) await one.renewSession();
}

/** Adds what a response says about money at the bank. */
async function countMoney(_method: string, path: string, response: HttpResponse): Promise<void> {
  if (response.status > 201) return;
  const kind = path.replaceAll(/\d+/g, 'N').replace(/agents\/\w+/, 'agents');
  counts[kind] = (counts[kind] ?? 0) + 1;
  const { amount } = response.json<{ amount: number }>();
  if (['payments', 'agents/settlements', 'refunds/N/return'].includes(kind)) bank += toCents(amount);
  if (kind === 'payout-batches/N/confirmation') bank -= toCents(amount);
  if (kind === 'bookings/N/reversal') takeBack(response.json<Booking>());
  if (kind === 'pending-actions/N/approve') await countApproved(response);
}

async function countApproved(response: HttpResponse): Promise<void> {
  const done = response.json<{ kind: string; amount: number; request: { transactionId?: number } }>();
  counts[`approved ${done.kind}`] = (counts[`approved ${done.kind}`] ?? 0) + 1;
  if (done.kind === 'REVERSAL')
    takeBack(expectStatus(200, await issuing.staff.get(`bookings/${done.request.transactionId}`)).json<Booking>());
}

/** A use of money in suspense does not move it at the bank. */
function takeBack({ kind, amount }: Booking): void {
  if (['PAYMENT', 'SETTLEMENT', 'SUSPENSE'].includes(kind)) bank -= toCents(amount);
}

async function reverseSome(pick: Pick): Promise<void> {
  const { items } = await issuing.list<Booking>('bookings?reversed=no&limit=100');
  if (items.length > 0) await issuing.reverse(pick(items).transactionId);
}

async function decidePending(pick: Pick): Promise<void> {
  const { items } = await issuing.list<{ id: number; isOwn: boolean }>('pending-actions?state=PENDING');
  for (const { id } of items)
    if (pick([true, true, false])) await staff.issuing.put(`pending-actions/${id}/approve`, undefined);
    else await staff.issuing.put(`pending-actions/${id}/reject`, { note: 'Όχι' });
}

async function cancelSome(agent: FireAgent, pick: Pick, business: RandomBusiness): Promise<void> {
  const ids = await business.listIds(agent, pick(['50', '50', '55']));
  if (ids.length === 0) return;
  const [id, reasonCode] = [pick(ids), pick(REASONS)];
  const { start_date: start } = await agent.get(id);
  const days = [app.clock.today(), start, `${Number(app.clock.today().slice(0, 4)) + 1}-01-05`];
  await issuing.cancel(id, reasonCode === 'IN_ERROR' ? start : pick(days), { reasonCode, claims: pick([true, false]) });
}

/** Draws up and approves the commission of the former month, which is refused before its end. */
async function settleCommission(pick: Pick): Promise<void> {
  const month = pick(['2026-11', '2026-12']);
  await issuing.staff.post('commission-statements', { month });
  await issuing.staff.post('commission-statements/approval', { month, settlement: pick(['PAYOUT', 'OFFSET']) });
}

function listFurther(business: RandomBusiness): BusinessAction[] {
  return [
    (agent, pick) => issuing.settle(agent.access.agentCode, pick([10, 87.35, 1500]), issuing.createReference()),
    (_agent, pick) => reverseSome(pick),
    (_agent, pick) => reverseSome(pick),
    (_agent, pick) => decidePending(pick),
    (agent, pick) => cancelSome(agent, pick, business),
    (_agent, pick) => settleCommission(pick),
    (agent) => createPolicy(agent, { ...QUARTERLY, start_date: app.clock.today() }),
    async (agent, pick) => {
      const ids = await business.listIds(agent, '50');
      if (ids.length > 0) await charge(agent, pick(ids));
    },
  ];
}

async function getTrialBalance(): Promise<TrialBalance> {
  return expectStatus(200, await staff.issuing.get(`ledger/trial-balance?on=${app.clock.today()}`)).json<TrialBalance>();
}

/** Adds up accounts by the beginning of their code, in cents. */
const addAccounts = ({ items }: TrialBalance, prefix: string): number =>
  items.filter(({ account }) => account.startsWith(prefix)).reduce((sum, { closing }) => sum + toCents(closing), 0);

async function readReport(name: string): Promise<Row[]> {
  const query = 'from=2026-11-01&to=2027-03-01';
  const { text } = expectStatus(200, await staff.issuing.get(`reports/${name}?${query}`, JSON_LINES));
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Row);
}

async function listAll(path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let total = 1; rows.length < total;) {
    const page = await issuing.list<Row>(`${path}?start=${rows.length + 1}&limit=500`);
    rows.push(...page.items);
    ({ total } = page);
  }
  return rows;
}

/** Compares the books with what the responses, the receipts and the refunds say. */
async function expectRightBooks(): Promise<void> {
  await issuing.expectBalancedLedger();
  const trial = await getTrialBalance();
  expect([toCents(trial.closing), toCents(trial.debit) - toCents(trial.credit)]).toEqual([0, 0]);
  expect(addAccounts(trial, 'bank')).toBe(bank);
  const receipts = await app.query<Row>(
    'production',
    `SELECT status, gross, tax, levy, fee, net, period_from::text AS "from" FROM receipt WHERE status IN ('PAID', 'PENDING')`,
  );
  const paid = receipts.filter(({ status }) => status === 'PAID');
  const owed = receipts.filter(({ status, from }) => status === 'PENDING' && String(from) <= app.clock.today());
  expect(addAccounts(trial, 'receivable')).toBe(sumUp(owed, 'gross'));
  const written = [...paid, ...owed];
  for (const [accounts, field] of [
    ['premium-income', 'net'],
    ['tax-payable', 'tax'],
    ['levy-payable', 'levy'],
    ['fee-income', 'fee'],
  ] as const)
    expect([accounts, addAccounts(trial, accounts) + sumUp(written, field)]).toEqual([accounts, 0]);
  const reported = await readReport('receipts');
  expect([sumUp(reported, 'net'), sumUp(reported, 'tax')]).toEqual([sumUp(paid, 'net'), sumUp(paid, 'tax')]);
  for (const { access } of agents) {
    const lines = await listAll(`agents/${access.agentCode}/account`);
    expect(sumUp(lines, 'amount')).toBe(toCents(await issuing.accountBalance(`agent:${access.agentCode}`)));
  }
}

it(`a month of ${STEPS * 6} random events leaves books that agree with the bank, the receipts and the agents`, async () => {
  const business = new RandomBusiness({ app, agents, issuing, staff, moveTo });
  await business.run({
    random: createRandom(SEED),
    steps: STEPS,
    days: DAYS,
    further: listFurther(business),
    after: (step) => (step % 10 === 0 || step === STEPS ? expectRightBooks() : Promise.resolve()),
  });
  process.stdout.write(`${JSON.stringify(counts)}\n`);
  expect(Object.keys(counts)).toEqual(expect.arrayContaining(['payments', 'agents/settlements', 'bookings/N/reversal']));

  // A closed month keeps its entries whatever is done afterwards.
  const journal = async (): Promise<string> =>
    expectStatus(200, await staff.issuing.get('ledger/journal?from=2026-11-01&to=2026-12-01', JSON_LINES)).text;
  expectStatus(201, await staff.issuing.post('ledger/closings', { month: '2026-11' }));
  await app.running.parts.closing.finishAll({ environment: 'production', at: app.clock.now() });
  const closed = await journal();
  const random = createRandom(SEED + 1);
  const pick: Pick = (items) => items[Math.floor(random() * items.length)]!;
  for (let round = 0; round < 10; round += 1)
    for (const action of listFurther(business)) await action(pick(agents), pick).catch(() => null);
  expect(await journal()).toBe(closed);
  await expectRightBooks();
});
