import { chooseCsvFormat, formatCsvHead, formatCsvLine, type CsvColumn, type CsvFormat, type CsvValue } from './csv.js';

const GREEK: CsvFormat = { language: 'el', isGreek: true };
const PLAIN: CsvFormat = { language: 'el', isGreek: false };
const ENGLISH: CsvFormat = { language: 'en', isGreek: false };

const columns: CsvColumn<CsvValue>[] = [{ heading: { el: 'Ποσό, €', en: 'Amount' }, cell: (value) => value }];
const pair: CsvColumn<readonly CsvValue[]>[] = [0, 1].map((at) => ({
  heading: { el: `Στήλη ${at}`, en: `Column ${at}` },
  cell: (row) => row[at] ?? null,
}));

describe('CSV', () => {
  it('begins with the UTF-8 byte order mark and the headings in the requested language', () => {
    expect(formatCsvHead(columns, PLAIN)).toBe('\uFEFF"Ποσό, €"\r\n');
    expect(formatCsvHead(columns, ENGLISH)).toBe('\uFEFFAmount\r\n');
    expect(formatCsvHead(pair, ENGLISH)).toBe('\uFEFFColumn 0,Column 1\r\n');
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
    expect(formatCsvLine(columns, value, ENGLISH)).toBe(`${shown}\r\n`);
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
    expect(formatCsvLine(columns, value, ENGLISH)).toBe(`${shown}\r\n`);
  });

  it('keeps the order of the columns in a row', () => {
    expect(formatCsvLine(pair, ['a', null], ENGLISH)).toBe('a,\r\n');
    expect(formatCsvLine(pair, ['=a', '-1.00'], ENGLISH)).toBe(`'=a,-1.00\r\n`);
  });

  it.each([
    ['el', true],
    ['el-GR, en;q=0.5', true],
    [undefined, false],
    ['*', false],
  ])('has the Greek form for the language %j: %j', (header, isGreek) => {
    expect(chooseCsvFormat(header, 'el')).toEqual({ language: 'el', isGreek });
    expect(chooseCsvFormat(header, 'en').isGreek).toBe(false);
  });

  it('separates cells by semicolons and decimals of amounts by commas in the Greek form', () => {
    const row = [...pair, { ...columns[0]!, cell: ([, amount]: readonly CsvValue[]) => amount ?? null, isAmount: true }];
    expect(formatCsvHead(row, GREEK)).toBe('\uFEFFΣτήλη 0;Στήλη 1;Ποσό, €\r\n');
    expect(formatCsvLine(row, ['a;b', '-1250.50'], GREEK)).toBe('"a;b";-1250.50;-1250,50\r\n');
    expect(formatCsvLine(row, ['=a', null], GREEK)).toBe(`'=a;;\r\n`);
  });
});
