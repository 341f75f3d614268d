import { referenceLists } from './lists.js';
import type { ListName } from '../../src/record/reference/lists/registry.js';

/** A field of a fire application (fire.13), by its path in `buildFullFireBody`. */
export interface FireField {
  /** Path below `fire_application`. */
  readonly path: string;
  readonly kind: 'text' | 'date' | 'number' | 'object' | 'objects' | 'texts' | 'numbers' | 'numberOrText';
  readonly isRequired: boolean;
  /** Parameter list of its codes. */
  readonly list?: ListName;
}

type Row = readonly [name: string, kind: FireField['kind'], list?: ListName];

const PERSON_REQUIRED: readonly Row[] = [
  ['person_type_code', 'text', 'personTypes'],
  ['last_name', 'text'],
  ['address', 'text'],
  ['city', 'text'],
  ['post_code', 'text'],
  ['afm', 'text'],
  ['doy_code', 'text', 'doy'],
  ['citizenship', 'text', 'nationalities'],
];
const INDIVIDUAL_REQUIRED: readonly Row[] = [
  ['first_name', 'text'],
  ['father_name', 'text'],
  ['birth_date', 'date'],
  ['gender_code', 'text', 'genders'],
];
const PERSON_OPTIONAL: readonly Row[] = [
  ['job_code', 'text', 'jobs'],
  ['phone', 'text'],
  ['mobile', 'text'],
  ['email', 'text'],
  ['identity_number', 'text'],
  ['identity_date', 'date'],
  ['amka', 'text'],
  ['passport', 'text'],
];
const OBJECT_REQUIRED: readonly Row[] = [
  ['kind_of_risk', 'text', 'kindsOfRisk'],
  ['subkind_of_risk', 'text', 'subkindsOfRisk'],
  ['address', 'text'],
  ['city', 'text'],
  ['post_code', 'text'],
  ['building_year', 'number'],
  ['square_meters', 'number'],
  ['building_year_piping', 'number'],
  ['bordering', 'text'],
  ['building_floors', 'numbers'],
  ['insurance_floors', 'numbers'],
  ['construction_of_skeleton', 'text', 'skeletons'],
  ['construction_of_walls', 'text', 'walls'],
  ['roof_construction', 'text', 'roofs'],
  ['bundle_code', 'text'],
  ['insured_values', 'objects'],
  ['insured_values[1].group_cover', 'text', 'groupsInsured'],
  ['insured_values[1].insured_value', 'number'],
  ['extra_covers[1].cover', 'numberOrText'],
  ['claims_history[1].claim_date', 'date'],
  ['claims_history[1].claim_amount', 'number'],
  ['mortgages_loans[1].bank_id', 'text', 'banks'],
  ['mortgages_loans[1].amount_loan', 'number'],
  ['fire_protections[1].id', 'number', 'fireProtection'],
  ['fire_protections[1].has_protection', 'text'],
];
const OBJECT_OPTIONAL: readonly Row[] = [
  ['atak', 'text'],
  ['address_number', 'text'],
  ['latitude', 'text'],
  ['longitude', 'text'],
  ['building_commencement_year', 'number'],
  ['is_owner_building', 'text'],
  ['illegal', 'text'],
  ['meters_from_river', 'number'],
  ['type_of_locks', 'text', 'locks'],
  ['fire_protections', 'objects'],
  ['fire_protections[0].multitude', 'number'],
  ['theft_protections', 'texts', 'theftProtection'],
  ['alarm_connections', 'texts', 'alarms'],
  ['type_of_safety_shutters', 'texts', 'shutters'],
  ['building_improvements', 'number'],
  ['extra_covers[1].group_cover', 'text', 'groupsInsured'],
  ['claims_history', 'objects'],
  ['claims_history[0].job_description', 'text'],
  ['co-owners', 'objects'],
  ['mortgages_loans', 'objects'],
  ['discounts', 'texts'],
];
const APPLICATION_REQUIRED: readonly Row[] = [
  ['start_date', 'date'],
  ['pay_frequency_in_months', 'number'],
  ['contact_way_code', 'text', 'contactWays'],
  ['application_acceptance_method', 'text', 'acceptanceMethods'],
  ['client', 'object'],
  ['insured', 'object'],
  ['client.consents[2].master_id', 'number'],
  ['client.consents[2].id', 'number'],
  ['client.consents[2].answer', 'text'],
];
const APPLICATION_OPTIONAL: readonly Row[] = [
  ['subagent_code', 'text'],
  ['service_code', 'text'],
  ['commission_code', 'text'],
  ['client.consents', 'objects'],
  ['objects_insured', 'objects'],
];

const OBJECT = 'objects_insured[0]';
const PERSONS = ['client', 'insured', `${OBJECT}.co-owners[0]`];

/**
 * Every field of the application, its persons and an object. Nested items are addressed at index 1 where there are two.
 */
export const FIRE_FIELDS: readonly FireField[] = [
  ...toFields('', APPLICATION_REQUIRED, true),
  ...toFields('', APPLICATION_OPTIONAL, false),
  ...PERSONS.flatMap((person) => [
    ...toFields(person, [...PERSON_REQUIRED, ...INDIVIDUAL_REQUIRED], true),
    ...toFields(person, PERSON_OPTIONAL, false),
  ]),
  // The second co-owner is a company.
  ...toFields(`${OBJECT}.co-owners[1]`, PERSON_REQUIRED, true),
  ...toFields(OBJECT, OBJECT_REQUIRED, true),
  ...toFields(OBJECT, OBJECT_OPTIONAL, false),
];

/** Lists JSON values of another type than the field's, without null. */
export function listWrongValues({ kind }: FireField): readonly unknown[] {
  switch (kind) {
    case 'text':
    case 'date':
      return [7, true, {}, ['01']];
    case 'number':
      return ['7', '', true, {}];
    case 'numberOrText':
      return [true, {}, ['003']];
    case 'object':
      return ['x', 7, true, []];
    case 'objects':
    case 'texts':
    case 'numbers':
      return ['x', 7, false, {}];
  }
}

/** Lists JSON values that are invalid items of the field's list. */
export function listWrongItems({ kind }: FireField): readonly unknown[] {
  if (kind === 'objects') return ['x', 7, null, []];
  if (kind === 'texts') return [7, null, {}, ['01']];
  return kind === 'numbers' ? ['3', 1.5, null, {}] : [];
}

/** Finds a retired code of the list. */
export function findRetiredCode(list: ListName): string | undefined {
  const items: readonly { readonly code?: string; readonly active?: boolean }[] = referenceLists.all(list);
  return items.find(({ active }) => active === false)?.code;
}

function toFields(owner: string, rows: readonly Row[], isRequired: boolean): FireField[] {
  return rows.map(([name, kind, list]) => ({ path: owner === '' ? name : `${owner}.${name}`, kind, isRequired, list }));
}
