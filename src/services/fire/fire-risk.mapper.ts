import { parseLocalDate, type LocalDate } from '../../common/athens.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { FireRisk, FireRiskObject } from '../../pricing/fire-risk.js';
import type { FireConsent, FireQuestionnaire } from '../../record/reference/products/fire-questionnaire.js';
import type { FireObjectFieldsRequest } from './fire-object.dto.js';
import type { FireRiskFactsDto } from './fire-risk-facts.dto.js';

type Place = 'kind_of_risk' | 'subkind_of_risk' | 'post_code' | 'building_year' | 'building_year_piping' | 'bundle_code';
type Construction = 'construction_of_skeleton' | 'roof_construction';
type Optional = FireRiskFactsDto & Pick<FireObjectFieldsRequest, 'square_meters' | 'insurance_floors' | 'insured_values'>;

export type RatedObject = Pick<FireObjectFieldsRequest, Place | Construction> & {
  readonly [Field in keyof Optional]?: Optional[Field] | null;
};

/** Without a client, consents are not checked (rating.10). */
export interface RatedFireQuestionnaire extends Pick<FireQuestionnaire, 'start_date' | 'pay_frequency_in_months'> {
  readonly client?: { readonly consents?: readonly FireConsent[] };
  readonly objects_insured?: readonly RatedObject[];
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
    extraCovers: (object.extra_covers ?? []).map(({ cover, group_cover: group }) => ({
      cover: String(cover).padStart(COVER_CODE_LENGTH, '0'),
      group: group ?? undefined,
    })),
    discounts: object.discounts ?? [],
  };
}

function toDate(text: string): LocalDate {
  const date = parseLocalDate(text);
  if (date === null) throw new DomainError(ErrorCode.BAD_DATE);
  return date;
}
