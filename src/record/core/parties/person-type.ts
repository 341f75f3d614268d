import type { CodeLists } from '../../../common/validation/code-lists.js';
import { RequiredWhen } from '../../../common/validation/decorators.js';

/** Code of an individual; a party without a person type counts as one. */
export const INDIVIDUAL = '1';

/** Whether a code of the list of person types is one of individuals; an unknown code, or none, is not. */
export function isIndividualType(code: unknown, lists: CodeLists): boolean {
  return typeof code === 'string' && lists.item('personTypes', code)?.['individual'] === true;
}

/** Required of individuals; `typeField` is the field with the code of the person type. */
export function RequiredOfIndividuals(typeField: string): PropertyDecorator {
  return RequiredWhen<Record<string, unknown>>((person, lists) => isIndividualType(person[typeField], lists));
}
