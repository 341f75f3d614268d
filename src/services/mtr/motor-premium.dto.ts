import { InstalmentResponse, LevyResponse, TraceStepResponse } from '../../record/lines/price.dto.js';

/** How an action ended: `no` '0' and OK, or a negative code of the error entity. */
export class MotorErrorResponse {
  /**
   * Code.
   * @example '0'
   */
  no: string;
  /**
   * Text.
   * @example 'OK'
   */
  message: string;
}

/** A message of the rules, or of an underwriter. */
export class MotorMessageResponse {
  /**
   * Code of the rule, or -601 for a table without a row; IGNORED for a field of the body that is not known.
   * @example 'M25-04'
   */
  code: string;
  /**
   * error: to be completed; referral: needs approval; warning; info: about this call only, not kept.
   * @example 'referral'
   */
  severity: string;
  /**
   * Place in the application.
   * @example 'application'
   */
  path: string;
  /**
   * Text in the language of the call.
   * @example 'Αξία οχήματος άνω των 60.000'
   */
  text: string;
}

/** A cover of the application. */
export class MotorCoverResponse {
  /**
   * Cover.
   * @example 'M01'
   */
  code: string;
  /**
   * Title.
   * @example 'Αστική ευθύνη έναντι τρίτων'
   */
  title: string;
  /**
   * Sum insured, euro; null for a cover without one.
   * @example 9000
   */
  sumInsured: number | null;
  /**
   * Net premium, euro; null without a price.
   * @example 231.25
   */
  premium: number | null;
}

/** A requested discount. */
export class MotorDiscountResponse {
  /**
   * Discount.
   * @example '10'
   */
  code: string;
  /**
   * Title.
   * @example 'Ηλεκτρονική έκδοση'
   */
  title: string;
  /**
   * Rate of the tariff, as a fraction.
   * @example 0.05
   */
  rate: number;
  /**
   * What it takes off, euro; null without a price.
   * @example 11.56
   */
  amount: number | null;
}

/** One cover in the price. */
export class MotorPremiumLineResponse {
  /**
   * Cover.
   * @example 'M01'
   */
  cover: string;
  /**
   * Title.
   * @example 'Αστική ευθύνη έναντι τρίτων'
   */
  title: string;
  /**
   * Tax class of the tariff.
   * @example 'OTHER'
   */
  taxClass: string;
  /**
   * Sum insured, euro; null for a cover without one.
   * @example 9000
   */
  sumInsured: number | null;
  /**
   * Technical premium, euro.
   * @example 231.25
   */
  technical: number;
  /**
   * Discount, as a fraction.
   * @example 0
   */
  discountRate: number;
  /**
   * Discount, euro.
   * @example 0
   */
  discount: number;
  /**
   * Raise to the minimum of the cover, euro.
   * @example 12.46
   */
  minimumLine?: number;
  /**
   * Loading for paying in instalments, euro.
   * @example 0
   */
  frequencyLoading: number;
  /**
   * Its part of the raise to the least premium, euro.
   * @example 0
   */
  minimumTopUp?: number;
  /**
   * Net premium, euro.
   * @example 231.25
   */
  net: number;
  /** How the technical premium came about. */
  trace: TraceStepResponse[];
}

/** Tax of one class. */
export class MotorTaxResponse {
  /**
   * Tax class of the tariff.
   * @example 'OTHER'
   */
  taxClass: string;
  /**
   * Net of the covers of this class, euro.
   * @example 243.3
   */
  net: number;
  /**
   * Its part of the policy fee, euro.
   * @example 19.46
   */
  fee: number;
  /**
   * Rate, as a fraction.
   * @example 0.15
   */
  rate: number;
  /**
   * Tax, euro.
   * @example 39.41
   */
  tax: number;
}

/** The price of an application, euro. */
export class MotorPremiumResponse {
  /**
   * Version of the tariff that priced it.
   * @example 1
   */
  tariffVersion: number;
  /**
   * Net of all covers.
   * @example 245.55
   */
  net: number;
  /**
   * Raise to the least premium that the net contains.
   * @example 0
   */
  minimumTopUp: number;
  /**
   * Policy fee.
   * @example 19.64
   */
  fee: number;
  /** By tax class. */
  taxes: MotorTaxResponse[];
  /**
   * All taxes.
   * @example 39.9
   */
  taxTotal: number;
  /** By levy. */
  levies: LevyResponse[];
  /**
   * All levies.
   * @example 4.16
   */
  levyTotal: number;
  /**
   * What the customer pays for the year.
   * @example 309.25
   */
  gross: number;
  /** What is paid when. */
  instalments: InstalmentResponse[];
  /** By cover, in tariff order, each explained by its trace. */
  lines: MotorPremiumLineResponse[];
}

/** A link. */
export class MotorLinkResponse {
  /**
   * Relation.
   * @example 'self'
   */
  rel: string;
  /**
   * Address.
   * @example 'https://localhost:8443/mtr-api/resources/applications/1'
   */
  href: string;
}
