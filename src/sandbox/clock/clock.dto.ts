import { Instant, IntegerBetween, Required } from '../../common/validation/decorators.js';
import { MAX_ADVANCE_DAYS } from './agent-clock.service.js';

export class ClockRequest {
  /** Instant, or date (midnight in Athens), after the agent's time. @example '2027-03-05T08:00:00Z' */
  @Required()
  @Instant()
  frozen_time: string;
}

/** Exactly one of the two. */
export class ClockAdvanceRequest {
  /** Instant, or date (midnight in Athens), after the agent's time. @example '2027-03-05T08:00:00Z' */
  @Instant()
  to?: string;

  /** Calendar days; the time of day in Athens stays the same. @example 90 */
  @IntegerBetween(1, MAX_ADVANCE_DAYS)
  days?: number;
}

export class ClockResponse {
  /** Current time of the agent, Greek time with its offset. @example '2027-03-05T10:00:00+02:00' */
  time: string;

  /** Time of the stopped clock; null for real time. @example '2027-03-05T10:00:00+02:00' */
  frozen_time: string | null;

  /** `ready`, `advancing` while due work is done, or `resetting`. @example 'advancing' */
  state: string;

  /** End of the current advance; null without one. @example '2027-06-20T11:00:00+03:00' */
  advance_to: string | null;
}
