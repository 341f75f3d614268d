import type { Person, PersonAddress, PersonFields } from './person.js';

type NamedField = Exclude<keyof PersonFields, 'afm'> | keyof Omit<PersonAddress, 'line1'> | 'street' | 'phone' | 'mobile' | 'email';

/** Names by which a line calls the fields of a person; the AFM is `afm` everywhere. */
export type PersonFieldNames<Field extends string = string> = Readonly<Record<NamedField, Field>>;

/** Maps a person of a stored questionnaire. */
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
    // Only a whole address is stored.
    address: line1 !== null && city !== null && postCode !== null ? { line1, city, postCode } : null,
    phone: text(fields.phone),
    mobile: text(fields.mobile),
    email: text(fields.email),
  };
}
