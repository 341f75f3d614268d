import type { ReceiptWithCovers } from '../../src/record/core/applications/receipt.js';
import { getTaxClass, LEVY_COVERS, type Risk } from './amendment-books.js';

/** Sums of a receipt period in cents, with the nets of its covers by `object|code`, without those of zero. */
export interface PeriodSums {
  readonly nets: ReadonlyMap<string, bigint>;
  readonly tax: bigint;
  readonly levy: bigint;
}

/** A questionnaire and the days that it counts for, `to` without. */
export interface RiskSegment {
  readonly from: string;
  readonly to: string;
  readonly risk: Risk;
}

const RATES = { FIRE: 200n, OTHER: 150n };
const LEVY_RATE = 18n;
/** Days of the term, one by one. */
const DAYS = Array.from({ length: 365 }, (_, at) => new Date(Date.UTC(2026, 11, 1 + at)).toISOString().slice(0, 10));

/** Calculates what is due for a period from the questionnaires alone, without code of the product. */
export function calculateOwedNets(
  issued: Risk,
  segments: readonly RiskSegment[],
  receipt: ReceiptWithCovers,
  months: number,
): Map<string, bigint> {
  const plans = planRisks(issued, segments, months);
  const days = DAYS.filter((day) => receipt.periodFrom <= day && day < receipt.periodTo);
  const sums = new Map<string, bigint>();
  for (const [at, { from, to }] of segments.entries()) {
    const own = BigInt(days.filter((day) => from <= day && day < to).length);
    for (const [key, net] of plans[at]?.[receipt.instalmentNo - 1] ?? []) sums.set(key, (sums.get(key) ?? 0n) + own * net);
  }
  return withoutZeros([...sums].map(([key, sum]) => [key, roundHalfUp(sum, BigInt(days.length))]));
}

/** Calculates tax and levy of a period: those of the issued receipt, moved by the rounded taxes of its nets. */
export function calculateOwedTaxes(issued: PeriodSums, nets: ReadonlyMap<string, bigint>): Pick<PeriodSums, 'tax' | 'levy'> {
  const taxOf = (from: ReadonlyMap<string, bigint>) =>
    (['FIRE', 'OTHER'] as const).reduce(
      (sum, name) => sum + roundHalfUp(RATES[name] * sumWhere(from, (code) => getTaxClass(code) === name), 1000n),
      0n,
    );
  const levyOf = (from: ReadonlyMap<string, bigint>) => roundHalfUp(LEVY_RATE * sumWhere(from, (code) => LEVY_COVERS.has(code)), 1000n);
  return { tax: issued.tax + taxOf(nets) - taxOf(issued.nets), levy: issued.levy + levyOf(nets) - levyOf(issued.nets) };
}

/** Sums receipts by instalment, in the order of the instalments. */
export function sumReceipts(receipts: readonly ReceiptWithCovers[]): PeriodSums[] {
  const numbers = [...new Set(receipts.map(({ instalmentNo }) => instalmentNo))].sort((a, b) => a - b);
  return numbers.map((no) => {
    const own = receipts.filter(({ instalmentNo }) => instalmentNo === no);
    const nets = new Map<string, bigint>();
    for (const { objectId, code, net } of own.flatMap(({ covers }) => covers)) {
      const key = `${objectId ?? ''}|${code}`;
      nets.set(key, (nets.get(key) ?? 0n) + toCents(net));
    }
    const total = (field: 'tax' | 'levy') => own.reduce((sum, receipt) => sum + toCents(receipt[field]), 0n);
    return { nets: withoutZeros([...nets]), tax: total('tax'), levy: total('levy') };
  });
}

export function toCents(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

type Nets = ReadonlyMap<string, bigint>;

function planRisks(issued: Risk, segments: readonly RiskSegment[], months: number): Nets[][] {
  let annual: Nets = listNets(issued);
  let plan = splitEvenly(annual, months).map((total) => share(total, annual));
  return segments.map(({ risk }) => {
    const next = listNets(risk);
    const kept = [...next].filter(([key, net]) => annual.get(key) === net).map(([key]) => key);
    const changed = new Map([...next].filter(([key]) => !kept.includes(key)));
    plan = splitEvenly(next, months).map((total, at) => {
      const unchangedNets: [string, bigint][] = kept.map((key) => [key, plan[at]?.get(key) ?? 0n]);
      const rest = unchangedNets.reduce((left, [, net]) => left - net, total);
      return new Map([...unchangedNets, ...share(rest > 0n ? rest : 0n, changed)]);
    });
    annual = next;
    return plan;
  });
}

function listNets({ objects_insured }: Risk): Map<string, bigint> {
  const nets = objects_insured.flatMap(({ object_id, insured_values }) =>
    insured_values.map(({ group_cover, insured_value }) => [`${object_id}|${group_cover}`, BigInt(insured_value)] as const),
  );
  return new Map(nets.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function splitEvenly(nets: Nets, months: number): bigint[] {
  const total = [...nets.values()].reduce((sum, net) => sum + net, 0n);
  const count = BigInt(12 / months);
  return Array.from({ length: Number(count) }, (_, at) => (at === 0 ? total - (total / count) * (count - 1n) : total / count));
}

/** Gives each its floor, then a cent to the one with the largest remainder, one after the other. */
function share(total: bigint, weights: Nets): Map<string, bigint> {
  const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0n);
  if (whole === 0n) return new Map([...weights.keys()].map((key) => [key, 0n]));
  const shares = new Map([...weights].map(([key, weight]) => [key, (total * weight) / whole]));
  const remainders = new Map([...weights].map(([key, weight]) => [key, (total * weight) % whole]));
  let left = total - [...shares.values()].reduce((sum, part) => sum + part, 0n);
  for (; left > 0n; left -= 1n) {
    let largest: string | undefined;
    for (const [key, remainder] of remainders) if (largest === undefined || remainder > remainders.get(largest)!) largest = key;
    shares.set(largest!, shares.get(largest!)! + 1n);
    remainders.delete(largest!);
  }
  return shares;
}

function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

function sumWhere(nets: Nets, has: (code: string) => boolean): bigint {
  return [...nets].reduce((sum, [key, net]) => (has(key.split('|')[1] ?? '') ? sum + net : sum), 0n);
}

function withoutZeros(entries: readonly (readonly [string, bigint])[]): Map<string, bigint> {
  return new Map(entries.filter(([, net]) => net !== 0n).sort(([a], [b]) => (a < b ? -1 : 1)));
}
