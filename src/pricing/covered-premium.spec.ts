import { countDaysBetween, addDays } from '../common/athens.js';
import { toDecimal } from '../common/money.js';
import { calculateCoveredPremium, type PeriodPremium } from './covered-premium.js';

const PERIOD: PeriodPremium = { from: '2027-03-01', to: '2027-06-01', net: '60.79', fee: '9.66', tax: '10.57', levy: '1.09' };

describe('the premium of the covered days of a period', () => {
  it('is net by days, tax and levy in proportion, and the whole fee', () => {
    // 60.79 x 82 / 92 = 54.1824; tax 10.57 x 63.84 / 70.45; levy 1.09 x 54.18 / 60.79.
    expect(calculateCoveredPremium(PERIOD, 82)).toEqual({ net: '54.18', fee: '9.66', tax: '9.58', levy: '0.97', gross: '74.39' });
  });

  it('is the whole premium for all days', () => {
    const { net, fee, tax, levy } = PERIOD;
    expect(calculateCoveredPremium(PERIOD, 92)).toMatchObject({ net, fee, tax, levy, gross: '82.11' });
  });

  it('never falls from one day to the next, and adds up', () => {
    let previous = toDecimal('0');
    for (let days = 0; days <= countDaysBetween(PERIOD.from, PERIOD.to); days += 1) {
      const { net, fee, tax, levy, gross } = calculateCoveredPremium(PERIOD, days);
      expect(toDecimal(net).plus(fee).plus(tax).plus(levy).eq(gross)).toBe(true);
      expect(toDecimal(gross).gte(previous)).toBe(true);
      previous = toDecimal(gross);
    }
  });

  it('has no tax or levy without a base', () => {
    const period = { from: '2028-02-01', to: addDays('2028-02-01', 29), net: '0.00', fee: '0.00', tax: '0.00', levy: '0.00' };
    expect(calculateCoveredPremium(period, 10).gross).toBe('0.00');
  });
});
