import { TitledItem } from '../../record/reference/lists/common-items.dto.js';
import { Choice, LookupCode, LookupPostcode } from '../../record/reference/lists/code-of.decorator.js';

export class PrefectureQuery {
  /** Postcode of 5 digits; only its prefecture is returned. @example '11527' */
  @LookupPostcode()
  post_code?: string;
}

export class PrefecturesQuery extends PrefectureQuery {
  /** Code of one prefecture, like the path segment `prefectureCode=`. @example '02' */
  @LookupCode()
  prefectureCode?: string;
}

export class SubagentQuery {
  /** Status: 0 pending approval, 1 approved, 2 rejected, 3 deleted; all when absent. @example '1' */
  @Choice('0', '1', '2', '3')
  status?: '0' | '1' | '2' | '3';
}

export class SubagentsQuery extends SubagentQuery {
  /** Code of one subagent, like the path segment `subagentCode=`. @example 'S001' */
  @LookupCode()
  subagentCode?: string;
}

export class JobQuery {
  /** 1: basic groups only, 0: all other jobs; 2 and 3 match nothing. @example '1' */
  @Choice('0', '1', '2', '3')
  basic_job?: '0' | '1' | '2' | '3';
}

export class JobsQuery extends JobQuery {
  /** Code of one job, like the path segment `jobCode=`. @example '2411' */
  @LookupCode()
  jobCode?: string;
}

export class BankQuery {
  /** 0: banks, 1: leasing companies; both when absent. @example '0' */
  @Choice('0', '1')
  type?: '0' | '1';
}

export class BanksQuery extends BankQuery {
  /** Code of one bank, like the path segment `bankCode=`. @example '011' */
  @LookupCode()
  bankCode?: string;
}

export class TaxOfficesQuery {
  /** Code of one tax office, like the path segment `doyCode=`. @example '1101' */
  @LookupCode()
  doyCode?: string;
}

export class NationalitiesQuery {
  /** Code of one nationality, like the path segment `nationalityCode=`. @example 'GR' */
  @LookupCode()
  nationalityCode?: string;
}

export class SubagentItemResponse extends TitledItem {
  /** Status: 0 pending approval, 1 approved, 2 rejected, 3 deleted. @example 1 */
  status: string;
}
