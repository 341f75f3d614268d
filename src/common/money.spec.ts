import { Big } from 'big.js';
import fc from 'fast-check';
import { toDecimal, sum, toAmount } from './money.js';

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), fc.nat(5), fc.nat(17))
  .map(([digits, places, shorter]) => new Big(String(digits / 10n ** BigInt(shorter))).times(new Big(10).pow(-places)));

const plain = (values: readonly Big[]): Big => values.reduce((total, value) => total.plus(value), new Big(0));

describe('the sum of amounts', () => {
  it.each([
    ['0', []],
    ['0', ['0.00']],
    ['0.3', ['0.1', '0.2']],
    ['332.695', ['332.64', '0.05', '0.005']],
    ['-0.01', ['10.00', '-10.01']],
    ['19999999999999.99', ['9999999999999.99', '9999999999999.99', '0.01']],
    ['199999999999999.8', Array.from({ length: 20 }, () => '9999999999999.99')],
  ])('returns %s', (total, values) => {
    expect(sum(values).toFixed()).toBe(total);
  });

  it('is exact for any amounts', () => {
    fc.assert(fc.property(fc.array(decimals, { maxLength: 30 }), (values) => expect(sum(values).toFixed()).toBe(plain(values).toFixed())));
  });
});

describe('the format of an amount', () => {
  it.each([
    ['0', '0.00'],
    ['-0', '0.00'],
    ['0.05', '0.05'],
    ['0.5', '0.50'],
    ['7', '7.00'],
    ['1200', '1200.00'],
    ['332.64', '332.64'],
    ['-332.6', '-332.60'],
    ['9999999999999.99', '9999999999999.99'],
    ['123456789012345.67', '123456789012345.67'],
  ])('%s is written as %s', (value, amount) => {
    expect(toAmount(toDecimal(value))).toBe(amount);
  });

  it('writes the same digits as the decimal', () => {
    fc.assert(fc.property(decimals, (value) => expect(toAmount(value)).toBe(value.toFixed(2))));
  });
});
