import type { LocalDate } from '../../../common/athens.js';
import type { PayFrequencyMonths } from '../../../pricing/price.js';

/** Questionnaire as stored: the checked input (motor.2), with full codes and a normalised plate. */
export interface MotorQuestionnaire {
  readonly policyStartDate: LocalDate;
  readonly payFrequencyInMonths: PayFrequencyMonths;
  readonly usageCode: string;
  readonly usageSubcode?: string;
  readonly bundleCode?: string;
  readonly rateCode?: string;
  /** Delimited by blanks. */
  readonly extraCovers?: string;
  readonly swappableCovers?: readonly MotorSwap[];
  /** Delimited by blanks. */
  readonly discountCodes?: string;
  readonly deductible?: number;
  readonly insuredValue?: number;
  readonly bonusMalus?: number;

  readonly regionPostcode?: string;
  /** `IZX4821`; an invalid plate is stored too, and a rule reports it. */
  readonly plateNo?: string;
  readonly makeCode?: string;
  readonly modelCode?: string;
  readonly factoryName?: string;
  readonly frameNumber?: string;
  readonly manufactureYear?: number;
  readonly firstRegistrationDate?: LocalDate;
  readonly engineCc?: number;
  readonly powerInKw?: number;
  /** Kilograms. */
  readonly grossWeight?: number;
  readonly taxableHp?: number;
  readonly vehicleSeats?: number;
  readonly fuelType?: string;
  readonly autonomousType?: string;
  readonly leaseType?: string;
  readonly financingEndDate?: LocalDate;
  readonly pawnerTitle?: string;
  readonly secondOwner?: string;

  readonly driverName?: string;
  readonly driverBirthYear?: number;
  readonly driverLicenceType?: string;
  readonly driverLicenceDate?: LocalDate;
  readonly drivers?: readonly MotorDriver[];

  readonly contactwayCode?: string;
  readonly comments?: string;
  readonly commisionAgentCode?: string;
  readonly serviceAgentCode?: string;
  readonly indirectAgentCode?: string;

  readonly client: MotorPerson;
  /** The client when absent. */
  readonly insured?: MotorPerson;

  /** Class when the questionnaire was written; null for an unknown vehicle. */
  readonly registryBonusMalus?: number | null;
  readonly frozen?: FrozenTariff;
  /** Off the road, with most covers suspended. */
  readonly isSuspended?: true;
  readonly agentTitles?: { readonly agent?: string; readonly commisionAgent?: string; readonly serviceAgent?: string };
}

/** Tariff that prices the application although a later one exists. */
export interface FrozenTariff {
  readonly tariffCode: string;
  readonly tariffVersion: number;
  readonly until: LocalDate;
}

export interface MotorSwap {
  readonly out: string;
  readonly in: string;
}

/** Driver who is recorded, not rated. */
export interface MotorDriver {
  readonly name: string;
  readonly birthYear?: number;
  readonly licenceDate?: LocalDate;
  readonly licenceType?: string;
}

export interface MotorPerson {
  readonly id: number;
  readonly personTypeCode: string;
  readonly lastName: string;
  readonly firstName?: string;
  readonly fathersName?: string;
  readonly birthdate?: LocalDate;
  readonly genderCode?: string;
  readonly jobCode?: string;
  readonly addressStreet?: string;
  readonly addressCity?: string;
  readonly addressPostcode?: string;
  readonly phone?: string;
  readonly mobile?: string;
  readonly email?: string;
  readonly afm: string;
  readonly doyCode?: string;
  readonly identityNo?: string;
  readonly identityDate?: LocalDate;
  readonly amka?: string;
  readonly passport?: string;
  readonly citizenship?: string;
  readonly licenceType?: string;
  readonly licenceDate?: LocalDate;
}
