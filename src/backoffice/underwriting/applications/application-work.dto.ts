import { IntegerBetween, Required, TextUpTo, TrueFalse } from '../../../common/validation/decorators.js';
import { PageDto } from '../../common/page.dto.js';

const MAX_USER_ID = 999_999_999;
const MAX_NOTE_LENGTH = 2_000;

export class AssigneeRequest {
  /** An active underwriter or user of the issuing department; whoever calls, when absent. @example 2 */
  @IntegerBetween(1, MAX_USER_ID)
  userId?: number | null;

  /** true: also when somebody else has it. @example false */
  @TrueFalse()
  takeOver?: boolean | null;
}

export class AssigneeResponse {
  /** Id of the user. @example 2 */
  id: number;
  /** Name of the user. @example 'Αναλήπτης Κινδύνων' */
  name: string;
  /** Since when, Athens. @example '2026-11-21T10:20:00' */
  since: string;
}

export class ApplicationNoteRequest {
  /** Text. @example 'Τηλεφώνησα στον συνεργάτη, περιμένω φωτογραφίες.' */
  @Required()
  @TextUpTo(MAX_NOTE_LENGTH)
  text: string;
}

/** Agents do not see notes. */
export class ApplicationNoteResponse {
  /** Id. @example 7 */
  id: number;
  /** Text. @example 'Τηλεφώνησα στον συνεργάτη, περιμένω φωτογραφίες.' */
  text: string;
  /** Id of who wrote it. @example 2 */
  userId: number;
  /** Name of who wrote it, as it was then. @example 'Αναλήπτης Κινδύνων' */
  userName: string;
  /** When, Athens. @example '2026-11-21T10:20:00' */
  createdAt: string;
}

export class ApplicationNotePageResponse extends PageDto {
  /** The notes. */
  items: ApplicationNoteResponse[];
}
