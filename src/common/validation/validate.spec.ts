import { ErrorCode } from '../error-codes.js';
import { DomainError, type Violation } from '../domain-error.js';
import { buildIntegerCheck, buildTextCheck, buildTextTypeCheck } from './checks.js';
import {
  Afm,
  Amka,
  AmountUpTo,
  ArrayOf,
  CheckedText,
  Email,
  FromNumericText,
  IntegerBetween,
  IsoDate,
  ListOf,
  Nested,
  NumberBetween,
  OneOf,
  OneOfNumbers,
  Postcode,
  Required,
  RequiredWhen,
  TextUpTo,
  Unchecked,
  ZeroOne,
} from './decorators.js';
import { inspectInput, validateInput, validateQuery } from './validate.js';

class ClaimDto {
  @Required() @IsoDate() claim_date: string;
  @Required() @AmountUpTo(1000) claim_amount: number;
}

class PersonDto {
  @Required() @OneOf(['1', '2']) kind: string;
  @RequiredWhen((person: PersonDto) => person.kind === '1') @TextUpTo(10) first_name?: string;
  @Required() @Afm() afm: string;
  @IsoDate() birth_date?: string;
  @Amka('birth_date') amka?: string;
  @Postcode() post_code?: string;
  @Email() email?: string;
  @CheckedText(buildTextTypeCheck('job', ErrorCode.UNKNOWN_CODE, (code) => code === '61')) job_code?: string;
}

class ApplicationDto {
  @Required() @Nested(() => PersonDto) client: PersonDto;
  @Nested(() => PersonDto) 'second-owner'?: PersonDto | null;
  @ListOf(() => ClaimDto, 3) claims?: ClaimDto[];
  @ArrayOf(4, buildIntegerCheck(-3, 99)) floors?: number[];
  @ArrayOf(2, buildTextCheck(3), 1) codes?: string[];
  @ZeroOne() flag?: string;
  @OneOfNumbers([3, 6, 12]) months?: number;
  @NumberBetween(0, 1.5) factor?: number;
  @FromNumericText() @IntegerBetween(1, 9) seats?: number;
  @Unchecked() free?: unknown;
}

class WrappedDto {
  @Nested(() => ClaimDto, { wrapper: true }) claim: ClaimDto;
}

class WrappedListDto {
  @ListOf(() => ClaimDto, 2, { wrapper: true, minItems: 1 }) claims: ClaimDto[];
}

const CLIENT = { kind: '1', first_name: 'Μαρία', afm: '090000045' };

function listViolations(plain: unknown): string[] {
  return show(inspectInput(ApplicationDto, plain).violations);
}

function show(violations: readonly Violation[]): string[] {
  return violations.map((violation) => `${violation.path} ${violation.code}`);
}

