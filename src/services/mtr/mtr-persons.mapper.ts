import type { MotorPerson, MotorQuestionnaire } from '../../record/applications/motor-questionnaire.js';
import type { Sound } from '../../common/validation/sound.js';
import type { Person } from '../../record/parties/person.js';
import type { PersonFields, PlacedPerson } from '../../record/parties/person-checks.js';

export const PERSON_FIELDS: PersonFields = { lastName: 'lastName', birthdate: 'birthdate', phone: 'phone', mobile: 'mobile' };

/** Client and insured, as the register of parties takes them. */
export function toPersons({ client, insured }: MotorQuestionnaire): Person[] {
  return (insured ? [client, insured] : [client]).map(toPerson);
}

/** The same as they stand in an input, each with its path. */
export function placedPersons({ client, insured }: Sound<MotorQuestionnaire>): PlacedPerson[] {
  return [
    { path: 'client', person: client ?? {} },
    { path: 'insured', person: insured ?? {} },
  ];
}

function toPerson(person: MotorPerson): Person {
  const { addressStreet: line1, addressCity: city, addressPostcode: postCode } = person;
  return {
    afm: person.afm,
    personType: person.personTypeCode,
    lastName: person.lastName,
    firstName: person.firstName ?? null,
    fathersName: person.fathersName ?? null,
    birthdate: person.birthdate ?? null,
    genderCode: person.genderCode ?? null,
    occupationCode: person.jobCode ?? null,
    // The register keeps whole addresses only.
    address: line1 !== undefined && city !== undefined && postCode !== undefined ? { line1, city, postCode } : null,
    phone: person.phone ?? null,
    mobile: person.mobile ?? null,
    email: person.email ?? null,
  };
}
