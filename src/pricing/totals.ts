import { addMonths, type LocalDate } from '../common/athens.js';
import { divideDownToCent, divideToCent, roundToCent, sum, toAmount, ZERO, type Amount, type Decimal } from '../common/money.js';
import type { Facts } from './facts.js';
import type { DraftLine } from './lines.js';
import { toGrossAmounts, type Instalment, type LevyShare, type Price, type PriceLine, type TaxShare, type Parts } from './price.js';
import type { Tariff } from './tariff-model.js';

export function calculatePrice(drafts: readonly DraftLine[], facts: Facts, tariff: Tariff): Price {
  const topUp = minimumTopUp(drafts, tariff);
  const nets = drafts.map((line) => (line === topUp?.line ? line.net.plus(topUp.amount) : line.net));
  const net = sum(nets);
  const fee = policyFee(net, tariff);
  const taxes = calculateTaxShares(drafts, nets, fee, tariff);
  const taxTotal = sum(taxes.map(({ tax }) => tax));
  const levies = calculateLevyShares(drafts, nets, tariff);
  const levyTotal = sum(levies.map(({ amount }) => amount));
  return {
    tariffCode: tariff.code,
    tariffVersion: tariff.version,
    lines: drafts.map((line, index) => toPriceLine(line, nets[index] ?? line.net, line === topUp?.line ? topUp.amount : null)),
    net: toAmount(net),
    minimumTopUp: toAmount(topUp?.amount ?? ZERO),
    fee: toAmount(fee),
    taxes,
    taxTotal: toAmount(taxTotal),
    levies,
    levyTotal: toAmount(levyTotal),
    gross: toAmount(sum([net, fee, taxTotal, levyTotal])),
    instalments: split({ net, fee, tax: taxTotal, levy: levyTotal }, facts.startDate, facts.payFrequencyInMonths),
  };
}

/** Finds the amount missing to the minimum, and the line for it: the first of the top-up cover, or else of all. */
function minimumTopUp(lines: readonly DraftLine[], { minimumNetPremium }: Tariff): { line: DraftLine; amount: Decimal } | null {
  if (!minimumNetPremium) return null;
  const amount = minimumNetPremium.amount.minus(sum(lines.map((line) => line.net)));
  const line = lines.find(({ cover }) => cover.code === minimumNetPremium.topUpCover) ?? lines[0];
  return line && amount.gt(ZERO) ? { line, amount } : null;
}

function policyFee(net: Decimal, { policyFee: { rate, min, max } }: Tariff): Decimal {
  const fee = roundToCent(net.times(rate.value));
  if (fee.lt(min)) return min;
  return fee.gt(max) ? max : fee;
}

/** The first class gets the rest of the rounded fee (rating.P5, rating.P6). */
function calculateTaxShares(lines: readonly DraftLine[], nets: readonly Decimal[], fee: Decimal, { taxClasses }: Tariff): TaxShare[] {
  const ofClass = (code: string) => sum(nets.filter((_, index) => lines[index]?.cover.taxClass === code));
  const classes = taxClasses.map(({ code, rate }) => ({ code, rate, net: ofClass(code) })).filter(({ net }) => net.gt(ZERO));
  const net = sum(classes.map((taxClass) => taxClass.net));
  const others = classes.slice(1).map((taxClass) => divideToCent(fee.times(taxClass.net), net));
  const fees = [fee.minus(sum(others)), ...others];
  return classes.map((taxClass, index) => {
    const share = fees[index] ?? ZERO;
    const tax = roundToCent(taxClass.net.plus(share).times(taxClass.rate.value));
    return { taxClass: taxClass.code, net: toAmount(taxClass.net), fee: toAmount(share), rate: taxClass.rate.text, tax: toAmount(tax) };
  });
}

function calculateLevyShares(lines: readonly DraftLine[], nets: readonly Decimal[], { levies }: Tariff): LevyShare[] {
  return levies.map(({ code, rate, covers }) => {
    const base = sum(nets.filter((_, index) => covers.has(lines[index]?.cover.code ?? '')));
    return { code, base: toAmount(base), rate: rate.text, amount: toAmount(roundToCent(base.times(rate.value))) };
  });
}

/** Periods count from the start, so that the 31st stays the 31st (rating.P8). */
function split(total: Parts<Decimal>, start: LocalDate, months: number): Instalment[] {
  const count = 12 / months;
  const later = count === 1 ? total : mapParts(total, (part) => divideDownToCent(part, count));
  const first = count === 1 ? total : mapParts(total, (part, name) => part.minus(later[name].times(count - 1)));
  return Array.from({ length: count }, (_, index) => {
    const parts = index === 0 ? first : later;
    return {
      no: index + 1,
      from: addMonths(start, index * months),
      to: addMonths(start, (index + 1) * months),
      ...toGrossAmounts(parts),
    };
  });
}

function mapParts(parts: Parts<Decimal>, change: (part: Decimal, name: keyof Parts<Decimal>) => Decimal): Parts<Decimal> {
  return { net: change(parts.net, 'net'), fee: change(parts.fee, 'fee'), tax: change(parts.tax, 'tax'), levy: change(parts.levy, 'levy') };
}

function toPriceLine(line: DraftLine, net: Decimal, topUp: Decimal | null): PriceLine {
  return {
    object: line.object,
    group: line.group,
    cover: line.cover.code,
    title: line.cover.title,
    taxClass: line.cover.taxClass,
    technical: toAmount(line.technical.premium),
    discountRate: line.discountRate,
    discount: toAmount(line.discount),
    frequencyLoading: toAmount(line.frequencyLoading),
    ...raise('minimumLine', line.minimumLine),
    ...raise('minimumTopUp', topUp),
    net: toAmount(net),
    sumInsured: line.technical.sumInsured,
    trace: line.technical.trace,
  };
}

function raise<Name extends string>(name: Name, amount: Decimal | null): Partial<Record<Name, Amount>> {
  return amount ? ({ [name]: toAmount(amount) } as Record<Name, Amount>) : {};
}
