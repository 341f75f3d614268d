import type { Checked } from '../../common/validation/checked.js';
import type { FirePerson, FireQuestionnaire } from '../../record/reference/products/fire-questionnaire.js';
import type { PlacedPerson } from '../../record/core/parties/person-checks.js';
import { type Person, toPerson, type PersonFieldNames } from '../../record/core/parties/person.js';

export const FIRE_PERSON_FIELDS = {
  personType: 'person_type_code',
  lastName: 'last_name',
  firstName: 'first_name',
  fathersName: 'father_name',
  birthdate: 'birth_date',
  genderCode: 'gender_code',
  occupationCode: 'job_code',
  street: 'address',
  city: 'city',
  postCode: 'post_code',
  phone: 'phone',
  mobile: 'mobile',
  email: 'email',
} as const satisfies PersonFieldNames<keyof FirePerson>;

export function toFirePersons({ client, insured, objects_insured: objects }: FireQuestionnaire): Person[] {
  return [client, insured, ...objects.flatMap((object) => object['co-owners'])].map((person) => toPerson(person, FIRE_PERSON_FIELDS));
}

export function listFirePersons({ client, insured, objects_insured: objects }: Checked<FireQuestionnaire>, prefix: string): PlacedPerson[] {
  const owners = (objects ?? []).flatMap((object, at) =>
    (object?.['co-owners'] ?? []).map((owner, index) => ({
      path: `${prefix}.objects_insured[${at}].co-owners[${index}]`,
      person: owner ?? {},
    })),
  );
  return [{ path: `${prefix}.client`, person: client ?? {} }, { path: `${prefix}.insured`, person: insured ?? {} }, ...owners];
}
