import type { LocalDate } from '../../../../common/athens.js';
import type { Text } from '../../../../common/language.js';
import type { PrintedDocument } from './documents.types.js';

/** A vehicle; null is not recorded. */
export interface PrintedVehicle {
  readonly plateNo: string | null;
  readonly chassisNo: string | null;
  /** Title in both languages, with its letter of the international card. */
  readonly category: string;
  readonly make: string | null;
}

/** A year of insurance, or a part of one. */
export interface PrintedContractPeriod {
  readonly policyNo: string;
  readonly start: LocalDate;
  /** First day without cover; null where it is not recorded. */
  readonly end: LocalDate | null;
  readonly hasCover: boolean;
  readonly status: Text;
  /** Class by which it was priced. */
  readonly bonusMalus: number | null;
}

/** Entry of the registry for a vehicle and its owner; null is not reported. */
export interface PrintedRegistryEntry {
  readonly bonusMalus: number;
  readonly lastYear: number | null;
  readonly last5Years: number | null;
  /** Whether a renewal carried the claims over. */
  readonly isRenewal: boolean;
  readonly source: string;
  readonly asOf: LocalDate;
}

export interface PrintedVehicleHistory extends PrintedVehicle {
  /** Newest first. */
  readonly contracts: readonly PrintedContractPeriod[];
  readonly registry: PrintedRegistryEntry | null;
}

/** Data of a claims-history statement (documents.24). */
export interface ClaimsHistoryDocument extends PrintedDocument {
  /** Lines of name and address in both languages. */
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
  /** Number of earlier contracts that are left out. */
  readonly omitted: number;
  /** Codes of the intermediaries whose contracts are listed; null for all. */
  readonly agents: readonly string[] | null;
}
