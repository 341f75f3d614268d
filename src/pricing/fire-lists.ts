import { getYear, type LocalDate } from '../common/athens.js';
import type { Text } from '../common/language.js';
import { toDecimal } from '../common/money.js';
import { isViolation, listRuleMessages } from './calculate.js';
import { toFlag, toQuantity, type FactValues } from './facts.js';
import type { FireReference } from './fire-risk.js';
import type { RuleMessage } from './price.js';
import { isRowMissing } from './table.js';
import type { Bundle, Cover, Table, Tariff } from './tariff-model.js';

/** Includes covers of the whole object; all without a group, none if it is unknown. */
export function listCovers(tariff: Tariff, group?: string): Cover[] {
  const all = [...tariff.covers.values()];
  if (group === undefined) return all;
  return all.some((cover) => cover.groups.includes(group)) ? all.filter((cover) => isForGroup(cover, group)) : [];
}

export interface OfferedRisk {
  readonly kind: string;
  readonly subkind: string;
  readonly prefecture: string;
  readonly buildingYear: number;
  readonly skeleton: string;
  readonly roof: string;
  readonly group?: string;
}

export function listOfferedBundles(risk: OfferedRisk, tariff: Tariff, reference: FireReference, today: LocalDate): Bundle[] {
  const facts: FactValues = {
    kind: risk.kind,
    subkind: risk.subkind,
    hazardClass: toQuantity(reference.hazardClassOf(risk.subkind)),
    prefecture: risk.prefecture,
    seismicZone: tariff.seismicZones.get(risk.prefecture),
    seismicYear: toDecimal(risk.buildingYear),
    yearsInvalid: toFlag(risk.buildingYear > getYear(today)),
    skeleton: risk.skeleton,
    roof: risk.roof,
  };
  return [...tariff.bundles.values()].filter(
    (bundle) => bundle.active && bundle.offeredFor.has(risk.kind) && isInsurable(bundle, facts, tariff, risk.group),
  );
}

function isInsurable(bundle: Bundle, facts: FactValues, tariff: Tariff, group: string | undefined): boolean {
  const covers = bundle.included.map((code) => tariff.covers.get(code)).filter((cover) => cover !== undefined);
  const used = covers.filter((cover) => group === undefined || isForGroup(cover, group));
  const isForSome = group === undefined || used.some((cover) => cover.groups.includes(group));
  const hits = listKnownHits(tariff, { ...facts, covers: used.map(({ code }) => code) });
  return isForSome && !hits.some(isViolation) && !used.some((cover) => isUnpriced(cover, facts, group));
}

function listKnownHits(tariff: Tariff, facts: FactValues): RuleMessage[] {
  const rules = tariff.rules.object.filter((rule) => rule.all.every(({ fact }) => Object.hasOwn(facts, fact)));
  return listRuleMessages(rules, facts, '');
}

function isUnpriced(cover: Cover, facts: FactValues, group?: string): boolean {
  const groups = cover.groups.length === 0 ? [null] : cover.groups.filter((listed) => group === undefined || listed === group);
  return listTables(cover).some((table) => groups.some((candidate) => isRowMissing(table, facts, candidate)));
}

function listTables({ basis, factors }: Cover): readonly Table[] {
  return 'source' in basis && 'table' in basis.source ? [basis.source.table, ...factors] : factors;
}

export interface ExtraCoverItem {
  readonly cover: Cover;
  readonly available: boolean;
  readonly reason: Text | undefined;
}

export function listExtraCovers(
  bundle: Bundle,
  years: { readonly building: number; readonly piping: number },
  tariff: Tariff,
  today: LocalDate,
): ExtraCoverItem[] {
  const facts: FactValues = {
    seismicYear: toDecimal(years.building),
    pipingAge: toDecimal(getYear(today) - years.piping),
    yearsInvalid: toFlag(years.building > years.piping || years.piping > getYear(today)),
  };
  const hitsWith = (codes: readonly string[]) => listKnownHits(tariff, { ...facts, covers: codes });
  const already = new Set(hitsWith(bundle.included).map(({ code }) => code));
  return listCoversByCode(bundle.addable, tariff).map((cover) => {
    const hits = hitsWith([...bundle.included, cover.code]);
    const violation = hits.find(isViolation);
    const referral = hits.find(({ code, outcome }) => outcome === '25' && !already.has(code));
    const reason = (violation ?? referral)?.text;
    return { cover, available: !violation && !isUnpriced(cover, facts), reason };
  });
}

function isForGroup({ groups }: Cover, group: string): boolean {
  return groups.length === 0 || groups.includes(group);
}

export function listCoversByCode(codes: ReadonlySet<string>, tariff: Tariff): Cover[] {
  return [...tariff.covers.values()].filter(({ code }) => codes.has(code));
}
