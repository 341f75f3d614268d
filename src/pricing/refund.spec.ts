import fc from 'fast-check';
import { getRounds } from '../../test/support/depth.js';
import { addDays, addMonths, countDaysBetween } from '../common/athens.js';
import { toDecimal } from '../common/money.js';
import { calculateRefund, getRefundRule, isInWithdrawalPeriod, type PaidReceipt, type RefundAmounts } from './refund.js';
import { REFUND_RULES, type RefundRule, type RefundScale } from './tariff-model.js';

const FIRST: PaidReceipt = { from: '2026-12-20', to: '2027-03-20', net: '126.46', fee: '10.00', tax: '20.52', levy: '2.10' };
const SECOND: PaidReceipt = { from: '2027-03-20', to: '2027-06-20', net: '126.45', fee: '10.00', tax: '20.49', levy: '2.08' };

const SCALE: RefundScale = {
  default: 'PRO_RATA',
  byReason: new Map<string, RefundRule>([
    ['TOTAL_LOSS', 'NONE'],
    ['REPLACED', 'ALL'],
    ['SALE', 'SHORT_RATE'],
    ['WITHDRAWAL', 'NONE'],
  ]),
  shortRates: [
    { days: 30, earned: toDecimal('0.20') },
    { days: 90, earned: toDecimal('0.40') },
    { days: 180, earned: toDecimal('0.70') },
  ],
};

function refundOf(rule: RefundRule, receipts: readonly PaidReceipt[], coverEnds: string, termNet = '505.81'): RefundAmounts {
  return calculateRefund(receipts, { rule, scale: SCALE, startDate: '2026-12-20', coverEnds, termNet });
}

describe('the refund of a cancellation', () => {
  it('returns the unearned days of each period, and no fee', () => {
    expect(refundOf('PRO_RATA', [FIRST, SECOND], '2027-01-31')).toStrictEqual({
      rows: [
        // 126.46 x 48 / 90 = 67.4453; 20.52 x 67.45 / 136.46 = 10.1428; 2.10 x 67.45 / 126.46 = 1.1201
        { receipt: 1, days: 90, unearnedDays: 48, net: '67.45', fee: '0.00', tax: '10.14', levy: '1.12', gross: '78.71' },
        // The whole net; 20.49 x 126.45 / 136.45 = 18.9884
        { receipt: 2, days: 92, unearnedDays: 92, net: '126.45', fee: '0.00', tax: '18.99', levy: '2.08', gross: '147.52' },
      ],
      refund: '226.23',
    });
  });

  it.each([
    ['2026-12-01', 90, '126.46'],
    ['2026-12-20', 90, '126.46'],
    ['2026-12-21', 89, '125.05'],
    ['2027-03-19', 1, '1.41'],
    ['2027-03-20', 0, '0.00'],
    ['2027-09-01', 0, '0.00'],
  ])('of cover that ends on %s leaves %p unearned days and a net refund of %s', (date, unearnedDays, net) => {
    expect(refundOf('PRO_RATA', [FIRST], date).rows[0]).toMatchObject({ unearnedDays, net });
  });

  it('returns the whole premium with fee, tax and levy by the rule ALL', () => {
    expect(refundOf('ALL', [FIRST], '2026-12-24')).toStrictEqual({
      rows: [{ receipt: 1, days: 90, unearnedDays: 86, net: '126.46', fee: '10.00', tax: '20.52', levy: '2.10', gross: '159.08' }],
      refund: '159.08',
    });
  });

  it('returns nothing by the rule NONE', () => {
    expect(refundOf('NONE', [FIRST, SECOND], '2026-12-24')).toMatchObject({ refund: '0.00', rows: [{ gross: '0.00' }, { gross: '0.00' }] });
  });

  it.each([
    // 505.81 x 0.20 = 101.162; the first receipt holds 126.46.
    ['2026-12-21', '25.30', '126.45'],
    ['2027-01-19', '25.30', '126.45'],
    // 505.81 x 0.40 = 202.324: the first receipt is earned, and 75.86 of the second.
    ['2027-01-20', '0.00', '50.59'],
    ['2027-03-20', '0.00', '50.59'],
    // 505.81 x 0.70 = 354.067, more than was paid.
    ['2027-03-21', '0.00', '0.00'],
    ['2027-09-20', '0.00', '0.00'],
  ])('takes the earned share of the term from the earliest receipts by the short-rate table: cover to %s', (date, first, second) => {
    expect(refundOf('SHORT_RATE', [FIRST, SECOND], date).rows.map(({ net }) => net)).toEqual([first, second]);
  });

  it('is zero when nothing was paid', () => {
    const nothing: PaidReceipt = { ...FIRST, net: '0.00', fee: '0.00', tax: '0.00', levy: '0.00' };
    for (const rule of REFUND_RULES) {
      expect(refundOf(rule, [nothing], '2027-01-31').refund).toBe('0.00');
      expect(refundOf(rule, [], '2027-01-31')).toStrictEqual({ rows: [], refund: '0.00' });
    }
    expect(refundOf('PRO_RATA', [{ ...FIRST, to: FIRST.from }], '2026-12-20').refund).toBe('0.00');
  });
});

