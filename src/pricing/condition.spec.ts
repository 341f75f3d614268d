import { toDecimal } from '../common/money.js';
import { areConditionsMet, isConditionMet } from './condition.js';
import type { FactValue } from './facts.js';
import type { Condition, Operand } from './tariff-model.js';

const operand = (text: string): Operand => ({ text, number: /^-?[\d.]+$/.test(text) ? toDecimal(text) : undefined });
const check = (condition: object, value: FactValue | undefined) => isConditionMet({ fact: 'it', ...condition } as Condition, { it: value });

describe('the evaluation of a condition', () => {
  it.each<[string, object, FactValue | undefined, boolean]>([
    ['code equal', { op: '==', operand: operand('04') }, '04', true],
    ['code is not the number', { op: '==', operand: operand('4') }, '04', false],
    ['quantity equals whatever the zeros', { op: '==', operand: operand('900.00') }, toDecimal(900), true],
    ['quantity against a text', { op: '==', operand: operand('none') }, toDecimal(900), false],
    ['set equals nothing', { op: '==', operand: operand('004') }, ['004'], false],
    ['code differs', { op: '!=', operand: operand('04') }, '01', true],
    ['code does not differ', { op: '!=', operand: operand('04') }, '04', false],
    ['in', { op: 'in', operands: [operand('04'), operand('05')] }, '05', true],
    ['not in', { op: 'in', operands: [operand('04'), operand('05')] }, '5', false],
    ['quantity in', { op: 'in', operands: [operand('1'), operand('2')] }, toDecimal('2.0'), true],
    ['contains', { op: 'contains', item: '005' }, ['001', '005'], true],
    ['does not contain', { op: 'contains', item: '005' }, ['001'], false],
    ['a code contains nothing', { op: 'contains', item: '0' }, '005', false],
    ['missing', { op: 'missing' }, undefined, true],
    ['empty set is not missing', { op: 'missing' }, [], false],
    ['0 is not missing', { op: 'missing' }, toDecimal(0), false],
    ['below by the last decimal', { op: '<', bound: toDecimal('500.00') }, toDecimal('499.9999999999999999999999'), true],
    ['not below itself', { op: '<', bound: toDecimal('500.00') }, toDecimal(500), false],
    ['at most itself', { op: '<=', bound: toDecimal(500) }, toDecimal(500), true],
    ['not at most', { op: '<=', bound: toDecimal(500) }, toDecimal('500.01'), false],
    ['above', { op: '>', bound: toDecimal('10000.00') }, toDecimal('10000.01'), true],
    ['not above itself', { op: '>', bound: toDecimal('10000.00') }, toDecimal(10000), false],
    ['at least itself', { op: '>=', bound: toDecimal(4) }, toDecimal(4), true],
    ['not at least', { op: '>=', bound: toDecimal(4) }, toDecimal(3), false],
    ['a code that is a number', { op: '>=', bound: toDecimal(3) }, '3', true],
    ['a code that is none', { op: '>=', bound: toDecimal(3) }, 'x', false],
    ['a set has no order', { op: '>=', bound: toDecimal(0) }, ['3'], false],
  ])('handles the case %s', (_name, condition, value, expected) => {
    expect(check(condition, value)).toBe(expected);
  });

  it.each([
    { op: '==', operand: operand('1') },
    { op: '!=', operand: operand('1') },
    { op: '<', bound: toDecimal(1) },
    { op: '<=', bound: toDecimal(1) },
    { op: '>', bound: toDecimal(1) },
    { op: '>=', bound: toDecimal(1) },
    { op: 'in', operands: [operand('1')] },
    { op: 'contains', item: '1' },
  ])('is false for a missing fact: $op', (condition) => {
    expect(check(condition, undefined)).toBe(false);
  });
});

describe('areConditionsMet', () => {
  const one: Condition = { fact: 'a', op: '==', operand: operand('1') };
  const other: Condition = { fact: 'b', op: 'missing' };

  it('requires every condition to be true', () => {
    expect(areConditionsMet([one, other], { a: '1' })).toBe(true);
    expect(areConditionsMet([one, other], { a: '1', b: '1' })).toBe(false);
    expect(areConditionsMet([], {})).toBe(true);
  });
});
