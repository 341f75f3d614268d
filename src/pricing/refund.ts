import { addDays, countDaysBetween, type LocalDate } from '../common/athens.js';
import { toDecimal, divideToCent, roundToCent, sum, toAmount, ZERO, type Amount, type Decimal } from '../common/money.js';
import { toGrossAmounts, type GrossAmounts, type Parts } from './price.js';
import type { RefundRule, RefundScale } from './tariff-model.js';

export const WITHDRAWAL_DAYS = 14;

/** Codes of `cancellationReasons` that have conditions of their own (money.86). */
export const CancellationReason = { WITHDRAWAL: 'WITHDRAWAL', NOT_WANTED: 'NOT_WANTED', IN_ERROR: 'IN_ERROR' } as const;

export const REASONS_THAT_REFUND_ALL: ReadonlySet<string> = new Set(Object.values(CancellationReason));

interface PeriodNet {
  readonly net: Amount;
  readonly from: LocalDate;
  readonly to: LocalDate;
}

export interface PaidReceipt extends PeriodNet, Parts<Amount> {
  /** Nets first paid and given back, by their own days; the receipt itself when absent. */
  readonly nets?: readonly PeriodNet[];
}

export interface RefundRow extends GrossAmounts {
  readonly receipt: number;
  readonly days: number;
  readonly unearnedDays: number;
}

export interface RefundAmounts {
  readonly rows: readonly RefundRow[];
  readonly refund: Amount;
}

export interface RefundTerms {
  readonly rule: RefundRule;
  readonly scale: RefundScale;
  readonly startDate: LocalDate;
  readonly coverEnds: LocalDate;
  /** Net premium of all instalments of the term, paid or not. */
  readonly termNet: Amount;
}

/** Whether the declaration arrived in the days in which the policyholder can withdraw (money.79). */
export function isInWithdrawalPeriod(issueDate: LocalDate, day: LocalDate): boolean {
  return day <= addDays(issueDate, WITHDRAWAL_DAYS);
}

/** Everything is refunded when cover never began (money.88). */
export function getRefundRule(scale: RefundScale, reasonCode: string, isBeforeStart: boolean): RefundRule {
  if (isBeforeStart || REASONS_THAT_REFUND_ALL.has(reasonCode)) return 'ALL';
  return scale.byReason.get(reasonCode) ?? scale.default;
}

/** `receipts` are in the order of their periods (money.13, money.87). */
export function calculateRefund(receipts: readonly PaidReceipt[], terms: RefundTerms): RefundAmounts {
  const refundedNet = NETS[terms.rule](receipts, terms);
  const rows = receipts.map((receipt, index) => {
    const days = countDaysBetween(receipt.from, receipt.to);
    const unearnedDays = countUnearnedDays(receipt, terms.coverEnds);
    const parts = terms.rule === 'ALL' ? toDecimals(receipt) : calculateParts(receipt, refundedNet[index] ?? ZERO);
    return { receipt: index + 1, days, unearnedDays, ...toGrossAmounts(parts) };
  });
  return { rows, refund: toAmount(sum(rows.map(({ gross }) => gross))) };
}

type CalculateNets = (receipts: readonly PaidReceipt[], terms: RefundTerms) => readonly Decimal[];

const NETS: Readonly<Record<RefundRule, CalculateNets>> = {
  ALL: (receipts) => receipts.map(({ net }) => toDecimal(net)),
  NONE: (receipts) => receipts.map(() => ZERO),
  PRO_RATA: (receipts, { coverEnds }) =>
    receipts.map((receipt) => {
      const unearned = sum((receipt.nets ?? [receipt]).map((part) => calculateUnearnedNet(part, coverEnds)));
      // Rounding never gives back more than is paid, or less than nothing.
      return unearned.lt(0) ? ZERO : unearned.gt(receipt.net) ? toDecimal(receipt.net) : unearned;
    }),
  SHORT_RATE: (receipts, terms) => {
    let earned = calculateEarnedNet(terms);
    return receipts.map(({ net }) => {
      const ofReceipt = earned.lt(net) ? earned : toDecimal(net);
      earned = earned.minus(ofReceipt);
      return toDecimal(net).minus(ofReceipt);
    });
  },
};

function calculateEarnedNet({ scale, startDate, coverEnds, termNet }: RefundTerms): Decimal {
  const daysOfCover = Math.max(countDaysBetween(startDate, coverEnds), 0);
  const share = scale.shortRates.find(({ days }) => daysOfCover <= days)?.earned ?? toDecimal(1);
  return roundToCent(toDecimal(termNet).times(share));
}

function calculateUnearnedNet(part: PeriodNet, coverEnds: LocalDate): Decimal {
  const days = countDaysBetween(part.from, part.to);
  return days === 0 ? ZERO : divideToCent(toDecimal(part.net).times(countUnearnedDays(part, coverEnds)), toDecimal(days));
}

function countUnearnedDays({ from, to }: PeriodNet, coverEnds: LocalDate): number {
  return Math.min(Math.max(countDaysBetween(coverEnds, to), 0), countDaysBetween(from, to));
}

function calculateParts(receipt: PaidReceipt, net: Decimal): Parts<Decimal> {
  return {
    net,
    fee: ZERO,
    tax: proportion(receipt.tax, net, toDecimal(receipt.net).plus(receipt.fee)),
    levy: proportion(receipt.levy, net, toDecimal(receipt.net)),
  };
}

function toDecimals({ net, fee, tax, levy }: PaidReceipt): Parts<Decimal> {
  return { net: toDecimal(net), fee: toDecimal(fee), tax: toDecimal(tax), levy: toDecimal(levy) };
}

function proportion(part: Amount, refundedNet: Decimal, base: Decimal): Decimal {
  return base.eq(0) ? ZERO : divideToCent(toDecimal(part).times(refundedNet), base);
}
