import { getEarlierDate, getLaterDate, type LocalDate } from '../../../common/athens.js';
import { sum, toAmount, toDecimal, type Amount } from '../../../common/money.js';
import { toGrossAmounts, type GrossAmounts, type TaxShare } from '../../../pricing/price.js';
import type { NewReceipt, ReceiptWithCovers } from '../../core/applications/receipt.js';
import { getCoverKey } from './contract-plan.js';
import { hasChange, type BookedPeriod, type PeriodChange } from './period-change.js';

interface AmendmentDates {
  readonly effectiveDate: LocalDate;
  readonly issueDate: LocalDate;
}

export interface AmendmentReceipts {
  readonly endorsements: readonly NewReceipt[];
  readonly replacements: readonly NewReceipt[];
}

type Levy = NewReceipt['levies'][number];

/** Refunds, cancelled receipts and unpaid endorsements do not count. */
export function buildBookedPeriods(receipts: readonly ReceiptWithCovers[]): BookedPeriod[] {
  const booked = receipts.filter(isBooked);
  const numbers = [...new Set(booked.map(({ instalmentNo }) => instalmentNo))].sort((a, b) => a - b);
  return numbers.map((no) => buildBookedPeriod(booked.filter(({ instalmentNo }) => instalmentNo === no)));
}

function isBooked({ kind, status }: ReceiptWithCovers): boolean {
  return kind !== 'REFUND' && (status === 'PAID' || (status === 'PENDING' && kind !== 'ENDORSEMENT'));
}

function buildBookedPeriod(receipts: readonly ReceiptWithCovers[]): BookedPeriod {
  const late = receipts.find(({ gapFrom }) => gapFrom !== null);
  return {
    no: receipts[0]?.instalmentNo ?? 0,
    from: receipts.map(({ periodFrom, gapFrom }) => gapFrom ?? periodFrom).reduce(getEarlierDate),
    to: receipts.map(({ periodTo }) => periodTo).reduce(getLaterDate),
    ...(late?.gapFrom && { gap: { from: late.gapFrom, to: late.periodFrom } }),
    isPaid: receipts.every(({ status }) => status === 'PAID'),
    fee: addUp(receipts.map(({ fee }) => fee)),
    taxes: sumTaxes(receipts.flatMap(({ taxes }) => taxes)),
    levies: sumLevies(receipts.flatMap(({ levies }) => levies)),
    covers: group(
      receipts.flatMap(({ covers }) => covers),
      getCoverKey,
    ).map((covers) => ({
      ...covers[0],
      net: addUp(covers.map(({ net }) => net)),
    })),
  };
}

export function buildAmendmentReceipts(
  changes: readonly PeriodChange[],
  receipts: readonly ReceiptWithCovers[],
  dates: AmendmentDates,
): AmendmentReceipts {
  const changed = changes.filter(hasChange);
  const pending = new Map(
    receipts.filter(({ status, kind }) => status === 'PENDING' && kind !== 'ENDORSEMENT').map((receipt) => [receipt.instalmentNo, receipt]),
  );
  return {
    endorsements: changed.filter(({ isPaid }) => isPaid).map((change) => buildEndorsement(change, dates)),
    replacements: changed.flatMap((change) => {
      const receipt = change.isPaid ? undefined : pending.get(change.no);
      return receipt ? [buildReplacement(change, receipt, dates)] : [];
    }),
  };
}

/** Amounts to pay now, or to give back when negative. */
export function sumEndorsements({ endorsements }: AmendmentReceipts): GrossAmounts {
  const sumOf = (part: 'net' | 'fee' | 'tax' | 'levy') => sum(endorsements.map((receipt) => receipt[part]));
  return toGrossAmounts({ net: sumOf('net'), fee: sumOf('fee'), tax: sumOf('tax'), levy: sumOf('levy') });
}

