import { toDecimal, roundToCent, sum, toAmount, ZERO, type Amount, type Decimal } from '../common/money.js';
import { FLEET, type ObjectFacts } from './facts.js';
import type { TraceStep } from './price.js';
import { findRate } from './table.js';
import type { Basis, Cover, Rate, RateSource, Table } from './tariff-model.js';

/** Table of this fact has the fleet factor for a vehicle without a driver; the other tables of drivers have 1. */
const FLEET_FACT = 'driverAge';
const PER_MILLE = toDecimal('0.001');

export interface Technical {
  readonly premium: Decimal;
  readonly sumInsured: Amount | null;
  readonly trace: readonly TraceStep[];
}

export interface LineBasis {
  readonly object: ObjectFacts;
  readonly cover: Cover;
  readonly group: string | null;
  premiumOf(cover: string): Decimal;
  readonly loading: Rate | null;
  onMissingRow(name: string): void;
}

/** Rounds only the product. A table without a row is reported and counts as 0. */
export function calculateTechnicalPremium(line: LineBasis): Technical {
  const { cover } = line;
  const trace: TraceStep[] = [];
  const base = basePremium(line, cover.basis, trace);
  let product = base.premium;
  for (const table of cover.factors) {
    const { key, rate } = read(line, table);
    trace.push({ step: 'factor', table: table.name, key, value: rate.text });
    product = product.times(rate.value);
  }
  if (line.loading) {
    trace.push({ step: 'loading', value: line.loading.text });
    product = product.times(line.loading.value);
  }
  const rounded = roundToCent(product);
  const { min } = cover.basis;
  if (min === null || rounded.gte(min)) return { premium: rounded, sumInsured: base.sumInsured, trace };
  trace.push({ step: 'minimum', value: toAmount(min) });
  return { premium: min, sumInsured: base.sumInsured, trace };
}

interface Base {
  readonly premium: Decimal;
  readonly sumInsured: Amount | null;
}

function basePremium(line: LineBasis, basis: Basis, trace: TraceStep[]): Base {
  switch (basis.type) {
    case 'permille': {
      const share = line.group === null ? undefined : line.cover.groupShare.get(line.group);
      const insured = share ? getSum(line).times(share) : getSum(line);
      return perMille(line, insured, 'sum', basis.source, trace);
    }
    case 'firstLoss': {
      const share = getSum(line).times(basis.share);
      return perMille(line, roundToCent(share.gt(basis.cap) ? basis.cap : share), 'limit', basis.source, trace);
    }
    case 'flat':
      trace.push({ step: 'flat', value: toAmount(basis.amount) });
      return { premium: basis.amount, sumInsured: null };
    case 'amountTable':
      return { premium: tableAmount(line, basis, trace), sumInsured: null };
    case 'percentOfCover': {
      const premium = line.premiumOf(basis.cover);
      trace.push({ step: 'percent', of: basis.cover, base: toAmount(premium), value: basis.rate.text });
      return { premium: premium.times(basis.rate.value), sumInsured: null };
    }
  }
}

function getSum({ object, group }: LineBasis): Decimal {
  const sums = group === null ? object.sums : object.sums.filter((insured) => insured.group === group);
  return sum(sums.map(({ amount }) => amount));
}

function perMille(line: LineBasis, insured: Decimal, step: 'sum' | 'limit', source: RateSource, trace: TraceStep[]): Base {
  const sumInsured = toAmount(insured);
  trace.push({ step, value: sumInsured });
  let rate: Rate;
  if ('table' in source) {
    const found = read(line, source.table);
    rate = found.rate;
    trace.push({ step: 'rate', table: source.table.name, key: found.key, value: rate.text });
  } else {
    rate = source.rate;
    trace.push({ step: 'rate', value: rate.text });
  }
  return { premium: insured.times(rate.value).times(PER_MILLE), sumInsured };
}

function tableAmount(line: LineBasis, basis: Basis & { type: 'amountTable' }, trace: TraceStep[]): Decimal {
  const { electricForm, usage } = line.object.base ?? { electricForm: null, usage: '' };
  const table = electricForm === null ? basis.byUsage.get(usage) : basis.electric.get(electricForm);
  if (!table) {
    line.onMissingRow(`${line.cover.code}/${electricForm ?? usage}`);
    return ZERO;
  }
  const { key, rate } = read(line, table);
  trace.push({ step: 'base', table: table.name, key, value: rate.text });
  return rate.value;
}

const NOTHING: Rate = { text: '0', value: ZERO };

const UNCHANGED: Rate = { text: '1.00', value: toDecimal(1) };

function read(line: LineBasis, table: Table): { key: string; rate: Rate } {
  const [fact] = table.key;
  if (line.object.fleetFactor && fact !== undefined && line.object.values[fact] === FLEET)
    return { key: FLEET, rate: fact === FLEET_FACT ? line.object.fleetFactor : UNCHANGED };
  const { key, rate } = findRate(table, line.object.values, line.group);
  if (rate === null) line.onMissingRow(table.name);
  return { key, rate: rate ?? NOTHING };
}
