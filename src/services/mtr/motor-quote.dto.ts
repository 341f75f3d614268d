import { OmitType } from '@nestjs/swagger';
import { Afm, FromNumericText, IsoDate, OneOf, Required, TextUpTo } from '../../common/validation/decorators.js';
import { AnswerTo } from '../../common/validation/ignored-fields.js';
import { CodeOf } from '../../record/reference/lists/code-of.decorator.js';
import { MotorCoverResponse, MotorDiscountResponse, MotorMessageResponse, MotorPremiumResponse } from './motor-premium.dto.js';
import { MotorRating } from './motor-rating.dto.js';

/** A vehicle to be priced without an application (motor.10). All fields are optional. */
export class PricingParamRequest extends MotorRating {
  /** Start of insurance; today when absent. @example '2026-12-01' */
  @IsoDate()
  policyStartDate?: string;

  /** Usage, from `usageCode`; 01 when absent. @example '01' */
  @CodeOf('vehicleUsages')
  usageCode?: string;

  /** Agent; a quote is the same for all, so it changes nothing. @example '1000100' */
  @TextUpTo(20)
  agentCode?: string;

  /** Tax number of the client: with the plate it finds the class in the registry. @example '123456783' */
  @Afm()
  clientAfm?: string;
}

export class MotorQuoteQuery {
  /** 'true': no prices, only what is missing for an application or would be referred. @example 'true' */
  @OneOf(['true', 'false'])
  validate?: string;
}

export class MotorBundleOfferResponse {
  /** Bundle. @example 'B1' */
  bundleCode: string;
  /** Title. @example 'Βασικό' */
  bundleTitle: string;
  /** 01 can be insured, 25 needs approval, 00 cannot as asked. @example '01' */
  statusCode: string;
  /** Why. */
  messages: MotorMessageResponse[];
  /** Covers, in tariff order. */
  covers: MotorCoverResponse[];
  /** Requested discounts. */
  discounts: MotorDiscountResponse[];
  /** Price, each line with its trace; null in status 00 and with `validate=true`. */
  premium: MotorPremiumResponse | null;
}

export class MotorOffersResponse {
  /** In tariff order. */
  bundles: MotorBundleOfferResponse[];
  /** With `validate=true`: the fields that an application needs beside what was sent. @example ['plateNo'] */
  missing?: string[];
}

export class MotorAcceptedValuesResponse {
  /** Usages with a tariff. @example ['01', '02'] */
  usageCode: string[];
  /** Bundles. @example ['B1', 'B2'] */
  bundleCode: string[];
  /** Covers that can be added. @example ['M06', 'M10'] */
  extraCovers: string[];
  /** Discounts. @example ['10', '11'] */
  discountCodes: string[];
  /** Months between payments. @example [3, 6, 12] */
  payFrequencyInMonths: number[];
  /** Own share of a claim, euro. @example [300, 500, 1000] */
  deductible: number[];
  /** Lowest and highest bonus-malus class. @example [1, 20] */
  bonusMalus: number[];
}

@AnswerTo(PricingParamRequest)
export class MotorQuoteTemplateResponse extends OmitType(PricingParamRequest, ['manufactureYear']) {
  /** Year of manufacture, a text as in the contract; a request takes it as a number too. @example '2018' */
  manufactureYear: string;

  /** Values that are taken. */
  acceptedValues: MotorAcceptedValuesResponse;
}

/** Whose class is asked for. */
export class MotorBonusMalusQuery {
  /** Plate in any spelling. @example 'ΙΖΧ-4821' */
  @Required()
  @TextUpTo(20)
  plateNo: string;

  /** Tax number of the owner; without it the latest row of the plate counts. @example '123456783' */
  @Afm()
  clientAfm?: string;

  /** Year of manufacture; the registry does not keep it, so it changes nothing. @example 2018 */
  @FromNumericText()
  manufactureYear?: number;
}

/** A row of the registry. */
export class MotorBonusMalusResponse {
  /** Plate, in Latin capitals. @example 'IZX4821' */
  plateNo: string;
  /** Class, the lower the better. @example 10 */
  bonusMalus: number;
  /** Claims of the last five years. @example 0 */
  claimsLast5Years: number;
  /** Where the row comes from. @example 'DEMO' */
  source: string;
  /** Day that it describes. @example '2026-01-01' */
  asOf: string;
}
