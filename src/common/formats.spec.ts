import { formatAmount, formatDate, formatDay, formatPercent, formatPeriod, formatRate, groupInFours } from './formats.js';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

describe('the formats of a document', () => {
  it.each([
    ['0.00', '0,00 €'],
    ['0.5', '0,50 €'],
    ['999.99', '999,99 €'],
    ['1234.56', '1.234,56 €'],
    ['120000', '120.000,00 €'],
    ['9999999999.99', '9.999.999.999,99 €'],
    ['-1234.56', '-1.234,56 €'],
    ['-100.00', '-100,00 €'],
    ['-999999.00', '-999.999,00 €'],
  ])('write the amount %s as %s', (amount, printed) => {
    expect(plain(formatAmount(amount, 'EUR', 'el'))).toBe(printed);
  });

  it('keep amount and currency on one line, and print the code of a currency without a sign', () => {
    expect(formatAmount('1.00', 'EUR', 'el')).toBe('1,00\u00a0€');
    expect(plain(formatAmount('1.00', 'CHF', 'el'))).toBe('1,00 CHF');
  });

  it.each(['', 'abc', '1,5', 'NaN', 'Infinity', '1.2.3'])('refuse the amount %j', (amount) => {
    expect(() => formatAmount(amount, 'EUR', 'el')).toThrow('Invalid number');
  });

  it('write dates, days and periods in Greek format', () => {
    expect(formatDate('2026-12-01')).toBe('01/12/2026');
    expect(formatPeriod({ start: '2026-12-01', end: '2027-12-01' })).toBe('01/12/2026 – 01/12/2027');
    expect(formatDay(new Date('2026-11-20T22:30:00Z'))).toBe('21/11/2026');
  });

  it.each(['', '2026-02-30', '2026-2-3', '01/12/2026', '2026-12-01T00:00:00Z'])('refuse the date %j', (date) => {
    expect(() => formatDate(date)).toThrow(RangeError);
  });

  it('write rates and percentages', () => {
    expect(formatRate('0.20', 'el')).toBe('20%');
    expect(formatRate('0.125', 'el')).toBe('12,5%');
    expect(formatRate('0.00075', 'el')).toBe('0,075%');
    expect(formatRate('0', 'el')).toBe('0%');
    expect(formatPercent('12.50', 'el')).toBe('12,5%');
    expect(formatPercent('300', 'el')).toBe('300%');
  });

  it('write numbers in English format for English', () => {
    expect(plain(formatAmount('-1234567.5', 'EUR', 'en'))).toBe('-€1,234,567.50');
    expect(formatRate('0.125', 'en')).toBe('12.5%');
  });

  it.each([
    ['RF13912348000000000100017', 'RF13 9123 4800 0000 0001 0001 7'],
    ['RF1391234800', 'RF13 9123 4800'],
    ['RF1', 'RF1'],
    ['', ''],
  ])('group %s in blocks of four', (code, grouped) => {
    expect(plain(groupInFours(code))).toBe(grouped);
  });
});
