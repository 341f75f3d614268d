import { Big } from 'big.js';

/**
 * Exact decimal arithmetic; nothing about money is ever a binary float inside. Sums and products are exact; quotients carry 40 digits,
 * which settles every rounding to the cent because a divisor here has at most 15 digits.
 */
Big.DP = 40;
Big.RM = Big.roundHalfUp;

export type Decimal = Big;
/** Decimal text with exactly two decimals, as stored in `numeric(12,2)` columns: `332.64`. */
export type Amount = string;

export const ZERO: Decimal = new Big(0);

export function decimal(value: Decimal | string | number): Decimal {
  return value instanceof Big ? value : new Big(value);
}

/** Rounded HALF_UP (away from zero on ties) to the cent. */
export function roundToCent(value: Decimal): Decimal {
  return value.round(2, Big.roundHalfUp);
}

/** Rounded HALF_UP to a whole number. */
export function roundToWhole(value: Decimal): Decimal {
  return value.round(0, Big.roundHalfUp);
}

/** Cut off below the cent, towards zero. */
export function floorToCent(value: Decimal): Decimal {
  return value.round(2, Big.roundDown);
}

export function sum(values: Iterable<Decimal | string>): Decimal {
  let total = ZERO;
  for (const value of values) total = total.plus(value);
  return total;
}

export function toAmount(value: Decimal): Amount {
  return value.toFixed(2);
}

/** An amount as a JSON number; two decimals of at most 12 digits survive the conversion unchanged. */
export function amountToNumber(value: Decimal | Amount): number {
  return Number(typeof value === 'string' ? value : value.toFixed(2));
}
