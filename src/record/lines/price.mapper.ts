import type { Language } from '../../common/language.js';
import { amountsToNumbers, amountToNumber } from '../../common/money.js';
import type { DiscountAmount } from '../../pricing/discount-amounts.js';
import type { Price, PriceLine, TaxShare } from '../../pricing/price.js';
import { tariffTitles } from '../tariffs/tariff-titles.js';
import type { InstalmentResponse, LevyResponse, TaxShareResponse } from './price.dto.js';

/** What every line calls alike in a price; amounts as JSON numbers. */
export function toPriceFigures(price: Price) {
  const { net, fee, gross } = price;
  return { ...amountsToNumbers({ net, fee, gross }), levies: toLevies(price), instalments: toInstalments(price) };
}

/** The same of a cover in the price; the figures of its trace as the tariff writes them. */
export function toLineFigures({ cover, title, technical, discount, net, trace }: PriceLine, language: Language) {
  const figures = amountsToNumbers({ technical, discount, net });
  return { cover, title: tariffTitles.in(language, 'covers', cover, title), ...figures, trace: [...trace] };
}

function toLevies({ levies }: Price): LevyResponse[] {
  return levies.map(({ code, base, rate, amount }) => {
    return { code, rate: Number(rate), ...amountsToNumbers({ base, amount }) };
  });
}

export function toTaxShares(taxes: readonly TaxShare[]): TaxShareResponse[] {
  return taxes.map(({ taxClass, rate, net, fee, tax }) => {
    return { tax_class: taxClass, rate: Number(rate), ...amountsToNumbers({ net, fee, tax }) };
  });
}

function toInstalments({ instalments }: Price): InstalmentResponse[] {
  return instalments.map(({ no, from, to, net, fee, tax, levy, gross }) => {
    return { no, from, to, ...amountsToNumbers({ net, fee, tax, levy, gross }) };
  });
}

/** The discounts that were asked for; without a price it is not known what one takes off. */
export function toDiscounts(discounts: readonly DiscountAmount[], language: Language) {
  return discounts.map(({ code, title, rate, amount }) => ({
    code,
    title: tariffTitles.in(language, 'discounts', code, title),
    rate: Number(rate),
    amount: amount === null ? null : amountToNumber(amount),
  }));
}
