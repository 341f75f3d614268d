import { toDecimal, divideToCent, sum, toAmount, ZERO, type Amount, type Decimal } from '../common/money.js';
import { isApplicableTo } from './lines.js';
import type { Price, PriceLine } from './price.js';
import type { Discount, Tariff } from './tariff-model.js';

export interface DiscountAmount {
  readonly code: string;
  readonly title: string;
  readonly rate: string;
  readonly amount: Amount | null;
}

export function calculateDiscountAmounts(codes: readonly string[], price: Price | null, tariff: Tariff): DiscountAmount[] {
  const requested = [...tariff.discounts.values()].filter(({ code }) => codes.includes(code));
  const totals = new Map(requested.map(({ code }) => [code, ZERO]));
  for (const line of price?.lines ?? []) {
    for (const [code, amount] of calculateShares(line, requested)) totals.set(code, (totals.get(code) ?? ZERO).plus(amount));
  }
  return requested.map(({ code, title, rate }) => ({ code, title, rate: rate.text, amount: price && toAmount(totals.get(code) ?? ZERO) }));
}

/** Rounds the running total, so that the shares add up to the discount. */
function calculateShares(line: PriceLine, requested: readonly Discount[]): [string, Decimal][] {
  const discount = toDecimal(line.discount);
  if (discount.eq(ZERO)) return [];
  const applying = requested.filter((candidate) => isApplicableTo(candidate, line.cover));
  const rates = sum(applying.map(({ rate }) => rate.value));
  let running = ZERO;
  let given = ZERO;
  return applying.map(({ code, rate }) => {
    running = running.plus(rate.value);
    const until = divideToCent(discount.times(running), rates);
    const share = until.minus(given);
    given = until;
    return [code, share];
  });
}
