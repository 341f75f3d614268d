import { calculateRenewalClass } from './bonus-malus.js';

const TERMS = { min: 1, max: 20, entry: 10, cleanYearStep: -1, atFaultClaimStep: 2 };

describe('calculateRenewalClass', () => {
  it.each([
    ['a clean year', 10, 0, 9],
    ['a clean year at the best class', 1, 0, 1],
    ['one claim', 10, 1, 12],
    ['two claims', 10, 2, 14],
    ['a claim at the worst class', 19, 1, 20],
    ['no registry row, a clean year', undefined, 0, 9],
    ['no registry row, a claim', null, 1, 12],
  ])('follows the table after %s', (_name, from, claims, expected) => {
    expect(calculateRenewalClass(TERMS, from, claims)).toBe(expected);
  });
});
