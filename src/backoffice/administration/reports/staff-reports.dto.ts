import { OneOf, TextUpTo } from '../../../common/validation/decorators.js';
import { LINE_CODES } from '../../../record/reference/products/line-table.js';
import { ReportPeriodQuery, ReportYearQuery } from '../../../record/exchange/reports/report-query.dto.js';

/** The days of a report, and whose applications it is of. */
export class StaffReportQuery extends ReportPeriodQuery {
  /** Agent they belong to @example '10001' */
  @TextUpTo(20)
  agent?: string;

  /** Line of business: fire or motor @example 'fire' */
  @OneOf(LINE_CODES)
  line?: string;
}

/** The year of a report, and whose applications it is of. */
export class StaffReportYearQuery extends ReportYearQuery {
  /** Agent they belong to @example '10001' */
  @TextUpTo(20)
  agent?: string;
}
