import { daysBetween, type LocalDate } from '../common/athens.js';

const MAX_DAYS_AHEAD = 90;

/** Whether the start is before today or too far ahead. Both are dates in Greece. */
export function isStartDateInvalid(startDate: LocalDate, today: LocalDate): boolean {
  const daysAhead = daysBetween(today, startDate);
  return daysAhead < 0 || daysAhead > MAX_DAYS_AHEAD;
}
