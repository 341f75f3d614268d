import { amountToNumber } from '../../common/money.js';
import type { Price } from '../../pricing/price.js';
import type { InstalmentResponse, LevyResponse } from './price.dto.js';

/** Amounts as JSON numbers. */
export function toLevies({ levies }: Price): LevyResponse[] {
  return levies.map(({ code, base, rate, amount }) => {
    return { code, base: amountToNumber(base), rate: Number(rate), amount: amountToNumber(amount) };
  });
}

export function toInstalments({ instalments }: Price): InstalmentResponse[] {
  return instalments.map(({ no, from, to, net, fee, tax, levy, gross }) => ({
    ...{ no, from, to, net: amountToNumber(net), fee: amountToNumber(fee) },
    ...{ tax: amountToNumber(tax), levy: amountToNumber(levy), gross: amountToNumber(gross) },
  }));
}
