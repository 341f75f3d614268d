import { PremiumLineResponse, PremiumResponse } from '../../../record/core/lines/price.dto.js';

export class StaffPriceLineResponse extends PremiumLineResponse {
  /** Place of the object in the application, from 1. @example 1 */
  object: number;
  /** Insured group; null for a cover of the whole object, and of vehicles. @example '01' */
  group: string | null;
}

export class StaffPriceResponse extends PremiumResponse {
  /** Tariff. @example 'fire' */
  tariffCode: string;
  /** Covers, in tariff order. */
  lines: StaffPriceLineResponse[];
}

export class StaffTermsResponse {
  /** Loading on every line, per cent; absent where there is none. @example '20' */
  loadingPercent?: string;
  /** Covers that are not given. @example ["004"] */
  excludedCovers?: string[];
  /** Deductible, euro; recorded and printed. @example '500.00' */
  deductible?: string;
  /** Note; recorded and printed. @example 'Με την προϋπόθεση εγκατάστασης συναγερμού.' */
  note?: string;
}

export class StaffApprovalResponse {
  /**
   * Digest of the facts that it is for: another risk needs another approval.
   * @example '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
   */
  riskHash: string;
  /** Terms; null for an approval without. */
  terms: StaffTermsResponse | null;
  /** Who approved. @example 'Νίκος Ιωάννου' */
  approvedBy: string;
  /** When, UTC. @example '2026-11-21T08:20:00.000Z' */
  approvedAt: string;
}
