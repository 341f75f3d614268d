import { isDeepStrictEqual } from 'node:util';
import type { LocalDate } from '../../../common/athens.js';
import type { CodeLists } from '../../../common/validation/code-lists.js';
import { RequiredWhen } from '../../../common/validation/decorators.js';

export interface PersonFields {
  readonly afm: string;
  readonly personType: string;
  readonly lastName: string;
  readonly firstName: string | null;
  readonly fathersName: string | null;
  readonly birthdate: LocalDate | null;
  readonly genderCode: string | null;
  readonly occupationCode: string | null;
}

export interface Person extends PersonFields {
  readonly address: PersonAddress | null;
  readonly phone: string | null;
  readonly mobile: string | null;
  readonly email: string | null;
}

export interface PersonAddress {
  readonly line1: string;
  readonly city: string;
  readonly postCode: string;
}

export function findChangedPersons(persons: readonly Person[], previous: readonly Person[]): Person[] {
  return persons.filter((person) => !previous.some((other) => isDeepStrictEqual(person, other)));
}

export const INDIVIDUAL = '1';

export function isIndividualType(code: unknown, lists: CodeLists): boolean {
  return typeof code === 'string' && lists.item('personTypes', code)?.['individual'] === true;
}

export function RequiredOfIndividuals(typeField: string): PropertyDecorator {
  return RequiredWhen<Record<string, unknown>>((person, lists) => isIndividualType(person[typeField], lists));
}

type NamedField = Exclude<keyof PersonFields, 'afm'> | keyof Omit<PersonAddress, 'line1'> | 'street' | 'phone' | 'mobile' | 'email';

export type PersonFieldNames<Field extends string = string> = Readonly<Record<NamedField, Field>>;

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
