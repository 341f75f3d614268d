import { IntegerBetween, IsoDate, Required, RequiredWhen, TextUpTo } from '../../../common/validation/decorators.js';
import { isIndividualType } from '../../../record/core/parties/person-type.js';
import { CodeOf } from '../../../record/reference/lists/code-of.decorator.js';
import type { CodeLists } from '../../../common/validation/code-lists.js';

const MAX_VERSION = 2 ** 31 - 1;

function isIndividual({ personType }: { readonly personType?: unknown }, lists: CodeLists): boolean {
  return typeof personType === 'string' && isIndividualType(personType, lists);
}

/** An absent field stays, null clears it; a company has no fields of an individual. */
export class StaffPartyDecisionRequest {
  /** Code of the list of person types @example '1' */
  @Required()
  @CodeOf('personTypes')
  personType: string;

  /** Last name; of a company its name @example 'Παπαδοπούλου' */
  @Required()
  @TextUpTo(100)
  lastName: string;

  /** First name; individuals only @example 'Μαρία' */
  @RequiredWhen(isIndividual)
  @TextUpTo(60)
  firstName?: string | null;

  /** Father's name; individuals only @example 'Γεώργιος' */
  @TextUpTo(60)
  fathersName?: string | null;

  /** Date of birth; individuals only @example '1980-05-17' */
  @RequiredWhen(isIndividual)
  @IsoDate()
  birthdate?: string | null;

  /** Code of the list of genders; individuals only @example '2' */
  @CodeOf('genders')
  genderCode?: string | null;

  /** Code of the list of jobs @example '2310' */
  @CodeOf('jobs')
  occupationCode?: string | null;

  /** The version that was read; when the person has another one meanwhile it is refused (-402). Whatever it has when absent @example 1 */
  @IntegerBetween(1, MAX_VERSION)
  version?: number;
}
