import type { Violation } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { foldName } from '../../../common/fold-name.js';
import type { Text } from '../../../common/language.js';
import { mapInTurns } from '../../../common/turns.js';
import { BAD_PHONES, toContact, type ContactType } from './contact.js';
import type { PersonFieldNames } from './person.js';

const DIFFERENT: Text = {
  el: 'Διαφέρει από άλλο πρόσωπο της αίτησης με τον ίδιο ΑΦΜ.',
  en: 'Differs from another person of the application with the same AFM.',
};

type CheckedFields = Pick<PersonFieldNames, 'lastName' | 'birthdate' | 'phone' | 'mobile'>;

export interface PlacedPerson {
  readonly path: string;
  readonly person: Readonly<Record<string, unknown>>;
}

/** Values of the stored application may stay. Persons of one AFM must agree on folded last name and birth date. */
export async function findPersonViolations(
  persons: readonly PlacedPerson[],
  stored: readonly PlacedPerson[],
  fields: CheckedFields,
  known: readonly Violation[],
): Promise<Violation[]> {
  const invalid = new Set(known.map(({ path }) => path));
  const sound = persons.map(({ path, person }) => ({
    path,
    person: Object.fromEntries(Object.entries(person).filter(([field]) => !invalid.has(`${path}.${field}`))),
  }));
  return [
    ...(await listContactViolations(sound, stored, fields)),
    ...listDifferenceViolations(sound, stored, fields.lastName, foldName),
    ...listDifferenceViolations(sound, stored, fields.birthdate, (date) => date),
  ];
}

async function listContactViolations(
  persons: readonly PlacedPerson[],
  stored: readonly PlacedPerson[],
  { phone, mobile }: CheckedFields,
): Promise<Violation[]> {
  const kinds: readonly (readonly [Exclude<ContactType, 'EMAIL'>, string])[] = [
    ['PHONE', phone],
    ['MOBILE', mobile],
  ];
  const violations: Violation[] = [];
  for (const [type, field] of kinds) {
    const known = new Set(stored.map(({ person }) => person[field]));
    await mapInTurns(persons, ({ path, person }) => {
      const value = person[field];
      if (typeof value !== 'string' || known.has(value) || toContact(type, value) !== null) return;
      violations.push({ path: `${path}.${field}`, code: ErrorCode.INVALID, text: BAD_PHONES[type] });
    });
  }
  return violations;
}

function listDifferenceViolations(
  persons: readonly PlacedPerson[],
  stored: readonly PlacedPerson[],
  field: string,
  folded: (value: string) => string,
): Violation[] {
  const valuesOf = (placed: readonly PlacedPerson[]) =>
    placed.flatMap(({ path, person: { afm, [field]: value } }) =>
      typeof afm === 'string' && typeof value === 'string' ? [{ path, afm, value: folded(value) }] : [],
    );
  const keyOf = ({ afm, value }: { readonly afm: string; readonly value: string }): string => `${afm} ${value}`;
  const known = new Set(valuesOf(stored).map(keyOf));
  const sent = valuesOf(persons);
  const values = new Map<string, Set<string>>();
  for (const { afm, value } of sent) values.set(afm, (values.get(afm) ?? new Set()).add(value));
  return sent
    .filter((one) => (values.get(one.afm)?.size ?? 0) > 1 && !known.has(keyOf(one)))
    .map(({ path }) => ({ path: `${path}.${field}`, code: ErrorCode.INVALID, text: DIFFERENT }));
}
