import { addDays, endOfDay, type LocalDate } from '../../../common/athens.js';

/** Days that a customer has to answer (applications.15). */
const ACCEPTANCE_DAYS = 7;

/** The instant from which an answer is no longer awaited: the end of the seventh day. */
export function acceptBy(today: LocalDate): Date {
  return endOfDay(addDays(today, ACCEPTANCE_DAYS));
}
