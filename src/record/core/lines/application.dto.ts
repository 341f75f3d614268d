export class LinkResponse {
  /** Relation. @example 'self' */
  rel: string;
  /** Address. @example 'https://localhost:8443/fire-api/rsc/applications/1' */
  href: string;
}

export class MessageResponse {
  /** Code of the rule; -601 for a missing rate; IGNORED for an unknown field of the body. @example 'F25-03' */
  code: string;
  /** error: status 00; referral: status 25; warning; info: about this call, not stored. @example 'referral' */
  severity: 'error' | 'referral' | 'warning' | 'info';
  /** Path in the application. @example 'objects_insured[0]' */
  path: string;
  /** Text in the language of the call. @example 'Απόσταση από ρέμα κάτω των 50 μ. με κάλυψη πλημμύρας' */
  text: string;
}

export class DiscountResponse {
  /** Code of the discount. @example '03' */
  code: string;
  /** Title. @example 'Χωρίς ζημιά 5 έτη' */
  title: string;
  /** Rate of the tariff, as a fraction. @example 0.1 */
  rate: number;
  /** Amount of the discount, euro; null without a price. @example 25.2 */
  amount: number | null;
}
