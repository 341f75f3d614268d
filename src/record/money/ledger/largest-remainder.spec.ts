import fc from 'fast-check';
import { sum } from '../../../common/money.js';
import { shareByLargestRemainder } from './largest-remainder.js';

const getAmount = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
const listCents = (amount: string) => Math.round(Number(amount) * 100);
const total = fc.integer({ min: 1, max: 100_000_000 });
const weights = fc
  .array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 60 })
  .filter((list) => list.some((weight) => weight > 0));

describe('shareByLargestRemainder', () => {
  it.each([
    ['10.00', ['1.00', '1.00', '1.00'], ['3.34', '3.33', '3.33']],
    ['0.01', ['1.00', '1.00'], ['0.01', '0.00']],
    ['0.02', ['1.00', '2.00', '1.00'], ['0.01', '0.01', '0.00']],
    ['100.00', ['0.00', '5.00'], ['0.00', '100.00']],
    ['20.52', ['81.53', '0.46'], ['20.40', '0.12']],
    ['-10.00', ['1.00', '1.00', '1.00'], ['-3.34', '-3.33', '-3.33']],
    ['0.00', ['0.00', '0.00'], ['0.00', '0.00']],
    ['0.00', [], []],
    ['9999999999.99', ['9999999999.99', '0.01'], ['9999999999.98', '0.01']],
  ])('shares %s over %p as %p', (whole, parts, expected) => {
    expect(shareByLargestRemainder(whole, parts)).toEqual(expected);
  });

  it('adds up to the total, with each share within a cent of its proportion', () => {
    fc.assert(
      fc.property(total, weights, (cents, parts) => {
        const shares = shareByLargestRemainder(getAmount(cents), parts.map(getAmount));
        const whole = parts.reduce((a, b) => a + b, 0);
        expect(sum(shares).toFixed(2)).toBe(getAmount(cents));
        shares.forEach((share, index) => expect(Math.abs(listCents(share) - (cents * (parts[index] ?? 0)) / whole)).toBeLessThan(1));
      }),
    );
  });

  it('gives a larger weight at least as much as a smaller one, and the earlier of equal weights at least as much as the later', () => {
    fc.assert(
      fc.property(total, weights, (cents, parts) => {
        const shares = shareByLargestRemainder(getAmount(cents), parts.map(getAmount)).map(listCents);
        const order = parts.map((weight, index) => ({ weight, share: shares[index] ?? 0 })).sort((a, b) => b.weight - a.weight);
        for (let at = 1; at < order.length; at += 1) expect(order[at - 1]?.share).toBeGreaterThanOrEqual(order[at]?.share ?? 0);
      }),
    );
  });

  it('returns each weight itself when the total is their sum', () => {
    fc.assert(
      fc.property(weights, (parts) => {
        const amounts = parts.map(getAmount);
        expect(shareByLargestRemainder(sum(amounts).toFixed(2), amounts)).toEqual(amounts);
      }),
    );
  });

  it('shares a negative total like its opposite', () => {
    fc.assert(
      fc.property(total, weights, (cents, parts) => {
        const shares = shareByLargestRemainder(getAmount(cents), parts.map(getAmount));
        const back = shareByLargestRemainder(getAmount(-cents), parts.map(getAmount));
        expect(back.map(listCents).map((share) => -share || 0)).toEqual(shares.map(listCents));
      }),
    );
  });

  it.each([
    ['1.00', []],
    ['1.00', ['0.00', '0.00']],
    ['1.00', ['2.00', '-1.00']],
    ['1.0', ['1.00']],
    ['1.00', ['1']],
  ])('refuses to share %s over %p', (whole, parts) => {
    expect(() => shareByLargestRemainder(whole, parts)).toThrow(RangeError);
  });
});
