import type { CodeLists } from '../../common/validation/code-lists.js';

/** Code of an individual, whom a party without a person type is. */
export const INDIVIDUAL = '1';

/** Whether a code of the list of person types is one of individuals; an unknown code is not. */
export function isIndividualType(code: string, lists: CodeLists): boolean {
  return lists.item('personTypes', code)?.['individual'] === true;
}
