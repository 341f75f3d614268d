import { advanceClock } from '../support/agent-clock.js';
import { charge, CHARGE_TIME, createPolicy, listReceipts, QUARTERLY } from '../support/collection.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  issuing = await LocalCollectionClient.open(app);
});
afterAll(() => app.stop());

beforeEach(() => issuing.moveTo(CHARGE_TIME, agent));

interface Booking {
  readonly kind: string;
  readonly at: Date;
  readonly entries: Readonly<Record<string, number>>;
}

/** Lists the transactions of an instalment with their entries by account. */
async function listBookings({ environment }: FireAgent, id: number, instalmentNo: number): Promise<Booking[]> {
  return app.query<Booking>(
    environment,
    `SELECT t.kind, t.at, jsonb_object_agg(a.code, e.amount) AS entries
     FROM receipt r JOIN ledger_transaction t ON t.receipt_no = r.receipt_no JOIN ledger_entry e ON e.transaction_id = t.id JOIN account a ON a.id = e.account_id
     WHERE r.application_id = $1 AND r.instalment_no = $2 GROUP BY t.id ORDER BY t.id`,
    [id, instalmentNo],
  );
}

const WRITTEN = { 'receivable:fire': 87.31, 'premium-income:fire:FIRE': -66.15, 'fee-income:fire': -6.61, 'tax-payable:FIRE': -14.55 };
/** Premium of the six days from the 5th to the 10th. */
const EARNED = { 'receivable:fire': 13.1, 'premium-income:fire:FIRE': -4.31, 'fee-income:fire': -6.61, 'tax-payable:FIRE': -2.18 };

/** Books an instalment as its opposite. */
function reverse(entries: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(entries).map(([code, amount]) => [code, -amount]));
}

describe('the premium of an instalment (books.2)', () => {
  it('is written as its period begins, once, and becomes a receivable until it is paid', async () => {
    const { id } = await createPolicy(agent, QUARTERLY);
    await issuing.moveTo('2027-03-04T21:59:59Z', agent);
    await app.runDueWork('production');
    expect(await listBookings(agent, id, 2)).toEqual([]);
    await issuing.moveTo('2027-03-04T22:00:01Z', agent);
    await app.runDueWork('production');
    const written = { kind: 'PREMIUM', at: new Date('2027-03-04T22:00:01Z'), entries: WRITTEN };
    expect(await listBookings(agent, id, 2)).toEqual([written]);
    await issuing.moveTo('2027-03-06T08:00:00Z', agent);
    await app.runDueWork('production');
    expectStatus(205, await charge(agent, id));
    expect(await listBookings(agent, id, 2)).toEqual([
      written,
      { kind: 'CHARGE', at: new Date('2027-03-06T08:00:00Z'), entries: { 'agent:A100': 87.31, 'receivable:fire': -87.31 } },
    ]);
    await issuing.expectBalancedLedger();
  });

  it('is written by its payment when that comes first', async () => {
    const { id } = await createPolicy(agent, QUARTERLY);
    await issuing.moveTo('2027-02-20T08:00:00Z', agent);
    expectStatus(205, await charge(agent, id));
    await issuing.moveTo('2027-03-06T08:00:00Z', agent);
    await app.runDueWork('production');
    const at = new Date('2027-02-20T08:00:00Z');
    expect(await listBookings(agent, id, 2)).toEqual([
      { kind: 'PREMIUM', at, entries: WRITTEN },
      { kind: 'CHARGE', at, entries: { 'agent:A100': 87.31, 'receivable:fire': -87.31 } },
    ]);
  });

  it('is written at the beginning of the period by the clock of an agent of the sandbox', async () => {
    const { sandbox } = await app.createAgent({ code: 'S100' });
    const { id } = await createPolicy(sandbox, QUARTERLY);
    await advanceClock(sandbox, { to: '2027-03-20T10:00:00Z' });
    expect(await listBookings(sandbox, id, 2)).toEqual([{ kind: 'PREMIUM', at: new Date('2027-03-04T22:00:00Z'), entries: WRITTEN }]);
    expect(await listBookings(sandbox, id, 3)).toEqual([]);
  });
});

describe('the premium of a receipt that is cancelled (books.3)', () => {
  it('is taken back when it was written, and never written when it was not', async () => {
    const { id } = await createPolicy(agent, QUARTERLY);
    await issuing.moveTo('2027-03-05T08:00:00Z', agent);
    await app.runDueWork('production');
    await issuing.moveTo('2027-03-10T08:00:00Z', agent);
    expectStatus(200, await issuing.cancel(id, '2027-03-10', { claims: false }));
    const receipts = await listReceipts(agent, id);
    expect(receipts.filter(({ status }) => status === 'CANCELLED')).toHaveLength(3);
    expect(await listBookings(agent, id, 2)).toEqual([
      { kind: 'PREMIUM', at: new Date('2027-03-05T08:00:00Z'), entries: WRITTEN },
      { kind: 'PREMIUM_CANCELLATION', at: new Date('2027-03-10T08:00:00Z'), entries: reverse(WRITTEN) },
      { kind: 'PREMIUM', at: new Date('2027-03-10T08:00:00Z'), entries: EARNED },
    ]);
    expect(await listBookings(agent, id, 3)).toEqual([]);
    await issuing.expectBalancedLedger();
  });
});
