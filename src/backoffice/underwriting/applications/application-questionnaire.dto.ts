import { ApiProperty } from '@nestjs/swagger';
import { FromNumericText, IntegerBetween } from '../../../common/validation/decorators.js';

const MAX_VERSION = 2_147_483_647;

export class ApplicationVersionQuery {
  /** A version; the present one without it. @example 2 */
  @FromNumericText()
  @IntegerBetween(1, MAX_VERSION)
  version?: number;
}

export class AnswerValueResponse {
  /** As it is kept: a text, a number or a boolean. @example '04' */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] })
  value: string | number | boolean;
  /** Its title in the language of the call; null where it speaks for itself. @example 'Κατοικίες' */
  title: string | null;
}

export class AnswerResponse {
  /** Place in the questionnaire. @example 'objects_insured[0].kind_of_risk' */
  path: string;
  /** The question in the language of the call. @example 'Είδος κινδύνου' */
  label: string;
  /** The answer: none when there is none, several of an array. */
  values: AnswerValueResponse[];
}

export class AnswerGroupResponse {
  /** Place in the questionnaire; blank of what belongs to the application itself. @example 'objects_insured[0]' */
  path: string;
  /** Heading in the language of the call. @example 'Ασφαλιζόμενο αντικείμενο 1' */
  title: string;
  /** In the order of the form; none where nobody or nothing was named. */
  answers: AnswerResponse[];
}

export class NamedPersonResponse {
  /** The field of the questionnaire that the person stands in. @example 'client' */
  role: string;
  /** The same in the language of the call. @example 'Λήπτης της ασφάλισης' */
  title: string;
  /** Tax number. @example '123456783' */
  afm: string;
  /** Name. @example 'Παπαδοπούλου Μαρία' */
  name: string;
  /** Id in the register; null until it is there. @example 4 */
  partyId: number | null;
}

export class ApplicationQuestionnaireResponse {
  /** Line of business. @example 'fire' */
  line: string;
  /** Version of the application. @example 3 */
  version: number;
  /** Client, insured and everybody else it names, in the order of the form. */
  persons: NamedPersonResponse[];
  /** Groups in the order of the form. */
  groups: AnswerGroupResponse[];
}

export class ApplicationChangesQuery {
  /** The earlier version; the one before `to` without it. @example 1 */
  @FromNumericText()
  @IntegerBetween(1, MAX_VERSION)
  from?: number;

  /** The later version; the present one without it. @example 2 */
  @FromNumericText()
  @IntegerBetween(1, MAX_VERSION)
  to?: number;
}

export class ApplicationChangeResponse {
  /** Place in the application; of what is gone its place in the earlier version. @example 'objects_insured[0].square_meters' */
  path: string;
  /** Heading of its group in the language of the call. @example 'Ασφαλιζόμενο αντικείμενο 1' */
  group: string;
  /** The field in the language of the call. @example 'Εμβαδόν (τ.μ.)' */
  label: string;
  /** What stood there; nothing when there was none. */
  before: AnswerValueResponse[];
  /** What stands there; nothing when there is none. */
  after: AnswerValueResponse[];
}

export class ApplicationChangesResponse {
  /** The earlier version. @example 1 */
  from: number;
  /** The later version. @example 2 */
  to: number;
  /** Every field that differs: those of the application, then those of the questionnaire in the order of the form. */
  changes: ApplicationChangeResponse[];
}
