import type { LocalDate } from '../../../common/athens.js';
import type { PayFrequencyMonths } from '../../../pricing/price.js';

/** Vehicle application as stored: the checked input (motor.2), with numbers, full codes and a normalised plate. */
export interface MotorQuestionnaire {
  readonly policyStartDate: LocalDate;
  readonly payFrequencyInMonths: PayFrequencyMonths;
  readonly usageCode: string;
  readonly usageSubcode?: string;
  readonly bundleCode?: string;
  readonly rateCode?: string;
  /** Codes delimited by blanks. */
  readonly extraCovers?: string;
  readonly swappableCovers?: readonly MotorSwap[];
  /** Codes delimited by blanks. */
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

  /** Class in the registry when the questionnaire was written; null for an unknown vehicle. */
  readonly registryBonusMalus?: number | null;
  readonly frozen?: FrozenTariff;
  /** Whether the vehicle is off the road and most covers are suspended; absent when it is not. */
  readonly isSuspended?: true;
  /** Names of the agents when the questionnaire was written. */
  readonly agentTitles?: { readonly agent?: string; readonly commisionAgent?: string; readonly serviceAgent?: string };
}

/** Tariff that prices the application although a later one exists. */
export interface FrozenTariff {
  readonly tariffCode: string;
  readonly tariffVersion: number;
  /** Last day on which it does. */
  readonly until: LocalDate;
}

export interface MotorSwap {
  readonly out: string;
  readonly in: string;
}

/** Another driver of the vehicle; recorded, not rated. */
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
