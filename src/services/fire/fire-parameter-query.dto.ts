import { FromNumericText, IntegerBetween, Required, TextUpTo } from '../../common/validation/decorators.js';
import { Choice, LookupCode } from '../../record/reference/lists/code-of.decorator.js';
import { EARLIEST_BUILDING_YEAR, LATEST_BUILDING_YEAR } from './fire-risk-facts.dto.js';

export class ActiveQuery {
  /** 1: active items only, 0: inactive items only; all when absent. @example '1' */
  @Choice('0', '1')
  active?: '0' | '1';
}

export class KindsOfRiskQuery extends ActiveQuery {
  /** Code of one kind of risk, like the path segment `kindsOfRisks=`. @example '04' */
  @LookupCode()
  kindsOfRisks?: string;
}

export class SubkindsOfKindQuery extends ActiveQuery {
  /** Code of one subkind, like the path segment `subkindsOfRisks=`. @example '0401' */
  @LookupCode()
  subkindsOfRisks?: string;
}

export class SubkindOfRiskQuery extends ActiveQuery {
  /** Code of the kind of risk, required here or as the path segment `kindsOfRisks=`. @example '04' */
  @Required()
  @LookupCode()
  kindsOfRisks: string;
}

export class SubkindsOfRiskQuery extends SubkindOfRiskQuery {
  /** Code of one subkind, like the path segment `subkindsOfRisks=`. @example '0401' */
  @LookupCode()
  subkindsOfRisks?: string;
}

export class GroupsInsuredQuery {
  /** Group: 01 building, 02 content, 03 both, like the path segment `groupInsured=`. @example '01' */
  @LookupCode()
  groupInsured?: string;
}

export class GroupsCoversQuery {
  /** Insured group, from `GET /fire-api/parameters/groupsInsured`, or code of a cover. @example '01' */
  @LookupCode()
  groupCovers?: string;
}

export class ListBundlesQuery extends ActiveQuery {
  /** Code of one bundle, from `GET /fire-api/parameters/bundles`. @example '101' */
  @LookupCode()
  bundleCode?: string;
}

/** The risk to insure. No bundle is found for an unknown code. */
export class OfferedBundleQuery {
  /** Group to insure, from `GET /fire-api/parameters/groupsInsured`; any when absent. @example '01' */
  @LookupCode()
  group_insured?: string;

  /** Prefecture of the risk, from `GET /parameters-api/prefectures`. @example '02' */
  @Required()
  @LookupCode()
  prefecture_code: string;

  /** Year of construction. @example 2004 */
  @Required()
  @FromNumericText()
  @IntegerBetween(EARLIEST_BUILDING_YEAR, LATEST_BUILDING_YEAR)
  building_year: number;

  /** Subkind of risk, from `GET /fire-api/parameters/kindsOfRisks/subkindsOfRisks`. @example '0401' */
  @Required()
  @LookupCode()
  subkind_of_risk: string;

  /** Skeleton, from `GET /fire-api/parameters/constructionOfSkeletons`. @example '01' */
  @Required()
  @LookupCode()
  construction_of_skeleton: string;

  /** Roof, from `GET /fire-api/parameters/roofsConstruction`. @example '01' */
  @Required()
  @LookupCode()
  roof_construction: string;
}

export class OfferedBundlesQuery extends OfferedBundleQuery {
  /** Code of one bundle, like the path segment `bundleCode=`. @example '101' */
  @LookupCode()
  bundleCode?: string;
}

export class ExtraCoversQuery {
  /** Year of construction. @example 2004 */
  @Required()
  @FromNumericText()
  @IntegerBetween(EARLIEST_BUILDING_YEAR, LATEST_BUILDING_YEAR)
  building_year: number;

  /** Year of the pipes: their last replacement, or the construction. @example 2004 */
  @Required()
  @FromNumericText()
  @IntegerBetween(EARLIEST_BUILDING_YEAR, LATEST_BUILDING_YEAR)
  building_year_piping: number;
}

export class IpidQuery {
  /** Code of the tariff, as in `pricing`; any when absent. @example 'FIRE-SAMPLE' */
  @TextUpTo(40)
  tariff_code?: string;

  /** Version of the tariff, as in `pricing`; that of today when code and version are absent. @example 1 */
  @FromNumericText()
  @IntegerBetween(1, 1_000_000)
  tariff_version?: number;
}
