import { IsoDate, Required, TextUpTo, TrueFalse } from '../../../common/validation/decorators.js';

/** The end of a policy before its time. */
export class PolicyCancellationRequest {
  /** Day on which the cover ends: from the day of issue to today; for a later day, cancel on that day. @example '2026-11-22' */
  @Required()
  @IsoDate()
  date: string;

  /** Why; the agent reads it. @example 'Πώληση του οχήματος' */
  @Required()
  @TextUpTo(500)
  reason: string;

  /** Whether there was a claim; without one everything goes back up to the 14th day after issue. @example false */
  @Required()
  @TrueFalse()
  claims: boolean;
}
