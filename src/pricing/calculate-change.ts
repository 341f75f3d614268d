import { isDeepStrictEqual } from 'node:util';
import { applyTerms, listRefusedExclusions, toLoadingFactor, type ApprovalTerms } from './approval-terms.js';
import { calculateRated, listRuleMessages } from './calculate.js';
import { formatFact, type Facts, type ObjectFacts } from './facts.js';
import type { Calculation } from './price.js';
import type { Rule, Tariff } from './tariff-model.js';

/** Objects are named by their index after the change. */
export interface ChangedFacts {
  readonly before: Facts;
  readonly after: Facts;
  readonly indexBefore: (index: number) => number;
  readonly termsOf: (index: number) => ApprovalTerms | null;
}

type Subject = Pick<ObjectFacts, 'values' | 'describe'> & Partial<Pick<ObjectFacts, 'discounts'>>;

/** Rules that applied before on equal facts are not asked. Refused terms are ignored. */
export function calculateChangedRisk(facts: ChangedFacts, tariff: Tariff): Calculation {
  const { before, after, indexBefore, termsOf } = facts;
  if (after.objects.some((_, index) => listRefusedExclusions(tariff, termsOf(index)?.excludedCovers ?? []).length > 0)) {
    return { ...calculateChangedRisk({ ...facts, termsOf: () => null }, tariff), hasRefusedTerms: true };
  }
  const objects = after.objects.flatMap((object, index) => applyTerms({ ...after, objects: [object] }, tariff, termsOf(index)).objects);
  const isAccepted = (rule: Rule, index?: number): boolean => {
    const was = index === undefined ? ofApplication(before) : before.objects[indexBefore(index)];
    const is = index === undefined ? ofApplication(after) : after.objects[index];
    return was !== undefined && is !== undefined && isUnchanged(rule, was, is);
  };
  return calculateRated({ ...after, objects }, tariff, (index) => toLoadingFactor(termsOf(index)), isAccepted);
}

function ofApplication({ application: values, describe }: Facts): Subject {
  return { values, describe };
}

/** Other covers of a selection do not matter. */
function isUnchanged(rule: Rule, was: Subject, is: Subject): boolean {
  const [previous, present] = [was, is].map(({ values, describe }) => listRuleMessages([rule], values, '', describe)[0]);
  if (!previous || !present || !isDeepStrictEqual(previous.text, present.text)) return false;
  return rule.all.every(({ fact, op }) => op === 'contains' || readInput(fact, was) === readInput(fact, is));
}

/** Reads the input of a flag that several inputs can set. */
function readInput(fact: string, { values, discounts = [] }: Subject): string {
  if (fact === 'referralDiscount') return discounts.flatMap(({ code, referral }) => (referral ? [code] : [])).join(' ');
  return formatFact(values[fact === 'bonusMalusBetterThanRegistry' ? 'bonusMalus' : fact]);
}
