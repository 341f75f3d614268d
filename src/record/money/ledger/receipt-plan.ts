import { type LocalDate, addDays, countDaysBetween } from '../../../common/athens.js';
import { sum, toAmount, toDecimal, type Amount } from '../../../common/money.js';
import { calculateCoveredPremium } from '../../../pricing/covered-premium.js';
import type { Parts, Price } from '../../../pricing/price.js';
import { shareByLargestRemainder } from './largest-remainder.js';
import type { NewReceipt, ReceiptCover, ReceiptKind, ReceiptWithCovers } from '../../core/applications/receipt.js';

interface PolicyTerms {
  readonly kind: Extract<ReceiptKind, 'NEW' | 'RENEWAL'>;
  readonly issueDate: LocalDate;
  /** An instalment must be paid before its period, because cover stops while it is unpaid. */
  readonly isSuspendedUnpaid?: boolean | undefined;
  readonly objectIds: readonly number[];
}

type Period = Pick<NewReceipt, 'instalmentNo' | 'kind' | 'periodFrom' | 'periodTo' | 'issueDate' | 'dueDate' | 'gapFrom' | 'replaces'>;

export function buildReceipts(price: Price, terms: PolicyTerms): NewReceipt[] {
  const covers = listPricedCovers(price, terms.objectIds);
  return price.instalments.map(({ no, from, to, ...amounts }, index) => ({
    instalmentNo: no,
    kind: index === 0 ? terms.kind : 'INSTALMENT',
    periodFrom: from,
    periodTo: to,
    issueDate: terms.issueDate,
    dueDate: index === 0 ? terms.issueDate : getDueDate(from, terms),
    ...amounts,
    ...shareParts(amounts, { covers, taxes: price.taxes, levies: price.levies }),
  }));
}

/** Last day to pay without a gap, or the first day of the period where cover continues. */
export function getDueDate(periodFrom: LocalDate, { isSuspendedUnpaid }: { readonly isSuspendedUnpaid?: boolean | undefined }): LocalDate {
  return isSuspendedUnpaid ? addDays(periodFrom, -1) : periodFrom;
}

/** Plans a payment after the period began (money.83). With `earnedUntil` the days before it, and the fee, are paid. */
export function buildLateReceipt(
  receipt: ReceiptWithCovers,
  gapEnds: LocalDate,
  issueDate: LocalDate,
  earnedUntil: LocalDate | null = null,
): NewReceipt {
  const { instalmentNo, kind, periodFrom, periodTo, receiptNo: replaces } = receipt;
  const gapFrom = earnedUntil ?? receipt.gapFrom ?? periodFrom;
  const period = { instalmentNo, kind, periodFrom: gapEnds, periodTo, gapFrom, replaces };
  const days = countDaysBetween(gapEnds, periodTo);
  return { ...period, issueDate, dueDate: issueDate, ...toCoveredAmounts(receipt, days, earnedUntil !== null) };
}

/** Plans the days before `coverEnds`, which were covered (money.84). */
export function buildEarnedReceipt(receipt: ReceiptWithCovers, coverEnds: LocalDate, issueDate: LocalDate): NewReceipt {
  const { instalmentNo, periodFrom } = receipt;
  const days = countDaysBetween(periodFrom, coverEnds);
  const period = { instalmentNo, kind: 'EARNED', periodFrom, periodTo: coverEnds } as const;
  return { ...period, issueDate, dueDate: issueDate, ...toCoveredAmounts(receipt, days) };
}

function toCoveredAmounts(receipt: ReceiptWithCovers, days: number, isFeePaid = false): Omit<NewReceipt, keyof Period> {
  const amounts = calculateCoveredPremium({ ...receipt, from: receipt.periodFrom, to: receipt.periodTo }, days, isFeePaid);
  return { ...amounts, ...shareParts(amounts, receipt) };
}

export function listPricedCovers(price: Price, objectIds: readonly number[]): ReceiptCover[] {
  const covers = new Map<string, ReceiptCover>();
  for (const line of price.lines) {
    const key = `${line.object}|${line.cover}`;
    const previous = covers.get(key);
    covers.set(key, {
      objectId: objectIds[line.object - 1] ?? null,
      code: line.cover,
      title: line.title,
      sumInsured: addUp(previous?.sumInsured ?? null, line.sumInsured),
      net: addUp(previous?.net ?? null, line.net) ?? '0.00',
      taxClass: line.taxClass,
    });
  }
  return [...covers.values()];
}

function addUp(a: Amount | null, b: Amount | null): Amount | null {
  if (a === null || b === null) return a ?? b;
  return toAmount(toDecimal(a).plus(b));
}

/** Ties go to the earlier one in tariff order (money.9). */
export function shareParts(
  { net, fee, tax, levy }: Parts<Amount>,
  { covers, taxes, levies }: Pick<NewReceipt, 'covers' | 'taxes' | 'levies'>,
): Pick<NewReceipt, 'covers' | 'taxes' | 'levies'> {
  const nets = shareOver(net, covers, 'net');
  const fees = shareOver(fee, taxes, 'fee');
  const taxAmounts = shareOver(tax, taxes, 'tax');
  const levyAmounts = shareOver(levy, levies, 'amount');
  const ownCovers = covers.map((cover, at) => ({ ...cover, net: nets[at] ?? '0.00' }));
  return {
    covers: ownCovers,
    taxes: taxes.map(({ taxClass, rate }, at) => ({
      taxClass,
      rate,
      net: toAmount(sum(ownCovers.filter((cover) => cover.taxClass === taxClass).map((cover) => cover.net))),
      fee: fees[at] ?? '0.00',
      tax: taxAmounts[at] ?? '0.00',
    })),
    levies: levies.map(({ code, rate }, at) => ({ code, rate, amount: levyAmounts[at] ?? '0.00' })),
  };
}

function shareOver<Field extends string>(total: Amount, items: readonly Readonly<Record<Field, Amount>>[], field: Field): Amount[] {
  return shareByLargestRemainder(
    total,
    items.map((item) => item[field]),
  );
}
