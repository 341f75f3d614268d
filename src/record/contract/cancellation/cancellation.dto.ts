import { IsoDate, Required, TextUpTo, TrueFalse } from '../../../common/validation/decorators.js';

export class PolicyCancellationRequest {
  /** Day on which the cover ends, from the day of issue to today. @example '2026-11-22' */
  @Required()
  @IsoDate()
  date: string;

  /** Reason, which the agent can read. @example 'Πώληση του οχήματος' */
  @Required()
  @TextUpTo(500)
  reason: string;

  /** Whether there was a claim. Without one, everything is refunded up to the 14th day after issue. @example false */
  @Required()
  @TrueFalse()
  claims: boolean;
}