describe('the rule of a refund', () => {
  it.each([
    ['TOTAL_LOSS', false, 'NONE'],
    ['REPLACED', false, 'ALL'],
    ['SALE', false, 'SHORT_RATE'],
    ['DEATH', false, 'PRO_RATA'],
    ['WITHDRAWAL', false, 'ALL'],
    ['IN_ERROR', false, 'ALL'],
    ['NOT_WANTED', false, 'ALL'],
    ['TOTAL_LOSS', true, 'ALL'],
  ])('of %s, before the start: %s, is %s', (reason, isBeforeStart, rule) => {
    expect(getRefundRule(SCALE, reason, isBeforeStart)).toBe(rule);
  });

  it.each([
    ['2026-12-01', true],
    ['2026-12-15', true],
    ['2026-12-16', false],
    ['2027-08-01', false],
  ])('a declaration on %s of a policy issued on 2026-12-01 can withdraw from it: %s', (day, expected) => {
    expect(isInWithdrawalPeriod('2026-12-01', day)).toBe(expected);
  });
});

/** Amounts in cents, to calculate the refund again without the product's decimals. */
interface Cents {
  readonly net: bigint;
  readonly fee: bigint;
  readonly tax: bigint;
  readonly levy: bigint;
}

const RUNS = { numRuns: getRounds({ everyday: 500, deep: 20_000 }) };
const cents = fc.bigInt(0n, 500_000n);
const amounts = fc.record({ net: cents, fee: fc.bigInt(0n, 6_000n), tax: cents, levy: fc.bigInt(0n, 9_000n) });
const starts = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2024-01-01', days));
const policies = fc.record({
  start: starts,
  months: fc.constantFrom(3, 6, 12),
  instalments: fc.array(amounts, { minLength: 4, maxLength: 4 }),
  paid: fc.integer({ min: 1, max: 4 }),
  days: fc.integer({ min: -60, max: 400 }),
});

const toText = (value: bigint): string => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`;
const divide = (dividend: bigint, divisor: bigint): bigint => (divisor === 0n ? 0n : (2n * dividend + divisor) / (2n * divisor));
const least = (left: bigint, right: bigint): bigint => (left < right ? left : right);

function expectedRows(
  rule: RefundRule,
  receipts: readonly (Cents & { from: string; to: string })[],
  term: { start: string; end: string; net: bigint },
) {
  const covered = BigInt(Math.max(countDaysBetween(term.start, term.end), 0));
  const share = [
    [30n, 20n],
    [90n, 40n],
    [180n, 70n],
  ].find(([days]) => covered <= days!)?.[1];
  let earned = divide(term.net * (share ?? 100n), 100n);
  return receipts.map(({ net, fee, tax, levy, from, to }) => {
    if (rule === 'ALL') return net + fee + tax + levy;
    const days = BigInt(countDaysBetween(from, to));
    const left = BigInt(Math.max(countDaysBetween(term.end, to), 0));
    const ofReceipt = least(earned, net);
    earned -= ofReceipt;
    const back = { NONE: 0n, PRO_RATA: divide(net * least(left, days), days), SHORT_RATE: net - ofReceipt }[rule];
    return back + divide(tax * back, net + fee) + divide(levy * back, net);
  });
}

describe('every refund', () => {
  it.each(REFUND_RULES)('by the rule %s is what an independent calculation gives, to the cent, and never more than was paid', (rule) => {
    fc.assert(
      fc.property(policies, ({ start, months, instalments, paid, days }) => {
        const used = instalments.slice(0, 12 / months);
        const receipts = used.map((parts, index) => ({
          ...parts,
          from: addMonths(start, index * months),
          to: addMonths(start, (index + 1) * months),
        }));
        const termNet = used.reduce((total, { net }) => total + net, 0n);
        const paidReceipts = receipts.slice(0, paid);
        const coverEnds = addDays(start, days);
        const { rows, refund } = calculateRefund(
          paidReceipts.map(({ from, to, ...parts }) => {
            const { net, fee, tax, levy } = parts;
            return { from, to, net: toText(net), fee: toText(fee), tax: toText(tax), levy: toText(levy) };
          }),
          { rule, scale: SCALE, startDate: start, coverEnds, termNet: toText(termNet) },
        );
        const expected = expectedRows(rule, paidReceipts, { start, end: coverEnds, net: termNet });
        expect(rows.map(({ gross }) => gross)).toEqual(expected.map(toText));
        expect(refund).toBe(toText(expected.reduce((total, gross) => total + gross, 0n)));
        paidReceipts.forEach(({ net, fee, tax, levy }, index) => expect(expected[index]! <= net + fee + tax + levy).toBe(true));
      }),
      RUNS,
    );
  });

  it.each(REFUND_RULES)('by the rule %s never grows with a longer cover', (rule) => {
    fc.assert(
      fc.property(fc.integer({ min: -60, max: 400 }), fc.integer({ min: 1, max: 60 }), (days, later) => {
        const [early, late] = [days, days + later].map((count) => refundOf(rule, [FIRST, SECOND], addDays('2026-12-20', count)).refund);
        expect(toDecimal(late!).lte(early!)).toBe(true);
      }),
      RUNS,
    );
  });
});
