import fc from 'fast-check';
import { unreadableNumbers, requestOf, type Draft, type Spec } from '../../console/src/forms/draft.js';
import { isReadable, parseNumber, toNumber, toTyped, toWireText, type NumberKind } from '../../console/src/forms/typed-number.js';

const LOCALES = ['el-GR', 'en-GB'];
const cents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });

describe('a number typed in the console', () => {
  it.each<[string, NumberKind, string]>([
    ['150000', 'money', '150000'],
    ['150.000,00', 'money', '150000'],
    ['150,000.00', 'money', '150000'],
    ['150 000', 'money', '150000'],
    ['1.234.567', 'money', '1234567'],
    ['64,42', 'money', '64.42'],
    ['64.42', 'money', '64.42'],
    ['5.000,50', 'money', '5000.5'],
    ['5,000.50', 'money', '5000.5'],
    ['9.000,', 'money', '9000'],
    ['0,500', 'money', '0.5'],
    ['1.234,50 €', 'money', '1234.5'],
    ['€1,234.50', 'money', '1234.5'],
    ['  9000  ', 'money', '9000'],
    ['\t1,5', 'money', '1.5'],
    ['€ 50', 'money', '50'],
    ['50€', 'money', '50'],
    ['1\u00a0234,56 €', 'money', '1234.56'],
    ['1\u202f234,56', 'money', '1234.56'],
    ['\u2212€1,234.50', 'money', '-1234.5'],
    ['1 234 567,5', 'money', '1234567.5'],
    ['0,00', 'money', '0'],
    ['12,5', 'percent', '12.5'],
    ['12.5 %', 'percent', '12.5'],
    ['-4', 'number', '-4'],
    ['2004', 'whole', '2004'],
    ['007', 'whole', '7'],
  ])('%s as %s is read as %s', (text, kind, value) => {
    expect(parseNumber(text, kind)).toEqual({ is: 'number', value });
    expect([toWireText(text, kind), toNumber(text, kind)]).toEqual([value, Number(value)]);
  });

  it.each<[string, NumberKind, [string, string]]>([
    ['9.000', 'money', ['9000', '9']],
    ['150.000', 'money', ['150000', '150']],
    ['150,000', 'money', ['150000', '150']],
    ['€100,000', 'money', ['100000', '100']],
    ['100.000 €', 'money', ['100000', '100']],
    ['-1,500', 'money', ['-1500', '-1.5']],
    ['12,125', 'percent', ['12125', '12.125']],
    ['1.050', 'number', ['1050', '1.05']],
  ])('%s as %s is refused and both readings are shown', (text, kind, values) => {
    expect(parseNumber(text, kind)).toEqual({ is: 'ambiguous', values });
    expect([isReadable(text, kind), toNumber(text, kind)]).toEqual([false, null]);
  });

  it.each<[string, NumberKind]>([
    ...[
      '50 EUR',
      '50 ευρώ',
      '+5',
      '- 5',
      "1'234.56",
      '1 2',
      '١٢',
      '1e3',
      'ten',
      '1.2.3',
      '1.23.456',
      '1.234,56,7',
      ',5',
      '-',
      '€',
      '0x10',
      '1€5',
      '12,345,6',
      '1234567890123456',
    ].map((text): [string, NumberKind] => [text, 'money']),
    ['1,2345', 'money'],
    ['12 %', 'money'],
    ['2.004', 'whole'],
    ['2,004', 'whole'],
    ['2 004', 'whole'],
    ['12,5', 'whole'],
  ])('%s as %s is refused', (text, kind) => {
    expect(parseNumber(text, kind)).toEqual({ is: 'invalid' });
  });

  it.each(LOCALES)('reads back every amount that the console shows or offers in %s', (locale) => {
    const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
    fc.assert(
      fc.property(cents, (amount) => {
        const euro = amount / 100;
        for (const text of [money.format(euro), toTyped(euro, locale)]) expect(toNumber(text, 'money')).toBe(euro);
      }),
    );
  });

  it.each(LOCALES)('reads back every decimal that a form starts with in %s', (locale) => {
    fc.assert(
      fc.property(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.integer({ min: 0, max: 5 }), (digits, decimals) => {
        const value = Number(`${digits}e-${decimals}`);
        expect(toNumber(toTyped(value, locale), 'number')).toBe(value);
      }),
    );
  });

  it('is never read as a number outside its two notations', () => {
    const texts = fc.stringMatching(/^\d{1,4}([.,]\d{1,4}){0,2}$/);
    const readAs = (text: string, group: RegExp, point: string): number => Number(text.replace(group, '').replace(point, '.'));
    fc.assert(
      fc.property(texts, (text) => {
        const number = toNumber(text, 'number');
        if (number !== null) expect([readAs(text, /\./g, ','), readAs(text, /,/g, '.')]).toContain(number);
      }),
    );
  });
});

describe('a form with numbers', () => {
  const label = 'column.text';
  const SPECS: readonly Spec[] = [
    { kind: 'money', name: 'sum', label },
    { kind: 'whole', name: 'year', label, when: ({ sum }) => sum !== '' },
    { kind: 'many', name: 'loans', label, item: 'price.place', add: 'key.new', max: 2, fields: [{ kind: 'money', name: 'amount', label }] },
  ];
  const draft = (sum: string, year: string, amount: string): Draft => ({ sum, year, loans: [{ amount }] });

  it('reports each shown number that cannot be read by its path', () => {
    expect(unreadableNumbers(SPECS, draft('9.000', '2.004', '1e3')).map(({ path }) => path)).toEqual(['sum', 'year', 'loans[0].amount']);
    expect(unreadableNumbers(SPECS, draft('', '2.004', ''))).toEqual([]);
  });

  it('sends the numbers that it echoes', () => {
    expect(requestOf(SPECS, draft('150.000,00', '2004', '64,42'))).toEqual({ sum: 150000, year: 2004, loans: [{ amount: 64.42 }] });
  });
});
