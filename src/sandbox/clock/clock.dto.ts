import { Instant, IntegerBetween, Required } from '../../common/validation/decorators.js';
import { MAX_ADVANCE_DAYS } from './agent-clock.service.js';

export class ClockRequest {
  /** A date (its first moment in Athens) or an instant, later than the agent's time. @example '2027-03-05T08:00:00Z' */
  @Required()
  @Instant()
  frozen_time: string;
}

/** Exactly one of the two. */
export class ClockAdvanceRequest {
  /** A date (its first moment in Athens) or an instant, later than the agent's time. @example '2027-03-05T08:00:00Z' */
  @Instant()
  to?: string;

  /** Days of the calendar; the time of the day in Athens stays. @example 90 */
  @IntegerBetween(1, MAX_ADVANCE_DAYS)
  days?: number;
}

export class ClockResponse {
  /** What time it is for the agent: Greek time with its offset. @example '2027-03-05T10:00:00+02:00' */
  time: string;

  /** The time at which the clock stands; null when it shows real time. @example '2027-03-05T10:00:00+02:00' */
  frozen_time: string | null;

  /** `ready`, or `advancing` as long as what time brings about is being done. @example 'advancing' */
  state: string;

  /** Where an advance under way ends. @example '2027-06-20T11:00:00+03:00' */
  advance_to: string | null;
}
