import fc from 'fast-check';
import { IsIn, validateSync } from 'class-validator';
import {
  ArrayOf,
  CheckedBy,
  Converted,
  IntegerBetween,
  IsoDate,
  ListOf,
  Nested,
  OneOf,
  Required,
  RequiredWhen,
  TextUpTo,
  Unchecked,
} from './decorators.js';
import { buildIntegerCheck, buildCheck, OBJECT_CHECK } from './checks.js';
import { findViolations, toDto } from './dto.js';

class ClaimDto {
  @Required() @IsoDate() date: string;
  @IntegerBetween(0, 1000) amount?: number;
}

class PersonDto {
  @Required() @OneOf(['1', '2']) kind: string;
  @RequiredWhen((person: PersonDto) => person.kind === '1') @TextUpTo(5) name?: string;
}

class ClientDto extends PersonDto {
  @Converted((value) => (typeof value === 'number' ? value + 1 : value)) @CheckedBy(buildIntegerCheck(0, 9)) seats?: number;
  @Nested(() => ClaimDto) claim?: ClaimDto;
  @ListOf(() => ClaimDto, 2) claims?: ClaimDto[];
  @Unchecked() free?: unknown;
}

const text = fc.constantFrom('1', '2', '', 'abcde', 'abcdef', '2026-12-01', '2026-13-01', null, 7, undefined);
const number = fc.constantFrom(0, 8, 9, 1001, 1.5, '3', null, undefined);
const claim = fc.oneof(fc.record({ date: text, amount: number }, { requiredKeys: [] }), fc.constantFrom(null, 'x', [], undefined));
const client = fc.record(
  { kind: text, name: text, seats: number, claim, claims: fc.oneof(fc.array(claim, { maxLength: 3 }), claim), free: claim, other: text },
  { requiredKeys: [] },
);

describe('toDto', () => {
  it('drops unknown fields, also from the items of lists', () => {
    const dto = toDto(ClientDto, { name: 'a', other: 1, kind: '1', claims: [{ date: '2026-12-01', other: 1 }] });
    expect(JSON.stringify(dto)).toBe('{"kind":"1","name":"a","claims":[{"date":"2026-12-01"}]}');
    expect(dto.claims?.[0]).toBeInstanceOf(ClaimDto);
  });

  it('converts from the uppermost decorator down, also for an inherited field', () => {
    class ShoutDto {
      @Converted((value) => `${String(value)}!`) @Converted((value) => `${String(value)}?`) @TextUpTo(9) word?: string;
    }
    class LouderDto extends ShoutDto {}
    expect(toDto(LouderDto, { word: 'oh' }).word).toBe('oh!?');
  });
});

describe('findFaults', () => {
  it('names the expected and the sent type', () => {
    class TypedDto {
      @TextUpTo(9) word?: unknown;
      @CheckedBy(OBJECT_CHECK) facts?: unknown;
    }
    const violations = findViolations(toDto(TypedDto, { word: 7, facts: ['x'] }), '', 100);
    expect(violations.map(({ path, text: { en } }) => [path, en])).toEqual([
      ['word', 'Must be a string, was a number.'],
      ['facts', 'Must be an object, was an array.'],
    ]);
  });

  it('finds a violation wherever class-validator finds one', () => {
    fc.assert(
      fc.property(client, (plain) => {
        const dto = toDto(ClientDto, plain);
        const isClean = validateSync(dto, { forbidUnknownValues: false }).every(
          ({ value, constraints = {} }) => value === null && Object.keys(constraints).join() === 'nestedValidation',
        );
        expect(findViolations(dto, '', 100).length === 0).toBe(isClean);
      }),
      { numRuns: 2000 },
    );
  });

  it('stops at the first violation above the limit, in the order of the class', () => {
    let checked = 0;
    const counted = buildCheck('counted', { el: '', en: '' }, () => {
      checked += 1;
      return false;
    });
    class ItemDto {
      @CheckedBy(counted) word?: string;
    }
    class ManyDto {
      @ArrayOf(1000, counted) words?: string[];
      @ListOf(() => ItemDto, 1000) items?: ItemDto[];
    }
    const dto = toDto(ManyDto, { items: Array.from({ length: 1000 }, () => ({ word: 'x' })), words: ['a', 'b'] });
    const paths = findViolations(dto, 'body', 5).map(({ path }) => path);
    expect(paths).toEqual(['body.words[0]', 'body.words[1]', ...[0, 1, 2, 3].map((at) => `body.items[${at}].word`)]);
    expect(checked).toBeLessThan(10);
  });

  it('supports only the decorators of this folder', () => {
    class ForeignDto {
      @IsIn(['a']) code?: string;
    }
    expect(() => toDto(ForeignDto, { code: 'a' })).toThrow('ForeignDto.code');
  });
});
