import { Required, TextUpTo, TrueFalse } from '../../../common/validation/decorators.js';

/** The customer's answer. */
export class AcceptanceRequest {
  /** Whether the customer accepts. @example true */
  @Required()
  @TrueFalse()
  accepted: boolean;

  /** Why not. @example 'Βρήκε φθηνότερα' */
  @TextUpTo(500)
  reason?: string;
}
