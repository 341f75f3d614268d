import type { LocalDate } from '../../../common/athens.js';
import { roundToCent, sum, toAmount, toDecimal, ZERO, type Amount, type Decimal } from '../../../common/money.js';
import { toGrossAmounts, type GrossAmounts, type LevyShare, type TaxShare } from '../../../pricing/price.js';
import type { SmallDifferences } from '../../../pricing/tariff-model.js';
import type { ReceiptCover } from '../../core/applications/receipt.js';
import {
  calculateDueCovers,
  getCoverKey,
  listCoveredPeriods,
  planSegments,
  type CoveredPeriod,
  type PlannedSegment,
  type PricedContract,
  type PricedSegment,
} from './contract-plan.js';

export interface BookedPeriod extends CoveredPeriod {
  readonly isPaid: boolean;
  readonly fee: Amount;
  readonly taxes: readonly TaxShare[];
  readonly levies: readonly Omit<LevyShare, 'base'>[];
  readonly covers: readonly ReceiptCover[];
}

export interface AmendmentTerms {
  /** Contract as issued: covers that never changed keep the plan of its receipts. */
  readonly issued: PricedContract;
  readonly before: readonly PricedSegment[];
  /** Rates of the day, for what is added. What goes back has the rate that was booked. */
  readonly taxRates: ReadonlyMap<string, string>;
  readonly levies: ReadonlyMap<string, LevyTerms>;
  readonly small?: SmallDifferences;
}

export interface LevyTerms {
  readonly rate: string;
  readonly covers: ReadonlySet<string>;
}

export interface CoverChange extends Omit<ReceiptCover, 'net'> {
  readonly due: Amount;
  readonly booked: Amount;
  /** `due` less `booked`. */
  readonly delta: Amount;
}

/** `due` and `booked` are the taxes of its nets, without that of the fee. */
export interface TaxChange {
  readonly taxClass: string;
  readonly rate: string;
  readonly due: Amount;
  readonly booked: Amount;
  readonly delta: Amount;
}

export interface LevyChange {
  readonly code: string;
  readonly rate: string;
  readonly delta: Amount;
}

export interface PeriodChange extends CoveredPeriod, GrossAmounts {
  readonly isPaid: boolean;
  /** First covered day of the period that differs, or its first day where none does. */
  readonly changesFrom: LocalDate;
  readonly covers: readonly CoverChange[];
  readonly taxes: readonly TaxChange[];
  readonly levies: readonly LevyChange[];
}

export function calculatePeriodChanges(
  segments: readonly PricedSegment[],
  periods: readonly BookedPeriod[],
  terms: AmendmentTerms,
): PeriodChange[] {
  const before = planSegments(terms.issued, terms.before);
  const after = planSegments(terms.issued, segments);
  const changes = periods.map((period) => calculatePeriodChange({ before, after }, period, terms));
  if (terms.small === undefined) return changes;
  const byNo = new Map(periods.map((period) => [period.no, period]));
  return settleSmallDifference(changes, terms.small, (change, covers) => withCovers(change, covers, byNo.get(change.no)!, terms));
}

export function hasChange({ covers, taxes, levies }: PeriodChange): boolean {
  return [...covers, ...taxes, ...levies].some(({ delta }) => delta !== '0.00');
}

/** Joins the next unpaid receipt below `carryBelow`; after the last `minimumAdditional` decides (amendments.29). */
function settleSmallDifference(
  changes: readonly PeriodChange[],
  { carryBelow, minimumAdditional }: SmallDifferences,
  rebuild: (change: PeriodChange, covers: readonly CoverChange[]) => PeriodChange,
): PeriodChange[] {
  const total = sum(changes.filter(({ isPaid }) => isPaid).map(({ gross }) => gross));
  const next = changes.find(({ isPaid }) => !isPaid);
  if (total.lte(ZERO) || total.gte(next ? carryBelow : minimumAdditional)) return [...changes];
  const covers = next ? carryCovers(next, changes) : [];
  // A receipt cannot have a cover below zero.
  if (covers.some(({ due }) => toDecimal(due).lt(ZERO))) return [...changes];
  return changes.map((change) => {
    if (change.isPaid) return rebuild(change, change.covers.map(withoutDifference));
    return change === next ? rebuild(change, covers) : change;
  });
}

function carryCovers(next: PeriodChange, changes: readonly PeriodChange[]): CoverChange[] {
  const covers = new Map(next.covers.map((cover) => [getCoverKey(cover), cover]));
  for (const cover of changes.flatMap((change) => (change.isPaid ? change.covers : []))) {
    const key = getCoverKey(cover);
    const { due, delta, ...own } = covers.get(key) ?? { ...cover, due: NO_DIFFERENCE, booked: NO_DIFFERENCE, delta: NO_DIFFERENCE };
    covers.set(key, { ...own, due: add(due, cover.delta), delta: add(delta, cover.delta) });
  }
  return [...covers.values()];
}

function withoutDifference(cover: CoverChange): CoverChange {
  return { ...cover, due: cover.booked, delta: NO_DIFFERENCE };
}

function add(one: Amount, other: Amount): Amount {
  return toAmount(toDecimal(one).plus(other));
}

interface Plans {
  readonly before: readonly PlannedSegment[];
  readonly after: readonly PlannedSegment[];
}

