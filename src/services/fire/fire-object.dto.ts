import {
  AmountUpTo,
  ArrayOf,
  CheckedText,
  IntegerBetween,
  ListOf,
  NumberBetween,
  Postcode,
  Required,
  TextUpTo,
  WithoutBlanks,
  ZeroOne,
  Nested,
  combineDecorators,
} from '../../common/validation/decorators.js';
import { buildIntegerCheck, buildCheck } from '../../common/validation/checks.js';
import { CodeOf } from '../../record/reference/lists/code-of.decorator.js';
import { FireCoOwnerDto } from './fire-person.dto.js';
import {
  EARLIEST_BUILDING_YEAR,
  FireRiskFactsDto,
  LATEST_BUILDING_YEAR,
  MAX_AMOUNT,
  MAX_ID,
  MAX_ITEMS,
  FireClaimDto,
  MAX_CLAIMS,
} from './fire-risk-facts.dto.js';

/** Limits of one application (fire.2). */
export const MAX_OBJECTS = 50;
export const MAX_CO_OWNERS = 20;
export const MAX_LOANS = 20;

export const MAX_FLOORS = 150;
export const LOWEST_FLOOR = -10;
export const HIGHEST_FLOOR = 150;
export const MIN_SQUARE_METERS = 0.01;
export const MAX_SQUARE_METERS = 10_000_000;

/** Checks degrees written as a text: `37.9838`. */
function Coordinate(limit: number): PropertyDecorator {
  const text = { el: `Μοίρες από -${limit} έως ${limit}.`, en: `Degrees from -${limit} to ${limit}.` };
  const accepts = (value: unknown): boolean =>
    typeof value === 'string' && /^-?\d{1,3}(\.\d{1,12})?$/.test(value) && Math.abs(Number(value)) <= limit;
  return CheckedText(buildCheck('coordinate', text, accepts));
}

const ATAK = /^\d{11}$/;

/** Checks an ATAK, the number of a property in the tax register; removes blanks. */
function Atak(): PropertyDecorator {
  const text = { el: 'ΑΤΑΚ: 11 ψηφία.', en: 'ATAK: 11 digits.' };
  return combineDecorators(
    WithoutBlanks(),
    CheckedText(buildCheck('atak', text, (value) => typeof value === 'string' && ATAK.test(value), { pattern: ATAK.source })),
  );
}

export class FireInsuredValueDto {
  /** Insured group, such as 01 for building. Codes: `GET /fire-api/parameters/groupsInsured`. @example '01' */
  @Required()
  @CodeOf('groupsInsured')
  group_cover: string;

  /** Sum insured, euro. @example 150000 */
  @Required()
  @AmountUpTo(MAX_AMOUNT, 0.01)
  insured_value: number;
}

export class FireLoanDto {
  /** Bank, from `GET /parameters-api/banks`. @example '011' */
  @Required()
  @CodeOf('banks')
  bank_id: string;

  /** Amount of the loan, euro. @example 80000 */
  @Required()
  @AmountUpTo(MAX_AMOUNT)
  amount_loan: number;
}

export class FireObjectFieldsRequest extends FireRiskFactsDto {
  /** Id of an object to update; absent for a new one. @example 101 */
  @IntegerBetween(1, MAX_ID)
  object_id?: number;

  /** Number of the property in the tax register (ATAK), 11 digits. @example '01234567890' */
  @Atak()
  atak?: string;

  /** Kind of risk, from `GET /fire-api/parameters/kindsOfRisks`. @example '04' */
  @Required()
  @CodeOf('kindsOfRisk')
  kind_of_risk: string;

  /** Subkind of risk, from `GET /fire-api/parameters/kindsOfRisks/subkindsOfRisks` of the kind. @example '0401' */
  @Required()
  @CodeOf('subkindsOfRisk')
  subkind_of_risk: string;

  /** Street of the risk. @example 'Λεωφόρος Κηφισίας' */
  @Required()
  @TextUpTo(120)
  address: string;

  /** Number in the street. @example '100' */
  @TextUpTo(20)
  address_number?: string;

  /** City of the risk. @example 'Αθήνα' */
  @Required()
  @TextUpTo(60)
  city: string;

  /** Postcode of the risk, 5 digits. @example '11527' */
  @Required()
  @Postcode()
  post_code: string;

  /** Latitude, degrees. @example '37.9838' */
  @Coordinate(90)
  latitude?: string;

