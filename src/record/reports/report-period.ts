import { addDays, daysBetween, type LocalDate, parseLocalDate } from '../../common/athens.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Text } from '../../common/language.js';
import type { ReportPeriodQuery, ReportYearQuery } from './report-query.dto.js';

const MOST_DAYS = 366;

/** The days of a report; `to` is the first one that no longer counts. */
export interface ReportPeriod {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/**
 * What a query asks for: days, or a calendar year.
 * @throws DomainError BAD_QUERY at `to` when it is before `from`, or more than 366 days are asked for (reports.2)
 */
export function periodOf(query: ReportPeriodQuery | ReportYearQuery): ReportPeriod {
  if ('year' in query) return { from: `${query.year}-01-01`, to: `${query.year + 1}-01-01` };
  const [from, last] = [query.from, query.to].map((text) => parseLocalDate(text) ?? text) as [LocalDate, LocalDate];
  const to = addDays(last, 1);
  const days = daysBetween(from, to);
  if (days < 1 || days > MOST_DAYS) throw DomainError.ofFaults([{ path: 'to', code: ErrorCode.BAD_QUERY, text: PERIOD_TEXT }]);
  return { from, to };
}

/** As the name of a file says it, with the last day: `2026`, or `2026-01-01-2026-03-31`. */
export function periodName({ from, to }: ReportPeriod): string {
  const last = addDays(to, -1);
  const year = from.slice(0, 4);
  return from === `${year}-01-01` && last === `${year}-12-31` ? year : `${from}-${last}`;
}

const PERIOD_TEXT: Text = {
  el: `Από την ημερομηνία from και μετά, έως ${MOST_DAYS} ημέρες.`,
  en: `Not before from, and at most ${MOST_DAYS} days.`,
};
