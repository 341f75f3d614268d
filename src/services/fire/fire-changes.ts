import type { Violation } from '../../common/domain-error.js';
import { CHANGES, type ChangeKind } from '../../record/core/lines/change.js';
import {
  buildForbiddenViolation,
  CONTACT,
  COVER,
  IDENTITY,
  listChangeableFields,
  listForbiddenFields,
  NEVER,
  type FieldKinds,
} from '../../record/core/lines/field-kinds.js';
import type { FireClient, FireObject, FirePerson, FireQuestionnaire } from '../../record/reference/products/fire-questionnaire.js';

const PROPERTY: readonly ChangeKind[] = ['CHANGE', 'CORRECTION'];
const TITLE: readonly ChangeKind[] = ['CHANGE', 'CLAUSE', 'CORRECTION', 'SUCCESSION'];
const OWNERSHIP: readonly ChangeKind[] = ['CHANGE', 'CORRECTION', 'SUCCESSION'];

type Fields = Omit<FireQuestionnaire, 'client' | 'insured' | 'objects_insured'>;
type Item = Omit<FireObject, 'object_id'>;

const FIELDS: FieldKinds<Fields> = {
  start_date: NEVER,
  pay_frequency_in_months: NEVER,
  subagent_code: NEVER,
  service_code: NEVER,
  commission_code: NEVER,
  contact_way_code: CONTACT,
  application_acceptance_method: CONTACT,
};

const PERSON: FieldKinds<FirePerson> = {
  person_type_code: IDENTITY,
  last_name: IDENTITY,
  first_name: IDENTITY,
  father_name: IDENTITY,
  birth_date: IDENTITY,
  gender_code: IDENTITY,
  afm: IDENTITY,
  amka: IDENTITY,
  job_code: CONTACT,
  address: CONTACT,
  city: CONTACT,
  post_code: CONTACT,
  phone: CONTACT,
  mobile: CONTACT,
  email: CONTACT,
  doy_code: CONTACT,
  identity_number: CONTACT,
  identity_date: CONTACT,
  passport: CONTACT,
  citizenship: CONTACT,
};

const CLIENT: FieldKinds<FireClient> = { ...PERSON, consents: CONTACT };

const OBJECTS = COVER;

const OBJECT: FieldKinds<Item> = {
  bundle_code: COVER,
  extra_covers: COVER,
  discounts: COVER,
  insured_values: COVER,
  building_improvements: COVER,
  atak: TITLE,
  'co-owners': TITLE,
  mortgages_loans: TITLE,
  is_owner_building: OWNERSHIP,
  kind_of_risk: PROPERTY,
  subkind_of_risk: PROPERTY,
  address: PROPERTY,
  address_number: PROPERTY,
  city: PROPERTY,
  post_code: PROPERTY,
  latitude: PROPERTY,
  longitude: PROPERTY,
  building_year: PROPERTY,
  building_commencement_year: PROPERTY,
  building_year_piping: PROPERTY,
  square_meters: PROPERTY,
  bordering: PROPERTY,
  illegal: PROPERTY,
  building_floors: PROPERTY,
  insurance_floors: PROPERTY,
  meters_from_river: PROPERTY,
  construction_of_skeleton: PROPERTY,
  construction_of_walls: PROPERTY,
  roof_construction: PROPERTY,
  type_of_locks: PROPERTY,
  fire_protections: PROPERTY,
  theft_protections: PROPERTY,
  alarm_connections: PROPERTY,
  type_of_safety_shutters: PROPERTY,
  // Claims of the past do not change; those of the term are rated at renewal.
  claims_history: ['CORRECTION'],
};

export function findForbiddenFireChanges(before: FireQuestionnaire, after: FireQuestionnaire, kind: ChangeKind): Violation[] {
  return [
    ...listForbiddenFields<Fields>(before, after, FIELDS, kind, CHANGES),
    ...listForbiddenFields<FireClient>(before.client, after.client, CLIENT, kind, `${CHANGES}.client`),
    ...listForbiddenFields<FirePerson>(before.insured, after.insured, PERSON, kind, `${CHANGES}.insured`),
    ...listObjectViolations(before, after, kind),
  ];
}

/** A list without its fields can be changed as a whole. */
export function listChangeableFireFields(kind: ChangeKind): string[] {
  const objects = 'objects_insured';
  return [
    ...listChangeableFields<Fields>(FIELDS, kind),
    ...listChangeableFields<FireClient>(CLIENT, kind, 'client'),
    ...listChangeableFields<FirePerson>(PERSON, kind, 'insured'),
    ...(OBJECTS.includes(kind) ? [objects] : []),
    ...listChangeableFields<Item>(OBJECT, kind, `${objects}[]`),
  ];
}

function listObjectViolations(before: FireQuestionnaire, { objects_insured: objects }: FireQuestionnaire, kind: ChangeKind): Violation[] {
  const path = `${CHANGES}.objects_insured`;
  const known = new Map(before.objects_insured.map((object) => [object.object_id, object]));
  const violations = objects.flatMap((object, index) => {
    const previous = known.get(object.object_id);
    if (previous) return listForbiddenFields<Item>(previous, object, OBJECT, kind, `${path}[${index}]`);
    return OBJECTS.includes(kind) ? [] : [buildForbiddenViolation(`${path}[${index}]`, kind, OBJECTS)];
  });
  const isRemoved = before.objects_insured.some(({ object_id: id }) => !objects.some((object) => object.object_id === id));
  return isRemoved && !OBJECTS.includes(kind) ? [...violations, buildForbiddenViolation(path, kind, OBJECTS)] : violations;
}
