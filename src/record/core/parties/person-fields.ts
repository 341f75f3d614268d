import type { Person } from './person.js';

/** How a line calls what the register of parties takes of a person; the AFM is `afm` everywhere. */
export interface PersonFieldNames<Field extends string = string> {
  readonly personType: Field;
  readonly lastName: Field;
  readonly firstName: Field;
  readonly fathersName: Field;
  readonly birthdate: Field;
  readonly genderCode: Field;
  readonly occupationCode: Field;
  readonly street: Field;
  readonly city: Field;
  readonly postCode: Field;
  readonly phone: Field;
  readonly mobile: Field;
  readonly email: Field;
}

/** A person of a stored questionnaire as the register takes it. */
export function toPerson<Field extends string>(
  person: { readonly afm: string } & { readonly [Name in Field]?: unknown },
  fields: PersonFieldNames<Field>,
): Person {
  const text = (field: Field): string | null => (person[field] as string | undefined) ?? null;
  const [line1, city, postCode] = [text(fields.street), text(fields.city), text(fields.postCode)];
  return {
    afm: person.afm,
    personType: text(fields.personType) ?? '',
    lastName: text(fields.lastName) ?? '',
    firstName: text(fields.firstName),
    fathersName: text(fields.fathersName),
    birthdate: text(fields.birthdate),
    genderCode: text(fields.genderCode),
    occupationCode: text(fields.occupationCode),
    // The register keeps whole addresses only.
    address: line1 !== null && city !== null && postCode !== null ? { line1, city, postCode } : null,
    phone: text(fields.phone),
    mobile: text(fields.mobile),
    email: text(fields.email),
  };
}
