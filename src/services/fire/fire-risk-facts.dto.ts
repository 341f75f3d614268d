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
import { buildTextCheck } from '../../common/validation/checks.js';
import { CodeOf, buildCodeCheck } from '../../record/reference/lists/code-of.decorator.js';

export const MAX_AMOUNT = 999_999_999.99;
export const MAX_ITEMS = 50;
export const MAX_ID = Number.MAX_SAFE_INTEGER;
export const MAX_CLAIMS = 50;
export const EARLIEST_BUILDING_YEAR = 1000;
export const LATEST_BUILDING_YEAR = 9999;

export class FireProtectionDto {
  /** Measure, from `GET /fire-api/parameters/fireProtectionMeasures`. @example 1 */
  @Required()
  @CodeOf('fireProtection')
  id: number;

  /** '0' no, '1' yes. @example '1' */
  @Required()
  @ZeroOne()
  has_protection: string;

  /** Number of devices. @example 4 */
  @IntegerBetween(0, 100_000)
  multitude?: number;
}

export class FireExtraCoverDto {
  /** Group, from `GET /fire-api/parameters/groupsInsured`; all insured groups when absent. @example '01' */
  @CodeOf('groupsInsured')
  group_cover?: string;

  /** Code of the cover, 3 digits; a number is padded. @example '006' */
  @Required()
  @TextUpTo(10)
  cover: string;
}

export class FireClaimDto {
  /** Id of a claim to update; absent for a new one. @example 102 */
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

  /** Description of the loss and the repairs. @example 'Διαρροή σωλήνα' */
  @TextUpTo(500)
  job_description?: string;
}

/** Optional facts of an object or quote; an absent one has no effect on the price. */
export class FireRiskFactsDto {
  /** Year in which construction began, which decides the seismic code. @example 2003 */
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

  /** Lock of the main door, from `GET /fire-api/parameters/typeOfLocks`. @example '04' */
  @CodeOf('locks')
  type_of_locks?: string;

  /** Fire protection measures. Codes: `GET /fire-api/parameters/fireProtectionMeasures`. */
  @ListOf(() => FireProtectionDto, MAX_ITEMS)
  fire_protections?: FireProtectionDto[];

  /** Theft protection measures, from `GET /fire-api/parameters/theftProtectionMeasures`. @example ["01"] */
  @ArrayOf(MAX_ITEMS, buildCodeCheck('theftProtection'))
  theft_protections?: string[];

  /** Places to which the alarm reports, from `GET /fire-api/parameters/alarmConnections`. @example ["02"] */
  @AlsoWritten('alarm_Connections')
  @ArrayOf(MAX_ITEMS, buildCodeCheck('alarms'))
  alarm_connections?: string[];

  /** Safety shutters, from `GET /fire-api/parameters/typeOfSafetyShutters`. @example ["02"] */
  @ArrayOf(MAX_ITEMS, buildCodeCheck('shutters'))
  type_of_safety_shutters?: string[];

  /** Covers to add, also as one text of codes, from `GET /fire-api/parameters/bundles/{bundleCode}/extra_covers`. */
  @ListOf(() => FireExtraCoverDto, MAX_ITEMS)
  extra_covers?: FireExtraCoverDto[];

  /** Past claims, at most 50. */
  @ListOf(() => FireClaimDto, MAX_CLAIMS)
  claims_history?: FireClaimDto[];

  /** Requested discounts. Codes: `GET /fire-api/parameters/discounts`. @example ["03"] */
  @ArrayOf(MAX_ITEMS, buildTextCheck(10, 1))
  discounts?: string[];
}
