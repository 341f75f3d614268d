import { getBundleNeedState } from '../../../pricing/needs.js';
import type { Bundle, Tariff } from '../../../pricing/tariff.js';
import type { BundleNeedItemResponse } from '../lists/common-items.dto.js';

/** Lists the questions about demands and needs, and whether the bundle meets each (customer.8). */
export function listBundleNeeds(bundle: Bundle, { needs }: Tariff): BundleNeedItemResponse[] {
  return needs.map((need) => ({
    code: need.code,
    title: need.title.el,
    titleEn: need.title.en,
    question: need.question.el,
    questionEn: need.question.en,
    state: getBundleNeedState(need, bundle),
  }));
}
