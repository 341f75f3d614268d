import { FromNumericText, IntegerBetween, IsoDate, Required } from '../../../common/validation/decorators.js';

const [FIRST_YEAR, LAST_YEAR] = [2000, 2100];

export class ReportPeriodQuery {
  /** First day, in Athens. @example '2026-01-01' */
  @Required()
  @IsoDate()
  from: string;

  /** Day after the last one, in Athens; at most a year after `from`. @example '2027-01-01' */
  @Required()
  @IsoDate()
  to: string;
}

export class ReportDayQuery {
  /** Day in Athens; the report shows its end. @example '2026-12-31' */
  @Required()
  @IsoDate()
  on: string;
}

export class ReportYearQuery {
  /** Calendar year. @example 2026 */
  @Required()
  @FromNumericText()
  @IntegerBetween(FIRST_YEAR, LAST_YEAR)
  year: number;
}
