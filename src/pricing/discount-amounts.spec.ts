import { fireReference, buildFireRisk, fireTariff, TODAY } from '../../test/support/pricing-fixtures.js';
import { sum, toAmount } from '../common/money.js';
import { calculate } from './calculate.js';
import { calculateDiscountAmounts } from './discount-amounts.js';
import { buildFireFacts } from './fire-facts.js';

function priceWith(discounts: string[]) {
  const { price } = calculate(
    buildFireFacts(buildFireRisk({ discounts, hasFireProtection: true }), fireTariff, fireReference, TODAY),
    fireTariff,
  );
  return price!;
}

describe('calculateDiscountAmounts', () => {
  it('returns the amount of each discount once, in tariff order', () => {
    const discounts = ['04', '01', '01'];

    expect(calculateDiscountAmounts(discounts, priceWith(discounts), fireTariff)).toStrictEqual([
      { code: '01', title: 'Δεύτερο συμβόλαιο πελάτη', rate: '0.10', amount: '25.20' },
      // 67.50 x 0.15 = 10.125, rounded to 10.13, minus 6.75 of the other discount
      { code: '04', title: 'Μέτρα πυροπροστασίας', rate: '0.05', amount: '3.38' },
    ]);
  });

  it('shares the remaining amount when the cap applies', () => {
    const discounts = ['01', '03', '05', '04'];
    const price = priceWith(discounts);
    const amounts = calculateDiscountAmounts(discounts, price, fireTariff);

    expect(toAmount(sum(amounts.map(({ amount }) => amount!)))).toBe(toAmount(sum(price.lines.map(({ discount }) => discount))));
    expect(amounts.map(({ code }) => code)).toStrictEqual(['01', '03', '04', '05']);
  });

  it('returns no amount without a price or for a discount that the tariff does not have', () => {
    expect(calculateDiscountAmounts(['02', '77'], null, fireTariff)).toStrictEqual([
      { code: '02', title: 'Ιδιοκατοίκηση', rate: '0.05', amount: null },
    ]);
  });
});
