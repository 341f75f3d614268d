import { addDays, daysBetween, type LocalDate } from '../common/athens.js';
import { decimal, divideToCent, sum, toAmount, ZERO, type Amount, type Decimal } from '../common/money.js';
import { toGrossAmounts, type GrossAmounts, type Parts } from './premium-parts.js';

/** Days after the issue within which a withdrawal must be entered. */
const WITHDRAWAL_DAYS = 14;

/** Facts that decide whether a cancellation is a withdrawal. */
export interface CancellationFacts {
  readonly issueDate: LocalDate;
  /** The first day of cover. */
  readonly startDate: LocalDate;
  /** The day on which the cancellation is entered. */
  readonly enteredDate: LocalDate;
  /** The day from which it takes effect, at most `enteredDate`. */
  readonly cancelDate: LocalDate;
  readonly hasClaim: boolean;
  /** Whether the policy is proof of cover towards third parties, as a vehicle's is. */
  readonly isProofOfCover: boolean;
}

/** A receipt that was paid, and the period it pays. */
export interface PaidReceipt extends Parts<Amount> {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** Refund of one receipt; amounts are positive. */
export interface RefundRow extends GrossAmounts {
  /** Number in the order given, from 1. */
  readonly receipt: number;
  readonly days: number;
  readonly unearnedDays: number;
}

export interface RefundAmounts {
  readonly rows: readonly RefundRow[];
  readonly refund: Amount;
}

/** A mid-term cancellation: the unearned days of each period, with their tax and levy. The fee is kept, also of a period that has not begun. */
export function refundOnCancellation(receipts: readonly PaidReceipt[], cancelDate: LocalDate): RefundAmounts {
  return toRefund(receipts, cancelDate, (receipt, days, unearnedDays) => {
    const net = days === 0 ? ZERO : divideToCent(decimal(receipt.net).times(unearnedDays), decimal(days));
    return {
      net,
      fee: ZERO,
      tax: proportion(receipt.tax, net, decimal(receipt.net).plus(receipt.fee)),
      levy: proportion(receipt.levy, net, decimal(receipt.net)),
    };
  });
}

/** A withdrawal: everything back. Whether it is one, `isWithdrawal` says. */
export function refundOnWithdrawal(receipts: readonly PaidReceipt[], cancelDate: LocalDate): RefundAmounts {
  return toRefund(receipts, cancelDate, ({ net, fee, tax, levy }) => ({
    net: decimal(net),
    fee: decimal(fee),
    tax: decimal(tax),
    levy: decimal(levy),
  }));
}

/** Whether a cancellation is a withdrawal, which gives everything back (money.79). The day of entry decides. */
export function isWithdrawal(facts: CancellationFacts): boolean {
  const { issueDate, startDate, enteredDate, cancelDate, hasClaim, isProofOfCover } = facts;
  const wasInForce = startDate <= enteredDate;
  if (isProofOfCover && wasInForce && cancelDate < enteredDate) return false;
  return !hasClaim && enteredDate <= addDays(issueDate, WITHDRAWAL_DAYS);
}

function toRefund(
  receipts: readonly PaidReceipt[],
  cancelDate: LocalDate,
  partsOf: (receipt: PaidReceipt, days: number, unearnedDays: number) => Parts<Decimal>,
): RefundAmounts {
  const rows = receipts.map((receipt, index) => {
    const days = daysBetween(receipt.from, receipt.to);
    const unearnedDays = Math.min(Math.max(daysBetween(cancelDate, receipt.to), 0), days);
    return { receipt: index + 1, days, unearnedDays, ...toGrossAmounts(partsOf(receipt, days, unearnedDays)) };
  });
  return { rows, refund: toAmount(sum(rows.map(({ gross }) => gross))) };
}

/** A part's share for the refunded net, to the cent; nothing of nothing. */
function proportion(part: Amount, refundedNet: Decimal, base: Decimal): Decimal {
  return base.eq(0) ? ZERO : divideToCent(decimal(part).times(refundedNet), base);
}
