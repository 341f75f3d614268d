import { isIsoDate, toIsoDate, toTypedDate } from '../../console/src/forms/typed-date.js';

describe('a date that is typed in the console', () => {
  it.each([
    ['31/12/2026', '2026-12-31'],
    ['1/2/2026', '2026-02-01'],
    ['01.02.2026', '2026-02-01'],
    [' 29-02-2028 ', '2028-02-29'],
    ['2026-12-31', '2026-12-31'],
  ])('%j is %s', (typed, date) => {
    expect(toIsoDate(typed)).toBe(date);
    expect(isIsoDate(date)).toBe(true);
  });

  it.each(['31/02/2026', '29/02/2027', '12/31/2026', '31/12/26', '2026-02-31', '2026-13-01', '31/12', 'αύριο', ''])(
    '%j is not a date of the calendar',
    (typed) => expect(isIsoDate(toIsoDate(typed))).toBe(false),
  );

  it('is shown as day, month and year', () => {
    expect(toTypedDate('2026-12-01')).toBe('01/12/2026');
    expect(toTypedDate('2026-02-31')).toBe('2026-02-31');
  });
});
