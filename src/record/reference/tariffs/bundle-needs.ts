import { getBundleNeedState } from '../../../pricing/needs.js';
import type { Bundle, Tariff } from '../../../pricing/tariff.js';
import type { BundleNeedItemResponse } from '../lists/common-items.dto.js';

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
