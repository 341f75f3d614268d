import { addDays } from './athens.js';
import { addBankingDays, getFirstDayInGrace, isBankingDay } from './banking-days.js';

describe('banking days', () => {
  it.each([
    ['2026-11-27', true, 'a Friday'],
    ['2026-11-28', false, 'a Saturday'],
    ['2026-11-29', false, 'a Sunday'],
    ['2026-01-01', false, 'New Year'],
    ['2026-01-06', false, 'Epiphany'],
    ['2026-02-23', false, 'Clean Monday'],
    ['2026-03-25', false, 'Independence Day'],
    ['2026-04-03', true, 'the Good Friday of the western Church'],
    ['2026-04-10', false, 'Good Friday'],
    ['2026-04-13', false, 'Easter Monday'],
    ['2026-05-01', false, 'Labour Day'],
    ['2026-06-01', false, 'Whit Monday'],
    ['2026-08-15', false, 'the Dormition'],
    ['2026-10-28', false, 'Ochi Day'],
    ['2026-12-25', false, 'Christmas'],
    ['2024-05-06', false, 'Easter Monday of 2024'],
    ['2027-05-03', false, 'Easter Monday of 2027'],
    ['2027-03-15', false, 'Clean Monday of 2027'],
    ['2028-04-17', false, 'Easter Monday of 2028'],
    ['2028-02-28', false, 'Clean Monday of 2028'],
  ])('%s: %s, %s', (date, expected) => {
    expect(isBankingDay(date)).toBe(expected);
  });

  it.each([
    ['2026-11-25', 0, '2026-11-25'],
    ['2026-11-25', 1, '2026-11-26'],
    ['2026-11-27', 1, '2026-11-30'],
    ['2026-11-28', 1, '2026-11-30'],
    ['2026-04-09', 1, '2026-04-14'],
    ['2026-04-09', 3, '2026-04-16'],
    ['2026-12-24', 3, '2026-12-30'],
    ['2026-12-31', 3, '2027-01-07'],
  ])('%s and %i banking days are %s', (date, count, expected) => {
    expect(addBankingDays(date, count)).toBe(expected);
  });
});

describe('the first day in grace', () => {
  it.each([0, 1, 3, 10])('is the earliest whose payments may still arrive, on each day of three years, with %i days of grace', (days) => {
    for (let today = '2026-01-01'; today < '2029-01-01'; today = addDays(today, 1)) {
      const first = getFirstDayInGrace(today, days);
      expect([today, addBankingDays(addDays(first, -1), days) < today]).toEqual([today, true]);
      expect([today, addBankingDays(first, days) >= today]).toEqual([today, true]);
    }
  });
});
