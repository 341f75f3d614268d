import type { FirePerson, FireQuestionnaire } from '../../record/applications/fire-questionnaire.js';
import type { Sound } from '../../common/validation/sound.js';
import type { Person } from '../../record/parties/person.js';
import type { PersonFields, PlacedPerson } from '../../record/parties/person-checks.js';

export const PERSON_FIELDS: PersonFields = { lastName: 'last_name', birthdate: 'birth_date', phone: 'phone', mobile: 'mobile' };

/** Client, insured and co-owners, as the register of parties takes them. */
export function toPersons({ client, insured, objects_insured: objects }: FireQuestionnaire): Person[] {
  return [client, insured, ...objects.flatMap((object) => object['co-owners'])].map(toPerson);
}

/** The same as they stand in an input, each with its path. */
export function placedPersons({ client, insured, objects_insured: objects }: Sound<FireQuestionnaire>, prefix: string): PlacedPerson[] {
  const owners = (objects ?? []).flatMap((object, at) =>
    (object?.['co-owners'] ?? []).map((owner, index) => ({
      path: `${prefix}.objects_insured[${at}].co-owners[${index}]`,
      person: owner ?? {},
    })),
  );
  return [{ path: `${prefix}.client`, person: client ?? {} }, { path: `${prefix}.insured`, person: insured ?? {} }, ...owners];
}

function toPerson(person: FirePerson): Person {
  return {
    afm: person.afm,
    personType: person.person_type_code,
    lastName: person.last_name,
    firstName: person.first_name ?? null,
    fathersName: person.father_name ?? null,
    birthdate: person.birth_date ?? null,
    genderCode: person.gender_code ?? null,
    occupationCode: person.job_code ?? null,
    address: { line1: person.address, city: person.city, postCode: person.post_code },
    phone: person.phone ?? null,
    mobile: person.mobile ?? null,
    email: person.email ?? null,
  };
}
