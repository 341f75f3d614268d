import type { Draft, Field, Spec } from '../../forms/draft.js';
import { textOf } from '../../forms/draft.js';

/** Codes of person types without a first name and birth date, such as companies. */
export type Companies = ReadonlySet<string>;

/** Questions about a person, in the order of the form. */
const QUESTIONS = {
  afm: { kind: 'text', label: 'filter.afm', isRequired: true },
  type: { kind: 'choice', label: 'person.type', codes: { list: 'personTypes' }, initial: '1', isRequired: true },
  lastName: { kind: 'text', label: 'person.lastName', hint: 'person.lastName.hint', isRequired: true },
  firstName: { kind: 'text', label: 'person.firstName', isRequired: true },
  fatherName: { kind: 'text', label: 'person.fatherName', isRequired: true },
  birthDate: { kind: 'date', label: 'person.birthDate', isRequired: true },
  gender: { kind: 'choice', label: 'person.gender', codes: { list: 'genders' }, isRequired: true },
  doy: { kind: 'choice', label: 'person.doy', codes: { list: 'doy' }, isLong: true, isRequired: true },
  address: { kind: 'text', label: 'person.address', isRequired: true },
  city: { kind: 'text', label: 'person.city', isRequired: true },
  postCode: { kind: 'text', label: 'person.postCode', isRequired: true },
  mobile: { kind: 'tel', label: 'person.mobile' },
  phone: { kind: 'tel', label: 'person.phone' },
  email: { kind: 'email', label: 'field.email' },
  citizenship: {
    kind: 'choice',
    label: 'person.citizenship',
    codes: { list: 'nationalities' },
    isLong: true,
    initial: 'GR',
    isRequired: true,
  },
  job: { kind: 'choice', label: 'person.job', codes: { list: 'jobs' }, isLong: true },
  identityNo: { kind: 'text', label: 'person.identityNo' },
  identityDate: { kind: 'date', label: 'person.identityDate' },
  amka: { kind: 'text', label: 'person.amka' },
  passport: { kind: 'text', label: 'person.passport' },
} as const satisfies Readonly<Record<string, Omit<Field, 'name'>>>;

export type Question = keyof typeof QUESTIONS;

/** Answers that a blank form has already. */
export const PERSON_DEFAULTS: Readonly<Partial<Record<Question, string>>> = {
  type: QUESTIONS.type.initial,
  citizenship: QUESTIONS.citizenship.initial,
};
const OF_INDIVIDUALS: readonly Question[] = [
  'firstName',
  'fatherName',
  'birthDate',
  'gender',
  'job',
  'identityNo',
  'identityDate',
  'amka',
  'passport',
];
const SELDOM: readonly Question[] = ['phone', 'citizenship', 'job', 'identityNo', 'identityDate', 'amka', 'passport'];

/** Field names of a line. */
export type PersonNames = Readonly<Record<Question, string>>;

/** Returns the fields of a person under the names of a line. */
export function personFields(names: PersonNames, companies: Companies, optional: readonly Question[] = []): readonly Spec[] {
  const fieldOf = (question: Question): Field => ({
    ...QUESTIONS[question],
    name: names[question],
    isPersonal: true,
    ...(optional.includes(question) ? { isRequired: false } : {}),
    ...(OF_INDIVIDUALS.includes(question) ? { when: (owner: Draft) => !companies.has(textOf(owner[names.type])) } : {}),
  });
  const questions = Object.keys(QUESTIONS) as Question[];
  return [
    ...questions.filter((question) => !SELDOM.includes(question)).map(fieldOf),
    { kind: 'section', name: 'more', label: 'person.more', fields: SELDOM.map(fieldOf) },
  ];
}
