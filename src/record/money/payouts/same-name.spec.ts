import { isSameName } from './same-name.js';

describe('isSameName', () => {
  it.each([
    ['PAPADOPOULOU MARIA', 'Μαρία Παπαδοπούλου', true],
    ['PAPADOPOULOU MARIA TOU GEORGIOU', 'Παπαδοπούλου Μαρία', true],
    ['PAPADOPOULOU ELENI', 'Παπαδοπούλου Μαρία', false],
    ['PAPADOPOULOU', 'Παπαδοπούλου Μαρία', false],
    ['', '', false],
  ])('compares %s with %s: %s', (one, other, isSame) => {
    expect(isSameName(one, other)).toBe(isSame);
  });
});
