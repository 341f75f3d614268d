import type { FireObject, FirePerson, FireQuestionnaire } from '../../record/applications/fire-questionnaire.js';
import { keptCode, type KeptCode } from '../../record/reference/reference-lists.js';
import type { ListName } from '../../record/reference/registry.js';

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
} as const;
const OBJECT_ARRAYS = { theft_protections: 'theftProtection', alarm_connections: 'alarms', type_of_safety_shutters: 'shutters' } as const;

/** The codes a stored application carries: they stay good in an update although they were retired since (input.8). */
export function keptCodesOf(questionnaire: FireQuestionnaire): KeptCode[] {
  const { client, insured, objects_insured: objects } = questionnaire;
  const persons: FirePerson[] = [client, insured, ...objects.flatMap((object) => object['co-owners'])];
  return [
    ...codesIn(questionnaire, APPLICATION_LISTS),
    ...persons.flatMap((person) => codesIn(person, PERSON_LISTS)),
    ...(client.consents ?? []).map((consent) => keptCode('marketingConsents', consent.id)),
    ...objects.flatMap(objectCodes),
  ];
}

function objectCodes(object: FireObject): KeptCode[] {
  return [
    ...codesIn(object, OBJECT_LISTS),
    ...Object.entries(OBJECT_ARRAYS).flatMap(([field, list]) =>
      (object[field as keyof typeof OBJECT_ARRAYS] ?? []).map((code) => keptCode(list, code)),
    ),
    ...(object.fire_protections ?? []).map((measure) => keptCode('fireProtection', measure.id)),
    ...[...object.insured_values, ...(object.extra_covers ?? [])].flatMap(({ group_cover: group }) =>
      group === undefined ? [] : [keptCode('groupsInsured', group)],
    ),
    ...object.mortgages_loans.map((loan) => keptCode('banks', loan.bank_id)),
  ];
}

function codesIn(owner: object, lists: Readonly<Record<string, ListName>>): KeptCode[] {
  return Object.entries(lists).flatMap(([field, list]) => {
    const code = (owner as Readonly<Record<string, unknown>>)[field];
    return typeof code === 'string' ? [keptCode(list, code)] : [];
  });
}
