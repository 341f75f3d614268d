import type { CodeLists } from '../../common/validation/code-lists.js';

/** Code of an individual; a party without a person type counts as one. */
export const INDIVIDUAL = '1';

/** Whether a code of the list of person types is one of individuals; an unknown code is not. */
export function isIndividualType(code: string, lists: CodeLists): boolean {
  return lists.item('personTypes', code)?.['individual'] === true;
}
