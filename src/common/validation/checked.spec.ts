import type { Violation } from '../domain-error.js';
import { ErrorCode, ERROR_TEXTS } from '../error-codes.js';
import { deleteInvalidValues } from './checked.js';

const violation = (path: string): Violation => ({ path, code: ErrorCode.INVALID, text: ERROR_TEXTS[ErrorCode.INVALID] });

describe('deleteFaultyValues', () => {
  it.each([
    [['name'], { name: undefined, list: [{ id: 1, 'co-owners': ['a', 'b'] }, { id: 2 }] }],
    [['list[0].co-owners[1]'], { name: 'x', list: [{ id: 1, 'co-owners': ['a', undefined] }, { id: 2 }] }],
    [['list[1]', 'list[0].id'], { name: 'x', list: [{ id: undefined, 'co-owners': ['a', 'b'] }, undefined] }],
    [['list', 'list[0].id'], { name: 'x', list: undefined }],
    [['absent.field', 'name.length'], { name: 'x', list: [{ id: 1, 'co-owners': ['a', 'b'] }, { id: 2 }] }],
    [[], { name: 'x', list: [{ id: 1, 'co-owners': ['a', 'b'] }, { id: 2 }] }],
  ])('removes the faulty values at %j', (paths, expected) => {
    const value = { name: 'x', list: [{ id: 1, 'co-owners': ['a', 'b'] }, { id: 2 }] };
    expect(deleteInvalidValues(value, paths.map(violation))).toEqual(expected);
  });
});
