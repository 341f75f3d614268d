import { jest } from '@jest/globals';
import {
  charge,
  CHARGE_TIME,
  createPolicy,
  createPrepaid,
  getBalance,
  QUARTERLY,
  toCents,
  type ReceiptEntity,
} from '../support/collection.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { calculateShare, findPercent, listCommissions, readRates, readReceipts, type FileRate } from '../support/commission.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';

const RATES = readRates('commission-fire-1');

jest.setTimeout(120_000);

let app: FireApp;
let issuing: LocalCollectionClient;
/** Agents that are paid by statement, that net, and that have no agreement. */
let gross: FireAgent;
let net: FireAgent;
let none: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  issuing = await LocalCollectionClient.open(app);
  gross = (await app.createAgent({ code: 'C-1', commissionType: 'AGENCY' })).production;
  net = (await app.createAgent({ code: 'C-2', commissionType: 'BROKER', type: 'broker', nettingAllowed: true })).production;
  none = (await app.createAgent({ code: 'C-3' })).production;
});
afterAll(() => app.stop());
beforeEach(() => moveTo(CHARGE_TIME));

async function moveTo(instant: string): Promise<void> {
  await issuing.moveTo(instant, gross);
  await Promise.all([net.renewToken(), none.renewToken()]);
}

/** Calculates what a receipt earns, from its covers and the file of the rates. */
function calculateEarned(
  { covers }: ReceiptEntity,
  agent: FireAgent,
  agentType: string,
  kind = 'NEW',
  rates: readonly FileRate[] = RATES,
): number {
  const of = { agentCode: agent.access.agentCode, agentType, bundle: '104', kind };
  return covers.reduce(
    (sum, { code, net: amount }) => sum + calculateShare(toCents(amount), findPercent(rates, { ...of, cover: code })),
    0,
  );
}

const payable = (code: string): Promise<string> => issuing.accountBalance(`commission-payable:${code}`);

describe('the commission of a paid receipt', () => {
  it('is payable to an agent that owes gross, by the rate of each cover (commission.4)', async () => {
    const before = await getBalance(app, 'C-1');
    const { id } = await createPolicy(gross);
    const [receipt] = await readReceipts(gross, id);
    const earned = calculateEarned(receipt!, gross, 'AGENCY');
    expect(earned).toBeGreaterThan(0);
    expect(await listCommissions(app, id)).toEqual([
      { receiptNo: receipt!.receipt_no, kind: 'NEW', agentCode: 'C-1', netted: false, cents: earned },
    ]);
    expect(toCents(await getBalance(app, 'C-1'))).toBe(toCents(before) + toCents(receipt!.gross));
    expect(toCents(Number(await payable('C-1')))).toBe(-earned);
    await issuing.expectBalancedLedger();
  });

  it('reduces the debt of an agent that nets, and is a line of its statement (commission.6)', async () => {
    const before = await getBalance(app, 'C-2');
    const { id } = await createPolicy(net);
    const [receipt] = await readReceipts(net, id);
    const earned = calculateEarned(receipt!, net, 'BROKER');
    expect(toCents(await getBalance(app, 'C-2'))).toBe(toCents(before) + toCents(receipt!.gross) - earned);
    const path = `${net.root}/collection-api/account/statement?from=2026-11-25&to=2026-11-26&limit=500`;
    const { entries } = expectStatus(200, await net.client.get(path)).json<{ entries: Record<string, unknown>[] }>();
    expect(entries.filter(({ application_id: of }) => of === id)).toMatchObject([
      { kind: 'CHARGE', receipt_no: receipt!.receipt_no, debit: receipt!.gross },
      { kind: 'COMMISSION', receipt_no: receipt!.receipt_no, credit: earned / 100, policy_no: expect.any(String) as string },
    ]);
    await issuing.expectBalancedLedger();
  });

  it('is nothing without an agreement', async () => {
    const { id } = await createPolicy(none);
    expect(await listCommissions(app, id)).toEqual([]);
  });

  it('is earned by each instalment, also one that the customer pays at the bank', async () => {
    const { id } = await createPrepaid(gross, QUARTERLY);
    expect(await listCommissions(app, id)).toEqual([]);
    await issuing.pay(gross, id);
    await moveTo('2027-02-25T08:00:00Z');
    expectStatus(205, await charge(gross, id));
    const receipts = await readReceipts(gross, id);
    expect((await listCommissions(app, id)).map(({ cents }) => cents)).toEqual(
      receipts.slice(0, 2).map((receipt) => calculateEarned(receipt, gross, 'AGENCY')),
    );
    await issuing.expectBalancedLedger();
  });

  it('is taken back in proportion by a cancellation, and as a whole by a withdrawal (commission.5)', async () => {
    const { id } = await createPolicy(net);
    const withdrawn = await createPolicy(net);
    expectStatus(200, await issuing.cancel(withdrawn.id, '2026-11-25', { claims: false }));
    const [all, none] = await listCommissions(app, withdrawn.id);
    expect(none!.cents).toBe(-all!.cents);
    await moveTo('2027-03-01T08:00:00Z');
    const before = await getBalance(app, 'C-2');
    expectStatus(200, await issuing.cancel(id, '2027-03-01'));
    const [paid, refund] = await readReceipts(net, id);
    const [, taken] = await listCommissions(app, id);
    const expected = paid!.covers.reduce((sum, cover) => {
      const earned = calculateShare(
        toCents(cover.net),
        findPercent(RATES, { agentCode: 'C-2', agentType: 'BROKER', bundle: '104', kind: 'NEW', cover: cover.code }),
      );
      const back = refund!.covers.find(({ code, object_id: of }) => code === cover.code && of === cover.object_id)!;
      const [numerator, denominator] = [BigInt(earned) * BigInt(-toCents(back.net)), BigInt(toCents(cover.net))];
      return sum + Number((2n * numerator + denominator) / (2n * denominator));
    }, 0);
    expect(taken).toMatchObject({ receiptNo: refund!.receipt_no, kind: 'REFUND', netted: true, cents: -expected });
    expect(toCents(await getBalance(app, 'C-2'))).toBe(toCents(before) + toCents(refund!.gross) + expected);
    await issuing.expectBalancedLedger();
  });
});
