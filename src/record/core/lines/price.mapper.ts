import type { Language } from '../../../common/language.js';
import { toNumbers, toNumber } from '../../../common/money.js';
import type { DiscountAmount } from '../../../pricing/discount-amounts.js';
import type { Price, PriceLine, TaxShare } from '../../../pricing/price.js';
import { getTitle, type TitleReader } from '../../reference/tariffs/tariff-titles.js';
import type { RecordMessage } from '../applications/application.js';
import type { DiscountResponse, MessageResponse } from './application.dto.js';
import type { InstalmentResponse, LevyResponse, TaxShareResponse } from './price.dto.js';

export function toPriceFigures(price: Price) {
  const { net, fee, gross } = price;
  return {
    ...toNumbers({ net, fee, gross }),
    levies: toLevies(price),
    instalments: toInstalments(price),
  };
}

export function toLineFigures({ cover, title, technical, discount, net, trace }: PriceLine, reader: TitleReader) {
  return {
    cover,
    title: getTitle(reader, 'covers', cover, title),
    ...toNumbers({ technical, discount, net }),
    trace: [...trace],
  };
}

function toLevies({ levies }: Price): LevyResponse[] {
  return levies.map(({ code, rate, base, amount }) => ({ code, rate: Number(rate), ...toNumbers({ base, amount }) }));
}

export function toTaxShares(taxes: readonly TaxShare[]): TaxShareResponse[] {
  return taxes.map(({ taxClass, rate, net, fee, tax }) => ({
    tax_class: taxClass,
    rate: Number(rate),
    ...toNumbers({ net, fee, tax }),
  }));
}

function toInstalments({ instalments }: Price): InstalmentResponse[] {
  return instalments.map(({ no, from, to, net, fee, tax, levy, gross }) => ({
    no,
    from,
    to,
    ...toNumbers({ net, fee, tax, levy, gross }),
  }));
}

export function toDiscounts(discounts: readonly DiscountAmount[], reader: TitleReader): DiscountResponse[] {
  return discounts.map(({ code, title, rate, amount }) => ({
    code,
    title: getTitle(reader, 'discounts', code, title),
    rate: Number(rate),
    amount: amount === null ? null : toNumber(amount),
  }));
}

export function toMessageResponse({ code, severity, path, text }: RecordMessage, language: Language): MessageResponse {
  return { code, severity, path, text: text[language] };
}
