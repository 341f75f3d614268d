import { countDaysBetween, getEarlierDate, getLaterDate, type LocalDate } from '../../../common/athens.js';
import { divideToCent, sum, toAmount, toDecimal, ZERO, type Amount, type Decimal } from '../../../common/money.js';
import type { Price } from '../../../pricing/price.js';
import type { ReceiptCover } from '../../core/applications/receipt.js';
import { shareByLargestRemainder } from '../ledger/largest-remainder.js';
import { listPricedCovers } from '../ledger/receipt-plan.js';

/** Price of a questionnaire, with the ids of its insured objects in priced order; none for a vehicle. */
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
  /** Number of the instalment, from 1. */
  readonly no: number;
  /** Days that a late payment left without cover. */
  readonly gap?: Stretch | undefined;
}

/** Covers of a contract by `getCoverKey`, with their annual nets, and their nets in each instalment. */
export interface CoverPlan {
  readonly covers: ReadonlyMap<string, ReceiptCover>;
  readonly instalments: readonly ReadonlyMap<string, Amount>[];
}

export interface PlannedSegment extends CoverPlan, Stretch {}

type DueCover = ReceiptCover & { readonly due: Amount };

/** Returns the key of a cover of an insured object, which is the same in all segments. */
export function getCoverKey({ objectId, code }: Pick<ReceiptCover, 'objectId' | 'code'>): string {
  return `${objectId ?? ''}|${code}`;
}

/**
 * Plans the nets of the covers in the instalments of each segment. A cover whose annual net does not change keeps its
 * plan, from the contract as issued on; the rest of an instalment is shared over the covers that change.
 */
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

/** Shares the rest of an instalment. A negative rest is dropped, because a cover never has a negative net. */
function shareRest(rest: Decimal, covers: readonly ReceiptCover[]): Map<ReceiptCover, Amount> {
  const weights = covers.map(({ net }) => net);
  const canShare = rest.gt(ZERO) && sum(weights).gt(ZERO);
  const shares = canShare ? shareByLargestRemainder(toAmount(rest), weights) : [];
  return new Map(covers.map((cover, at) => [cover, shares[at] ?? '0.00']));
}

/** Calculates the net of each cover for the covered days of a period. The covers of the latest segment come first. */
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

/** Lists the parts of a period with cover: all of it, or those before and after a gap. */
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
