import { amountsToNumbers } from '../../common/money.js';
import type { Price } from '../../pricing/price.js';
import type { InstalmentResponse, LevyResponse } from './price.dto.js';

/** Amounts as JSON numbers. */
export function toLevies({ levies }: Price): LevyResponse[] {
  return levies.map(({ code, base, rate, amount }) => {
    return { code, rate: Number(rate), ...amountsToNumbers({ base, amount }) };
  });
}

export function toInstalments({ instalments }: Price): InstalmentResponse[] {
  return instalments.map(({ no, from, to, net, fee, tax, levy, gross }) => {
    return { no, from, to, ...amountsToNumbers({ net, fee, tax, levy, gross }) };
  });
}
