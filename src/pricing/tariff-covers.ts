import type { Basis, Bundle, Cover, Discount, RateSource, Table, TaxClass } from './tariff-model.js';
import { readConditions } from './tariff-rules.js';
import { byCode, reference, references, type TariffNode } from './tariff-node.js';

const BASIS_TYPES = ['permille', 'firstLoss', 'flat', 'amountTable', 'percentOfCover'] as const;

export function readCovers(node: TariffNode, tables: ReadonlyMap<string, Table>, taxClasses: readonly TaxClass[]): Map<string, Cover> {
  const classes = new Map(taxClasses.map((taxClass) => [taxClass.code, taxClass]));
  const covers = byCode(
    node,
    (item) => readCover(item, tables, classes),
    (cover) => cover.code,
  );
  for (const item of node.items()) {
    const basis = item.at('basis');
    if (basis.at('type').text() !== 'percentOfCover') continue;
    const base = reference(basis.at('cover'), covers, 'cover');
    // With a percentage of a percentage the price would depend on the order of covers.
    if (base.basis.type === 'percentOfCover') basis.at('cover').fail('is itself a percentage of a cover');
  }
  return covers;
}

function readCover(node: TariffNode, tables: ReadonlyMap<string, Table>, classes: ReadonlyMap<string, TaxClass>): Cover {
  const deductible = node.optional('deductible');
  return {
    code: node.at('code').text(),
    title: node.at('title').text(),
    titleEn: node.optional('titleEn')?.text(),
    taxClass: reference(node.at('taxClass'), classes, 'tax class').code,
    groups: node.optional('groups')?.texts() ?? [],
    groupShare: new Map(
      node
        .optional('groupShare')
        ?.entries()
        .map(([group, share]) => [group, share.decimal()]),
    ),
    basis: readBasis(node.at('basis'), tables),
    factors: node
      .at('factors')
      .items()
      .map((item) => reference(item, tables, 'table')),
    discountable: node.at('discountable').flag(),
    deductible: deductible ? { type: deductible.at('type').text(), value: deductible.at('value').rate().text } : null,
  };
}

function readBasis(node: TariffNode, tables: ReadonlyMap<string, Table>): Basis {
  const min = node.optional('min')?.decimal() ?? null;
  const type = node.at('type').oneOf(BASIS_TYPES);
  switch (type) {
    case 'permille':
      return { type, min, source: readSource(node, tables) };
    case 'firstLoss':
      return { type, min, source: readSource(node, tables), share: node.at('share').decimal(), cap: node.at('cap').decimal() };
    case 'flat':
      return { type, min, amount: node.at('amount').decimal() };
    case 'amountTable':
      return { type, min, byUsage: tableMap(node.at('byUsage'), tables), electric: tableMap(node.optional('electricTable'), tables) };
    case 'percentOfCover':
      return { type, min, cover: node.at('cover').text(), rate: node.at('rate').rate() };
  }
}

function readSource(node: TariffNode, tables: ReadonlyMap<string, Table>): RateSource {
  const name = node.optional('rateTable');
  if (name && node.optional('rate')) node.fail('has both rate and rateTable');
  return name ? { table: reference(name, tables, 'table') } : { rate: node.at('rate').rate() };
}

function tableMap(node: TariffNode | undefined, tables: ReadonlyMap<string, Table>): Map<string, Table> {
  return new Map(node?.entries().map(([code, name]) => [code, reference(name, tables, 'table')]));
}

/** Reads the bundles; `offeredBy` is the key for the kinds or usages of a bundle. */
export function readBundles(node: TariffNode, covers: ReadonlyMap<string, Cover>, offeredBy: string): Map<string, Bundle> {
  return byCode(
    node,
    (item) => readBundle(item, covers, offeredBy),
    (bundle) => bundle.code,
  );
}

function readBundle(node: TariffNode, covers: ReadonlyMap<string, Cover>, offeredBy: string): Bundle {
  const included = references(node.at('included'), covers, 'cover');
  const addable = references(node.at('addable'), covers, 'cover');
  const both = addable.find((code) => included.includes(code));
  if (both) node.at('addable').fail(`${both} is already included`);
  return {
    code: node.at('code').text(),
    title: node.at('title').text(),
    titleEn: node.optional('titleEn')?.text(),
    active: node.at('active').flag(),
    offeredFor: new Set(node.at(offeredBy).texts()),
    included,
    addable: new Set(addable),
    swappable: new Map(
      node
        .optional('swappable')
        ?.items()
        .map((swap) => readSwap(swap, covers, included)),
    ),
  };
}

function readSwap(node: TariffNode, covers: ReadonlyMap<string, Cover>, included: readonly string[]): [string, ReadonlySet<string>] {
  const out = reference(node.at('out'), covers, 'cover').code;
  if (!included.includes(out)) node.at('out').fail(`${out} is not included in the bundle`);
  return [out, new Set(references(node.at('in'), covers, 'cover'))];
}

export function readDiscounts(node: TariffNode, covers: ReadonlyMap<string, Cover>, facts: readonly string[]): Map<string, Discount> {
  return byCode(
    node,
    (item) => readDiscount(item, covers, facts),
    (discount) => discount.code,
  );
}

function readDiscount(node: TariffNode, covers: ReadonlyMap<string, Cover>, facts: readonly string[]): Discount {
  const scope = node.at('scope');
  return {
    code: node.at('code').text(),
    title: node.at('title').text(),
    titleEn: node.optional('titleEn')?.text(),
    rate: node.at('rate').rate(),
    scope: scope.raw() === 'ALL' ? 'ALL' : new Set(references(scope, covers, 'cover')),
    requires: readConditions(node.at('requires'), facts),
    referral: node.optional('referral')?.flag() ?? false,
  };
}
