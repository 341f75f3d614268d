import type { LocalDate } from '../../../common/athens.js';
import type { PayFrequencyMonths } from '../../../pricing/price.js';

/** Questionnaire as stored and returned (ADR-1): with the contract's names and an id for each item. */
export interface FireQuestionnaire {
  readonly start_date: LocalDate;
  readonly pay_frequency_in_months: PayFrequencyMonths;
  readonly contact_way_code: string;
  readonly application_acceptance_method: string;
  readonly subagent_code?: string;
  readonly service_code?: string;
  readonly commission_code?: string;
  readonly client: FireClient;
  readonly insured: FirePerson;
  readonly objects_insured: FireObject[];
}

export interface FirePerson {
  readonly person_type_code: string;
  readonly last_name: string;
  readonly first_name?: string;
  readonly father_name?: string;
  readonly birth_date?: LocalDate;
  readonly gender_code?: string;
  readonly job_code?: string;
  readonly address: string;
  readonly city: string;
  readonly post_code: string;
  readonly phone?: string;
  readonly mobile?: string;
  readonly email?: string;
  readonly afm: string;
  readonly doy_code: string;
  readonly identity_number?: string;
  readonly identity_date?: LocalDate;
  readonly amka?: string;
  readonly passport?: string;
  readonly citizenship: string;
}

export interface FireClient extends FirePerson {
  readonly consents: FireConsent[];
}

export interface FireConsent {
  readonly master_id: number;
  readonly id: number;
  readonly answer: string;
}

export interface FireCoOwner extends FirePerson {
  readonly co_owner_id: number;
}

export interface FireObject {
  readonly object_id: number;
  /** Number in the tax register, 11 digits. */
  readonly atak?: string;
  readonly kind_of_risk: string;
  readonly subkind_of_risk: string;
  readonly address: string;
  readonly address_number?: string;
  readonly city: string;
  readonly post_code: string;
  readonly latitude?: string;
  readonly longitude?: string;
  readonly building_year: number;
  readonly building_commencement_year?: number;
  readonly square_meters: number;
  readonly building_year_piping: number;
  readonly bordering: string;
  readonly is_owner_building?: string;
  readonly illegal?: string;
  readonly building_floors: number[];
  readonly insurance_floors: number[];
  readonly meters_from_river?: number;
  readonly construction_of_skeleton: string;
  readonly construction_of_walls: string;
  readonly roof_construction: string;
  readonly type_of_locks?: string;
  readonly fire_protections?: FireProtection[];
  readonly theft_protections?: string[];
  readonly alarm_connections?: string[];
  readonly type_of_safety_shutters?: string[];
  readonly bundle_code: string;
  readonly building_improvements?: number;
  readonly insured_values: FireInsuredValue[];
  readonly extra_covers?: FireExtraCover[];
  readonly claims_history: FireClaim[];
  readonly 'co-owners': FireCoOwner[];
  readonly mortgages_loans: FireLoan[];
  readonly discounts?: string[];
}

export interface FireProtection {
  readonly id: number;
  readonly has_protection: string;
  readonly multitude?: number;
}

export interface FireInsuredValue {
  readonly group_cover: string;
  /** Euro, at most two decimals. */
  readonly insured_value: number;
}

/** Without `group_cover` the cover applies to every insured group that it lists. */
export interface FireExtraCover {
  readonly group_cover?: string;
  readonly cover: string;
}

export interface FireClaim {
  readonly claim_id: number;
  readonly claim_date: LocalDate;
  readonly claim_amount: number;
  readonly job_description?: string;
}

export interface FireLoan {
  readonly bank_id: string;
  readonly amount_loan: number;
}
