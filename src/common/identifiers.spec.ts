import { readFileSync } from 'node:fs';
import { isAfm, isAmka, isPostcode, removeBlanks } from './identifiers.js';

interface Vectors {
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
}

const table = JSON.parse(readFileSync('test/contract/tables/identifiers.json', 'utf8')) as { afm: Vectors; amka: Vectors };

describe('identifiers', () => {
  it.each(table.afm.valid)('accepts the AFM %s', (afm) => expect(isAfm(afm)).toBe(true));
  it.each([...table.afm.invalid, '', ' 090000045', '090 000 045', 'EL090000045', '0900000450', '٠٩٠٠٠٠٠٤٥'])(
    'refuses the AFM "%s"',
    (afm) => expect(isAfm(afm)).toBe(false),
  );

  it.each(table.amka.valid)('accepts the AMKA %s', (amka) => expect(isAmka(amka)).toBe(true));
  it.each([...table.amka.invalid, '', '0101800123', '010-180-01238', '01018001238 '])('refuses the AMKA "%s"', (amka) =>
    expect(isAmka(amka)).toBe(false),
  );

  it('compares the AMKA with the birth date when one is given', () => {
    expect(isAmka('01018001238', '1980-01-01')).toBe(true);
    expect(isAmka('29129600457', '1996-12-29')).toBe(true);
    expect(isAmka('01018001238', '1980-01-02')).toBe(false);
    expect(isAmka('01018001238', '1981-01-01')).toBe(false);
    expect(isAmka('01018001230', '1980-01-01')).toBe(false);
  });

  it('accepts a postcode of five digits once its blanks are removed', () => {
    expect(isPostcode(removeBlanks('115 27'))).toBe(true);
    expect(removeBlanks('\t1 1\u00a05 27 ')).toBe('11527');
    for (const text of ['1152', '115277', '1152A', '', '١١٥٢٧']) expect(isPostcode(text)).toBe(false);
  });
});
