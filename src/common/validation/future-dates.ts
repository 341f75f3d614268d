import { toLocalDate, type LocalDate } from '../athens.js';
import { DomainError, type Violation } from '../domain-error.js';
import { ErrorCode } from '../error-codes.js';
import { formatDate } from '../formats.js';
import type { Text } from '../language.js';

const IN_THE_FUTURE: Text = { el: 'Η ημερομηνία είναι μεταγενέστερη της σημερινής.', en: 'The date is in the future.' };

export function findFutureDates<Field extends string>(
  owner: { readonly [Name in Field]?: LocalDate | undefined } | undefined,
  fields: readonly Field[],
  today: LocalDate,
  path = '',
): Violation[] {
  const isFuture = (date: LocalDate | undefined): boolean => date !== undefined && date > today;
  return fields
    .filter((field) => isFuture(owner?.[field]))
    .map((field) => ({ path: path === '' ? field : `${path}.${field}`, code: ErrorCode.BAD_DATE, text: IN_THE_FUTURE }));
}

export function assertPastDay(path: string, day: LocalDate, now: Date): void {
  const [violation] = findFutureDates({ [path]: day }, [path], toLocalDate(now));
  if (violation) throw DomainError.ofViolations([violation]);
}

/** @throws DomainError BAD_DATE at the path for a day before `earliest`, with that day in its message */
export function assertNotBefore(path: string, day: LocalDate, earliest: LocalDate, what: Text): void {
  if (day >= earliest) return;
  const first = formatDate(earliest);
  const text = { el: `${what.el} (${first}).`, en: `${what.en} (${first}).` };
  throw DomainError.ofViolations([{ path, code: ErrorCode.BAD_DATE, text }]);
}
