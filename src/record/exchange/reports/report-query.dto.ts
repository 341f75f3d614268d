import { FromNumericText, IntegerBetween, IsoDate, Required } from '../../../common/validation/decorators.js';

const [FIRST_YEAR, LAST_YEAR] = [2000, 2100];

/** The days of a report. */
export class ReportPeriodQuery {
  /** First day, Athens @example '2026-01-01' */
  @Required()
  @IsoDate()
  from: string;

  /** First day that does not count, Athens: tomorrow includes today; at most a year after `from` @example '2027-01-01' */
  @Required()
  @IsoDate()
  to: string;
}

/** The year of a report. */
export class ReportYearQuery {
  /** Calendar year @example 2026 */
  @Required()
  @FromNumericText()
  @IntegerBetween(FIRST_YEAR, LAST_YEAR)
  year: number;
}
