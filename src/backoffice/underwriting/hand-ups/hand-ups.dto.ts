import { IntegerBetween } from '../../../common/validation/decorators.js';
import { RequiredInteger, RequiredText } from '../../common/fields.js';
import { ApplicationNoteResponse, AssigneeResponse } from '../applications/application-work.dto.js';

const MAX_USER_ID = 999_999_999;
const MAX_AMENDMENT_NO = 999;
const MAX_NOTE = 2_000;

export class HandUpRequest {
  /** Id of an underwriter whose authority covers the approval. @example 2 */
  @RequiredInteger(1, MAX_USER_ID)
  userId: number;

  /** Note for that person. @example 'Το κεφάλαιο υπερβαίνει το όριό μου.' */
  @RequiredText(MAX_NOTE)
  note: string;

  /** Number of the amendment that is referred; the application when absent. @example 1 */
  @IntegerBetween(1, MAX_AMENDMENT_NO)
  amendmentNo?: number | null;
}

export class HandUpResponse {
  /** Person who has the referral now. */
  assignee: AssigneeResponse;
  /** Stored note. */
  note: ApplicationNoteResponse;
}
