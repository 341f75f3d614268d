import { ArrayOf, IntegerBetween, ListOf, NumberBetween, Required, TextUpTo } from '../../common/validation/decorators.js';
import { buildIntegerCheck } from '../../common/validation/checks.js';
import { CodeOf } from '../../record/reference/lists/code-of.decorator.js';
import { MAX_NEEDS, NeedAnswerRequest } from '../../record/contract/offers/need.dto.js';
import { DiscountResponse, MessageResponse } from '../../record/core/lines/application.dto.js';
import { FirePricingResponse } from './fire-response.dto.js';
import { FireInsuredValueDto, HIGHEST_FLOOR, LOWEST_FLOOR, MAX_FLOORS, MAX_SQUARE_METERS, MIN_SQUARE_METERS } from './fire-object.dto.js';
import { EARLIEST_BUILDING_YEAR, FireRiskFactsDto, LATEST_BUILDING_YEAR } from './fire-risk-facts.dto.js';

export const MAX_QUOTES = 50;
/** Maximum of risks without `bundle_code`, each of which is priced with all bundles. */
export const MAX_OPEN_QUOTES = 25;

/** A risk to price with one bundle or all bundles of its kind (fire.10). */
export class FireQuoteRequest extends FireRiskFactsDto {
  /** Bundle, from `GET /fire-api/parameters/bundles`; all of the kind when absent. @example '104' */
  @TextUpTo(10)
  bundle_code?: string;

  /** Prefecture of the risk, from `GET /parameters-api/prefectures`. @example '02' */
  @Required()
  @CodeOf('prefectures')
  prefecture_code: string;

  /** Year of construction. @example 2004 */
  @Required()
  @IntegerBetween(EARLIEST_BUILDING_YEAR, LATEST_BUILDING_YEAR)
  building_year: number;

  /** Year in which the pipes were replaced; the year of construction when absent. @example 2004 */
  @IntegerBetween(EARLIEST_BUILDING_YEAR, LATEST_BUILDING_YEAR)
  building_year_piping?: number;

  /** Subkind of risk, from `GET /fire-api/parameters/kindsOfRisks/subkindsOfRisks`. @example '0401' */
  @Required()
  @CodeOf('subkindsOfRisk')
  subkind_of_risk: string;

  /** Skeleton, from `GET /fire-api/parameters/constructionOfSkeletons`. @example '01' */
  @Required()
  @CodeOf('skeletons')
  construction_of_skeleton: string;

  /** Roof, from `GET /fire-api/parameters/roofsConstruction`. @example '01' */
  @Required()
  @CodeOf('roofs')
  roof_construction: string;

  /** Sums insured, one for each group. */
  @Required()
  @ListOf(() => FireInsuredValueDto, 10)
  insured_values: FireInsuredValueDto[];

  /** Area, square metres. @example 100 */
  @NumberBetween(MIN_SQUARE_METERS, MAX_SQUARE_METERS)
  square_meters?: number;

  /** Insured floors, negative below ground. @example [3] */
  @ArrayOf(MAX_FLOORS, buildIntegerCheck(LOWEST_FLOOR, HIGHEST_FLOOR))
  insurance_floors?: number[];
}

export class FireQuotesRequest {
  /** Risks, at most 50, of which at most 25 without `bundle_code`. */
  @ListOf(() => FireQuoteRequest, MAX_QUOTES, { wrapper: true })
  bundles: FireQuoteRequest[];
}

/** The one risk and bundle of an offer. */
export class FireQuoteOfferRequest extends FireQuotesRequest {
  /** Answers to all questions about demands and needs (`needs` of the bundles), for the statement on the offer. */
  @ListOf(() => NeedAnswerRequest, MAX_NEEDS)
  needs?: NeedAnswerRequest[] | null;
}

export class FireOfferCoverResponse {
  /** Code of the cover. @example '005' */
  code: string;
  /** Title. @example 'Σεισμός' */
  title: string;
  /** Whether the bundle includes it. @example true */
  included: boolean;
  /** Sum insured, euro; null for a cover without one or without a price. @example 150000 */
  sum_insured: number | null;
  /** Net premium, euro; null without a price. @example 142.5 */
  net: number | null;
}

/** Offer of a bundle for a risk, with start today and yearly payment. */
export class FireOfferResponse {
  /** Position of the risk in the request's `bundles`, from 0. @example 0 */
  index: number;
  /** Bundle. Codes: `GET /fire-api/parameters/bundles`. @example '104' */
  bundle_code: string;
  /** Title. @example 'Κατοικία φυσικές καταστροφές (ΕΝΦΙΑ)' */
  title: string;
  /** 01: can be insured, 25: needs approval, 00: cannot be insured as requested. @example '01' */
  status_code: string;
  /** Reasons for the status. */
  messages: MessageResponse[];
  /** Covers, in tariff order. */
  covers: FireOfferCoverResponse[];
  /** Requested discounts. */
  discounts: DiscountResponse[];
  /** Price; null in status 00. */
  pricing: FirePricingResponse | null;
}
