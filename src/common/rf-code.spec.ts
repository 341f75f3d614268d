import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { isRfCode, buildPaymentReference, buildRfCode, getApplicationDigits } from './rf-code.js';

interface Vector {
  creditor: string;
  reference: string;
  amount: string | null;
  standing: boolean;
  code: string;
}

const vectors = (JSON.parse(readFileSync('test/contract/tables/identifiers.json', 'utf8')) as { rf: Vector[] }).rf;
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const cents = fc.integer({ min: 1, max: 999_999_999_999 });
const getAmount = (value: number) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;

describe('rfCode', () => {
  it.each(vectors)(
    'returns $code for $creditor $reference $amount standing $standing',
    ({ creditor, reference, amount, standing, code }) => {
      expect(buildRfCode({ creditor, reference15: reference, amount, standing })).toBe(code);
    },
  );

  it('has the digits of the application in its reference', () => {
    const code = buildRfCode({ creditor: '1234', reference15: buildPaymentReference(42, 7), amount: '10.00', standing: false });
    expect(getApplicationDigits(code)).toBe('0000000042');
  });

  it('returns codes of 25 characters whose check digits are valid', () => {
    fc.assert(
      fc.property(digits(4), digits(15), fc.option(cents), (creditor, reference15, amount) => {
        const code = buildRfCode({ creditor, reference15, amount: amount === null ? null : getAmount(amount), standing: false });
        expect(code).toHaveLength(25);
        expect(isRfCode(code)).toBe(true);
      }),
    );
  });

  it.each([
    ['a creditor of three digits', { creditor: '123' }],
    ['a creditor with a letter', { creditor: '12A4' }],
    ['a reference of fourteen digits', { reference15: '00000000010001' }],
    ['an amount of zero', { amount: '0.00' }],
    ['a negative amount', { amount: '-1.00' }],
    ['an amount below the cent', { amount: '1.005' }],
    ['an amount in a standing code', { amount: '1.00', standing: true }],
  ])('refuses to build a code from %s', (_case, parts) => {
    const valid = { creditor: '1234', reference15: '000000000100017', amount: null, standing: false };
    expect(() => buildRfCode({ ...valid, ...parts })).toThrow(RangeError);
  });
});

describe('isRfCode', () => {
  it.each(vectors)('accepts the code $code', ({ code }) => {
    expect(isRfCode(code)).toBe(true);
  });

  it('detects every single wrong digit and every swap of neighbours', () => {
    fc.assert(
      fc.property(
        digits(4),
        digits(15),
        fc.integer({ min: 2, max: 24 }),
        fc.integer({ min: 1, max: 9 }),
        (creditor, reference15, at, by) => {
          const code = buildRfCode({ creditor, reference15, amount: null, standing: false });
          const changed = code.slice(0, at) + String((Number(code[at]) + by) % 10) + code.slice(at + 1);
          expect(isRfCode(changed)).toBe(false);
          const swapped = code.slice(0, at) + (code[at + 1] ?? '') + code.charAt(at) + code.slice(at + 2);
          expect(isRfCode(swapped)).toBe(swapped === code);
        },
      ),
    );
  });

  it.each([
    '',
    'RF',
    'rf13912348000000000100017',
    'RF13 9123 4800 0000 0001 0001 7',
    'RF1391234800000000010001',
    'RF139123480000000001000170',
    'RF13812348000000000100017',
  ])('refuses the code %p', (text) => {
    expect(isRfCode(text)).toBe(false);
  });

  it('refuses check digits above 98 even when the remainder matches', () => {
    const codes = Array.from({ length: 300 }, (_, sequence) =>
      buildRfCode({ creditor: '1234', reference15: buildPaymentReference(1, sequence), amount: null, standing: false }),
    );
    const smallest = codes.filter((code) => code.startsWith('RF02'));
    expect(smallest.length).toBeGreaterThan(0);
    for (const code of smallest) expect(isRfCode(code.replace('RF02', 'RF99'))).toBe(false);
  });
});

describe('paymentReference', () => {
  it('consists of the application id in ten digits and the sequence in five', () => {
    expect(buildPaymentReference(1, 17)).toBe('000000000100017');
    expect(buildPaymentReference(9_999_999_999, 99_999)).toBe('999999999999999');
  });

  it.each([
    [-1, 1],
    [1.5, 1],
    [10_000_000_000, 1],
    [1, -1],
    [1, 100_000],
  ])('refuses application %p with sequence %p', (applicationId, sequence) => {
    expect(() => buildPaymentReference(applicationId, sequence)).toThrow(RangeError);
  });
});
