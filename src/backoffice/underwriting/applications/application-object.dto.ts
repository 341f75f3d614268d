import { ApiProperty } from '@nestjs/swagger';
import { IntegerParameter } from '../../common/fields.js';
import { PageResponseOf } from '../../common/page.dto.js';

const MAX_VERSION = 2_147_483_647;

export class ApplicationVersionQuery {
  /** Version of the application; the current one when absent. @example 2 */
  @IntegerParameter(1, MAX_VERSION)
  version?: number;
}

export class AnswerValueResponse {
  /** Stored value: a text, a number or a boolean. @example '04' */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] })
  value: string | number | boolean;
  /** Title of a code in the language of the call; null for other values. @example 'Κατοικίες' */
  title: string | null;
}

export class AnswerResponse {
  /** Path of the field in the questionnaire. @example 'objects_insured[0].kind_of_risk' */
  path: string;
  /** The question in the language of the call. @example 'Είδος κινδύνου' */
  label: string;
  /** The answer: empty without one, several values for an array. */
  values: AnswerValueResponse[];
  /** Codes of the rules that refer the application because of this answer. @example ["F25-03"] */
  rules: string[];
}

export class AnswerGroupResponse {
  /** Path of the group in the questionnaire; empty for the application itself. @example 'objects_insured[0]' */
  path: string;
  /** Heading in the language of the call. @example 'Ασφαλιζόμενο αντικείμενο 1' */
  title: string;
  /** Answers in the order of the form; empty if the group is absent. */
  answers: AnswerResponse[];
}

export class NamedPersonResponse {
  /** Field of the questionnaire that names the person. @example 'client' */
  role: string;
  /** Title of that field in the language of the call. @example 'Λήπτης της ασφάλισης' */
  title: string;
  /** Tax number. @example '123456783' */
  afm: string;
  /** Name of the person. @example 'Παπαδοπούλου Μαρία' */
  name: string;
  /** Id in the register; null until the person is in it. @example 4 */
  partyId: number | null;
}

export class ApplicationQuestionnaireResponse {
  /** Line of business. @example 'fire' */
  line: string;
  /** Version of the application. @example 3 */
  version: number;
  /** Client, insured and all other persons, in the order of the form. */
  persons: NamedPersonResponse[];
  /** Groups of answers, in the order of the form. */
  groups: AnswerGroupResponse[];
}

export class ApplicationVersionResponse {
  /** Number of the version, from 1. @example 2 */
  version: number;
  /** Action that created it. @example 'update' */
  action: string;
  /** Title of the action in the language of the call. @example 'Μεταβολή στοιχείων' */
  title: string;
  /** Status code. @example '25' */
  status: string;
  /** Title of the status in the language of the call. @example 'Απαιτείται έγκριση' */
  statusTitle: string;
  /** Gross premium of the whole year, in euro; null without a price. @example 332.64 */
  gross: number | null;
  /** Role of the actor: agent, underwriter, customer, bank, staff or clock. @example 'agent' */
  actor: string;
  /** Name of the actor. @example 'Ασφαλιστικό Πρακτορείο' */
  actorName: string;
  /** Begin of its validity, Athens. @example '2026-11-21T10:20:00' */
  from: string;
  /** End of its validity, Athens; null for the current version. @example '2026-11-21T11:20:00' */
  until: string | null;
}

export class ApplicationVersionsResponse extends PageResponseOf(ApplicationVersionResponse) {}

export class ApplicationChangesQuery {
  /** The earlier version; the one before `to` when absent. @example 1 */
  @IntegerParameter(1, MAX_VERSION)
  from?: number;

  /** The later version; the current one when absent. @example 2 */
  @IntegerParameter(1, MAX_VERSION)
  to?: number;
}

export class ApplicationChangeResponse {
  /** Path in the later version, or in the earlier one if removed. @example 'objects_insured[0].square_meters' */
  path: string;
  /** Heading of the group in the language of the call. @example 'Ασφαλιζόμενο αντικείμενο 1' */
  group: string;
  /** Label of the field in the language of the call. @example 'Εμβαδόν (τ.μ.)' */
  label: string;
  /** Values in the earlier version; empty without any. */
  before: AnswerValueResponse[];
  /** Values in the later version; empty without any. */
  after: AnswerValueResponse[];
}

export class ApplicationChangesResponse {
  /** The earlier version. @example 1 */
  from: number;
  /** The later version. @example 2 */
  to: number;
  /** Changed fields of the application, then of the questionnaire, in the order of the form. */
  changes: ApplicationChangeResponse[];
}
