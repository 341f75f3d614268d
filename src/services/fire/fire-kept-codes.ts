import type { FireObject, FireQuestionnaire } from '../../record/lines/fire-questionnaire.js';
import { codesIn } from '../../record/reference/kept-codes.js';
import type { KeptCode } from '../../record/reference/reference-lists.js';

const APPLICATION_LISTS = { contact_way_code: 'contactWays', application_acceptance_method: 'acceptanceMethods' } as const;
const PERSON_LISTS = {
  person_type_code: 'personTypes',
  gender_code: 'genders',
  job_code: 'jobs',
  doy_code: 'doy',
  citizenship: 'nationalities',
} as const;
const OBJECT_LISTS = {
  kind_of_risk: 'kindsOfRisk',
  subkind_of_risk: 'subkindsOfRisk',
  construction_of_skeleton: 'skeletons',
  construction_of_walls: 'walls',
  roof_construction: 'roofs',
  type_of_locks: 'locks',
  theft_protections: 'theftProtection',
  alarm_connections: 'alarms',
  type_of_safety_shutters: 'shutters',
} as const;

/** The codes of a stored application; an update accepts them although they were retired since (input.8). */
export function keptCodesOf(questionnaire: FireQuestionnaire): KeptCode[] {
  const { client, insured, objects_insured: objects } = questionnaire;
  const persons = [client, insured, ...objects.flatMap((object) => object['co-owners'])];
  return [
    ...codesIn(questionnaire, APPLICATION_LISTS),
    ...persons.flatMap((person) => codesIn(person, PERSON_LISTS)),
    ...(client.consents ?? []).flatMap((consent) => codesIn(consent, { id: 'marketingConsents' })),
    ...objects.flatMap(objectCodes),
  ];
}

function objectCodes(object: FireObject): KeptCode[] {
  return [
    ...codesIn(object, OBJECT_LISTS),
    ...(object.fire_protections ?? []).flatMap((measure) => codesIn(measure, { id: 'fireProtection' })),
    ...[...object.insured_values, ...(object.extra_covers ?? [])].flatMap((of) => codesIn(of, { group_cover: 'groupsInsured' })),
    ...object.mortgages_loans.flatMap((loan) => codesIn(loan, { bank_id: 'banks' })),
  ];
}
