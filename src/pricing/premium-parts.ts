import { sum, toAmount, type Amount, type Decimal } from '../common/money.js';

/** Parts of a premium. */
export type Parts<T> = Readonly<Record<'net' | 'fee' | 'tax' | 'levy', T>>;

export interface GrossAmounts extends Parts<Amount> {
  readonly gross: Amount;
}

export function toGrossAmounts({ net, fee, tax, levy }: Parts<Decimal>): GrossAmounts {
  const gross = toAmount(sum([net, fee, tax, levy]));
  return { net: toAmount(net), fee: toAmount(fee), tax: toAmount(tax), levy: toAmount(levy), gross };
}
