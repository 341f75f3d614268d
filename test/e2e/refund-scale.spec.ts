import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/common/package-root.js';
import { loadTariff } from '../../src/record/reference/tariffs/tariff-command.js';
import { addProductInformation } from '../../src/record/reference/tariffs/tariff-corrections.js';
import { charge, CHARGE_TIME, createPolicy, listReceipts, QUARTERLY } from '../support/collection.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { MotorAgent } from '../support/motor.js';

interface Refund {
  readonly rule: string;
  readonly receipts: readonly { readonly gross: number }[];
}

interface Paid {
  readonly from: string;
  readonly to: string;
  readonly net: number;
  readonly fee: number;
  readonly tax: number;
  readonly levy: number;
}

const SCALE = {
  default: 'PRO_RATA',
  reasons: { TOTAL_LOSS: 'NONE', REPLACED: 'ALL', SALE: 'SHORT_RATE' },
  shortRates: [
    { days: 30, earned: '0.20' },
    { days: 100, earned: '0.45' },
    { days: 200, earned: '0.70' },
  ],
};
/** Quarterly cover from 2027-12-05 includes 29 February 2028. */
const LEAP_START = '2027-12-05';

let app: FireApp;
let agent: FireAgent;
let motor: MotorAgent;
let issuing: LocalCollectionClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  motor = new MotorAgent((await MotorAgent.create(app, { code: 'M100' })).production.agent);
  issuing = await LocalCollectionClient.open(app);
  await at(CHARGE_TIME);
  for (const branch of ['fire', 'motor']) {
    const file = addProductInformation(JSON.parse(readFileSync(join(PACKAGE_ROOT, `tariffs/${branch}-sample-1.json`), 'utf8'))) as object;
    const text = JSON.stringify({ ...file, version: 2, validFrom: '2026-06-01', refundScale: SCALE });
    await loadTariff(app.running.parts.tariffRepository, 'production', text);
  }
  await app.running.parts.reloadTariffs();
});
afterAll(() => app.stop());
afterEach(() => issuing.expectBalancedLedger());

async function at(instant: string): Promise<void> {
  await issuing.moveTo(instant, agent);
  await motor.agent.renewToken();
}

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
const cents = (amount: number): number => Math.round(amount * 100);
/** Rounds half up a quotient of whole numbers that are not negative. */
const divide = (dividend: number, divisor: number): number => (divisor === 0 ? 0 : Math.floor((2 * dividend + divisor) / (2 * divisor)));

/** Calculates the refunds in cents by hand, from the receipts that were paid. */
function calculateByHand(rule: string, paid: readonly Paid[], start: string, coverEnds: string, termNet: number): number[] {
  const covered = dayOf(coverEnds) - dayOf(start);
  const percent = covered <= 30 ? 20 : covered <= 100 ? 45 : covered <= 200 ? 70 : 100;
  let earned = divide(termNet * percent, 100);
  return paid.map(({ from, to, net, fee, tax, levy }) => {
    const days = dayOf(to) - dayOf(from);
    const left = Math.min(Math.max(dayOf(to) - dayOf(coverEnds), 0), days);
    const kept = Math.min(earned, net);
    earned -= kept;
    if (rule === 'ALL') return net + fee + tax + levy;
    const back = { NONE: 0, PRO_RATA: divide(net * left, days), SHORT_RATE: net - kept }[rule] ?? 0;
    return back + divide(tax * back, net + fee) + divide(levy * back, net);
  });
}

async function expectRefund(who: FireAgent, id: number, date: string, reasonCode: string, rule: string): Promise<void> {
  const receipts = await listReceipts(who, id);
  const toPaid = (one: (typeof receipts)[number]): Paid => ({
    from: one.period_from,
    to: one.period_to,
    net: cents(one.net),
    fee: cents(one.fee),
    tax: one.taxes.reduce((sum, { tax }) => sum + cents(tax), 0),
    levy: cents(one.gross) - cents(one.net) - cents(one.fee) - one.taxes.reduce((sum, { tax }) => sum + cents(tax), 0),
  });
  const term = receipts.map(toPaid);
  const paid = receipts.filter(({ status }) => status === 'PAID').map(toPaid);
  const { refund } = expectStatus(200, await issuing.cancel(id, date, { reasonCode })).json<{ refund: Refund }>();
  const coverEnds = new Date((dayOf(date) + 1) * 86_400_000).toISOString().slice(0, 10);
  const termNet = term.reduce((sum, { net }) => sum + net, 0);
  expect(refund.rule).toBe(rule);
  expect(refund.receipts.map(({ gross }) => cents(gross))).toEqual(calculateByHand(rule, paid, term[0]!.from, coverEnds, termNet));
}

const REASONS = [
  ['TOTAL_LOSS', 'NONE'],
  ['REPLACED', 'ALL'],
  ['SALE', 'SHORT_RATE'],
  ['DEATH', 'PRO_RATA'],
  ['DUPLICATE_INSURANCE', 'PRO_RATA'],
] as const;

describe('the refund by the rule of the tariff', () => {
  it.each(REASONS)('of a fire policy with two paid instalments of a leap year, for %s, is %s to the cent', async (reason, rule) => {
    await at('2027-11-20T08:00:00Z');
    const { id } = await createPolicy(agent, { ...QUARTERLY, start_date: LEAP_START });
    await at('2028-02-20T08:00:00Z');
    expectStatus(205, await charge(agent, id));
    // 87 days of cover, with 29 February.
    await at('2028-02-29T10:00:00Z');
    await expectRefund(agent, id, '2028-02-29', reason, rule);
  });

  it.each(REASONS)('of a vehicle policy paid half-yearly, for %s, is %s to the cent', async (reason, rule) => {
    await at('2027-12-01T08:00:00Z');
    const plateNo = `YZA${1000 + REASONS.findIndex(([code]) => code === reason)}`;
    const { id } = await motor.createPolicy({ policyStartDate: '2027-12-02', payFrequencyInMonths: 6, plateNo });
    await at('2028-03-20T10:00:00Z');
    await expectRefund(motor.agent, id, '2028-03-20', reason, rule);
  });
});
