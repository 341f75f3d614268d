import type { LocalDate } from '../common/athens.js';
import type { CodeList } from './code-list.js';
import type { Swap } from './selection.js';

/** Names are those of the contract (rating.11). Amounts are in euro. */
export interface MotorRisk {
  readonly policyStartDate: LocalDate;
  readonly payFrequencyInMonths: number;
  readonly usageCode: string;
  readonly bundleCode: string;
  readonly makeCode?: string | null;
  readonly modelCode?: string | null;
  readonly manufactureYear?: number | null;
  readonly plateNo?: string | null;
  readonly regionPostcode?: string | null;
  /** Cubic centimetres. In all measures 0 means unknown. */
  readonly engineCc?: number | null;
  readonly powerInKw?: number | null;
  /** Kilograms. */
  readonly grossWeight?: number | null;
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
  /** Day on which age and licence of the driver are taken; the start when absent. */
  readonly driverAsOf?: LocalDate;
  /** Day on which the age of the vehicle is taken; the start when absent. */
  readonly vehicleAsOf?: LocalDate;
}

export interface MotorReference {
  prefectureOf(postcode: string): string | undefined;
  /** Class in the bonus-malus registry; null for a vehicle that it does not know, absent if nobody looked it up. */
  readonly registryBonusMalus?: number | null;
  readonly isCompany?: boolean;
  readonly frameNumber?: string | undefined;
  readonly model?: VehicleModel | null;
}

export interface VehicleModel {
  readonly engineCc?: number | null;
  readonly powerInKw?: number | null;
  readonly grossWeight?: number | null;
  readonly fuelType?: string | null;
}