describe('validateInput', () => {
  it('returns an instance with only the known fields, without converting anything', () => {
    const value = validateInput(ApplicationDto, {
      client: { ...CLIENT, afmTitle: 'x' },
      claims: [{ claim_date: '2020-01-31', claim_amount: 12.3 }],
      free: { any: [1] },
      unknown: 1,
    });
    expect(value).toBeInstanceOf(ApplicationDto);
    expect(value.client).toBeInstanceOf(PersonDto);
    expect(value.claims?.[0]).toBeInstanceOf(ClaimDto);
    expect(JSON.parse(JSON.stringify(value))).toEqual({
      client: CLIENT,
      claims: [{ claim_date: '2020-01-31', claim_amount: 12.3 }],
      free: { any: [1] },
    });
  });

  it('reports every violation at once with its path in the body', () => {
    const plain = {
      client: { kind: '1', afm: '123456789', amka: '01018001230' },
      claims: [{ claim_date: '2020-02-30', claim_amount: 1 }, { claim_amount: 0.001 }],
      months: 4,
    };
    expect(listViolations(plain)).toEqual([
      'client.first_name -101',
      'client.afm -110',
      'client.amka -111',
      'claims[0].claim_date -104',
      'claims[1].claim_date -101',
      'claims[1].claim_amount -102',
      'months -102',
    ]);
  });

  it('throws all violations as one error with the code and text of the first one', () => {
    const refuse = (): unknown => validateInput(ApplicationDto, { flag: '2' });
    expect(refuse).toThrow(DomainError);
    try {
      refuse();
    } catch (error) {
      const { code, text, violations } = error as DomainError;
      expect(code).toBe(ErrorCode.REQUIRED);
      expect(show(violations)).toEqual(['client -101', 'flag -102']);
      expect(text).toEqual(violations[0]?.text);
    }
  });

  it.each([
    ['a missing required field', { client: undefined }, ['client -101']],
    ['null for a required field', { client: null }, ['client -101']],
    ['a blank required text', { client: { ...CLIENT, afm: '  ' } }, ['client.afm -101']],
    ['another type for a text', { client: { ...CLIENT, first_name: 7 } }, ['client.first_name -102']],
    ['a text too long', { client: { ...CLIENT, first_name: 'Α'.repeat(11) } }, ['client.first_name -102']],
    ['NUL in a text', { client: { ...CLIENT, first_name: 'a\0' } }, ['client.first_name -102']],
    ['half of a surrogate pair', { client: { ...CLIENT, first_name: '\ud83d' } }, ['client.first_name -102']],
    ['a number for an object', { client: 5 }, ['client -102']],
    ['an array for an object', { client: [CLIENT] }, ['client -102']],
    ['a text for an object', { client: '' }, ['client -102']],
    ['an object for an array', { client: CLIENT, claims: {} }, ['claims -102']],
    ['a blank text for an array', { client: CLIENT, claims: '' }, ['claims -102']],
    ['null in an array of objects', { client: CLIENT, claims: [null] }, ['claims[0] -102']],
    ['a number and an array in an array of objects', { client: CLIENT, claims: [1, []] }, ['claims[0] -102', 'claims[1] -102']],
    ['too many objects, none of them looked at', { client: CLIENT, claims: [{}, {}, {}, {}] }, ['claims -102']],
    ['bad items of a plain array', { client: CLIENT, floors: [0, 1.5, '2', -4] }, ['floors[1] -102', 'floors[2] -102', 'floors[3] -102']],
    ['too many items', { client: CLIENT, floors: [1, 2, 3, 4, 5] }, ['floors -102']],
    ['too few items', { client: CLIENT, codes: [] }, ['codes -102']],
    ['an item of another type', { client: CLIENT, codes: ['a', ['b']] }, ['codes[1] -102']],
    ['a numeric text without the mark', { client: CLIENT, months: '3' }, ['months -102']],
    ['a blank text for a number', { client: CLIENT, months: '' }, ['months -102']],
    ['a number out of range', { client: CLIENT, factor: 1.51 }, ['factor -102']],
    ['a numeric text out of range', { client: CLIENT, seats: '10' }, ['seats -102']],
    ['words for a number', { client: CLIENT, seats: 'nine' }, ['seats -102']],
    ['a number for zero or one', { client: CLIENT, flag: 1 }, ['flag -102']],
    ['a true for zero or one', { client: CLIENT, flag: true }, ['flag -102']],
    ['an unknown code', { client: { ...CLIENT, job_code: '62' } }, ['client.job_code -103']],
    ['a number for a code', { client: { ...CLIENT, job_code: 61 } }, ['client.job_code -102']],
    ['a postcode of four digits', { client: { ...CLIENT, post_code: '1152' } }, ['client.post_code -113']],
    ['a number for a postcode', { client: { ...CLIENT, post_code: 11527 } }, ['client.post_code -102']],
    ['an email without a domain', { client: { ...CLIENT, email: 'a@b' } }, ['client.email -102']],
    ['two addresses', { client: { ...CLIENT, email: 'a@b.gr,c@d.gr' } }, ['client.email -102']],
    ['a number for a date', { client: { ...CLIENT, birth_date: 19800101 } }, ['client.birth_date -102']],
    ['a year that has no next one', { client: { ...CLIENT, birth_date: '9999-01-01' } }, ['client.birth_date -104']],
    ['the same as an instant', { client: { ...CLIENT, birth_date: '9998-12-31T23:00:00Z' } }, ['client.birth_date -104']],
    ['an AMKA of another birth date', { client: { ...CLIENT, amka: '01018001238', birth_date: '1980-01-02' } }, ['client.amka -111']],
    ['an array for the whole', [], [' -102']],
    ['a text for the whole', 'x', [' -102']],
  ])('refuses an input with %s', (_, plain, expected) => expect(listViolations(plain)).toEqual(expected));

  it.each([
    ['null for optional fields', { client: CLIENT, 'second-owner': null, claims: null, flag: null, months: null }],
    ['blank optional texts', { client: { ...CLIENT, job_code: '', email: ' ', post_code: ' ', birth_date: '' }, flag: '' }],
    ['a datetime for a date', { client: { ...CLIENT, birth_date: '1980-01-01T00:00:00' } }],
    ['an AMKA that agrees with a datetime', { client: { ...CLIENT, amka: '01018001238', birth_date: '1980-01-01T10:00:00' } }],
    ['an AMKA of the Greek day of an instant', { client: { ...CLIENT, amka: '01018001238', birth_date: '1979-12-31T22:30:00Z' } }],
    ['a numeric text where it is taken', { client: CLIENT, seats: ' 5 ' }],
    ['empty arrays', { client: CLIENT, claims: [], floors: [] }],
  ])('accepts an input with %s', (_, plain) => expect(listViolations(plain)).toEqual([]));

  it('turns blank texts and blank postcodes into null, and numeric texts into numbers', () => {
    const value = validateInput(ApplicationDto, { client: { ...CLIENT, email: ' ', post_code: '115 27' }, seats: '5', flag: '' });
    expect(value.client.email).toBeNull();
    expect(value.client.post_code).toBe('11527');
    expect(value.seats).toBe(5);
    expect(value.flag).toBeNull();
  });

  it('reports the first 100 violations of the body, and says when there are more', () => {
    class ManyDto {
      @ListOf(() => ClaimDto, 1000) claims?: ClaimDto[];
    }
    const refuse = (count: number) => () => validateInput(ManyDto, { claims: Array.from({ length: count }, () => ({ claim_amount: 1 })) });
    const paths = Array.from({ length: 100 }, (_, index) => `claims[${index}].claim_date -101`);
    for (const [count, more] of [
      [100, false],
      [101, true],
      [1000, true],
    ] as const) {
      expect.assertions(10);
      try {
        refuse(count)();
      } catch (error) {
        expect(error).toBeInstanceOf(DomainError);
        expect(show((error as DomainError).violations)).toEqual(paths);
        expect((error as DomainError).more).toBe(more);
      }
    }
    expect(() => inspectInput(ManyDto, { claims: Array.from({ length: 101 }, () => ({})) })).toThrow(DomainError);
  });

  it('requires the wrapper object', () => {
    const claim = { claim_date: '2020-01-31', claim_amount: 1 };
    for (const plain of [{}, { claim: null }, { claim: [] }, { claim: 'x' }, undefined, claim])
      expect(show(inspectInput(WrappedDto, plain).violations)).toEqual(['claim -106']);
    expect(show(inspectInput(WrappedDto, { claim: {} }).violations)).toEqual(['claim.claim_date -101', 'claim.claim_amount -101']);
    expect(inspectInput(WrappedDto, { claim }).violations).toEqual([]);
    for (const claims of [undefined, {}, []]) expect(show(inspectInput(WrappedListDto, { claims }).violations)).toEqual(['claims -106']);
    expect(show(inspectInput(WrappedListDto, { claims: [claim, claim, claim] }).violations)).toEqual(['claims -102']);
    expect(show(inspectInput(WrappedListDto, [claim]).violations)).toEqual(['claims -106']);
    expect(inspectInput(WrappedListDto, { claims: [claim] }).violations).toEqual([]);
  });

  it('does not follow keys that reach into prototypes', () => {
    const plain = JSON.parse(
      '{"client":{"kind":"1"},"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    ) as unknown;
    inspectInput(ApplicationDto, plain);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

class SearchDto {
  @FromNumericText() @IntegerBetween(1, 500) limit?: number = 20;
  @Required() @TextUpTo(5) name: string;
  @TextUpTo(5) word?: string;
}

describe('validateQuery', () => {
  it('reports every violation with -105 and the name of the parameter', () => {
    expect.assertions(3);
    try {
      validateQuery(SearchDto, { limit: 'x' });
    } catch (error) {
      const { violations } = error as DomainError;
      expect(show(violations)).toEqual(['limit -105', 'name -105']);
      expect(violations[0]?.text.en).toBe('Parameter limit: A whole number from 1 to 500.');
      expect(violations[1]?.text.el).toBe('Λείπει η παράμετρος name.');
    }
  });

  it('refuses a repeated parameter and applies defaults', () => {
    expect(() => validateQuery(SearchDto, { name: ['a', 'b'] })).toThrow(DomainError);
    expect(validateQuery(SearchDto, { name: 'a' })).toEqual({ limit: 20, name: 'a' });
    expect(validateQuery(SearchDto, { name: 'a', limit: '7', other: 'x' })).toEqual({ limit: 7, name: 'a' });
  });

  it('treats a blank parameter as absent', () => {
    expect(validateQuery(SearchDto, { name: 'a', word: ' ', limit: '' })).toEqual({ limit: 20, name: 'a' });
    expect(() => validateQuery(SearchDto, { name: ' ' })).toThrow(DomainError);
  });
});
