import { OmitType } from '@nestjs/swagger';
import { Afm, FromNumericText, IsoDate, ListOf, OneOf, Required, TextUpTo } from '../../common/validation/decorators.js';
import { ResponseTo } from '../../common/validation/ignored-fields.js';
import { CodeOf } from '../../record/reference/lists/code-of.decorator.js';
import { MAX_NEEDS, NeedAnswerRequest } from '../../record/contract/offers/need.dto.js';
import { DiscountResponse, MessageResponse } from '../../record/core/lines/application.dto.js';
import { MotorCoverResponse, MotorPremiumResponse } from './motor-response.dto.js';
import { MotorRating } from './motor-rating.dto.js';

/** A vehicle to price without an application (motor.10). All fields are optional. */
export class PricingParamRequest extends MotorRating {
  /** Start of insurance; today when absent. @example '2026-12-01' */
  @IsoDate()
  policyStartDate?: string;

  /** Usage, from `GET /mtr-api/resources/parameters/usageCode`; 01 when absent. @example '01' */
  @CodeOf('vehicleUsages')
  usageCode?: string;

  /** Agent; ignored, because quotes are the same for all agents. @example '1000100' */
  @TextUpTo(20)
  agentCode?: string;

  /** Tax number of the client, which finds the class in the registry with the plate. @example '123456783' */
  @Afm()
  clientAfm?: string;
}

export class MotorQuoteOfferRequest extends PricingParamRequest {
  /** Answers to all questions about demands and needs (`needs` of the bundles), for the statement on the offer. */
  @ListOf(() => NeedAnswerRequest, MAX_NEEDS)
  needs?: NeedAnswerRequest[] | null;
}

export class MotorQuoteQuery {
  /** 'true': return missing fields and referrals instead of prices. @example 'true' */
  @OneOf(['true', 'false'])
  validate?: string;
}

export class MotorBundleOfferResponse {
  /** Code of the bundle. Codes: `GET /mtr-api/resources/parameters/bundleCode`. @example 'B1' */
  bundleCode: string;
  /** Title of the bundle. @example 'Βασικό' */
  bundleTitle: string;
  /** 01: can be insured, 25: needs approval, 00: cannot be insured as requested. @example '01' */
  statusCode: string;
  /** Reasons for the status. */
  messages: MessageResponse[];
  /** Covers, in tariff order. */
  covers: MotorCoverResponse[];
  /** Requested discounts. */
  discounts: DiscountResponse[];
  /** Price with its trace; null in status 00 and with `validate=true`. */
  premium: MotorPremiumResponse | null;
}

export class MotorOffersResponse {
  /** Offers in tariff order. */
  bundles: MotorBundleOfferResponse[];
  /** With `validate=true`: fields that an application needs and that were not sent. @example ['plateNo'] */
  missing?: string[];
  /** Values that are probably typed wrongly; absent without any. They change no price and no status. */
  warnings?: MessageResponse[];
}

export class MotorAcceptedValuesResponse {
  /** Usages with a tariff. Codes: `GET /mtr-api/resources/parameters/usageCode`. @example ['01', '02'] */
  usageCode: string[];
  /** Bundles. Codes: `GET /mtr-api/resources/parameters/bundleCode`. @example ['B1', 'B2'] */
  bundleCode: string[];
  /** Covers that can be added. Codes: `GET /mtr-api/resources/parameters/bundleCode`. @example ['M06', 'M10'] */
  extraCovers: string[];
  /** Discounts. Codes: `GET /mtr-api/resources/parameters/discountCode`. @example ['10', '11'] */
  discountCodes: string[];
  /** Months between payments. @example [3, 6, 12] */
  payFrequencyInMonths: number[];
  /** Deductibles, euro. @example [300, 500, 1000] */
  deductible: number[];
  /** Lowest and highest bonus-malus class. @example [1, 20] */
  bonusMalus: number[];
}

@ResponseTo(PricingParamRequest)
export class MotorQuoteTemplateResponse extends OmitType(PricingParamRequest, ['manufactureYear']) {
  /** Year of manufacture, here as a text; requests accept a number too. @example '2018' */
  manufactureYear: string;

  /** Accepted values of the coded fields. */
  acceptedValues: MotorAcceptedValuesResponse;
}

export class MotorBonusMalusQuery {
  /** Plate in any spelling. @example 'ΙΖΧ-4821' */
  @Required()
  @TextUpTo(20)
  plateNo: string;

  /** Tax number of the owner; when absent, the latest entry of the plate is returned. @example '123456783' */
  @Afm()
  clientAfm?: string;

  /** Year of manufacture; ignored, because the registry does not record it. @example 2018 */
  @FromNumericText()
  manufactureYear?: number;
}

export class MotorBonusMalusResponse {
  /** Plate, in Latin capitals. @example 'IZX4821' */
  plateNo: string;
  /** Bonus-malus class; a lower class is better. @example 10 */
  bonusMalus: number;
  /** Number of claims of the last five years. @example 0 */
  claimsLast5Years: number;
  /** Source of the entry. @example 'DEMO' */
  source: string;
  /** Date of the entry. @example '2026-01-01' */
  asOf: string;
}
