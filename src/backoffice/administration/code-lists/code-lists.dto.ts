import { ApiProperty } from '@nestjs/swagger';
import { invalid } from '../../../common/validation/checks.js';
import { CheckedText, Required } from '../../../common/validation/decorators.js';
import { LIST_NAMES, REFERENCE_LISTS, type ListDefinition, type ListName } from '../../../record/reference/lists/registry.js';

/** Those that a page can have whole: makes and models are asked for by the usage. */
const NAMES = LIST_NAMES.filter((name) => (REFERENCE_LISTS[name] as ListDefinition).lazy !== true);
const KNOWN: ReadonlySet<string> = new Set(NAMES);
const LISTED = NAMES.join(', ');

/** The lists that a text names. */
export function listsIn(text: string): ListName[] {
  return text.split(',').map((name) => name.trim()) as ListName[];
}

/** Names of lists, separated by commas. */
function ListNames(): PropertyDecorator {
  const accepts = (value: unknown): boolean => typeof value === 'string' && listsIn(value).every((name) => KNOWN.has(name));
  return CheckedText(
    invalid(
      'listNames',
      { el: `Ονόματα λιστών χωρισμένα με κόμμα: ${LISTED}.`, en: `Names of lists separated by commas: ${LISTED}.` },
      accepts,
    ),
  );
}

/** Which lists. */
export class CodeListsQuery {
  /** Names of lists, separated by commas. @example 'genders,contactWays' */
  @Required()
  @ListNames()
  names: string;
}

/** Lists of codes. */
export class CodeListsResponse {
  /** The items of each list by its name, with the fields that they have in the lists of the services. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'object', additionalProperties: true } },
    example: { genders: [{ code: '1', title: 'Άνδρας', titleEn: 'Male', active: true }] },
  })
  lists: Readonly<Record<string, readonly unknown[]>>;
}
