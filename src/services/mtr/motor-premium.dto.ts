import { PremiumLineResponse, PremiumResponse } from '../../record/core/lines/price.dto.js';

/** Result of an action: `no` is '0', or the negative code of an error. */
export class MotorErrorResponse {
  /** Code. @example '0' */
  no: string;
  /** Text. @example 'OK' */
  message: string;
}

export class MotorMessageResponse {
  /** Code of the rule; -601 for a missing rate; IGNORED for an unknown field. @example 'M25-04' */
  code: string;
  /** error: status 00; referral: status 25; warning; info: about this call, not stored. @example 'referral' */
  severity: string;
  /** Path in the application. @example 'application' */
  path: string;
  /** Text in the language of the call. @example 'Αξία οχήματος άνω των 60.000' */
  text: string;
}

export class MotorCoverResponse {
  /** Code of the cover. @example 'M01' */
  code: string;
  /** Title. @example 'Αστική ευθύνη έναντι τρίτων' */
  title: string;
  /** Sum insured, euro; null for a cover without one. @example 9000 */
  sumInsured: number | null;
  /** Net premium, euro; null without a price. @example 231.25 */
  premium: number | null;
}

export class MotorDiscountResponse {
  /** Code of the discount. @example '10' */
  code: string;
  /** Title. @example 'Ηλεκτρονική έκδοση' */
  title: string;
  /** Rate of the tariff, as a fraction. @example 0.05 */
  rate: number;
  /** Amount of the discount, euro; null without a price. @example 11.56 */
  amount: number | null;
}

export class MotorPremiumResponse extends PremiumResponse {
  /** One line for each cover, in tariff order, with its trace. */
  lines: PremiumLineResponse[];
}

export class MotorLinkResponse {
  /** Relation. @example 'self' */
  rel: string;
  /** Address. @example 'https://localhost:8443/mtr-api/resources/applications/1' */
  href: string;
}
