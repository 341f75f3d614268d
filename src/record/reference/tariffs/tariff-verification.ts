import { REASONS_THAT_REFUND_ALL } from '../../../pricing/refund.js';
import { LANGUAGES } from '../../../common/language.js';
import { IPID_SECTIONS, type Ipid, type IpidSection } from '../../../pricing/tariff-model.js';
import { getBundleNeedState } from '../../../pricing/needs.js';
import type { LookupTable, RangeTable, Tariff } from '../../../pricing/tariff.js';
import { findBranchRow } from '../products/line-table.js';
import type { ReferenceLists } from '../lists/reference-lists.js';
import { getDomain, type Domain } from './tariff-domains.js';
import { findUnreachableRules } from './unreachable-rules.js';

export function findTariffProblems(tariff: Tariff, lists: ReferenceLists): string[] {
  return [
    ...[...tariff.tables.values()].flatMap((table) =>
      table.type === 'lookup' ? listLookupProblems(table, tariff, lists) : listRangeProblems(table),
    ),
    ...listSeismicProblems(tariff, lists),
    ...listBundleProblems(tariff, lists),
    ...listInformationProblems(tariff),
    ...listNeedProblems(tariff),
    ...refundProblems(tariff, lists),
    ...findUnreachableRules(tariff, lists).map(({ rule, fact }) => `rules: ${rule.code} can never hit, for its conditions on ${fact}`),
  ];
}

function listLookupProblems({ name, key, rows }: LookupTable, tariff: Tariff, lists: ReferenceLists): string[] {
  const domains = key.map((fact) => getDomain(fact, tariff, lists));
  if (domains.some((domain) => domain === undefined)) return [`tables.${name}: ${key.join(', ')} cannot key a lookup: use a range`];
  const all = domains as Domain[];
  const wanted = all.reduce<string[]>((keys, { active }) => keys.flatMap((head) => active.map((code) => `${head}|${code}`)), ['']);
  const missing = wanted.map((joined) => joined.slice(1)).filter((joined) => !rows.has(joined));
  const strange = [...rows.keys()].filter((joined) => joined.split('|').some((code, index) => all[index]?.known.has(code) !== true));
  return [
    ...missing.map((joined) => `tables.${name}: no row for ${joined}`),
    ...strange.map((joined) => `tables.${name}: ${joined} is no code of ${key.join(', ')}`),
  ];
}

function listRangeProblems({ name, rows, missing }: RangeTable): string[] {
  return missing !== null || rows.at(-1)?.to === null ? [] : [`tables.${name}: the last row must be open`];
}

function listSeismicProblems({ branch, seismicZones }: Tariff, lists: ReferenceLists): string[] {
  if (branch !== 'FIRE') return [];
  const without = lists.all('prefectures').filter(({ code }) => !seismicZones.has(code));
  return without.map(({ code }) => `seismicZones: no zone for prefecture ${code}`);
}

/** A rule of a reason that refunds everything in any case would never apply. */
function refundProblems({ refundScale }: Tariff, lists: ReferenceLists): string[] {
  return [...refundScale.byReason.keys()].flatMap((code) => {
    if (lists.item('cancellationReasons', code) === undefined) return [`refundScale: ${code} is no code of cancellationReasons`];
    return REASONS_THAT_REFUND_ALL.has(code) ? [`refundScale: ${code} refunds everything and can have no rule`] : [];
  });
}

function listBundleProblems(tariff: Tariff, lists: ReferenceLists): string[] {
  const list = findBranchRow(tariff.branch)?.offeredList;
  if (list === undefined) return [];
  return [...tariff.bundles.values()].flatMap(({ code, offeredFor }) =>
    [...offeredFor]
      .filter((offered) => lists.item(list, offered) === undefined)
      .map((offered) => `bundles: ${code} is offered for ${offered}, which does not exist`),
  );
}

const MAX_NEEDS = 12;

function listNeedProblems({ needs, bundles }: Tariff): string[] {
  const unmet = needs.filter((need) => [...bundles.values()].every((bundle) => getBundleNeedState(need, bundle) === 'UNMET'));
  return [
    ...(needs.length > MAX_NEEDS ? [`needs: more than ${MAX_NEEDS}`] : []),
    ...unmet.map(({ code }) => `needs: no bundle meets ${code}`),
  ];
}

/** With these limits the product information of a bundle fits on two pages (customer.1). */
const MAX_STATEMENTS = 14;
const MAX_SECTION_CHARACTERS = 1_500;
const MAX_INFORMATION_CHARACTERS = 8_000;

export function findMissingInformation({ bundles }: Tariff): string[] {
  return [...bundles.values()].flatMap(({ code, ipid }) => (ipid === null ? [`bundles: ${code} has no ipid`] : []));
}

function listInformationProblems({ bundles }: Tariff): string[] {
  return [...bundles.values()].flatMap(({ code, ipid }) => {
    if (ipid === null) return [];
    const problems = IPID_SECTIONS.flatMap((section) => findSectionProblem(ipid, section).map((problem) => `bundles: ipid of ${code}, ${problem}`));
    const total = IPID_SECTIONS.reduce((sum, section) => sum + countCharacters(ipid, section), 0);
    return total <= MAX_INFORMATION_CHARACTERS ? problems : [...problems, `bundles: ipid of ${code} has more than ${MAX_INFORMATION_CHARACTERS} characters`];
  });
}

function findSectionProblem(ipid: Ipid, section: IpidSection): string[] {
  if (ipid[section].length === 0 && section !== 'optional') return [`${section} is empty`];
  if (ipid[section].length > MAX_STATEMENTS) return [`${section} has more than ${MAX_STATEMENTS} items`];
  return countCharacters(ipid, section) > MAX_SECTION_CHARACTERS ? [`${section} has more than ${MAX_SECTION_CHARACTERS} characters`] : [];
}

function countCharacters(ipid: Ipid, section: IpidSection): number {
  return Math.max(...LANGUAGES.map((language) => ipid[section].reduce((sum, text) => sum + text[language].length, 0)));
}
