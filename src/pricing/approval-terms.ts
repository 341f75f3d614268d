import { toDecimal, type Decimal } from '../common/money.js';
import { isSet, type Facts, type ObjectFacts } from './facts.js';
import type { Rate, Tariff } from './tariff-model.js';

export interface ApprovalTerms {
  /** Loading of every line in per cent, 0 to 300. */
  readonly loadingPercent?: number | string | null;
  readonly excludedCovers?: readonly string[] | null;
  /** Replaces that of the application; of the table of deductibles, if the tariff has one. */
  readonly deductible?: number | string | null;
}

const DEDUCTIBLE = 'deductible';

/** Third-party liability, forest fire and flood of a vehicle, which are mandatory by law. */
const MANDATORY_COVERS: ReadonlySet<string> = new Set(['M01', 'M02', 'M03']);
const MAX_LOADING_PERCENT = 300;

/** Lists unknown codes, mandatory ones, the top-up to a minimum, and bases of a percentage. */
export function listRefusedExclusions(tariff: Tariff, codes: readonly string[]): string[] {
  const bound = listBoundCovers(tariff);
  return codes.filter((code) => bound.has(code) || !tariff.covers.has(code));
}

function listBoundCovers(tariff: Tariff): ReadonlySet<string> {
  const bound = new Set(MANDATORY_COVERS);
  if (tariff.minimumNetPremium) bound.add(tariff.minimumNetPremium.topUpCover);
  for (const { basis } of tariff.covers.values()) if (basis.type === 'percentOfCover') bound.add(basis.cover);
  return bound;
}

/** Returns `1.15` for 15 per cent; null without one. @throws RangeError outside 0 to 300 */
export function toLoadingFactor(terms: ApprovalTerms | null | undefined): Rate | null {
  const percent = toDecimal(terms?.loadingPercent ?? 0);
  if (percent.lt(0) || percent.gt(MAX_LOADING_PERCENT)) throw new RangeError(`loadingPercent must be from 0 to ${MAX_LOADING_PERCENT}`);
  if (percent.eq(0)) return null;
  const value = percent.times('0.01').plus(1);
  return { text: padDecimals(value), value };
}

function padDecimals(value: Decimal): string {
  const text = value.toFixed();
  return text.length - text.indexOf('.') > 2 && text.includes('.') ? text : value.toFixed(2);
}

export function listDeductibles(tariff: Tariff): string[] | null {
  const table = [...tariff.tables.values()].find(({ key }) => key.length === 1 && key[0] === DEDUCTIBLE);
  return table?.type === 'lookup' ? [...table.rows.keys()] : null;
}

export function applyTerms(facts: Facts, tariff: Tariff, terms: ApprovalTerms | null | undefined): Facts {
  const rated = withDeductible(facts, tariff, terms?.deductible ?? null);
  const excluded = terms?.excludedCovers ?? [];
  if (excluded.length === 0) return rated;
  const bound = listBoundCovers(tariff);
  const refused = excluded.filter((code) => bound.has(code));
  if (refused.length > 0) throw new RangeError(`Covers ${refused.join(' ')} cannot be excluded`);
  const codes = new Set(excluded);
  return { ...rated, objects: rated.objects.map((object) => without(object, codes)) };
}

function withDeductible(facts: Facts, tariff: Tariff, deductible: number | string | null): Facts {
  if (deductible === null || listDeductibles(tariff) === null) return facts;
  const values = { [DEDUCTIBLE]: toDecimal(deductible).toFixed() };
  return { ...facts, objects: facts.objects.map((object) => ({ ...object, values: { ...object.values, ...values } })) };
}

function without(object: ObjectFacts, excluded: ReadonlySet<string>): ObjectFacts {
  const selection = new Map([...object.selection].filter(([code]) => !excluded.has(code)));
  const covers = object.values['covers'];
  const remaining = covers !== undefined && isSet(covers) ? covers.filter((code) => !excluded.has(code)) : covers;
  return { ...object, selection, values: { ...object.values, covers: remaining } };
}
