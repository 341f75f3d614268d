import { ApiProperty } from '@nestjs/swagger';
import { buildCheck } from '../../../common/validation/checks.js';
import { CheckedText, Required, TextUpTo } from '../../../common/validation/decorators.js';
import { LIST_NAMES, type ListName } from '../../../record/reference/lists/registry.js';

const KNOWN: ReadonlySet<string> = new Set(LIST_NAMES);
const LISTED = LIST_NAMES.join(', ');

export function parseListNames(text: string): ListName[] {
  return text.split(',').map((name) => name.trim()) as ListName[];
}

const NAMES_CHECK = buildCheck(
  'listNames',
  { el: `Ονόματα λιστών χωρισμένα με κόμμα: ${LISTED}.`, en: `Names of lists separated by commas: ${LISTED}.` },
  (value) => typeof value === 'string' && parseListNames(value).every((name) => KNOWN.has(name)),
);

export class CodeListsQuery {
  /** Names of lists, separated by commas. @example 'genders,contactWays' */
  @Required()
  @CheckedText(NAMES_CHECK)
  names: string;

  /** Usage of vehicles; required for `vehicleMakes` and `vehicleModels`. @example '01' */
  @TextUpTo(20)
  usageCode?: string;

  /** Make of vehicles; required for `vehicleModels`. @example '199' */
  @TextUpTo(20)
  makeCode?: string;
}

export class CodeListsResponse {
  /** Items of each list by its name, with the fields of the list. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'object', additionalProperties: true } },
    example: { genders: [{ code: '1', title: 'Άνδρας', titleEn: 'Male', active: true }] },
  })
  lists: Readonly<Record<string, readonly unknown[]>>;
}
