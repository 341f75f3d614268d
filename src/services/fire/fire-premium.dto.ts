import { PriceFiguresResponse, PriceLineFiguresResponse, TaxShareResponse } from '../../record/core/lines/price.dto.js';

/** The price of one cover on one group of one object. */
export class FirePricingLineResponse extends PriceLineFiguresResponse {
  /** Insured object, from 1 in the order of `objects_insured`. @example 1 */
  object: number;
  /** Insured group; null for a cover of the whole object. @example '01' */
  group: string | null;
  /** Tax class. @example 'FIRE' */
  tax_class: string;
  /** What the cover insures, euro; null for a cover without a sum. @example 150000 */
  sum_insured: number | null;
  /** Discount rate after the cap. @example 0 */
  discount_rate: number;
  /** Loading for paying in instalments, euro. @example 0 */
  frequency_loading: number;
  /** Raise to the minimum premium of the cover, euro. @example 12.46 */
  minimum_line?: number;
  /** Raise to the minimum premium of the application, euro. @example 34.96 */
  minimum_top_up?: number;
}

/** The price of an application. */
export class FirePricingResponse extends PriceFiguresResponse {
  /** Version of the tariff that priced it. @example 1 */
  tariff_version: number;
  /** Raise to the minimum premium that the net contains, euro. @example 0 */
  minimum_top_up: number;
  /** Taxes by class. */
  taxes: TaxShareResponse[];
  /** All taxes, euro. @example 55.44 */
  tax_total: number;
  /** All levies, euro. @example 0 */
  levy_total: number;
  /** One line per object, cover and group, in tariff order. */
  lines: FirePricingLineResponse[];
}
