import { isDeepStrictEqual } from 'node:util';
import type { LocalDate } from '../../../common/athens.js';

/** What the register of parties takes of a person or company; texts trimmed, codes validated. */
export interface PersonFields {
  /** Nine digits, valid. */
  readonly afm: string;
  /** Code of the list of person types. */
  readonly personType: string;
  /** Surname, or the company's name. */
  readonly lastName: string;
  readonly firstName: string | null;
  readonly fathersName: string | null;
  readonly birthdate: LocalDate | null;
  readonly genderCode: string | null;
  readonly occupationCode: string | null;
}

/** A client, insured or co-owner of an application. */
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

/** The persons who are new or changed against the former ones. */
export function changedPersons(persons: readonly Person[], former: readonly Person[]): Person[] {
  return persons.filter((person) => !former.some((other) => isDeepStrictEqual(person, other)));
}
