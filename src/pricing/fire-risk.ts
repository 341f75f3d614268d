import type { LocalDate } from '../common/athens.js';
import type { ExtraCover } from './selection.js';

/** Contains rated fields only, so that equal risks have equal JSON. Amounts are in euro. */
export interface FireRisk {
  readonly startDate: LocalDate;
  readonly payFrequencyInMonths: number;
  readonly consents?: readonly ConsentAnswer[];
  readonly objects: readonly FireRiskObject[];
}

export interface ConsentAnswer {
  readonly masterId: number;
  readonly id: number;
  readonly answer: string;
}

export interface FireRiskObject {
  readonly kind: string;
  readonly subkind: string;
  readonly postcode?: string;
  readonly prefecture?: string;
  readonly buildingYear?: number;
  readonly buildingCommencementYear?: number;
  readonly buildingYearPiping?: number;
  readonly squareMeters?: number;
  readonly insuranceFloors: readonly number[];
  readonly metersFromRiver?: number;
  readonly skeleton: string;
  readonly roof: string;
  readonly locks?: string;
  readonly alarms: readonly string[];
  readonly isOwner?: string;
  readonly illegal?: string;
  readonly hasFireProtection: boolean;
  readonly claims: readonly FireRiskClaim[];
  readonly bundleCode: string;
  readonly insuredValues: readonly { readonly group: string; readonly amount: number | string }[];
  readonly extraCovers: readonly ExtraCover[];
  readonly discounts: readonly string[];
  /** Day on which the ages of pipes and building are taken; the start when absent. */
  readonly yearsAsOf?: LocalDate;
  /** Day before which claims count for the years of the tariff; the start when absent. */
  readonly claimsAsOf?: LocalDate;
}

export interface FireRiskClaim {
  readonly date: LocalDate;
  readonly amount: number | string;
}

export interface FireReference {
  /** Uses the longest prefix; undefined for an unknown postcode. */
  prefectureOf(postcode: string): string | undefined;
  hazardClassOf(subkind: string): number | undefined;
  readonly marketingConsents: readonly { readonly masterId: number; readonly id: number }[];
}
