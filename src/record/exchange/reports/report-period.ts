import { addDays } from '../../../common/athens.js';
import { type Period, periodOf } from '../../../common/period.js';
import type { ReportPeriodQuery, ReportYearQuery } from './report-query.dto.js';

const MOST_MONTHS = 12;

/**
 * What a query asks for: days, or a calendar year.
 * @throws DomainError BAD_QUERY at `to` when it is not after `from`, or more than a year after it (reports.2)
 */
export function reportPeriodOf(query: ReportPeriodQuery | ReportYearQuery): Period {
  if ('year' in query) return { from: `${query.year}-01-01`, to: `${query.year + 1}-01-01` };
  return periodOf(query, MOST_MONTHS);
}

/** As the name of a file says it, with the last day: `2026`, or `2026-01-01-2026-03-31`. */
export function periodName({ from, to }: Period): string {
  const last = addDays(to, -1);
  const year = from.slice(0, 4);
  return from === `${year}-01-01` && last === `${year}-12-31` ? year : `${from}-${last}`;
}
