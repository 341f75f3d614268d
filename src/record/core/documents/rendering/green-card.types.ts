import type { PrintedDocument, PrintedPeriod } from './documents.types.js';

export interface PrintedCountry {
  readonly sign: string;
  readonly title: string;
  readonly isEea: boolean;
  /** False where its box is crossed out. */
  readonly isCovered: boolean;
  /** Note on where cover ends inside the country; null where it does not. */
  readonly limit: string | null;
}

export interface GreenCardDocument extends PrintedDocument {
  readonly policyNo: string;
  readonly insurerCode: string;
  readonly plateNo: string | null;
  /** Printed where there is no plate. */
  readonly chassisNo: string | null;
  /** Letter of the international category: `A`. */
  readonly category: string;
  readonly make: string;
  /** Lines of name and address. */
  readonly policyholder: readonly string[];
  readonly issuer: readonly string[];
  /** Both days are included. */
  readonly period: PrintedPeriod;
  readonly countries: readonly PrintedCountry[];
}