function calculatePeriodChange(plans: Plans, period: BookedPeriod, terms: AmendmentTerms): PeriodChange {
  const { no, from, to, gap, isPaid } = period;
  const covers = calculateCoverChanges(plans, period);
  return withCovers({ no, from, to, gap, isPaid, changesFrom: findFirstChange(plans, period) ?? from }, covers, period, terms);
}

function withCovers(
  change: Pick<PeriodChange, 'no' | 'from' | 'to' | 'gap' | 'isPaid' | 'changesFrom'>,
  covers: readonly CoverChange[],
  period: BookedPeriod,
  terms: AmendmentTerms,
): PeriodChange {
  const taxes = calculateTaxChanges(covers, period, terms);
  const levies = calculateLevyChanges(covers, period, terms);
  const amounts = toGrossAmounts({ net: sumDeltas(covers), fee: ZERO, tax: sumDeltas(taxes), levy: sumDeltas(levies) });
  return { ...change, covers, taxes, levies, ...amounts };
}

function sumDeltas(changes: readonly { readonly delta: Amount }[]): Decimal {
  return sum(changes.map(({ delta }) => delta));
}

function calculateCoverChanges({ before, after }: Plans, period: BookedPeriod): CoverChange[] {
  const booked = new Map(period.covers.map((cover) => [getCoverKey(cover), cover]));
  const dues = calculateDueCovers(after, period);
  const duesBefore = period.gap ? calculateDueCovers(before, period) : null;
  const covers = new Map<string, ReceiptCover>([...dues, ...[...booked].filter(([key]) => !dues.has(key))]);
  return [...covers].map(([key, { objectId, code, title, sumInsured, taxClass }]) => {
    const net = toDecimal(booked.get(key)?.net ?? '0.00');
    // A late payment was shared over the covers, so that they differ by cents from the net of the days, which stays.
    const carried = duesBefore ? net.minus(duesBefore.get(key)?.due ?? ZERO) : ZERO;
    const owed = carried.plus(dues.get(key)?.due ?? ZERO);
    const due = owed.gt(ZERO) ? owed : ZERO;
    return { objectId, code, title, sumInsured, taxClass, due: toAmount(due), booked: toAmount(net), delta: toAmount(due.minus(net)) };
  });
}

function calculateTaxChanges(covers: readonly CoverChange[], period: BookedPeriod, { taxRates }: AmendmentTerms): TaxChange[] {
  const bookedRates = new Map(period.taxes.map(({ taxClass, rate }) => [taxClass, rate]));
  const taxClasses = new Set([...bookedRates.keys(), ...covers.map(({ taxClass }) => taxClass)]);
  return [...taxClasses].map((taxClass) => {
    const nets = sumNets(covers.filter((cover) => cover.taxClass === taxClass));
    const rate = getRate(nets, { added: taxRates.get(taxClass), booked: bookedRates.get(taxClass), name: taxClass });
    return { taxClass, rate, ...calculateShares(nets, rate) };
  });
}

function calculateLevyChanges(covers: readonly CoverChange[], period: BookedPeriod, { levies }: AmendmentTerms): LevyChange[] {
  const bookedRates = new Map(period.levies.map(({ code, rate }) => [code, rate]));
  return [...levies].map(([code, levy]) => {
    const nets = sumNets(covers.filter((cover) => levy.covers.has(cover.code)));
    const rate = getRate(nets, { added: levy.rate, booked: bookedRates.get(code), name: code });
    return { code, rate, delta: calculateShares(nets, rate).delta };
  });
}

interface Nets {
  readonly due: Decimal;
  readonly booked: Decimal;
}

function sumNets(covers: readonly CoverChange[]): Nets {
  return { due: sum(covers.map(({ due }) => due)), booked: sum(covers.map(({ booked }) => booked)) };
}

interface Rates {
  readonly added: string | undefined;
  readonly booked: string | undefined;
  readonly name: string;
}

function getRate({ due, booked }: Nets, rates: Rates): string {
  const rate = due.gt(booked) ? (rates.added ?? rates.booked) : (rates.booked ?? rates.added);
  if (rate === undefined) throw new RangeError(`No rate of ${rates.name}.`);
  return rate;
}

function calculateShares(nets: Nets, rate: string): Record<'due' | 'booked' | 'delta', Amount> {
  const due = roundToCent(nets.due.times(rate));
  const booked = roundToCent(nets.booked.times(rate));
  return { due: toAmount(due), booked: toAmount(booked), delta: toAmount(due.minus(booked)) };
}

function findFirstChange({ before, after }: Plans, period: CoveredPeriod): LocalDate | undefined {
  const stretches = listCoveredPeriods(period);
  const days = [...stretches, ...before, ...after].map(({ from }) => from);
  const covered = days.filter((day) => stretches.some(({ from, to }) => from <= day && day < to));
  return covered.sort().find((day) => !hasEqualNets(findNets(before, day, period.no), findNets(after, day, period.no)));
}

function findNets(segments: readonly PlannedSegment[], day: LocalDate, no: number): ReadonlyMap<string, Amount> {
  return segments.find(({ from, to }) => from <= day && day < to)?.instalments[no - 1] ?? new Map<string, Amount>();
}

function hasEqualNets(one: ReadonlyMap<string, Amount>, other: ReadonlyMap<string, Amount>): boolean {
  return [...new Set([...one.keys(), ...other.keys()])].every((key) => (one.get(key) ?? '0.00') === (other.get(key) ?? '0.00'));
}

const NO_DIFFERENCE: Amount = '0.00';
