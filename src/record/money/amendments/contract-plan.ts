import { countDaysBetween, getEarlierDate, getLaterDate, type LocalDate } from '../../../common/athens.js';
import { divideToCent, sum, toAmount, toDecimal, ZERO, type Amount, type Decimal } from '../../../common/money.js';
import type { Price } from '../../../pricing/price.js';
import type { ReceiptCover } from '../../core/applications/receipt.js';
import { shareByLargestRemainder } from '../ledger/largest-remainder.js';
import { listPricedCovers } from '../ledger/receipt-plan.js';

export interface PricedContract {
  readonly price: Price;
  readonly objectIds: readonly number[];
}

/** Days from `from` to the day before `to`. */
export interface Stretch {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

export interface PricedSegment extends PricedContract, Stretch {}

export interface CoveredPeriod extends Stretch {
  readonly no: number;
  readonly gap?: Stretch | undefined;
}

export interface CoverPlan {
  readonly covers: ReadonlyMap<string, ReceiptCover>;
  readonly instalments: readonly ReadonlyMap<string, Amount>[];
}

export interface PlannedSegment extends CoverPlan, Stretch {}

type DueCover = ReceiptCover & { readonly due: Amount };

export function getCoverKey({ objectId, code }: Pick<ReceiptCover, 'objectId' | 'code'>): string {
  return `${objectId ?? ''}|${code}`;
}

/** A cover whose annual net stays keeps its plan; the rest of an instalment is shared over the covers that change. */
export function planSegments(issued: PricedContract, segments: readonly PricedSegment[]): PlannedSegment[] {
  let plan: CoverPlan = planContract(issued, { covers: new Map(), instalments: [] });
  return segments.map(({ from, to, ...contract }) => {
    plan = planContract(contract, plan);
    return { from, to, ...plan };
  });
}

function planContract({ price, objectIds }: PricedContract, previous: CoverPlan): CoverPlan {
  const covers = listPricedCovers(price, objectIds);
  const kept = covers.filter((cover) => previous.covers.get(getCoverKey(cover))?.net === cover.net);
  const changed = covers.filter((cover) => !kept.includes(cover));
  return {
    covers: new Map(covers.map((cover) => [getCoverKey(cover), cover])),
    instalments: price.instalments.map(({ net }, index) => {
      const unchangedNets = new Map(kept.map((cover) => [cover, previous.instalments[index]?.get(getCoverKey(cover)) ?? '0.00']));
      const shares = shareRest(toDecimal(net).minus(sum(unchangedNets.values())), changed);
      return new Map(covers.map((cover) => [getCoverKey(cover), unchangedNets.get(cover) ?? shares.get(cover) ?? '0.00']));
    }),
  };
}

/** A negative rest is dropped, because a cover never has a negative net. */
function shareRest(rest: Decimal, covers: readonly ReceiptCover[]): Map<ReceiptCover, Amount> {
  const weights = covers.map(({ net }) => net);
  const canShare = rest.gt(ZERO) && sum(weights).gt(ZERO);
  const shares = canShare ? shareByLargestRemainder(toAmount(rest), weights) : [];
  return new Map(covers.map((cover, at) => [cover, shares[at] ?? '0.00']));
}

export function calculateDueCovers(segments: readonly PlannedSegment[], period: CoveredPeriod): Map<string, DueCover> {
  const stretches = listCoveredPeriods(period);
  const products = new Map<string, Decimal>();
  const covers = new Map<string, ReceiptCover>();
  for (const segment of [...segments].reverse()) {
    const days = stretches.reduce((total, stretch) => total + countCommonDays(segment, stretch), 0);
    if (days === 0) continue;
    for (const [key, net] of segment.instalments[period.no - 1] ?? []) {
      products.set(key, (products.get(key) ?? ZERO).plus(toDecimal(net).times(days)));
      const cover = segment.covers.get(key);
      if (cover && !covers.has(key)) covers.set(key, cover);
    }
  }
  const daysOfPeriod = toDecimal(countDaysBetween(period.from, period.to));
  const toDue = (key: string): Amount => toAmount(divideToCent(products.get(key) ?? ZERO, daysOfPeriod));
  return new Map([...covers].map(([key, cover]) => [key, { ...cover, due: toDue(key) }]));
}

export function listCoveredPeriods({ from, to, gap }: CoveredPeriod): Stretch[] {
  if (!gap) return [{ from, to }];
  return [
    { from, to: gap.from },
    { from: gap.to, to },
  ].filter((stretch) => stretch.from < stretch.to);
}

function countCommonDays(a: Stretch, b: Stretch): number {
  return Math.max(countDaysBetween(getLaterDate(a.from, b.from), getEarlierDate(a.to, b.to)), 0);
}
