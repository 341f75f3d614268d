import { addMonths, parseLocalDate } from '../../common/athens.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Text } from '../../common/language.js';
import type { StatementPeriod } from './statement.js';

/**
 * The days of a statement that were sent and are dates; the last one does not count (money.26).
 * @throws DomainError BAD_QUERY at `to` when it is not after the first day, or more than so many months after it
 */
export function periodOf(sent: StatementPeriod, mostMonths = Infinity): StatementPeriod {
  const [from, to] = [parseLocalDate(sent.from), parseLocalDate(sent.to)];
  if (from === null || to === null) throw new Error('days were checked before');
  if (to <= from) throw badEnd(NOT_AFTER);
  if (mostMonths !== Infinity && to > addMonths(from, mostMonths)) throw badEnd(TOO_LONG);
  return { from, to };
}

const NOT_AFTER: Text = {
  el: 'Μετά από την πρώτη ημέρα· η ημέρα αυτή δεν περιλαμβάνεται.',
  en: 'After the first day; the day itself does not count.',
};
const TOO_LONG: Text = { el: 'Έως ένα έτος μετά από την πρώτη ημέρα.', en: 'At most a year after the first day.' };

function badEnd(text: Text): DomainError {
  return DomainError.ofFaults([{ path: 'to', code: ErrorCode.BAD_QUERY, text }]);
}
