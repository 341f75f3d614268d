import type { MotorPerson, MotorQuestionnaire } from '../../record/applications/motor-questionnaire.js';
import type { Person } from '../../record/parties/person.js';

/** Client and insured, as the register of parties takes them. */
export function toPersons({ client, insured }: MotorQuestionnaire): Person[] {
  return (insured ? [client, insured] : [client]).map(toPerson);
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
