import { ErrorCode, ERROR_TEXTS } from '../common/error-codes.js';
import { toLoadingFactor, listRefusedExclusions, applyTerms, type ApprovalTerms } from './approval-terms.js';
import { areConditionsMet } from './condition.js';
import { formatFact, isSet, type Facts, type FactValues, type ObjectFacts } from './facts.js';
import { calculateObjectPrice, type DraftLine, type PricedObject } from './lines.js';
import type { PricedStatus, Calculation, RuleMessage } from './price.js';
import type { Rate, Rule, Tariff } from './tariff-model.js';
import { calculatePrice } from './totals.js';

export type * from './price.js';

const APPLICATION = 'application';
const PLACEHOLDER = /\{(\w+)\}/g;
const UNKNOWN = '–';

/** Decides and prices a risk (rating.2 to rating.P8). Ignores terms that the tariff forbids. */
export function calculate(facts: Facts, tariff: Tariff, terms?: ApprovalTerms | null): Calculation {
  if (listRefusedExclusions(tariff, terms?.excludedCovers ?? []).length > 0) return { ...calculate(facts, tariff), hasRefusedTerms: true };
  const loading = toLoadingFactor(terms);
  return calculateRated(applyTerms(facts, tariff, terms), tariff, () => loading);
}

/** `skips` leaves out rules for the object at an index or the application. */
export function calculateRated(
  rated: Facts,
  tariff: Tariff,
  loadingOf: (index: number) => Rate | null,
  skips?: (rule: Rule, index?: number) => boolean,
): Calculation {
  const selectAsked = (rules: readonly Rule[], index?: number) => (skips ? rules.filter((rule) => !skips(rule, index)) : rules);
  const applicationHits = listRuleMessages(selectAsked(tariff.rules.application), rated.application, APPLICATION, rated.describe);
  const objectHits = rated.objects.map((object, index) =>
    listRuleMessages(selectAsked(tariff.rules.object, index), object.values, object.where, object.describe),
  );
  const loading = frequencyLoading(rated, tariff);
  const priced = rated.objects.map((object, index) => {
    if (objectHits[index]?.some(isViolation)) return null;
    return calculateObjectPrice(object, index + 1, { tariff, frequencyLoading: loading, approvalLoading: loadingOf(index) });
  });
  const tableViolations = rated.objects.flatMap((object, index) =>
    (priced[index]?.missingTables ?? []).map((table) => noRow(table, object.where)),
  );
  const messages = [...applicationHits, ...objectHits.flat(), ...tableViolations];
  const status = getStatus(messages);
  const isRunning = ({ cover }: DraftLine) => rated.runningCovers?.has(cover.code) !== false;
  const lines = status === '00' ? [] : priced.flatMap((object) => object?.lines ?? []).filter(isRunning);
  return {
    status,
    messages,
    price: status === '00' ? null : calculatePrice(lines, rated, rated.runningCovers ? { ...tariff, minimumNetPremium: null } : tariff),
    enfiaEligible:
      tariff.branch === 'FIRE' ? rated.objects.map((object, index) => isEnfiaEligible(object, priced[index] ?? null, tariff)) : [],
  };
}

export function listRuleMessages(
  rules: readonly Rule[],
  facts: FactValues,
  where: string,
  describe?: (name: string) => string | undefined,
): RuleMessage[] {
  const fill = (text: string): string =>
    text.replaceAll(PLACEHOLDER, (_, name: string) => (describe?.(name) ?? formatFact(facts[name])) || UNKNOWN);
  return rules
    .filter((rule) => areConditionsMet(rule.all, facts))
    .map(({ code, outcome, message }) => ({ code, outcome, where, text: { el: fill(message.el), en: fill(message.en) } }));
}

export function isViolation({ outcome }: RuleMessage): boolean {
  return outcome === '00';
}

function getStatus(messages: readonly RuleMessage[]): PricedStatus {
  if (messages.some(isViolation)) return '00';
  return messages.some(({ outcome }) => outcome === '25') ? '25' : '01';
}

function noRow(table: string, where: string): RuleMessage {
  const { el, en } = ERROR_TEXTS[ErrorCode.NO_TABLE_ROW];
  return { code: ErrorCode.NO_TABLE_ROW, outcome: '00', where, text: { el: `${el} (${table})`, en: `${en} (${table})` } };
}

function frequencyLoading(facts: Facts, tariff: Tariff) {
  const rate = tariff.frequencyLoading.get(facts.payFrequencyInMonths);
  if (!rate) throw new RangeError(`${facts.payFrequencyInMonths} months is not a payment frequency`);
  return rate;
}

function isEnfiaEligible(object: ObjectFacts, priced: PricedObject | null, { enfia }: Tariff): boolean {
  if (!enfia || !priced || priced.missingTables.length > 0) return false;
  const { kind, buildingSumPerSqm: sum } = object.values;
  if (typeof kind !== 'string' || !enfia.kinds.has(kind)) return false;
  if (sum === undefined || typeof sum === 'string' || isSet(sum) || sum.lt(enfia.minSumPerSquareMeter)) return false;
  const covered = priced.lines.filter(({ group }) => group !== null && enfia.buildingGroups.has(group)).map(({ cover }) => cover.code);
  return enfia.requiredCovers.every((code) => covered.includes(code));
}
