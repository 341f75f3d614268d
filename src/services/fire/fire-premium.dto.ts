import { InstalmentResponse, LevyResponse, TaxShareResponse, TraceStepResponse } from '../../record/lines/price.dto.js';

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
  trace: TraceStepResponse[];
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
  taxes: TaxShareResponse[];
  /**
   * All taxes, euro.
   * @example 55.44
   */
  tax_total: number;
  /** Levies. */
  levies: LevyResponse[];
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
  instalments: InstalmentResponse[];
  /** One line per object, cover and group, in tariff order. */
  lines: FirePricingLineResponse[];
}
