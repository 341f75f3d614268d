import type { LocalDate } from '../../../../common/athens.js';
import type { Text } from '../../../../common/language.js';
import type { PrintedDocument } from './documents.types.js';

/** A vehicle of which null is not recorded. */
export interface PrintedVehicle {
  readonly plateNo: string | null;
  readonly chassisNo: string | null;
  /** With its letter of the international card, in both languages. */
  readonly category: string;
  readonly make: string | null;
}

/** A year of insurance, or what there was of it. */
export interface PrintedContractPeriod {
  readonly policyNo: string;
  readonly start: LocalDate;
  /** As it begins nothing is covered any more; null where that is not recorded. */
  readonly end: LocalDate | null;
  /** False when it ended before it began. */
  readonly hasCover: boolean;
  readonly status: Text;
  /** The class by which it was priced. */
  readonly bonusMalus: number | null;
}

/** What the registry says of a vehicle and its owner; null is not reported. */
export interface PrintedRegistryEntry {
  readonly bonusMalus: number;
  readonly lastYear: number | null;
  readonly last5Years: number | null;
  /** Moved by a renewal, which carries claims over. */
  readonly isRenewal: boolean;
  readonly source: string;
  readonly asOf: LocalDate;
}

export interface PrintedVehicleHistory extends PrintedVehicle {
  /** The latest first. */
  readonly contracts: readonly PrintedContractPeriod[];
  /** Null when the registry has no row of it. */
  readonly registry: PrintedRegistryEntry | null;
}

/** What is recorded of a policyholder's third-party claims, in Greek and English (documents.24). */
export interface ClaimsHistoryDocument extends PrintedDocument {
  /** Name and address in both languages, line by line. */
  readonly issuer: readonly string[];
  readonly policyholder: {
    readonly name: string;
    readonly afm: string;
    readonly isCompany: boolean;
    readonly birthdate: LocalDate | null;
    readonly address: string | null;
    readonly phone: string | null;
    readonly email: string | null;
  };
  readonly vehicles: readonly PrintedVehicleHistory[];
  /** How many earlier contracts are not told. */
  readonly omitted: number;
  /** Codes of the intermediaries whose contracts it tells; null: of all. */
  readonly agents: readonly string[] | null;
}
