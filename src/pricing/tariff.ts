import type { LocalDate } from '../common/athens.js';
import { ZERO } from '../common/money.js';
import { FIRE_BRANCH, NO_TERMS, OWN_BRANCHES, type BranchFormat } from './branch.js';
import type { AmendmentFee, Branch, Cover, FeeTerms, Levy, Rate, Tariff } from './tariff-model.js';
import { readBundles, readCovers, readDiscounts } from './tariff-covers.js';
import { readNeeds } from './tariff-needs.js';
import { readByCode, readTitles, readReference, readReferences, TariffNode } from './tariff-node.js';
import { readRefundScale } from './tariff-refunds.js';
import { readRules } from './tariff-rules.js';
import { readTables } from './tariff-tables.js';

export type * from './tariff-model.js';

const FREQUENCIES_IN_MONTHS = [12, 6, 3] as const;

export function parseTariff(json: unknown, formats: readonly BranchFormat[] = OWN_BRANCHES): Tariff {
  const node = new TariffNode(json);
  const branch = node.at('branch').oneOf(formats.map(({ code }) => code));
  const { facts, offeredBy, readTerms } = formats.find(({ code }) => code === branch) ?? FIRE_BRANCH;
  const taxClasses = readTaxClasses(node.at('taxClasses'));
  const tables = readTables(node.at('tables'), facts);
  const covers = readCovers(node.at('covers'), tables, taxClasses);
  return {
    ...readHead(node),
    branch,
    taxClasses,
    levies: node.at('levies').readList((item) => readLevy(item, covers)),
    ...readAmounts(node, covers),
    tables,
    covers,
    bundles: readBundles(node.at('bundles'), covers, { offeredBy, ipid: node.optional('ipid') }),
    discounts: readDiscounts(node.at('discounts'), covers, facts),
    needs: readNeeds(node.optional('needs'), covers),
    rules: readRules(node.at('rules'), facts),
    refundScale: readRefundScale(node.optional('refundScale')),
    ...NO_TERMS,
    ...readTerms?.(node, covers),
  };
}

/** Prefers, of those valid on the date, the latest `validFrom` and version. */
export function findTariff(tariffs: Iterable<Tariff>, branch: Branch, startDate: LocalDate): Tariff | undefined {
  let picked: Tariff | undefined;
  for (const tariff of tariffs) {
    if (tariff.branch !== branch || tariff.validFrom > startDate) continue;
    if (tariff.validTo !== null && tariff.validTo < startDate) continue;
    if (!picked || isLater(tariff, picked)) picked = tariff;
  }
  return picked;
}

function isLater(candidate: Tariff, picked: Tariff): boolean {
  if (candidate.validFrom !== picked.validFrom) return candidate.validFrom > picked.validFrom;
  return candidate.version > picked.version;
}

function readHead(node: TariffNode) {
  const validFrom = node.at('validFrom').date();
  const validTo = node.nullable('validTo')?.date() ?? null;
  if (validTo !== null && validTo < validFrom) node.at('validTo').fail('is before validFrom');
  return {
    code: node.at('tariffCode').text(),
    version: node.at('version').integer(1),
    validFrom,
    validTo,
    currency: node.at('currency').oneOf(['EUR']),
    quoteValidityDays: node.at('quoteValidityDays').integer(),
  };
}

function readTaxClasses(node: TariffNode) {
  return [...readByCode(node, (item) => ({ ...readTitles(item), rate: item.at('rate').rate() })).values()];
}

function readLevy(node: TariffNode, covers: ReadonlyMap<string, Cover>): Levy {
  node.at('base').oneOf(['net']);
  return {
    ...readTitles(node),
    rate: node.at('rate').rate(),
    covers: new Set(readReferences(node.at('covers'), covers, 'cover')),
  };
}

function readAmounts(node: TariffNode, covers: ReadonlyMap<string, Cover>) {
  return {
    policyFee: readFee(node.at('policyFee')),
    amendmentFee: readAmendmentFee(node.optional('amendmentFee')),
    smallDifferences: {
      carryBelow: node.optional('carryBelow')?.decimal() ?? ZERO,
      minimumAdditional: node.optional('minimumAdditional')?.decimal() ?? ZERO,
    },
    frequencyLoading: readFrequencies(node.at('frequencyLoading')),
    minimumLineNet: readLineMinimums(node.optional('minimumLineNet'), covers),
    minimumNetPremium: readMinimumNet(node.optional('minimumNetPremium'), covers),
    discountCap: node.at('discountCap').rate(),
    catastropheCovers: readCatastropheCovers(node.optional('catastropheCovers'), covers),
  };
}

function readFee(node: TariffNode): FeeTerms {
  const fee = { rate: node.at('rate').rate(), min: node.at('min').decimal(), max: node.at('max').decimal() };
  if (fee.max.lt(fee.min)) node.fail('max is below min');
  return fee;
}

function readAmendmentFee(node: TariffNode | undefined): AmendmentFee | null {
  if (!node) return null;
  return { ...readFee(node), perTerm: node.nullable('perTerm')?.decimal() ?? null, onReturn: node.at('onReturn').flag() };
}

function readCatastropheCovers(node: TariffNode | undefined, covers: ReadonlyMap<string, Cover>): ReadonlySet<string> {
  return new Set(node ? readReferences(node, covers, 'cover') : []);
}

function readFrequencies(node: TariffNode): Map<number, Rate> {
  return new Map(FREQUENCIES_IN_MONTHS.map((months) => [months, node.at(String(months)).rate()]));
}

function readLineMinimums(node: TariffNode | undefined, covers: ReadonlyMap<string, Cover>) {
  const minimums = node?.entries().map(([cover, usages]) => {
    if (!covers.has(cover)) usages.fail(`cover ${cover} is not defined`);
    return [cover, usages.readMap((amount) => amount.decimal())] as const;
  });
  return new Map(minimums);
}

function readMinimumNet(node: TariffNode | undefined, covers: ReadonlyMap<string, Cover>): Tariff['minimumNetPremium'] {
  if (!node) return null;
  node.at('appliesTo').oneOf(['application']);
  return { amount: node.at('amount').decimal(), topUpCover: readReference(node.at('topUpCover'), covers, 'cover').code };
}
