import type { PrintedDocument, PrintedPeriod } from './documents.types.js';

export interface PrintedCountry {
  readonly sign: string;
  readonly title: string;
  readonly isEea: boolean;
  readonly isCovered: boolean;
  readonly limit: string | null;
}

export interface GreenCardDocument extends PrintedDocument {
  readonly policyNo: string;
  readonly insurerCode: string;
  readonly plateNo: string | null;
  readonly chassisNo: string | null;
  readonly category: string;
  readonly make: string;
  readonly policyholder: readonly string[];
  readonly issuer: readonly string[];
  /** Both days are included. */
  readonly period: PrintedPeriod;
  readonly countries: readonly PrintedCountry[];
}
