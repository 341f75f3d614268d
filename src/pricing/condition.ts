import { toDecimal, type Decimal } from '../common/money.js';
import { isSet, type FactValue, type FactValues } from './facts.js';
import type { Condition, Operand } from './tariff-model.js';

const NUMBER = /^-?\d+(\.\d+)?$/;

export function areConditionsMet(conditions: readonly Condition[], facts: FactValues): boolean {
  return conditions.every((condition) => isConditionMet(condition, facts));
}

/** Any comparison with a missing fact is false, even `!=`. */
export function isConditionMet(condition: Condition, facts: FactValues): boolean {
  const value = facts[condition.fact];
  if (condition.op === 'missing') return value === undefined;
  if (value === undefined) return false;
  switch (condition.op) {
    case '==':
      return equals(value, condition.operand);
    case '!=':
      return !equals(value, condition.operand);
    case 'in':
      return condition.operands.some((operand) => equals(value, operand));
    case 'contains':
      return isSet(value) && value.includes(condition.item);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return isOrdered(condition.op, value, condition.bound);
  }
}

/** Compares codes as texts ('04' differs from '4') and quantities as exact decimals (900 equals '900.00'). */
function equals(value: FactValue, operand: Operand): boolean {
  if (typeof value === 'string') return value === operand.text;
  if (isSet(value)) return false;
  return operand.number !== undefined && value.eq(operand.number);
}

function isOrdered(op: '<' | '<=' | '>' | '>=', value: FactValue, bound: Decimal): boolean {
  const number = findNumber(value);
  if (number === undefined) return false;
  const order = number.cmp(bound);
  if (op === '<') return order < 0;
  if (op === '<=') return order <= 0;
  return op === '>' ? order > 0 : order >= 0;
}

function findNumber(value: FactValue): Decimal | undefined {
  if (typeof value === 'string') return NUMBER.test(value) ? toDecimal(value) : undefined;
  return isSet(value) ? undefined : value;
}

export function formatCondition(condition: Condition): string {
  switch (condition.op) {
    case 'missing':
      return `${condition.fact} –`;
    case 'contains':
      return `${condition.fact}: ${condition.item}`;
    case 'in':
      return `${condition.fact}: ${condition.operands.map(({ text }) => text).join(' / ')}`;
    case '==':
    case '!=':
      return `${condition.fact} ${condition.op === '==' ? '=' : '≠'} ${condition.operand.text}`;
    case '<':
    case '<=':
    case '>':
    case '>=':
      return `${condition.fact} ${condition.op} ${condition.bound.toFixed()}`;
  }
}
