import { toLocalDate, type LocalDate } from '../athens.js';
import { DomainError, type Fault } from '../domain-error.js';
import { ErrorCode } from '../error-codes.js';
import type { Text } from '../language.js';

const IN_THE_FUTURE: Text = { el: 'Η ημερομηνία είναι μεταγενέστερη της σημερινής.', en: 'The date is in the future.' };

/** Finds dates after today. `path`: place of the owner. */
export function findFutureDates<Field extends string>(
  owner: { readonly [Name in Field]?: LocalDate | undefined } | undefined,
  fields: readonly Field[],
  today: LocalDate,
  path = '',
): Fault[] {
  const isFuture = (date: LocalDate | undefined): boolean => date !== undefined && date > today;
  return fields
    .filter((field) => isFuture(owner?.[field]))
    .map((field) => ({ path: path === '' ? field : `${path}.${field}`, code: ErrorCode.BAD_DATE, text: IN_THE_FUTURE }));
}

/** @throws DomainError BAD_DATE at the path for a day after today */
export function assertPastDay(path: string, day: LocalDate, now: Date): void {
  const [fault] = findFutureDates({ [path]: day }, [path], toLocalDate(now));
  if (fault) throw DomainError.ofFaults([fault]);
}
