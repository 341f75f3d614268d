import { InstalmentResponse, LevyResponse, TraceStepResponse } from '../../record/lines/price.dto.js';

/** A cover of one insured group of one object. */
export class StaffPriceLineResponse {
  /**
   * Place of the object in the application, from 1.
   * @example 1
   */
  object: number;
  /**
   * Insured group; null for a cover of the whole object, and of vehicles.
   * @example '01'
   */
  group: string | null;
  /**
   * Cover.
   * @example '001'
   */
  cover: string;
  /**
   * Title of the cover.
   * @example 'Πυρκαγιά, κεραυνός'
   */
  title: string;
  /**
   * Tax class of the tariff.
   * @example 'fire'
   */
  taxClass: string;
  /**
   * Technical premium, euro.
   * @example 120.5
   */
  technical: number;
  /**
   * Discount after the cap, as a fraction.
   * @example 0.1
   */
  discountRate: number;
  /**
   * Discount, euro.
   * @example 12.05
   */
  discount: number;
  /**
   * Loading for paying in instalments, euro.
   * @example 0
   */
  frequencyLoading: number;
  /**
   * Raise to the minimum of the cover, euro; absent where there is none.
   * @example 5.2
   */
  minimumLine?: number;
  /**
   * The line’s part of the raise to the minimum of the tariff, euro; absent where there is none.
   * @example 3.1
   */
  minimumTopUp?: number;
  /**
   * Net premium, euro.
   * @example 108.45
   */
  net: number;
  /**
   * Sum insured, euro; null for a cover without one.
   * @example 150000
   */
  sumInsured: number | null;
  /** How the technical premium came about. */
  trace: TraceStepResponse[];
}

/** Tax of one class. */
export class StaffTaxShareResponse {
  /**
   * Tax class of the tariff.
   * @example 'fire'
   */
  taxClass: string;
  /**
   * Net of the covers of this class, euro.
   * @example 250
   */
  net: number;
  /**
   * Share of the fee, euro.
   * @example 25
   */
  fee: number;
  /**
   * Rate, as a fraction.
   * @example 0.2
   */
  rate: number;
  /**
   * Tax, euro.
   * @example 55
   */
  tax: number;
}

/** A price with all that makes it. */
export class StaffPriceResponse {
  /**
   * Tariff.
   * @example 'fire'
   */
  tariffCode: string;
  /**
   * Its version.
   * @example 1
   */
  tariffVersion: number;
  /** Covers, in tariff order. */
  lines: StaffPriceLineResponse[];
  /**
   * Net premium, euro.
   * @example 250
   */
  net: number;
  /**
   * Raise to the minimum of the tariff, part of `net`, euro.
   * @example 0
   */
  minimumTopUp: number;
  /**
   * Fee, euro.
   * @example 25
   */
  fee: number;
  /** Taxes by class. */
  taxes: StaffTaxShareResponse[];
  /**
   * All taxes, euro.
   * @example 55
   */
  taxTotal: number;
  /** Levies. */
  levies: LevyResponse[];
  /**
   * All levies, euro.
   * @example 2.64
   */
  levyTotal: number;
  /**
   * To pay for the whole year, euro.
   * @example 332.64
   */
  gross: number;
  /** What is paid when. */
  instalments: InstalmentResponse[];
}

/** What an underwriter added to an approval. */
export class StaffTermsResponse {
  /**
   * Loading on every line, per cent; absent where there is none.
   * @example '20'
   */
  loadingPercent?: string;
  /**
   * Covers that are not given.
   * @example ["004"]
   */
  excludedCovers?: string[];
  /**
   * Deductible, euro; recorded and printed.
   * @example '500.00'
   */
  deductible?: string;
  /**
   * Note; recorded and printed.
   * @example 'Με την προϋπόθεση εγκατάστασης συναγερμού.'
   */
  note?: string;
}

/** An underwriter’s yes to one risk. */
export class StaffApprovalResponse {
  /**
   * Digest of the facts that it is for: another risk needs another approval.
   * @example '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
   */
  riskHash: string;
  /** Terms; null for an approval without. */
  terms: StaffTermsResponse | null;
  /**
   * Who approved.
   * @example 'Νίκος Ιωάννου'
   */
  approvedBy: string;
  /**
   * When, UTC.
   * @example '2026-11-21T08:20:00.000Z'
   */
  approvedAt: string;
}
