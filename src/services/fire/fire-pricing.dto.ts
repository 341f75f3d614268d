import { ArrayOf, IntegerBetween, ListOf, NumberBetween, Required, TextUpTo } from '../../common/validation/decorators.js';
import { integerCheck } from '../../common/validation/checks.js';
import { CodeOf } from '../../record/reference/lists/code-of.decorator.js';
import { FireMessageResponse, FirePricingResponse } from './fire-response.dto.js';
import { FireInsuredValueDto, HIGHEST_FLOOR, LOWEST_FLOOR, MAX_FLOORS, MAX_SQUARE_METERS, MIN_SQUARE_METERS } from './fire-object.dto.js';
import { EARLIEST_BUILDING_YEAR, FireRiskFactsDto, LATEST_BUILDING_YEAR } from './fire-risk-facts.dto.js';

export const MAX_QUOTES = 50;
/** Risks without `bundle_code`, each priced with every bundle. */
export const MAX_OPEN_QUOTES = 25;

/** A risk to be priced with one bundle or every bundle of its kind (fire.10). */
export class FireQuoteRequest extends FireRiskFactsDto {
  /** Only this bundle; without it every bundle of the kind. @example '104' */
  @TextUpTo(10)
  bundle_code?: string;

  /** Prefecture of the risk, from `prefectures`. @example '02' */
  @Required()
  @CodeOf('prefectures')
  prefecture_code: string;

  /** Year of construction. @example 2004 */
  @Required()
  @IntegerBetween(EARLIEST_BUILDING_YEAR, LATEST_BUILDING_YEAR)
  building_year: number;

  /** Year the pipes were replaced; the year of construction when absent. @example 2004 */
  @IntegerBetween(EARLIEST_BUILDING_YEAR, LATEST_BUILDING_YEAR)
  building_year_piping?: number;

  /** Subkind of risk, from `subkindsOfRisks`; its kind decides the bundles. @example '0401' */
  @Required()
  @CodeOf('subkindsOfRisk')
  subkind_of_risk: string;

  /** Skeleton, from `constructionOfSkeletons`. @example '01' */
  @Required()
  @CodeOf('skeletons')
  construction_of_skeleton: string;

  /** Roof, from `roofsConstruction`. @example '01' */
  @Required()
  @CodeOf('roofs')
  roof_construction: string;

  /** Sums insured, each group once. */
  @Required()
  @ListOf(() => FireInsuredValueDto, 10)
  insured_values: FireInsuredValueDto[];

  /** Area, square metres. @example 100 */
  @NumberBetween(MIN_SQUARE_METERS, MAX_SQUARE_METERS)
  square_meters?: number;

  /** Insured floors; below ground they are negative. @example [3] */
  @ArrayOf(MAX_FLOORS, integerCheck(LOWEST_FLOOR, HIGHEST_FLOOR))
  insurance_floors?: number[];
}

export class FireQuotesRequest {
  /** The risks, at most 50; at most 25 of them without `bundle_code`. */
  @ListOf(() => FireQuoteRequest, MAX_QUOTES, { wrapper: true })
  bundles: FireQuoteRequest[];
}

export class FireOfferCoverResponse {
  /** Cover. @example '005' */
  code: string;
  /** Title. @example 'Σεισμός' */
  title: string;
  /** Whether it belongs to the bundle. @example true */
  included: boolean;
  /** Sum insured, euro; null for a cover without one, and without a price. @example 150000 */
  sum_insured: number | null;
  /** Net premium, euro; null without a price. @example 142.5 */
  net: number | null;
}

export class FireOfferDiscountResponse {
  /** Discount. @example '03' */
  code: string;
  /** Title. @example 'Χωρίς ζημιά 5 έτη' */
  title: string;
  /** Rate of the tariff. @example 0.1 */
  rate: number;
  /** What it takes off, euro; null without a price. @example 25.2 */
  amount: number | null;
}

/** One bundle calculated for one risk, for a start today, paid yearly. */
export class FireOfferResponse {
  /** Position of the risk in the request's `bundles`, from 0. @example 0 */
  index: number;
  /** Bundle. @example '104' */
  bundle_code: string;
  /** Title. @example 'Κατοικία φυσικές καταστροφές (ΕΝΦΙΑ)' */
  title: string;
  /** 01 can be insured, 25 needs approval, 00 cannot as asked. @example '01' */
  status_code: string;
  /** Why. */
  messages: FireMessageResponse[];
  /** Covers, in tariff order. */
  covers: FireOfferCoverResponse[];
  /** Requested discounts. */
  discounts: FireOfferDiscountResponse[];
  /** Price; null in status 00. */
  pricing: FirePricingResponse | null;
}
