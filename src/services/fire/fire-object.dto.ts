import {
  AlsoWritten,
  AmountUpTo,
  ArrayOf,
  CheckedText,
  IntegerBetween,
  IsoDate,
  ListOf,
  NumberBetween,
  Postcode,
  Required,
  TextUpTo,
  ZeroOne,
} from '../../common/validation/decorators.js';
import { integerCheck, invalid, textCheck } from '../../common/validation/checks.js';
import { CodeOf, codeCheck } from '../../record/reference/code-of.decorator.js';
import { FireCoOwnerDto } from './fire-person.dto.js';

/** Limits of one application (decisions §4). */
export const MAX_OBJECTS = 50;
export const MAX_CLAIMS = 50;
export const MAX_CO_OWNERS = 20;
export const MAX_LOANS = 20;

const MAX_AMOUNT = 999_999_999.99;
const MAX_FLOORS = 150;
const LOWEST_FLOOR = -10;
const HIGHEST_FLOOR = 150;
export const EARLIEST_YEAR = 1000;
export const LATEST_YEAR = 9999;
export const MAX_ITEMS = 50;
const MAX_ID = Number.MAX_SAFE_INTEGER;

/** Degrees as a text: `37.9838`. */
function Coordinate(limit: number): PropertyDecorator {
  const text = { el: `Μοίρες από -${limit} έως ${limit}.`, en: `Degrees from -${limit} to ${limit}.` };
  const accepts = (value: unknown): boolean =>
    typeof value === 'string' && /^-?\d{1,3}(\.\d{1,12})?$/.test(value) && Math.abs(Number(value)) <= limit;
  return CheckedText(invalid('coordinate', text, accepts));
}

/** A fire protection measure of the building. */
export class FireProtectionDto {
  /**
   * Measure, from `fireProtectionMeasures`.
   * @example 1
   */
  @Required()
  @CodeOf('fireProtection')
  id: number;

  /**
   * '0' no, '1' yes.
   * @example '1'
   */
  @Required()
  @ZeroOne()
  has_protection: string;

  /**
   * How many there are.
   * @example 4
   */
  @IntegerBetween(0, 100_000)
  multitude?: number;
}

/** The sum insured of one group. */
export class FireInsuredValueDto {
  /**
   * Group: 01 building, 02 content, 03 building and content.
   * @example '01'
   */
  @Required()
  @CodeOf('groupsInsured')
  group_cover: string;

  /**
   * Sum insured, euro.
   * @example 150000
   */
  @Required()
  @AmountUpTo(MAX_AMOUNT, 0.01)
  insured_value: number;
}

/** A cover added to the bundle. */
export class FireExtraCoverDto {
  /**
   * Group it is added for; without it every insured group that the cover lists.
   * @example '01'
   */
  @CodeOf('groupsInsured')
  group_cover?: string;

  /**
   * Cover, 3 digits; a number is padded.
   * @example '006'
   */
  @Required()
  @TextUpTo(10)
  cover: string;
}

/** A claim of the past. */
export class FireClaimDto {
  /**
   * Id of the claim: given by the service, sent to keep it over an update.
   * @example 102
   */
  @IntegerBetween(1, MAX_ID)
  claim_id?: number;

  /**
   * Day of the loss.
   * @example '2023-02-10'
   */
  @Required()
  @IsoDate()
  claim_date: string;

  /**
   * Amount of the loss, euro.
   * @example 1200.5
   */
  @Required()
  @AmountUpTo(MAX_AMOUNT)
  claim_amount: number;

  /**
   * What happened and what was repaired.
   * @example 'Διαρροή σωλήνα'
   */
  @TextUpTo(500)
  job_description?: string;
}

/** A loan on the object; the bank names it. */
export class FireLoanDto {
  /**
   * Bank, from `banks`.
   * @example '011'
   */
  @Required()
  @CodeOf('banks')
  bank_id: string;

  /**
   * Amount of the loan, euro.
   * @example 80000
   */
  @Required()
  @AmountUpTo(MAX_AMOUNT)
  amount_loan: number;
}

/** An object insured (spec §2.6). */
export class FireObjectDto {
  /**
   * Id of the object: given by the service, sent to keep it over an update.
   * @example 101
   */
  @IntegerBetween(1, MAX_ID)
  object_id?: number;

  /**
   * Kind of risk, from `kindsOfRisks`.
   * @example '04'
   */
  @Required()
  @CodeOf('kindsOfRisk')
  kind_of_risk: string;

  /**
   * Subkind of risk, from `subkindsOfRisks` of the kind.
   * @example '0401'
   */
  @Required()
  @CodeOf('subkindsOfRisk')
  subkind_of_risk: string;

  /**
   * Street of the risk.
   * @example 'Λεωφόρος Κηφισίας'
   */
  @Required()
  @TextUpTo(120)
  address: string;

  /**
   * Number in the street.
   * @example '100'
   */
  @TextUpTo(20)
  address_number?: string;

  /**
   * City of the risk.
   * @example 'Αθήνα'
   */
  @Required()
  @TextUpTo(60)
  city: string;

  /**
   * Postcode of the risk, 5 digits.
   * @example '11527'
   */
  @Required()
  @Postcode()
  post_code: string;

