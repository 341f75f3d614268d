import { toDecimal, roundToCent, sum, ZERO, type Decimal } from '../common/money.js';
import type { ObjectFacts } from './facts.js';
import { listLineGroups } from './selection.js';
import { calculateTechnicalPremium, type Technical } from './technical.js';
import type { Cover, Discount, Rate, Tariff } from './tariff-model.js';

export interface DraftLine {
  readonly object: number;
  readonly group: string | null;
  readonly cover: Cover;
  readonly technical: Technical;
  readonly discountRate: string;
  readonly discount: Decimal;
  readonly minimumLine: Decimal | null;
  readonly frequencyLoading: Decimal;
  /** Net without the top-up to the minimum of the tariff. */
  readonly net: Decimal;
}

export interface PricedObject {
  readonly lines: readonly DraftLine[];
  /** Tables without a row for a selected cover; with any of them there is no price. */
  readonly missingTables: readonly string[];
}

export interface LineTerms {
  readonly tariff: Tariff;
  readonly frequencyLoading: Rate;
  readonly approvalLoading: Rate | null;
}

export function calculateObjectPrice(object: ObjectFacts, number: number, terms: LineTerms): PricedObject {
  const missing = new Set<string>();
  const premiums = new Map<string, Premium[]>();
  const covers = [...terms.tariff.covers.values()].filter(({ code }) => object.selection.has(code));
  // Percentages are calculated last, because they need the premium of another cover.
  for (const isPercentage of [false, true]) {
    for (const cover of covers) {
      if ((cover.basis.type === 'percentOfCover') !== isPercentage) continue;
      const ofCover = listLineGroups(cover, object.selection, object.sums).map((group) => {
        const premiumOf = (code: string) => basePremium(premiums.get(code) ?? [], group);
        const loading = terms.approvalLoading;
        const technical = calculateTechnicalPremium({
          object,
          cover,
          group,
          premiumOf,
          loading,
          onMissingRow: (name) => missing.add(name),
        });
        return { cover, group, technical };
      });
      premiums.set(cover.code, ofCover);
    }
  }
  const lines = covers.flatMap(({ code }) => (premiums.get(code) ?? []).map((premium) => finish(premium, object, number, terms)));
  return { lines, missingTables: [...missing] };
}

interface Premium {
  readonly cover: Cover;
  readonly group: string | null;
  readonly technical: Technical;
}

function basePremium(premiums: readonly Premium[], group: string | null): Decimal {
  const lines = premiums.filter((premium) => group === null || premium.group === null || premium.group === group);
  return sum(lines.map(({ technical }) => technical.premium));
}

function finish(
  { cover, group, technical }: Premium,
  object: ObjectFacts,
  number: number,
  { tariff, frequencyLoading }: LineTerms,
): DraftLine {
  const rate = cover.discountable ? discountRate(object.discounts, cover.code, tariff.discountCap) : NO_DISCOUNT;
  const discount = roundToCent(technical.premium.times(rate.value));
  const discounted = technical.premium.minus(discount);
  const minimum = tariff.minimumLineNet.get(cover.code)?.get(object.base?.usage ?? '');
  const minimumLine = minimum?.gt(discounted) ? minimum.minus(discounted) : null;
  const beforeLoading = minimumLine ? discounted.plus(minimumLine) : discounted;
  const loading = roundToCent(beforeLoading.times(frequencyLoading.value));
  return {
    object: number,
    group,
    cover,
    technical,
    discountRate: rate.text,
    discount,
    minimumLine,
    frequencyLoading: loading,
    net: beforeLoading.plus(loading),
  };
}

const NO_DISCOUNT: Rate = { text: '0', value: ZERO };

function discountRate(discounts: readonly Discount[], cover: string, cap: Rate): Rate {
  const rates = discounts.filter((discount) => isApplicableTo(discount, cover)).map(({ rate }) => rate);
  if (rates.length === 0) return NO_DISCOUNT;
  const total = sum(rates.map(({ value }) => value));
  if (total.gt(cap.value)) return cap;
  return { text: total.toFixed(Math.max(...rates.map(({ text }) => countDecimalPlaces(text)))), value: toDecimal(total) };
}

export function isApplicableTo(discount: Discount, cover: string): boolean {
  return discount.scope === 'ALL' || discount.scope.has(cover);
}

function countDecimalPlaces(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}
