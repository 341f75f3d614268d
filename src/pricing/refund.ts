import { addDays, countDaysBetween, type LocalDate } from '../common/athens.js';
import { toDecimal, divideToCent, sum, toAmount, ZERO, type Amount, type Decimal } from '../common/money.js';
import { toGrossAmounts, type GrossAmounts, type Parts } from './price.js';

const WITHDRAWAL_DAYS = 14;

export interface CancellationFacts {
  readonly issueDate: LocalDate;
  readonly startDate: LocalDate;
  readonly enteredDate: LocalDate;
  /** First day without cover, at most `enteredDate`. */
  readonly cancelDate: LocalDate;
  readonly hasClaim: boolean;
  /** Whether the policy proves cover to third parties, like that of a vehicle. */
  readonly isProofOfCover: boolean;
}

export interface PaidReceipt extends Parts<Amount> {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** Refund of a receipt, with positive amounts. */
export interface RefundRow extends GrossAmounts {
  /** Position of the receipt, from 1. */
  readonly receipt: number;
  readonly days: number;
  readonly unearnedDays: number;
}

export interface RefundAmounts {
  readonly rows: readonly RefundRow[];
  readonly refund: Amount;
}

/** Refunds the unearned days of each period with tax and levy, but no fee, not even of a future period. */
export function calculateCancellationRefund(receipts: readonly PaidReceipt[], cancelDate: LocalDate): RefundAmounts {
  return toRefund(receipts, cancelDate, (receipt, days, unearnedDays) => {
    const net = days === 0 ? ZERO : divideToCent(toDecimal(receipt.net).times(unearnedDays), toDecimal(days));
    return {
      net,
      fee: ZERO,
      tax: proportion(receipt.tax, net, toDecimal(receipt.net).plus(receipt.fee)),
      levy: proportion(receipt.levy, net, toDecimal(receipt.net)),
    };
  });
}

/** Refunds everything, after a withdrawal (`isWithdrawal`). */
export function calculateWithdrawalRefund(receipts: readonly PaidReceipt[], cancelDate: LocalDate): RefundAmounts {
  return toRefund(receipts, cancelDate, ({ net, fee, tax, levy }) => ({
    net: toDecimal(net),
    fee: toDecimal(fee),
    tax: toDecimal(tax),
    levy: toDecimal(levy),
  }));
}

/** Whether a cancellation is a withdrawal, with a full refund (money.79). The day of entry decides. */
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
    const days = countDaysBetween(receipt.from, receipt.to);
    const unearnedDays = Math.min(Math.max(countDaysBetween(cancelDate, receipt.to), 0), days);
    return { receipt: index + 1, days, unearnedDays, ...toGrossAmounts(partsOf(receipt, days, unearnedDays)) };
  });
  return { rows, refund: toAmount(sum(rows.map(({ gross }) => gross))) };
}

/** Calculates the part that belongs to the refunded net, to the cent; zero for a base of zero. */
function proportion(part: Amount, refundedNet: Decimal, base: Decimal): Decimal {
  return base.eq(0) ? ZERO : divideToCent(toDecimal(part).times(refundedNet), base);
}