  /**
   * Latitude, degrees.
   * @example '37.9838'
   */
  @Coordinate(90)
  latitude?: string;

  /**
   * Longitude, degrees.
   * @example '23.7275'
   */
  @Coordinate(180)
  longitude?: string;

  /**
   * Year of construction.
   * @example 2004
   */
  @Required()
  @IntegerBetween(EARLIEST_YEAR, LATEST_YEAR)
  building_year: number;

  /**
   * Year construction began; the seismic code of that year applies.
   * @example 2003
   */
  @IntegerBetween(EARLIEST_YEAR, LATEST_YEAR)
  building_commencement_year?: number;

  /**
   * Area, square metres.
   * @example 100
   */
  @Required()
  @NumberBetween(0.01, 10_000_000)
  square_meters: number;

  /**
   * Year the pipes were replaced; the year of construction when they never were.
   * @example 2004
   */
  @Required()
  @IntegerBetween(EARLIEST_YEAR, LATEST_YEAR)
  building_year_piping: number;

  /**
   * Whether another building borders it: '0' no, '1' yes.
   * @example '0'
   */
  @Required()
  @ZeroOne()
  bordering: string;

  /**
   * Whether the insured owns the building: '0' no, '1' yes.
   * @example '1'
   */
  @ZeroOne()
  is_owner_building?: string;

  /**
   * Unauthorised construction: '0' no, '1' yes.
   * @example '0'
   */
  @ZeroOne()
  illegal?: string;

  /**
   * Floors of the building; below ground they are negative.
   * @example [-1, 0, 1, 2, 3]
   */
  @Required()
  @ArrayOf(MAX_FLOORS, integerCheck(LOWEST_FLOOR, HIGHEST_FLOOR), 1)
  building_floors: number[];

  /**
   * Insured floors, within those of the building.
   * @example [3]
   */
  @Required()
  @ArrayOf(MAX_FLOORS, integerCheck(LOWEST_FLOOR, HIGHEST_FLOOR), 1)
  insurance_floors: number[];

  /**
   * Distance to a torrent or stream, metres.
   * @example 300
   */
  @NumberBetween(0, 1_000_000)
  meters_from_river?: number;

  /**
   * Skeleton, from `constructionOfSkeletons`.
   * @example '01'
   */
  @Required()
  @CodeOf('skeletons')
  construction_of_skeleton: string;

  /**
   * Walls, from `constructionOfWalls`.
   * @example '01'
   */
  @Required()
  @CodeOf('walls')
  construction_of_walls: string;

  /**
   * Roof, from `roofsConstruction`.
   * @example '01'
   */
  @Required()
  @CodeOf('roofs')
  roof_construction: string;

  /**
   * Lock of the main door, from `typeOfLocks`.
   * @example '04'
   */
  @CodeOf('locks')
  type_of_locks?: string;

  /** Fire protection measures. */
  @ListOf(() => FireProtectionDto, MAX_ITEMS)
  fire_protections?: FireProtectionDto[];

  /**
   * Theft protection measures, from `theftProtectionMeasures`.
   * @example ["01"]
   */
  @ArrayOf(MAX_ITEMS, codeCheck('theftProtection'))
  theft_protections?: string[];

  /**
   * Where the alarm reports to, from `alarmConnections`.
   * @example ["02"]
   */
  @AlsoWritten('alarm_Connections')
  @ArrayOf(MAX_ITEMS, codeCheck('alarms'))
  alarm_connections?: string[];

  /**
   * Safety shutters, from `typeOfSafetyShutters`.
   * @example ["02"]
   */
  @ArrayOf(MAX_ITEMS, codeCheck('shutters'))
  type_of_safety_shutters?: string[];

  /**
   * Bundle of covers, from `bundles`.
   * @example '104'
   */
  @Required()
  @TextUpTo(10)
  bundle_code: string;

  /**
   * Value of building improvements, euro; not for dwellings (kind 04).
   * @example 20000
   */
  @AmountUpTo(MAX_AMOUNT)
  building_improvements?: number;

  /** Sums insured, each group once; empty keeps the application in status 00. */
  @Required()
  @ListOf(() => FireInsuredValueDto, MAX_ITEMS)
  insured_values: FireInsuredValueDto[];

  /** Covers added to the bundle; also taken as one text, separated by blanks or commas. */
  @ListOf(() => FireExtraCoverDto, MAX_ITEMS)
  extra_covers?: FireExtraCoverDto[];

  /** Claims of the past, at most 50. */
  @ListOf(() => FireClaimDto, MAX_CLAIMS)
  claims_history?: FireClaimDto[];

  /** Co-owners, at most 20. */
  @ListOf(() => FireCoOwnerDto, MAX_CO_OWNERS)
  'co-owners'?: FireCoOwnerDto[];

  /** Loans, one for each bank, at most 20. */
  @ListOf(() => FireLoanDto, MAX_LOANS)
  mortgages_loans?: FireLoanDto[];

  /**
   * Requested discounts, codes of the tariff.
   * @example ["03"]
   */
  @ArrayOf(MAX_ITEMS, textCheck(10, 1))
  discounts?: string[];
}
