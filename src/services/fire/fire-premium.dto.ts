/** One share of the tax. */
export class FireTaxResponse {
  /**
   * Tax class of the tariff.
   * @example 'FIRE'
   */
  tax_class: string;
  /**
   * Net premium of the class, euro.
   * @example 252
   */
  net: number;
  /**
   * The class's share of the policy fee, euro.
   * @example 25.2
   */
  fee: number;
  /**
   * Tax rate.
   * @example 0.2
   */
  rate: number;
  /**
   * Tax, euro: (net + fee) × rate.
   * @example 55.44
   */
  tax: number;
}

/** A levy on the net premium of certain covers. */
export class FireLevyResponse {
  /**
   * Code of the levy.
   * @example 'AUX_FUND'
   */
  code: string;
  /**
   * Net premium it is taken from, euro.
   * @example 231.25
   */
  base: number;
  /**
   * Rate of the levy.
   * @example 0.018
   */
  rate: number;
  /**
   * Levy, euro.
   * @example 4.16
   */
  amount: number;
}

/** One instalment of the premium; all of them add up to the gross exactly. */
export class FireInstalmentResponse {
  /**
   * Number, from 1.
   * @example 1
   */
  no: number;
  /**
   * First day of the period.
   * @example '2026-12-01'
   */
  from: string;
  /**
   * Day the next period begins.
   * @example '2027-12-01'
   */
  to: string;
  /**
   * Net premium, euro.
   * @example 252
   */
  net: number;
  /**
   * Policy fee, euro.
   * @example 25.2
   */
  fee: number;
  /**
   * Taxes, euro.
   * @example 55.44
   */
  tax: number;
  /**
   * Levies, euro.
   * @example 0
   */
  levy: number;
  /**
   * To pay, euro.
   * @example 332.64
   */
  gross: number;
}

/** One step of the calculation of a line: sum, limit, rate, flat, base, percent, factor, loading or minimum. */
export class FireTraceResponse {
  /**
   * Kind of step.
   * @example 'factor'
   */
  step: string;
  /**
   * Table of the tariff the value was read from.
   * @example 'T_EQ_ZONE'
   */
  table?: string;
  /**
   * Key it was read with; empty when the fact is absent.
   * @example '2'
   */
  key?: string;
  /**
   * Cover whose technical premium a percentage is taken of.
   * @example 'M01'
   */
  of?: string;
  /**
   * That premium, euro.
   * @example '231.25'
   */
  base?: string;
  /**
   * Value as the tariff writes it.
   * @example '0.95'
   */
  value: string;
}

/** The price of one cover on one group of one object. */
export class FirePricingLineResponse {
  /**
   * Insured object, from 1 in the order of `objects_insured`.
   * @example 1
   */
  object: number;
  /**
   * Insured group; null for a cover of the whole object.
   * @example '01'
   */
  group: string | null;
  /**
   * Cover.
   * @example '005'
   */
  cover: string;
  /**
   * Title of the cover.
   * @example 'Σεισμός'
   */
  title: string;
  /**
   * Tax class.
   * @example 'FIRE'
   */
  tax_class: string;
  /**
   * What the cover insures, euro; null for a cover without a sum.
   * @example 150000
   */
  sum_insured: number | null;
  /**
   * Technical premium, euro.
   * @example 142.5
   */
  technical: number;
  /**
   * Discount rate after the cap.
   * @example 0
   */
  discount_rate: number;
  /**
   * Discount, euro.
   * @example 0
   */
  discount: number;
  /**
   * Loading for paying in instalments, euro.
   * @example 0
   */
  frequency_loading: number;
  /**
   * Raise to the minimum premium of the cover, euro.
   * @example 12.46
   */
  minimum_line?: number;
  /**
   * Raise to the minimum premium of the application, euro.
   * @example 34.96
   */
  minimum_top_up?: number;
  /**
   * Net premium, euro.
   * @example 142.5
   */
  net: number;
  /** How the technical premium came about, step by step. */
  trace: FireTraceResponse[];
}

/** The price of an application. */
export class FirePricingResponse {
  /**
   * Version of the tariff that priced it.
   * @example 1
   */
  tariff_version: number;
  /**
   * Net premium, euro.
   * @example 252
   */
  net: number;
  /**
   * Raise to the minimum premium that the net contains, euro.
   * @example 0
   */
  minimum_top_up: number;
  /**
   * Policy fee, euro.
   * @example 25.2
   */
  fee: number;
  /** Taxes by class. */
  taxes: FireTaxResponse[];
  /**
   * All taxes, euro.
   * @example 55.44
   */
  tax_total: number;
  /** Levies. */
  levies: FireLevyResponse[];
  /**
   * All levies, euro.
   * @example 0
   */
  levy_total: number;
  /**
   * To pay for the whole year, euro.
   * @example 332.64
   */
  gross: number;
  /** The payments, in order. */
  instalments: FireInstalmentResponse[];
  /** One line per object, cover and group, in tariff order. */
  lines: FirePricingLineResponse[];
}
