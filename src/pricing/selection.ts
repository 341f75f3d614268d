import { flag, type FactValues, type InsuredSum, type Selection } from './facts.js';
import { allHold } from './condition.js';
import type { Bundle, Cover, Discount, Tariff } from './tariff-model.js';

/** A cover that is chosen beside the bundle's; without group: for every insured group that it lists. */
export interface ExtraCover {
  readonly cover: string;
  readonly group?: string | null;
}

/** A cover of the bundle that gives its place to another one. */
export interface Swap {
  readonly out: string;
  readonly in: string;
}

/** Whether the bundle lets the one cover take the other's place (otherwise -603). */
export function isSwappable(bundle: Bundle, swap: Swap): boolean {
  return bundle.swappable.get(swap.out)?.has(swap.in) ?? false;
}

/** The bundle's covers after swaps, for every group, and the extras for theirs. Every chosen code stands there, known or not. */
export function selectCovers(bundle: Bundle | undefined, extras: readonly ExtraCover[], swaps: readonly Swap[] = []): Selection {
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

/** The insured groups that a cover gets a line for, in input order; `[null]` for a cover of the whole object. */
export function linedGroups(cover: Cover, selection: Selection, sums: readonly InsuredSum[]): (string | null)[] {
  const chosen = selection.get(cover.code);
  if (chosen === undefined) return [];
  if (cover.groups.length === 0) return [null];
  const insured = new Set(sums.map((sum) => sum.group));
  const groups = [...insured].filter((group): group is string => group !== null && cover.groups.includes(group));
  return chosen === 'ALL' ? groups : groups.filter((group) => chosen.has(group));
}

/** Whether the bundle can be extended by the cover for the insured groups. */
export function isAddable(extra: ExtraCover, bundle: Bundle | undefined, tariff: Tariff, insuredGroups: readonly string[]): boolean {
  const cover = tariff.covers.get(extra.cover);
  if (!cover || !bundle?.addable.has(cover.code)) return false;
  const lists = (group: string) => cover.groups.length === 0 || cover.groups.includes(group);
  const { group } = extra;
  // Without a group of its own the cover must find one at least: a chosen cover must give a line.
  if (group === null || group === undefined) return cover.groups.length === 0 || insuredGroups.some(lists);
  return insuredGroups.includes(group) && lists(group);
}

export interface DiscountChoice {
  /** Those that count: known, conditions met, each once, in the order they were chosen. */
  readonly accepted: readonly Discount[];
  readonly invalid: boolean;
  readonly referral: boolean;
}

/** The requested discounts against the facts of their object; one that this tariff does not know is invalid like one whose conditions fail. */
export function chooseDiscounts(codes: readonly string[], tariff: Tariff, facts: FactValues): DiscountChoice {
  const requested = [...new Set(codes)].map((code) => tariff.discounts.get(code));
  const accepted = requested.filter((discount): discount is Discount => discount !== undefined && allHold(discount.requires, facts));
  return { accepted, invalid: accepted.length < requested.length, referral: requested.some((discount) => discount?.referral) };
}

/** The two facts about discounts, as they stand beside the others. */
export function discountFacts(choice: DiscountChoice) {
  return { discountInvalid: flag(choice.invalid), referralDiscount: flag(choice.referral) };
}
