import {
  IPID_SECTIONS,
  type Basis,
  type Bundle,
  type Cover,
  type Discount,
  type Ipid,
  type IpidSection,
  type RateSource,
  type Table,
  type TaxClass,
} from './tariff-model.js';
import { readConditions } from './tariff-rules.js';
import { readByCode, readTitles, readReference, readReferences, type TariffNode } from './tariff-node.js';

const BASIS_TYPES = ['permille', 'firstLoss', 'flat', 'amountTable', 'percentOfCover'] as const;

export function readCovers(node: TariffNode, tables: ReadonlyMap<string, Table>, taxClasses: readonly TaxClass[]): Map<string, Cover> {
  const classes = new Map(taxClasses.map((taxClass) => [taxClass.code, taxClass]));
  const covers = readByCode(node, (item) => readCover(item, tables, classes));
  for (const item of node.items()) {
    const basis = item.at('basis');
    if (basis.at('type').text() !== 'percentOfCover') continue;
    const base = readReference(basis.at('cover'), covers, 'cover');
    // With a percentage of a percentage the price would depend on the order of covers.
    if (base.basis.type === 'percentOfCover') basis.at('cover').fail('is itself a percentage of a cover');
  }
  return covers;
}

function readCover(node: TariffNode, tables: ReadonlyMap<string, Table>, classes: ReadonlyMap<string, TaxClass>): Cover {
  const deductible = node.optional('deductible');
  return {
    ...readTitles(node),
    taxClass: readReference(node.at('taxClass'), classes, 'tax class').code,
    groups: node.optional('groups')?.texts() ?? [],
    groupShare: node.optional('groupShare')?.readMap((share) => share.decimal()) ?? new Map(),
    basis: readBasis(node.at('basis'), tables),
    factors: node.at('factors').readList((item) => readReference(item, tables, 'table')),
    discountable: node.at('discountable').flag(),
    deductible: deductible ? { type: deductible.at('type').text(), value: deductible.at('value').rate().text } : null,
  };
}

function readBasis(node: TariffNode, tables: ReadonlyMap<string, Table>): Basis {
  const min = node.optional('min')?.decimal() ?? null;
  const type = node.at('type').oneOf(BASIS_TYPES);
  const table = (name: TariffNode) => readReference(name, tables, 'table');
  switch (type) {
    case 'permille':
      return { type, min, source: readSource(node, tables) };
    case 'firstLoss':
      return { type, min, source: readSource(node, tables), share: node.at('share').decimal(), cap: node.at('cap').decimal() };
    case 'flat':
      return { type, min, amount: node.at('amount').decimal() };
    case 'amountTable':
      return {
        type,
        min,
        byUsage: node.at('byUsage').readMap(table),
        electric: node.optional('electricTable')?.readMap(table) ?? new Map(),
      };
    case 'percentOfCover':
      return { type, min, cover: node.at('cover').text(), rate: node.at('rate').rate() };
  }
}

function readSource(node: TariffNode, tables: ReadonlyMap<string, Table>): RateSource {
  const name = node.optional('rateTable');
  if (name && node.optional('rate')) node.fail('has both rate and rateTable');
  return name ? { table: readReference(name, tables, 'table') } : { rate: node.at('rate').rate() };
}

export function readBundles(
  node: TariffNode,
  covers: ReadonlyMap<string, Cover>,
  { offeredBy, ipid }: { readonly offeredBy: string; readonly ipid: TariffNode | undefined },
): Map<string, Bundle> {
  return readByCode(node, (item) => ({ ...readBundle(item, covers, offeredBy), ipid: readIpid(item.optional('ipid'), ipid) }));
}

function readBundle(node: TariffNode, covers: ReadonlyMap<string, Cover>, offeredBy: string): Omit<Bundle, 'ipid'> {
  const included = readReferences(node.at('included'), covers, 'cover');
  const addable = readReferences(node.at('addable'), covers, 'cover');
  const both = addable.find((code) => included.includes(code));
  if (both) node.at('addable').fail(`${both} is already included`);
  return {
    ...readTitles(node),
    active: node.at('active').flag(),
    offeredFor: new Set(node.at(offeredBy).texts()),
    included,
    addable: new Set(addable),
    swappable: new Map(node.optional('swappable')?.readList((swap) => readSwap(swap, covers, included))),
  };
}

function readSwap(node: TariffNode, covers: ReadonlyMap<string, Cover>, included: readonly string[]): [string, ReadonlySet<string>] {
  const out = readReference(node.at('out'), covers, 'cover').code;
  if (!included.includes(out)) node.at('out').fail(`${out} is not included in the bundle`);
  return [out, new Set(readReferences(node.at('in'), covers, 'cover'))];
}

export function readDiscounts(node: TariffNode, covers: ReadonlyMap<string, Cover>, facts: readonly string[]): Map<string, Discount> {
  return readByCode(node, (item) => readDiscount(item, covers, facts));
}

function readDiscount(node: TariffNode, covers: ReadonlyMap<string, Cover>, facts: readonly string[]): Discount {
  const scope = node.at('scope');
  return {
    ...readTitles(node),
    rate: node.at('rate').rate(),
    scope: scope.raw() === 'ALL' ? 'ALL' : new Set(readReferences(scope, covers, 'cover')),
    requires: readConditions(node.at('requires'), facts),
    referral: node.optional('referral')?.flag() ?? false,
  };
}

function readIpid(own: TariffNode | undefined, common: TariffNode | undefined): Ipid | null {
  if (own === undefined) return null;
  const sections = IPID_SECTIONS.map((section) => [section, readSection(section, own, common)] as const);
  return Object.fromEntries(sections) as Ipid;
}

function readSection(section: IpidSection, own: TariffNode, common: TariffNode | undefined): Ipid[IpidSection] {
  const node = own.optional(section) ?? common?.optional(section);
  if (node === undefined && section === 'optional') return [];
  return (node ?? own.at(section)).readList((item) => ({ el: item.at('el').text(), en: item.at('en').text() }));
}
