import { Required, TextUpTo } from '../../../common/validation/decorators.js';
import { MAX_AMENDMENT_REASON } from '../../../record/contract/amendments/amendment.dto.js';

export class AmendmentReversalRequest {
  /** Reason, for the history. @example 'Η μεταβολή καταχωρίστηκε σε λάθος συμβόλαιο.' */
  @Required()
  @TextUpTo(MAX_AMENDMENT_REASON)
  reason: string;
}
