import { TitledItem } from '../../record/reference/lists/common-items.dto.js';
import { Choice, LookupCode, LookupPostcode } from '../../record/reference/lists/query-checks.js';

export class PrefectureQuery {
  /** The prefecture that this postcode lies in, 5 digits. @example '11527' */
  @LookupPostcode()
  post_code?: string;
}

export class PrefecturesQuery extends PrefectureQuery {
  /** Code of one prefecture; the same as the path segment `prefectureCode=`. @example '02' */
  @LookupCode()
  prefectureCode?: string;
}

export class SubagentQuery {
  /** 0 pending approval, 1 approved, 2 rejected, 3 deleted; all when absent. @example '1' */
  @Choice('0', '1', '2', '3')
  status?: '0' | '1' | '2' | '3';
}

export class SubagentsQuery extends SubagentQuery {
  /** Code of one subagent; the same as the path segment `subagentCode=`. @example 'S001' */
  @LookupCode()
  subagentCode?: string;
}

export class JobQuery {
  /** 1 the basic groups, 0 all others; 2 and 3 find nothing. @example '1' */
  @Choice('0', '1', '2', '3')
  basic_job?: '0' | '1' | '2' | '3';
}

export class JobsQuery extends JobQuery {
  /** Code of one job; the same as the path segment `jobCode=`. @example '2411' */
  @LookupCode()
  jobCode?: string;
}

export class BankQuery {
  /** 0 bank, 1 leasing company; both when absent. @example '0' */
  @Choice('0', '1')
  type?: '0' | '1';
}

export class BanksQuery extends BankQuery {
  /** Code of one bank; the same as the path segment `bankCode=`. @example '011' */
  @LookupCode()
  bankCode?: string;
}

export class TaxOfficesQuery {
  /** Code of one tax office; the same as the path segment `doyCode=`. @example '1101' */
  @LookupCode()
  doyCode?: string;
}

export class NationalitiesQuery {
  /** Code of one nationality; the same as the path segment `nationalityCode=`. @example 'GR' */
  @LookupCode()
  nationalityCode?: string;
}

export class SubagentItemResponse extends TitledItem {
  /** 0 pending approval, 1 approved, 2 rejected, 3 deleted. @example 1 */
  status: string;
}
