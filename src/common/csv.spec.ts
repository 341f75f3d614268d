import { formatCsvHead, formatCsvLine, type CsvColumn, type CsvValue } from './csv.js';

const columns: CsvColumn<CsvValue>[] = [{ heading: { el: 'Ποσό, €', en: 'Amount' }, cell: (value) => value }];
const pair: CsvColumn<readonly CsvValue[]>[] = [0, 1].map((at) => ({
  heading: { el: `Στήλη ${at}`, en: `Column ${at}` },
  cell: (row) => row[at] ?? null,
}));

describe('CSV', () => {
  it('begins with the UTF-8 byte order mark and the headings in the requested language', () => {
    expect(formatCsvHead(columns, 'el')).toBe('\uFEFF"Ποσό, €"\r\n');
    expect(formatCsvHead(columns, 'en')).toBe('\uFEFFAmount\r\n');
    expect(formatCsvHead(pair, 'en')).toBe('\uFEFFColumn 0,Column 1\r\n');
  });

  it.each<[CsvValue, string]>([
    [null, ''],
    ['', ''],
    ['Παπαδοπούλου', 'Παπαδοπούλου'],
    ['12345678901234.56', '12345678901234.56'],
    ['-12.50', '-12.50'],
    [-7, '-7'],
    [0, '0'],
    ['007', '007'],
    ['one, two', '"one, two"'],
    ['say "no"', '"say ""no"""'],
    ['two\nlines', '"two\nlines"'],
    [' edge ', '" edge "'],
  ])('writes %j as %s', (value, shown) => {
    expect(formatCsvLine(columns, value)).toBe(`${shown}\r\n`);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+30 210 1234567', "'+30 210 1234567"],
    ['-1+cmd|x', "'-1+cmd|x"],
    ['--1', "'--1"],
    ['-', "'-"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1', "'＝1"],
    [' =1', "' =1"],
    ['\t=1', "'\t=1"],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['\r=1', `"'\r=1"`],
  ])('writes the formula %j as text', (value, shown) => {
    expect(formatCsvLine(columns, value)).toBe(`${shown}\r\n`);
  });

  it('keeps the order of the columns in a row', () => {
    expect(formatCsvLine(pair, ['a', null])).toBe('a,\r\n');
    expect(formatCsvLine(pair, ['=a', '-1.00'])).toBe(`'=a,-1.00\r\n`);
  });
});
