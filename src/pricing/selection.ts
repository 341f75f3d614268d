import { toFlag, type FactValues, type InsuredSum, type Selection } from './facts.js';
import { areConditionsMet } from './condition.js';
import type { Bundle, Cover, Discount, Tariff } from './tariff-model.js';

export interface ExtraCover {
  readonly cover: string;
  readonly group?: string | null;
}

export interface Swap {
  readonly out: string;
  readonly in: string;
}

export function isSwappable(bundle: Bundle, swap: Swap): boolean {
  return bundle.swappable.get(swap.out)?.has(swap.in) ?? false;
}

export function buildSelection(bundle: Bundle | undefined, extras: readonly ExtraCover[], swaps: readonly Swap[] = []): Selection {
  const selection = new Map<string, 'ALL' | Set<string>>(bundle?.included.map((code) => [code, 'ALL']));
  for (const swap of swaps) {
    if (!bundle || !isSwappable(bundle, swap)) continue;
    selection.delete(swap.out);
    selection.set(swap.in, 'ALL');
  }
  for (const { cover, group } of extras) {
    const groups = selection.get(cover);
    if (groups === 'ALL') continue;
    if (group === null || group === undefined) selection.set(cover, 'ALL');
    else if (groups) groups.add(group);
    else selection.set(cover, new Set([group]));
  }
  return selection;
}

/** Keeps the input order; `[null]` for a cover of the whole object. */
export function listLineGroups(cover: Cover, selection: Selection, sums: readonly InsuredSum[]): (string | null)[] {
  const chosen = selection.get(cover.code);
  if (chosen === undefined) return [];
  if (cover.groups.length === 0) return [null];
  const insured = new Set(sums.map((sum) => sum.group));
  const groups = [...insured].filter((group): group is string => group !== null && cover.groups.includes(group));
  return chosen === 'ALL' ? groups : groups.filter((group) => chosen.has(group));
}

export function isAddable(extra: ExtraCover, bundle: Bundle | undefined, tariff: Tariff, insuredGroups: readonly string[]): boolean {
  const cover = tariff.covers.get(extra.cover);
  if (!cover || !bundle?.addable.has(cover.code)) return false;
  const lists = (group: string) => cover.groups.length === 0 || cover.groups.includes(group);
  const { group } = extra;
  // Without a named group at least one insured group must match, because a selected cover must have a line.
  if (group === null || group === undefined) return cover.groups.length === 0 || insuredGroups.some(lists);
  return insuredGroups.includes(group) && lists(group);
}

export interface DiscountChoice {
  readonly accepted: readonly Discount[];
  readonly invalid: boolean;
  readonly referral: boolean;
}

export function validateDiscounts(codes: readonly string[], tariff: Tariff, facts: FactValues): DiscountChoice {
  const requested = [...new Set(codes)].map((code) => tariff.discounts.get(code));
  const accepted = requested.filter(
    (discount): discount is Discount => discount !== undefined && areConditionsMet(discount.requires, facts),
  );
  return { accepted, invalid: accepted.length < requested.length, referral: requested.some((discount) => discount?.referral) };
}

export function toDiscountFacts(choice: DiscountChoice) {
  return { discountInvalid: toFlag(choice.invalid), referralDiscount: toFlag(choice.referral) };
}
