import { OneOf, TextUpTo } from '../../../common/validation/decorators.js';
import { LINE_CODES } from '../../../record/reference/products/line-table.js';
import { ReportDayQuery, ReportPeriodQuery, ReportYearQuery } from '../../../record/exchange/reports/report-query.dto.js';

export class StaffReportQuery extends ReportPeriodQuery {
  /** Code of the agent; all agents when absent. @example '10001' */
  @TextUpTo(20)
  agent?: string;

  /** Line of business: fire or motor. @example 'fire' */
  @OneOf(LINE_CODES)
  line?: string;
}

export class StaffReportDayQuery extends ReportDayQuery {
  /** Code of the agent; all agents when absent. @example '10001' */
  @TextUpTo(20)
  agent?: string;

  /** Line of business: fire or motor. @example 'fire' */
  @OneOf(LINE_CODES)
  line?: string;
}

export class StaffReportYearQuery extends ReportYearQuery {
  /** Code of the agent; all agents when absent. @example '10001' */
  @TextUpTo(20)
  agent?: string;
}
