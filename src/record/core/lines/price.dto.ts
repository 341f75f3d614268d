/** Share of one tax class in a price or receipt, euro. */
export class TaxShareResponse {
  /** Tax class of the tariff. @example 'FIRE' */
  tax_class: string;
  /** Net of the covers of this class. @example 252 */
  net: number;
  /** Its part of the policy fee. @example 25.2 */
  fee: number;
  /** Rate of the tariff, as a fraction. @example 0.2 */
  rate: number;
  /** Tax of the class, euro. @example 55.44 */
  tax: number;
}

export class LevyResponse {
  /** Code of the levy. @example 'AUX_FUND' */
  code: string;
  /** Net premium it is taken of, euro. @example 231.25 */
  base: number;
  /** Rate, as a fraction. @example 0.018 */
  rate: number;
  /** Levy, euro. @example 4.16 */
  amount: number;
}

/** One instalment of the premium; all of them add up to the gross exactly. */
export class InstalmentResponse {
  /** Number, from 1. @example 1 */
  no: number;
  /** First day of the period. @example '2026-12-01' */
  from: string;
  /** Day the next period begins. @example '2027-12-01' */
  to: string;
  /** Net premium, euro. @example 252 */
  net: number;
  /** Policy fee, euro. @example 25.2 */
  fee: number;
  /** Taxes, euro. @example 55.44 */
  tax: number;
  /** Levies, euro. @example 0 */
  levy: number;
  /** To pay, euro. @example 332.64 */
  gross: number;
}

export class TraceStepResponse {
  /** sum, limit, rate, flat, base, percent, factor, loading or minimum. @example 'factor' */
  step: string;
  /** Table of the tariff that the value was read from; absent where it is from none. @example 'T_EQ_ZONE' */
  table?: string;
  /** Key it was read with; empty when the fact is absent. @example '2' */
  key?: string;
  /** Cover whose technical premium a percentage is taken of. @example 'M01' */
  of?: string;
  /** That premium, euro. @example '231.25' */
  base?: string;
  /** Value as the tariff writes it. @example '0.95' */
  value: string;
}

/** Figures of a cover in a price that every line of business names alike, euro. */
export class PriceLineFiguresResponse {
  /** Cover. @example '005' */
  cover: string;
  /** Title of the cover. @example 'Σεισμός' */
  title: string;
  /** Technical premium, euro. @example 142.5 */
  technical: number;
  /** Discount, euro. @example 0 */
  discount: number;
  /** Net premium, euro. @example 142.5 */
  net: number;
  /** How the technical premium came about, step by step. */
  trace: TraceStepResponse[];
}

/** Figures of a price that every line of business names alike, euro. */
export class PriceFiguresResponse {
  /** Net premium, euro. @example 252 */
  net: number;
  /** Policy fee, euro. @example 25.2 */
  fee: number;
  /** Levies. */
  levies: LevyResponse[];
  /** To pay for the whole year, euro. @example 332.64 */
  gross: number;
  /** The payments, in order. */
  instalments: InstalmentResponse[];
}

export class PremiumLineResponse extends PriceLineFiguresResponse {
  /** Tax class of the tariff. @example 'OTHER' */
  taxClass: string;
  /** Sum insured, euro; null for a cover without one. @example 9000 */
  sumInsured: number | null;
  /** Discount after the cap, as a fraction. @example 0 */
  discountRate: number;
  /** Loading for paying in instalments, euro. @example 0 */
  frequencyLoading: number;
  /** Raise to the minimum of the cover, euro; absent without one. @example 12.46 */
  minimumLine?: number;
  /** Its part of the raise to the minimum of the tariff, euro; absent without one. @example 3.1 */
  minimumTopUp?: number;
}

export class PremiumTaxResponse {
  /** Tax class of the tariff. @example 'OTHER' */
  taxClass: string;
  /** Net of the covers of this class, euro. @example 243.3 */
  net: number;
  /** Its part of the policy fee, euro. @example 19.46 */
  fee: number;
  /** Rate, as a fraction. @example 0.15 */
  rate: number;
  /** Tax, euro. @example 39.41 */
  tax: number;
}

export class PremiumResponse extends PriceFiguresResponse {
  /** Version of the tariff that priced it. @example 1 */
  tariffVersion: number;
  /** Raise to the minimum of the tariff that the net contains, euro. @example 0 */
  minimumTopUp: number;
  /** Taxes by class. */
  taxes: PremiumTaxResponse[];
  /** All taxes, euro. @example 39.9 */
  taxTotal: number;
  /** All levies, euro. @example 4.16 */
  levyTotal: number;
}
