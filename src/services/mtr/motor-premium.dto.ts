import { PremiumLineResponse, PremiumResponse } from '../../record/core/lines/price.dto.js';

/** How an action ended: `no` '0' and OK, or a negative code of the error entity. */
export class MotorErrorResponse {
  /** Code. @example '0' */
  no: string;
  /** Text. @example 'OK' */
  message: string;
}

export class MotorMessageResponse {
  /** Code of the rule, or -601 for a table without a row; IGNORED for a field of the body that is not known. @example 'M25-04' */
  code: string;
  /** error: to be completed; referral: needs approval; warning; info: about this call only, not kept. @example 'referral' */
  severity: string;
  /** Place in the application. @example 'application' */
  path: string;
  /** Text in the language of the call. @example 'Αξία οχήματος άνω των 60.000' */
  text: string;
}

export class MotorCoverResponse {
  /** Cover. @example 'M01' */
  code: string;
  /** Title. @example 'Αστική ευθύνη έναντι τρίτων' */
  title: string;
  /** Sum insured, euro; null for a cover without one. @example 9000 */
  sumInsured: number | null;
  /** Net premium, euro; null without a price. @example 231.25 */
  premium: number | null;
}

export class MotorDiscountResponse {
  /** Discount. @example '10' */
  code: string;
  /** Title. @example 'Ηλεκτρονική έκδοση' */
  title: string;
  /** Rate of the tariff, as a fraction. @example 0.05 */
  rate: number;
  /** What it takes off, euro; null without a price. @example 11.56 */
  amount: number | null;
}

export class MotorPremiumResponse extends PremiumResponse {
  /** By cover, in tariff order, each explained by its trace. */
  lines: PremiumLineResponse[];
}

export class MotorLinkResponse {
  /** Relation. @example 'self' */
  rel: string;
  /** Address. @example 'https://localhost:8443/mtr-api/resources/applications/1' */
  href: string;
}
