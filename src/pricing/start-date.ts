import { daysBetween, type LocalDate } from '../common/athens.js';

/** How far ahead a start may lie. */
const MAX_DAYS_AHEAD = 90;

/** Whether a start on that day is refused: before today or too far ahead. Both are dates in Greece. */
export function isStartDateInvalid(startDate: LocalDate, today: LocalDate): boolean {
  const daysAhead = daysBetween(today, startDate);
  return daysAhead < 0 || daysAhead > MAX_DAYS_AHEAD;
}
