import { toDecimal } from '../common/money.js';
import { APPLICATION_FACTS } from './facts.js';
import { OPERATORS, ORDER_OPERATORS, OUTCOMES, type Condition, type Operand, type Rule, type Tariff } from './tariff-model.js';
import { readByCode, type TariffNode } from './tariff-node.js';

const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

/** Refuses unknown facts, with which a rule would never apply. */
export function readRules(node: TariffNode, objectFacts: readonly string[]): Tariff['rules'] {
  const rules = readByCode(node, (item) => {
    const isObject = item.at('scope').oneOf(['application', 'object']) === 'object';
    const rule = readRule(item, isObject ? objectFacts : APPLICATION_FACTS);
    return { code: rule.code, isObject, rule };
  });
  const ofScope = (isObject: boolean) => [...rules.values()].filter((entry) => entry.isObject === isObject).map(({ rule }) => rule);
  return { application: ofScope(false), object: ofScope(true) };
}

function readRule(node: TariffNode, facts: readonly string[]): Rule {
  const message = node.at('message');
  const all = readConditions(node.at('all'), facts);
  if (all.length === 0) node.at('all').fail('must have a condition, because a rule without one always applies');
  return {
    code: node.at('code').text(),
    outcome: node.at('outcome').oneOf(OUTCOMES),
    all,
    message: { el: message.at('el').text(), en: message.at('en').text() },
    requiredDocument: node.optional('requiredDocument')?.integer() ?? null,
  };
}

export function readConditions(node: TariffNode, facts: readonly string[]): Condition[] {
  return node.readList((item) => readCondition(item, facts));
}

function readCondition(node: TariffNode, facts: readonly string[]): Condition {
  const fact = node.at('fact').oneOf(facts);
  const op = node.at('op').oneOf(OPERATORS);
  switch (op) {
    case 'missing':
      return { fact, op };
    case 'contains':
      return { fact, op, item: node.at('value').text() };
    case 'in':
      return { fact, op, operands: node.at('value').readList(readOperand) };
    case '==':
    case '!=':
      return { fact, op, operand: readOperand(node.at('value')) };
    case '<':
    case '<=':
    case '>':
    case '>=':
      return { fact, op, bound: readBound(node.at('value'), op) };
  }
}

function readOperand(node: TariffNode): Operand {
  const value = node.raw();
  if (typeof value !== 'string' && !(typeof value === 'number' && Number.isFinite(value))) node.fail('must be a text or a number');
  const text = String(value);
  return { text, number: NUMBER.test(text) ? toDecimal(text) : undefined };
}

function readBound(node: TariffNode, op: (typeof ORDER_OPERATORS)[number]) {
  return readOperand(node).number ?? node.fail(`must be a number to be compared by ${op}`);
}
