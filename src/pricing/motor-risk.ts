import type { LocalDate } from '../common/athens.js';
import type { CodeList } from './code-list.js';
import type { Swap } from './selection.js';

/** All of a vehicle application that rates, and nothing else, in the names of the contract (rating.11). Amounts in euro. */
export interface MotorRisk {
  readonly policyStartDate: LocalDate;
  /** 12, 6 or 3. */
  readonly payFrequencyInMonths: number;
  readonly usageCode: string;
  readonly bundleCode: string;
  readonly makeCode?: string | null;
  readonly modelCode?: string | null;
  readonly manufactureYear?: number | null;
  readonly plateNo?: string | null;
  readonly regionPostcode?: string | null;
  /** 0 says that a measure is not known. */
  readonly engineCc?: number | null;
  readonly powerInKw?: number | null;
  /** Kilograms. */
  readonly grossWeight?: number | null;
  /** As given; without it it follows from `engineCc`. */
  readonly taxableHp?: number | null;
  readonly fuelType?: string | null;
  readonly autonomousType?: string | number | null;
  readonly insuredValue?: number | string | null;
  readonly deductible?: number | string | null;
  readonly bonusMalus?: number | null;
  readonly driverBirthYear?: number | null;
  readonly driverLicenceDate?: LocalDate | null;
  readonly extraCovers?: CodeList | null;
  readonly swappableCovers?: readonly Swap[] | null;
  readonly discountCodes?: CodeList | null;
}

/** What rating needs beside the application. */
export interface MotorReference {
  /** Prefecture code of a postcode by the longest prefix; undefined for an unknown one. */
  prefectureOf(postcode: string): string | undefined;
  /** The vehicle's class in the bonus-malus registry; undefined where it has no row. */
  readonly registryBonusMalus?: number | null;
  /** What is known of the model: it fills what the application leaves open. */
  readonly model?: VehicleModel | null;
}

export interface VehicleModel {
  readonly engineCc?: number | null;
  readonly powerInKw?: number | null;
  readonly grossWeight?: number | null;
  readonly fuelType?: string | null;
}
