import { toDecimal } from '../../../common/money.js';
import { areConditionsMet } from '../../../pricing/condition.js';
import type { FactValue } from '../../../pricing/facts.js';
import type { Condition, Rule, Tariff } from '../../../pricing/tariff-model.js';
import type { ReferenceLists } from '../lists/reference-lists.js';
import { getDomain } from './tariff-domains.js';

const WHOLE: ReadonlySet<string> = new Set([
  'objectsCount', 'insuredValuesCount', 'claimsCount', 'seismicYear', 'pipingAge', 'taxableHp',
  'driverAge', 'licenceYears', 'vehicleAge', 'autonomousLevel',
]);
const NOT_NEGATIVE: ReadonlySet<string> = new Set([
  'objectsCount', 'insuredValuesCount', 'claimsCount', 'claimsAmount', 'sumInsured', 'metersFromRiver', 'buildingSumPerSqm',
  'taxableHp', 'engineCc', 'powerInKw', 'grossWeight', 'insuredValue', 'autonomousLevel', 'seismicYear',
]);
const WHOLE_STEP = '1';
const SMALL_STEP = '0.001';

export function findUnreachableRules(tariff: Tariff, lists: ReferenceLists): { readonly rule: Rule; readonly fact: string }[] {
  return [...tariff.rules.application, ...tariff.rules.object].flatMap((rule) => {
    const fact = [...new Set(rule.all.map((condition) => condition.fact))].find((name) => !canHold(name, rule, tariff, lists));
    return fact === undefined ? [] : [{ rule, fact }];
  });
}

function canHold(fact: string, { all }: Rule, tariff: Tariff, lists: ReferenceLists): boolean {
  const conditions = all.filter((condition) => condition.fact === fact);
  return listValues(fact, conditions, tariff, lists).some((value) => areConditionsMet(conditions, { [fact]: value }));
}

function listValues(fact: string, conditions: readonly Condition[], tariff: Tariff, lists: ReferenceLists): (FactValue | undefined)[] {
  const domain = getDomain(fact, tariff, lists);
  if (domain) return [undefined, ...domain.known];
  if (fact === 'covers') return listSelections(tariff);
  return [undefined, ...listQuantitiesAround(fact, conditions)];
}

function listSelections(tariff: Tariff): string[][] {
  return [...tariff.bundles.values()].flatMap(({ included, addable, swappable }) => {
    const swaps = [...swappable.values()].flatMap((covers) => [...covers]);
    return [[...included], [...included, ...addable, ...swaps]];
  });
}

function listQuantitiesAround(fact: string, conditions: readonly Condition[]): FactValue[] {
  const step = WHOLE.has(fact) ? WHOLE_STEP : SMALL_STEP;
  const figures = conditions.flatMap((condition) => {
    if (condition.op === 'in') return condition.operands.flatMap(({ number }) => number ?? []);
    if ('operand' in condition) return condition.operand.number ?? [];
    return 'bound' in condition ? condition.bound : [];
  });
  const values = figures.flatMap((figure) => [figure.minus(step), figure, figure.plus(step)]);
  return values.filter((value) => !NOT_NEGATIVE.has(fact) || value.gte(toDecimal('0')));
}
