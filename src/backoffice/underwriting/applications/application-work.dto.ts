import { IntegerBetween, TrueFalse } from '../../../common/validation/decorators.js';
import { RequiredText } from '../../common/fields.js';
import { PageResponseOf } from '../../common/page.dto.js';

const MAX_USER_ID = 999_999_999;
const MAX_NOTE_LENGTH = 2_000;

export class AssigneeRequest {
  /** Id of an active user of underwriting or issuing; the caller when absent. @example 2 */
  @IntegerBetween(1, MAX_USER_ID)
  userId?: number | null;

  /** true to reassign an application that is assigned to another user. @example false */
  @TrueFalse()
  takeOver?: boolean | null;
}

export class AssigneeResponse {
  /** Id of the user. @example 2 */
  id: number;
  /** Name of the user. @example 'Τμήμα Ανάληψης Κινδύνων' */
  name: string;
  /** Time of the assignment, Athens. @example '2026-11-21T10:20:00' */
  since: string;
}

export class ApplicationNoteRequest {
  /** Text of the note, at most 2000 characters. @example 'Τηλεφώνησα στον συνεργάτη, περιμένω φωτογραφίες.' */
  @RequiredText(MAX_NOTE_LENGTH)
  text: string;
}

/** An internal note, hidden from agents. */
export class ApplicationNoteResponse {
  /** Id of the note. @example 7 */
  id: number;
  /** Text of the note. @example 'Τηλεφώνησα στον συνεργάτη, περιμένω φωτογραφίες.' */
  text: string;
  /** Id of the author. @example 2 */
  userId: number;
  /** Name of the author at the time of writing. @example 'Τμήμα Ανάληψης Κινδύνων' */
  userName: string;
  /** Time of creation, Athens. @example '2026-11-21T10:20:00' */
  createdAt: string;
}

export class ApplicationNotePageResponse extends PageResponseOf(ApplicationNoteResponse) {}
