import type { Tariff } from '../../../pricing/tariff.js';
import type { DiscountItemResponse } from '../lists/common-items.dto.js';
import { formatItem } from './tariff-titles.js';

export function listDiscounts({ discounts }: Tariff): DiscountItemResponse[] {
  return [...discounts.values()].map((discount) => {
    const { code, title, rate, scope, referral } = discount;
    const covers = scope === 'ALL' ? [] : [...scope];
    return { code, title, titleEn: formatItem('discounts', discount).en, rate: Number(rate.text), covers, referral };
  });
}
