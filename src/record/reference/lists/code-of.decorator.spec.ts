import { ArrayOf, Required } from '../../../common/validation/decorators.js';
import { inspectInput, validateInput } from '../../../common/validation/validate.js';
import { CodeOf, buildCodeCheck } from './code-of.decorator.js';
import { toKeptCode, ReferenceLists } from './reference-lists.js';

const LISTS = new ReferenceLists();

class OfficeDto {
  @Required() @CodeOf('doy') doy_code: string;
  @CodeOf('fireProtection') protection_id?: number;
  @ArrayOf(3, buildCodeCheck('alarms')) alarms?: string[];
}

const RETIRED = '1176';
const listViolations = (plain: unknown) =>
  inspectInput(OfficeDto, plain, LISTS).violations.map((violation) => `${violation.path} ${violation.code}`);

describe('@CodeOf', () => {
  it.each([
    ['active codes', { doy_code: '1101', protection_id: 3, alarms: ['01', '02'] }, []],
    ['no value for an optional code', { doy_code: '1101', protection_id: null }, []],
    ['no value for a required one', { doy_code: ' ' }, ['doy_code -101']],
    ['an unknown code', { doy_code: '0000' }, ['doy_code -103']],
    ['a retired code', { doy_code: RETIRED }, ['doy_code -103']],
    ['a number for a code', { doy_code: 1101 }, ['doy_code -102']],
    ['a text for an id', { doy_code: '1101', protection_id: '3' }, ['protection_id -102']],
    ['an unknown id', { doy_code: '1101', protection_id: 99 }, ['protection_id -103']],
    ['unknown codes in an array', { doy_code: '1101', alarms: ['01', '77', 2] }, ['alarms[1] -103', 'alarms[2] -102']],
    ['a name of an object’s inside', { doy_code: 'constructor' }, ['doy_code -103']],
  ])('checks %s: %j', (_, plain, expected) => expect(listViolations(plain)).toEqual(expected));

  it('accepts a retired code only if the stored record has it', () => {
    const validate = (code: string) => validateInput(OfficeDto, { doy_code: code }, LISTS.keeping([toKeptCode('doy', RETIRED)]));
    expect(validate(RETIRED).doy_code).toBe(RETIRED);
    expect(() => validate('1105')).toThrow();
    expect(listViolations({ doy_code: RETIRED })).toEqual(['doy_code -103']);
  });
});
