import { amountToNumber } from '../../../common/money.js';
import type { DiscountAmount } from '../../../pricing/discount-amounts.js';
import type { Price, PriceLine, TaxShare } from '../../../pricing/price.js';
import { titleFor, type TitleReader } from '../../reference/tariffs/tariff-titles.js';
import type { InstalmentResponse, LevyResponse, TaxShareResponse } from './price.dto.js';

/** Maps the figures of a price that every line names alike; amounts as JSON numbers. */
export function toPriceFigures(price: Price) {
  const { net, fee, gross } = price;
  return {
    net: amountToNumber(net),
    fee: amountToNumber(fee),
    gross: amountToNumber(gross),
    levies: toLevies(price),
    instalments: toInstalments(price),
  };
}

/** Maps the figures of a cover in the price; those of its trace stay as the tariff writes them. */
export function toLineFigures({ cover, title, technical, discount, net, trace }: PriceLine, reader: TitleReader) {
  return {
    cover,
    title: titleFor(reader, 'covers', cover, title),
    technical: amountToNumber(technical),
    discount: amountToNumber(discount),
    net: amountToNumber(net),
    trace: [...trace],
  };
}

function toLevies({ levies }: Price): LevyResponse[] {
  return levies.map(({ code, base, rate, amount }) => {
    return { code, rate: Number(rate), base: amountToNumber(base), amount: amountToNumber(amount) };
  });
}

export function toTaxShares(taxes: readonly TaxShare[]): TaxShareResponse[] {
  return taxes.map(({ taxClass, rate, net, fee, tax }) => {
    return { tax_class: taxClass, rate: Number(rate), net: amountToNumber(net), fee: amountToNumber(fee), tax: amountToNumber(tax) };
  });
}

function toInstalments({ instalments }: Price): InstalmentResponse[] {
  return instalments.map(({ no, from, to, net, fee, tax, levy, gross }) => ({
    no,
    from,
    to,
    net: amountToNumber(net),
    fee: amountToNumber(fee),
    tax: amountToNumber(tax),
    levy: amountToNumber(levy),
    gross: amountToNumber(gross),
  }));
}

/** Maps the requested discounts; without a price their amounts are unknown (null). */
export function toDiscounts(discounts: readonly DiscountAmount[], reader: TitleReader) {
  return discounts.map(({ code, title, rate, amount }) => ({
    code,
    title: titleFor(reader, 'discounts', code, title),
    rate: Number(rate),
    amount: amount === null ? null : amountToNumber(amount),
  }));
}
