import { CodeOf } from '../../reference/lists/code-of.decorator.js';
import { IsoDate, Required, TextUpTo, TrueFalse } from '../../../common/validation/decorators.js';

export const MAX_REASON_TEXT = 500;
export const MAX_SUSPENSE_ID = 9_999_999_999;

export class PolicyCancellationRequest {
  /** Reason. Codes: `GET /parameters-api/cancellationReasons`. @example 'SALE' */
  @Required()
  @CodeOf('cancellationReasons')
  reasonCode: string;

  /** Text beside the reason, for the agent to read; some reasons require it. @example 'Πώληση του οχήματος' */
  @TextUpTo(MAX_REASON_TEXT)
  text?: string | null;

  /** Day on which the declaration arrived, from the day of issue to today. @example '2026-11-22' */
  @Required()
  @IsoDate()
  receivedOn: string;

  /**
   * Day of the cancellation, not before the receipt; a later day than today is scheduled. Of a policy issued in error
   * it is the start of insurance.
   * @example '2026-11-22'
   */
  @Required()
  @IsoDate()
  date: string;

  /** Whether there was a claim, after which a withdrawal is not possible. @example false */
  @Required()
  @TrueFalse()
  claims: boolean;
}
