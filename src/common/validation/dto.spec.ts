import fc from 'fast-check';
import { IsIn, ValidateIf, validateSync } from 'class-validator';
import {
  Checked,
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
import { integerCheck } from './checks.js';
import { isFaultless, toDto } from './dto.js';

class ClaimDto {
  @Required() @IsoDate() date: string;
  @IntegerBetween(0, 1000) amount?: number;
}

class PersonDto {
  @Required() @OneOf(['1', '2']) kind: string;
  @RequiredWhen((person: PersonDto) => person.kind === '1') @TextUpTo(5) name?: string;
}

class ClientDto extends PersonDto {
  @Converted((value) => (typeof value === 'number' ? value + 1 : value)) @Checked(integerCheck(0, 9)) seats?: number;
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
  it('drops unknown fields, of the items of lists too', () => {
    const dto = toDto(ClientDto, { name: 'a', other: 1, kind: '1', claims: [{ date: '2026-12-01', other: 1 }] });
    expect(JSON.stringify(dto)).toBe('{"kind":"1","name":"a","claims":[{"date":"2026-12-01"}]}');
    expect(dto.claims?.[0]).toBeInstanceOf(ClaimDto);
  });

  it('converts from the uppermost decorator down, an inherited field too', () => {
    class ShoutDto {
      @Converted((value) => `${String(value)}!`) @Converted((value) => `${String(value)}?`) @TextUpTo(9) word?: string;
    }
    class LouderDto extends ShoutDto {}
    expect(toDto(LouderDto, { word: 'oh' }).word).toBe('oh!?');
  });
});

describe('isFaultless', () => {
  it('says so only of what class-validator finds no fault with', () => {
    fc.assert(
      fc.property(client, (plain) => {
        const dto = toDto(ClientDto, plain);
        const isClean = validateSync(dto, { forbidUnknownValues: false }).length === 0;
        // A null in place of an object is left to class-validator.
        const hasNull = plain.claim === null;
        expect(isFaultless(dto)).toBe(isClean && !hasNull);
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves to class-validator what only it knows how to ask', () => {
    class ForeignDto {
      @IsIn(['a']) code?: string;
      @IsIn(['a'], { each: true }) codes?: string[];
      @ValidateIf(() => false) @IsIn(['a']) perhaps?: string;
    }
    expect(isFaultless(toDto(ForeignDto, { code: 'a', codes: ['a', 'b'] }))).toBe(false);
    expect(isFaultless(toDto(ForeignDto, { code: 'b', codes: ['a'] }))).toBe(false);
  });
});
