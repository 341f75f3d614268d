import type { Checked } from '../../common/validation/checked.js';
import type { MotorPerson, MotorQuestionnaire } from '../../record/reference/products/motor-questionnaire.js';
import type { PlacedPerson } from '../../record/core/parties/person-checks.js';
import { type Person, toPerson, type PersonFieldNames } from '../../record/core/parties/person.js';

export const MOTOR_PERSON_FIELDS = {
  personType: 'personTypeCode',
  lastName: 'lastName',
  firstName: 'firstName',
  fathersName: 'fathersName',
  birthdate: 'birthdate',
  genderCode: 'genderCode',
  occupationCode: 'jobCode',
  street: 'addressStreet',
  city: 'addressCity',
  postCode: 'addressPostcode',
  phone: 'phone',
  mobile: 'mobile',
  email: 'email',
} as const satisfies PersonFieldNames<keyof MotorPerson>;

export function toMotorPersons({ client, insured }: MotorQuestionnaire): Person[] {
  return (insured ? [client, insured] : [client]).map((person) => toPerson(person, MOTOR_PERSON_FIELDS));
}

export function listMotorPersons({ client, insured }: Checked<MotorQuestionnaire>): PlacedPerson[] {
  return [
    { path: 'client', person: client ?? {} },
    { path: 'insured', person: insured ?? {} },
  ];
}