  /** Longitude, degrees. @example '23.7275' */
  @Coordinate(180)
  longitude?: string;

  /** Year of construction. @example 2004 */
  @Required()
  @IntegerBetween(EARLIEST_BUILDING_YEAR, LATEST_BUILDING_YEAR)
  building_year: number;

  /** Area, square metres. @example 100 */
  @Required()
  @NumberBetween(MIN_SQUARE_METERS, MAX_SQUARE_METERS)
  square_meters: number;

  /** Year of the pipes: their last replacement, or the construction. @example 2004 */
  @Required()
  @IntegerBetween(EARLIEST_BUILDING_YEAR, LATEST_BUILDING_YEAR)
  building_year_piping: number;

  /** Whether another building borders it: '0' no, '1' yes. @example '0' */
  @Required()
  @ZeroOne()
  bordering: string;

  /** Floors of the building, negative below ground. @example [-1, 0, 1, 2, 3] */
  @Required()
  @ArrayOf(MAX_FLOORS, buildIntegerCheck(LOWEST_FLOOR, HIGHEST_FLOOR), 1)
  building_floors: number[];

  /** Insured floors of the building. @example [3] */
  @Required()
  @ArrayOf(MAX_FLOORS, buildIntegerCheck(LOWEST_FLOOR, HIGHEST_FLOOR), 1)
  insurance_floors: number[];

  /** Skeleton, from `GET /fire-api/parameters/constructionOfSkeletons`. @example '01' */
  @Required()
  @CodeOf('skeletons')
  construction_of_skeleton: string;

  /** Walls, from `GET /fire-api/parameters/constructionOfWalls`. @example '01' */
  @Required()
  @CodeOf('walls')
  construction_of_walls: string;

  /** Roof, from `GET /fire-api/parameters/roofsConstruction`. @example '01' */
  @Required()
  @CodeOf('roofs')
  roof_construction: string;

  /** Bundle of covers, from `GET /fire-api/parameters/bundles`. @example '104' */
  @Required()
  @TextUpTo(10)
  bundle_code: string;

  /** Value of building improvements, euro; not for dwellings (kind 04). @example 20000 */
  @AmountUpTo(MAX_AMOUNT)
  building_improvements?: number;

  /** Sums insured, one for each group; an empty list leaves the application in status 00. */
  @Required()
  @ListOf(() => FireInsuredValueDto, MAX_ITEMS)
  insured_values: FireInsuredValueDto[];

  /** Co-owners, at most 20. */
  @ListOf(() => FireCoOwnerDto, MAX_CO_OWNERS)
  'co-owners'?: FireCoOwnerDto[];

  /** Loans, one for each bank, at most 20. */
  @ListOf(() => FireLoanDto, MAX_LOANS)
  mortgages_loans?: FireLoanDto[];
}

export class FireObjectsRequest {
  /** Insured objects, at most 50 in an application. */
  @ListOf(() => FireObjectFieldsRequest, MAX_OBJECTS)
  objects_insured: FireObjectFieldsRequest[];
}

export class FireObjectRequest {
  /** The insured object; absent fields and lists stay unchanged. */
  @Nested(() => FireObjectFieldsRequest)
  objects_insured: FireObjectFieldsRequest;
}

export class FireClaimsRequest {
  /** Claims, at most 50 of an object. */
  @ListOf(() => FireClaimDto, MAX_CLAIMS)
  claims_history: FireClaimDto[];
}

export class FireClaimRequest {
  /** The claim; absent fields stay unchanged. */
  @Nested(() => FireClaimDto)
  claims_history: FireClaimDto;
}

export class FireCoOwnersRequest {
  /** Co-owners, at most 20 of an object. */
  @ListOf(() => FireCoOwnerDto, MAX_CO_OWNERS)
  'co-owners': FireCoOwnerDto[];
}

export class FireLoansRequest {
  /** Loans, one for each bank, at most 20 of an object. */
  @ListOf(() => FireLoanDto, MAX_LOANS)
  mortgages_loans: FireLoanDto[];
}

export class FireLoanAmountRequest {
  /** Amount of the loan, euro. @example 75000 */
  amount_loan: number;
}

export class FireLoanRequest {
  /** The loan with its new amount. */
  @Nested(() => FireLoanDto)
  mortgages_loans: FireLoanAmountRequest;
}
