import { parseLocalDate, type LocalDate } from '../../common/athens.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { FireRisk, FireRiskObject } from '../../pricing/fire-risk.js';

type Optional<T> = T | null | undefined;

/** Rated fields of an application (rating.10). Without a client, consents are not checked. */
export interface RatedFireQuestionnaire {
  readonly start_date: string;
  readonly pay_frequency_in_months: number;
  readonly client?: Optional<{ readonly consents?: Optional<readonly RatedConsent[]> }>;
  readonly objects_insured?: Optional<readonly RatedObject[]>;
}

export interface RatedConsent {
  readonly master_id: number;
  readonly id: number;
  readonly answer: string;
}

export interface RatedObject {
  readonly kind_of_risk: string;
  readonly subkind_of_risk: string;
  readonly post_code: string;
  readonly building_year: number;
  readonly building_commencement_year?: Optional<number>;
  readonly building_year_piping: number;
  readonly square_meters?: Optional<number>;
  readonly insurance_floors?: Optional<readonly number[]>;
  readonly meters_from_river?: Optional<number>;
  readonly construction_of_skeleton: string;
  readonly roof_construction: string;
  readonly type_of_locks?: Optional<string>;
  readonly fire_protections?: Optional<readonly { readonly has_protection: string }[]>;
  readonly alarm_connections?: Optional<readonly string[]>;
  readonly is_owner_building?: Optional<string>;
  readonly illegal?: Optional<string>;
  readonly bundle_code: string;
  readonly insured_values?: Optional<readonly { readonly group_cover: string; readonly insured_value: number }[]>;
  /** Without `group_cover` a cover applies to every insured group that it lists. */
  readonly extra_covers?: Optional<readonly { readonly group_cover?: Optional<string>; readonly cover: string | number }[]>;
  readonly claims_history?: Optional<readonly { readonly claim_date: string; readonly claim_amount: number }[]>;
  readonly discounts?: Optional<readonly string[]>;
}

const COVER_CODE_LENGTH = 3;

/** Maps the rated fields only, so that equal risks have equal JSON. */
export function toFireRisk(questionnaire: RatedFireQuestionnaire): FireRisk {
  const { client } = questionnaire;
  return {
    startDate: toDate(questionnaire.start_date),
    payFrequencyInMonths: questionnaire.pay_frequency_in_months,
    consents: client ? (client.consents ?? []).map(({ master_id, id, answer }) => ({ masterId: master_id, id, answer })) : undefined,
    objects: (questionnaire.objects_insured ?? []).map(toRiskObject),
  };
}

export function toRiskObject(object: RatedObject): FireRiskObject {
  return {
    kind: object.kind_of_risk,
    subkind: object.subkind_of_risk,
    postcode: object.post_code,
    buildingYear: object.building_year,
    buildingCommencementYear: object.building_commencement_year ?? undefined,
    buildingYearPiping: object.building_year_piping,
    squareMeters: object.square_meters ?? undefined,
    insuranceFloors: object.insurance_floors ?? [],
    metersFromRiver: object.meters_from_river ?? undefined,
    skeleton: object.construction_of_skeleton,
    roof: object.roof_construction,
    locks: object.type_of_locks || undefined,
    alarms: object.alarm_connections ?? [],
    isOwner: object.is_owner_building || undefined,
    illegal: object.illegal || undefined,
    hasFireProtection: (object.fire_protections ?? []).some((protection) => protection.has_protection === '1'),
    claims: (object.claims_history ?? []).map((claim) => ({ date: toDate(claim.claim_date), amount: claim.claim_amount })),
    bundleCode: object.bundle_code,
    insuredValues: (object.insured_values ?? []).map((value) => ({ group: value.group_cover, amount: value.insured_value })),
    extraCovers: (object.extra_covers ?? []).map((extra) => ({ cover: toCoverCode(extra.cover), group: extra.group_cover ?? undefined })),
    discounts: object.discounts ?? [],
  };
}

function toCoverCode(cover: string | number): string {
  return String(cover).padStart(COVER_CODE_LENGTH, '0');
}

function toDate(text: string): LocalDate {
  const date = parseLocalDate(text);
  if (date === null) throw new DomainError(ErrorCode.BAD_DATE);
  return date;
}