function buildEndorsement(change: PeriodChange, { effectiveDate, issueDate }: AmendmentDates): NewReceipt {
  const covers = change.covers
    .filter(({ delta }) => delta !== '0.00')
    .map(({ due: _due, booked: _booked, delta, ...cover }) => ({ ...cover, net: delta }));
  const taxes = change.taxes.map(({ taxClass, rate, delta }) => ({
    taxClass,
    rate,
    net: sumOfClass(covers, taxClass),
    fee: '0.00',
    tax: delta,
  }));
  const { net, fee, tax, levy, gross } = change;
  return {
    instalmentNo: change.no,
    kind: 'ENDORSEMENT',
    periodFrom: change.changesFrom,
    periodTo: change.to,
    issueDate,
    dueDate: getLaterDate(effectiveDate, issueDate),
    ...{ net, fee, tax, levy, gross },
    covers,
    taxes: taxes.filter(({ taxClass }) => covers.some((cover) => cover.taxClass === taxClass)),
    levies: change.levies.filter(({ delta }) => delta !== '0.00').map(({ code, rate, delta }) => ({ code, rate, amount: delta })),
  };
}

function buildReplacement(change: PeriodChange, receipt: ReceiptWithCovers, { issueDate }: AmendmentDates): NewReceipt {
  const { instalmentNo, kind, periodFrom, periodTo, gapFrom, receiptNo: replaces, fee } = receipt;
  const covers = change.covers
    .filter(({ due }) => due !== '0.00')
    .map(({ due, booked: _booked, delta: _delta, ...cover }) => ({ ...cover, net: due }));
  const moved = sumTaxes([
    ...receipt.taxes,
    ...change.taxes.map(({ taxClass, rate, delta }) => ({ taxClass, rate, net: '0.00', fee: '0.00', tax: delta })),
  ]);
  const taxes = coverNegativeTax(moved).map((share) => ({ ...share, net: sumOfClass(covers, share.taxClass) }));
  const levies = sumLevies([...receipt.levies, ...change.levies.map(({ code, rate, delta }) => ({ code, rate, amount: delta }))]);
  return {
    instalmentNo,
    kind,
    periodFrom,
    periodTo,
    ...(gapFrom !== null && { gapFrom }),
    replaces,
    issueDate,
    dueDate: getLaterDate(receipt.dueDate, issueDate),
    ...toGrossAmounts({
      net: sum(covers.map(({ net }) => net)),
      fee: toDecimal(fee),
      tax: sum(taxes.map(({ tax }) => tax)),
      levy: sum(levies.map(({ amount }) => amount)),
    }),
    covers,
    taxes: taxes.filter((share) => [share.net, share.fee, share.tax].some((amount) => amount !== '0.00')),
    levies,
  };
}

/** Rounding leaves a negative cent when a class is removed. */
function coverNegativeTax(taxes: readonly TaxShare[]): TaxShare[] {
  const negative = sum(taxes.filter(({ tax }) => tax.startsWith('-')).map(({ tax }) => tax));
  const most = [...taxes].sort((a, b) => toDecimal(b.tax).cmp(a.tax))[0];
  return taxes.map((share) => {
    if (share.tax.startsWith('-')) return { ...share, tax: '0.00' };
    return share === most ? { ...share, tax: toAmount(negative.plus(share.tax)) } : share;
  });
}

function sumOfClass(covers: NewReceipt['covers'], taxClass: string): Amount {
  return addUp(covers.filter((cover) => cover.taxClass === taxClass).map(({ net }) => net));
}

export function sumTaxes(taxes: readonly TaxShare[]): TaxShare[] {
  return group(taxes, ({ taxClass }) => taxClass).map((shares) => ({
    ...shares[0],
    net: addUp(shares.map(({ net }) => net)),
    fee: addUp(shares.map(({ fee }) => fee)),
    tax: addUp(shares.map(({ tax }) => tax)),
  }));
}

function sumLevies(levies: readonly Levy[]): Levy[] {
  return group(levies, ({ code }) => code).map((shares) => ({ ...shares[0], amount: addUp(shares.map(({ amount }) => amount)) }));
}

function group<Item>(items: readonly Item[], getKey: (item: Item) => string): [Item, ...Item[]][] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const items = groups.get(getKey(item));
    if (items) items.push(item);
    else groups.set(getKey(item), [item]);
  }
  return [...groups.values()];
}

function addUp(amounts: readonly Amount[]): Amount {
  return toAmount(sum(amounts));
}
