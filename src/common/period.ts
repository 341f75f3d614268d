import { addMonths, type LocalDate, parseLocalDate } from './athens.js';
import { DomainError } from './domain-error.js';
import { ErrorCode } from './error-codes.js';
import type { Text } from './language.js';

/** Greek dates; `to` is not included. */
export interface Period {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

export function parsePeriod(sent: Period, mostMonths = Infinity): Period {
  const [from, to] = [readDay(sent.from), readDay(sent.to)];
  if (to <= from) throw buildBadEnd(NOT_AFTER);
  if (mostMonths !== Infinity && to > addMonths(from, mostMonths)) throw buildBadEnd(TOO_LONG);
  return { from, to };
}

export function readDay(text: string): LocalDate {
  const day = parseLocalDate(text);
  if (day === null) throw new Error('days were checked before');
  return day;
}

const NOT_AFTER: Text = {
  el: 'Μετά από την πρώτη ημέρα· η ημέρα αυτή δεν περιλαμβάνεται.',
  en: 'Must be after the first day; the day itself is not included.',
};
const TOO_LONG: Text = { el: 'Έως ένα έτος μετά από την πρώτη ημέρα.', en: 'At most a year after the first day.' };

function buildBadEnd(text: Text): DomainError {
  return DomainError.ofViolations([{ path: 'to', code: ErrorCode.BAD_QUERY, text }]);
}
