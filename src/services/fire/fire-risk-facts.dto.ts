import {
  AlsoWritten,
  AmountUpTo,
  ArrayOf,
  IntegerBetween,
  IsoDate,
  ListOf,
  NumberBetween,
  Required,
  TextUpTo,
  ZeroOne,
} from '../../common/validation/decorators.js';
import { textCheck } from '../../common/validation/checks.js';
import { CodeOf, codeCheck } from '../../record/reference/lists/code-of.decorator.js';

export const MAX_AMOUNT = 999_999_999.99;
export const MAX_ITEMS = 50;
export const MAX_ID = Number.MAX_SAFE_INTEGER;
export const MAX_CLAIMS = 50;
export const EARLIEST_BUILDING_YEAR = 1000;
export const LATEST_BUILDING_YEAR = 9999;

export class FireProtectionDto {
  /** Measure, from `fireProtectionMeasures`. @example 1 */
  @Required()
  @CodeOf('fireProtection')
  id: number;

  /** '0' no, '1' yes. @example '1' */
  @Required()
  @ZeroOne()
  has_protection: string;

  /** How many there are. @example 4 */
  @IntegerBetween(0, 100_000)
  multitude?: number;
}

export class FireExtraCoverDto {
  /** Group it is added for; without it every insured group that the cover lists. @example '01' */
  @CodeOf('groupsInsured')
  group_cover?: string;

  /** Cover, 3 digits; a number is padded. @example '006' */
  @Required()
  @TextUpTo(10)
  cover: string;
}

export class FireClaimDto {
  /** Id of the claim: given by the service, sent to keep it over an update. @example 102 */
  @IntegerBetween(1, MAX_ID)
  claim_id?: number;

  /** Day of the loss. @example '2023-02-10' */
  @Required()
  @IsoDate()
  claim_date: string;

  /** Amount of the loss, euro. @example 1200.5 */
  @Required()
  @AmountUpTo(MAX_AMOUNT)
  claim_amount: number;

  /** What happened and what was repaired. @example 'Διαρροή σωλήνα' */
  @TextUpTo(500)
  job_description?: string;
}

/** Optional facts of an object, also of a quote, where an absent one is neutral. */
export class FireRiskFactsDto {
  /** Year construction began; the seismic code of that year applies. @example 2003 */
  @IntegerBetween(EARLIEST_BUILDING_YEAR, LATEST_BUILDING_YEAR)
  building_commencement_year?: number;

  /** Whether the insured owns the building: '0' no, '1' yes. @example '1' */
  @ZeroOne()
  is_owner_building?: string;

  /** Unauthorised construction: '0' no, '1' yes. @example '0' */
  @ZeroOne()
  illegal?: string;

  /** Distance to a torrent or stream, metres. @example 300 */
  @NumberBetween(0, 1_000_000)
  meters_from_river?: number;

  /** Lock of the main door, from `typeOfLocks`. @example '04' */
  @CodeOf('locks')
  type_of_locks?: string;

  /** Fire protection measures. */
  @ListOf(() => FireProtectionDto, MAX_ITEMS)
  fire_protections?: FireProtectionDto[];

  /** Theft protection measures, from `theftProtectionMeasures`. @example ["01"] */
  @ArrayOf(MAX_ITEMS, codeCheck('theftProtection'))
  theft_protections?: string[];

  /** Where the alarm reports to, from `alarmConnections`. @example ["02"] */
  @AlsoWritten('alarm_Connections')
  @ArrayOf(MAX_ITEMS, codeCheck('alarms'))
  alarm_connections?: string[];

  /** Safety shutters, from `typeOfSafetyShutters`. @example ["02"] */
  @ArrayOf(MAX_ITEMS, codeCheck('shutters'))
  type_of_safety_shutters?: string[];

  /** Covers added to the bundle; also taken as one text, separated by blanks or commas. */
  @ListOf(() => FireExtraCoverDto, MAX_ITEMS)
  extra_covers?: FireExtraCoverDto[];

  /** Claims of the past, at most 50. */
  @ListOf(() => FireClaimDto, MAX_CLAIMS)
  claims_history?: FireClaimDto[];

  /** Requested discounts, codes of the tariff. @example ["03"] */
  @ArrayOf(MAX_ITEMS, textCheck(10, 1))
  discounts?: string[];
}
