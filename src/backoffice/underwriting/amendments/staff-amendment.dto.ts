import { Required, TextUpTo } from '../../../common/validation/decorators.js';
import { AmendmentResponse, MAX_AMENDMENT_REASON } from '../../../record/contract/amendments/amendment.dto.js';
import { DecisionAuthorityResponse } from '../authorities/authorities.dto.js';

export class AmendmentDecisionPreviewResponse extends AmendmentResponse {
  /** Whether the caller's authority covers the decision; null for one that needs none. */
  authority: DecisionAuthorityResponse | null;
}

export class AmendmentReversalRequest {
  /** Reason, for the history. @example 'Η μεταβολή καταχωρίστηκε σε λάθος συμβόλαιο.' */
  @Required()
  @TextUpTo(MAX_AMENDMENT_REASON)
  reason: string;
}
