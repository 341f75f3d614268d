import { FromNumericText, IntegerBetween, Required } from '../../common/validation/decorators.js';
import { Choice, LookupCode } from '../../record/reference/lists/query-checks.js';
import { EARLIEST_BUILDING_YEAR, LATEST_BUILDING_YEAR } from './fire-risk-facts.dto.js';

export class ActiveQuery {
  /** 1 active items only, 0 inactive ones only; all when absent. @example '1' */
  @Choice('0', '1')
  active?: '0' | '1';
}

export class KindsOfRiskQuery extends ActiveQuery {
  /** Code of one kind of risk; the same as the path segment `kindsOfRisks=`. @example '04' */
  @LookupCode()
  kindsOfRisks?: string;
}

/** Subkinds of a kind that the path names. */
export class SubkindsOfKindQuery extends ActiveQuery {
  /** Code of one subkind; the same as the path segment `subkindsOfRisks=`. @example '0401' */
  @LookupCode()
  subkindsOfRisks?: string;
}

/** A subkind that the path names, of a kind that it does not name. */
export class SubkindOfRiskQuery extends ActiveQuery {
  /** Code of the kind of risk; required, here or as the path segment `kindsOfRisks=`. @example '04' */
  @Required()
  @LookupCode()
  kindsOfRisks: string;
}

export class SubkindsOfRiskQuery extends SubkindOfRiskQuery {
  /** Code of one subkind; the same as the path segment `subkindsOfRisks=`. @example '0401' */
  @LookupCode()
  subkindsOfRisks?: string;
}

export class GroupsInsuredQuery {
  /** One group: 01 building, 02 content, 03 both; the same as the path segment `groupInsured=`. @example '01' */
  @LookupCode()
  groupInsured?: string;
}

export class GroupsCoversQuery {
  /** Covers of this group insured only, or the cover of this code; the same as the path segment `groupCovers=`. @example '01' */
  @LookupCode()
  groupCovers?: string;
}

export class ListBundlesQuery extends ActiveQuery {
  /** Code of one bundle; the same as the path segment `bundleCode=`. @example '101' */
  @LookupCode()
  bundleCode?: string;
}

/** The risk to be insured. A code of no list finds no bundle. */
export class OfferedBundleQuery {
  /** Only bundles that can insure this group: 01 building, 02 content, 03 both. @example '01' */
  @LookupCode()
  group_insured?: string;

  /** Prefecture of the risk, from `prefectures`. @example '02' */
  @Required()
  @LookupCode()
  prefecture_code: string;

  /** Year of construction. @example 2004 */
  @Required()
  @FromNumericText()
  @IntegerBetween(EARLIEST_BUILDING_YEAR, LATEST_BUILDING_YEAR)
  building_year: number;

  /** Subkind of risk, from `subkindsOfRisks`. @example '0401' */
  @Required()
  @LookupCode()
  subkind_of_risk: string;

  /** Skeleton, from `constructionOfSkeletons`. @example '01' */
  @Required()
  @LookupCode()
  construction_of_skeleton: string;

  /** Roof, from `roofsConstruction`. @example '01' */
  @Required()
  @LookupCode()
  roof_construction: string;
}

export class OfferedBundlesQuery extends OfferedBundleQuery {
  /** Code of one bundle; the same as the path segment `bundleCode=`. @example '101' */
  @LookupCode()
  bundleCode?: string;
}

export class ExtraCoversQuery {
  /** Year of construction. @example 2004 */
  @Required()
  @FromNumericText()
  @IntegerBetween(EARLIEST_BUILDING_YEAR, LATEST_BUILDING_YEAR)
  building_year: number;

  /** Year the pipes were replaced; the year of construction when they never were. @example 2004 */
  @Required()
  @FromNumericText()
  @IntegerBetween(EARLIEST_BUILDING_YEAR, LATEST_BUILDING_YEAR)
  building_year_piping: number;
}
