import { countDaysBetween, type LocalDate } from '../common/athens.js';
import { toDecimal, divideToCent, ZERO, type Amount, type Decimal } from '../common/money.js';
import { toGrossAmounts, type GrossAmounts, type Parts } from './price.js';

export interface PeriodPremium extends Parts<Amount> {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** A fee that is paid is left out (money.83). */
export function calculateCoveredPremium(
  { from, to, net, fee, tax, levy }: PeriodPremium,
  coveredDays: number,
  isFeePaid = false,
): GrossAmounts {
  const feeDue = isFeePaid ? ZERO : toDecimal(fee);
  const coveredNet = divideToCent(toDecimal(net).times(coveredDays), toDecimal(countDaysBetween(from, to)));
  return toGrossAmounts({
    net: coveredNet,
    fee: feeDue,
    tax: getShare(tax, coveredNet.plus(feeDue), toDecimal(net).plus(fee)),
    levy: getShare(levy, coveredNet, toDecimal(net)),
  });
}

function getShare(part: Amount, coveredBase: Decimal, base: Decimal): Decimal {
  return base.eq(0) ? ZERO : divideToCent(toDecimal(part).times(coveredBase), base);
}
