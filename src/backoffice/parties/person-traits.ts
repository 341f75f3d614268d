import { foldName } from '../../common/fold-name.js';
import type { Insurer } from '../../record/settings/settings.service.js';
import { contactForms } from '../../record/parties/contact.js';
import type { PersonName, Traits } from './mention-pattern.js';

/** What is searched for of one person in the texts of one agent; what goes beyond is counted. The first that are added count. */
export const MOST_TRAITS = { names: 100, lettersOfNames: 2_000, numbers: 10, papers: 50, plates: 50, phones: 100, emails: 100 } as const;

/** What a person is called in a row or an object of an application: the register's names of fields, and those of both lines. */
export type Trace = Readonly<Record<string, unknown>>;

export const TRACE_FIELDS = [
  ...['last_name', 'lastName', 'first_name', 'firstName', 'contact', 'email', 'phone', 'mobile'],
  ...['afm', 'amka', 'identity_number', 'identityNo', 'passport', 'plate'],
];

export interface CollectedTraits {
  readonly traits: Traits;
  /** How many were left out for the limits. */
  readonly omitted: number;
}

export const NO_TRAITS: Traits = { names: [], numbers: [], papers: [], plates: [], phones: [], emails: [] };

/** What is known, then what the traces add, up to the limits. */
export function addTraces(known: Traits, traces: readonly Trace[]): CollectedTraits {
  const textsOf = (...fields: string[]): string[] =>
    traces.flatMap((trace) => fields.map((field) => trace[field])).filter((value) => typeof value === 'string' && value !== '') as string[];
  const contacts = textsOf('contact', 'email', 'phone', 'mobile');
  const names = traces.map(nameOf).filter((name) => name !== null);
  const parts = {
    names: limitNames([...known.names, ...names]),
    numbers: limit(MOST_TRAITS.numbers, [...known.numbers, ...textsOf('afm', 'amka')]),
    papers: limit(MOST_TRAITS.papers, [...known.papers, ...textsOf('identity_number', 'identityNo', 'passport')]),
    plates: limit(MOST_TRAITS.plates, [...known.plates, ...textsOf('plate')]),
    phones: limit(MOST_TRAITS.phones, [...known.phones, ...contacts.filter((contact) => !contact.includes('@'))]),
    emails: limit(MOST_TRAITS.emails, [...known.emails, ...contacts.filter((contact) => contact.includes('@'))]),
  };
  const { names: n, numbers, papers, plates, phones, emails } = parts;
  return {
    traits: { names: n.kept, numbers: numbers.kept, papers: papers.kept, plates: plates.kept, phones: phones.kept, emails: emails.kept },
    omitted: Object.values(parts).reduce((sum, part) => sum + part.omitted, 0),
  };
}

/** Without what the insurer itself is reached by, and its tax number: those are everybody's, whoever names them as a person's own. */
export function withoutInsurer(traits: Traits, insurer: Insurer): Traits {
  const email = insurer.email.trim().toLowerCase();
  const phones = new Set(contactForms(insurer.phone).map(digitsOf));
  return {
    ...traits,
    numbers: traits.numbers.filter((number) => number !== insurer.afm),
    phones: traits.phones.filter((phone) => !contactForms(phone).some((form) => phones.has(digitsOf(form)))),
    emails: traits.emails.filter((one) => one.trim().toLowerCase() !== email),
  };
}

const digitsOf = (phone: string): string => phone.replace(/\D/g, '').replace(/^00/, '');

function nameOf(trace: Trace): PersonName | null {
  const textOf = (...fields: string[]): string | null =>
    fields.map((field) => trace[field]).find((value) => typeof value === 'string' && value !== '') as string | null;
  const last = textOf('last_name', 'lastName');
  return last ? { last, first: textOf('first_name', 'firstName') ?? null } : null;
}

interface Limited<T> {
  readonly kept: readonly T[];
  readonly omitted: number;
}

function limit(most: number, values: readonly string[]): Limited<string> {
  const different = [...new Set(values)];
  return { kept: different.slice(0, most), omitted: Math.max(0, different.length - most) };
}

function limitNames(names: readonly PersonName[]): Limited<PersonName> {
  const seen = new Set<string>();
  const kept: PersonName[] = [];
  let letters = 0;
  for (const name of names) {
    const folded = `${foldName(name.last)}|${foldName(name.first ?? '')}`;
    if (seen.has(folded)) continue;
    seen.add(folded);
    if (kept.length === MOST_TRAITS.names || letters + folded.length > MOST_TRAITS.lettersOfNames) continue;
    kept.push(name);
    letters += folded.length;
  }
  return { kept, omitted: seen.size - kept.length };
}
