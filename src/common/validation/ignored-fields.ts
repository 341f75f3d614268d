import { assertNoFaults, MAX_FAULTS } from '../domain-error.js';
import { ErrorCode } from '../error-codes.js';
import { isRecord } from './checks.js';
import { type Class, fieldOf } from './dto.js';

/** Titles are returned beside codes, and sent back by programs that keep whole responses. */
const TITLE = /(?:_title|Title)$/;
/** A name as long as this is no typing error. */
const MAX_NAME_CHARACTERS = 60;

interface AnswerFields {
  readonly names: ReadonlySet<string>;
  readonly messages: string | null;
}

const answersOf = new WeakMap<object, AnswerFields>();

/**
 * Of a class of responses: what is read from the service is good to be sent back in place of `input`, so fields that only the response has are no
 * mistake there. `messages` names the field of the response in which a write says what it ignored.
 */
export function AnswerTo(input: Class, messages: string | null = null): ClassDecorator {
  return (answer) => {
    const type = answer as unknown as Class;
    answersOf.set(input, { names: new Set(Object.keys(new type())), messages });
  };
}

/**
 * The places of the fields of a JSON body that are neither of the input nor of what is returned, `objects_insured[0].bundelCode`: the first
 * `max` of them. Below a field that is only returned nothing is looked at.
 */
export function ignoredFields(type: Class, sent: unknown, max: number): string[] {
  const found: string[] = [];
  search(type, sent, '', { found, max, mayEcho: true });
  return found;
}

/**
 * Refuses a JSON body with a field that the class does not have, also one that only the response has (backoffice.100).
 * @throws DomainError INVALID at each of the fields
 */
export function refuseUnknownFields(type: Class, sent: unknown): void {
  const found: string[] = [];
  search(type, sent, '', { found, max: MAX_FAULTS + 1, mayEcho: false });
  const text = (path: string) => ({ el: `Δεν υπάρχει πεδίο ${path}.`, en: `There is no field ${path}.` });
  assertNoFaults(found.map((path) => ({ path, code: ErrorCode.INVALID, text: text(path) })));
}

interface Search {
  readonly found: string[];
  readonly max: number;
  /** Whether fields that only the response has, and titles of codes, may be sent. */
  readonly mayEcho: boolean;
}

/** The field of the response that takes messages about an input, and the key that wraps the input. */
export function messagesOf(type: Class): { readonly field: string; readonly wrapper: string } | null {
  const own = answersOf.get(type)?.messages;
  if (own != null) return { field: own, wrapper: '' };
  for (const wrapper of Object.keys(new type())) {
    const nested = fieldOf(type, wrapper)?.nested;
    const field = nested && answersOf.get(nested())?.messages;
    if (field != null) return { field, wrapper };
  }
  return null;
}

function search(type: Class, sent: unknown, place: string, wanted: Search): void {
  if (!isRecord(sent)) return;
  const answer = answersOf.get(type);
  for (const name of Object.keys(sent)) {
    if (wanted.found.length >= wanted.max) return;
    const field = fieldOf(type, name);
    const path = (): string => (place === '' ? shortened(name) : `${place}.${shortened(name)}`);
    if (field === undefined) {
      if (!wanted.mayEcho || (answer?.names.has(name) !== true && !TITLE.test(name))) wanted.found.push(path());
    } else if (field.nested !== undefined) {
      searchNested(field.nested(), sent[name], path(), wanted);
    }
  }
}

function searchNested(type: Class, sent: unknown, place: string, wanted: Search): void {
  if (!Array.isArray(sent)) return search(type, sent, place, wanted);
  for (const [index, item] of (sent as unknown[]).entries()) {
    if (wanted.found.length >= wanted.max) return;
    search(type, item, `${place}[${index}]`, wanted);
  }
}

function shortened(name: string): string {
  return name.length <= MAX_NAME_CHARACTERS ? name : `${name.slice(0, MAX_NAME_CHARACTERS)}…`;
}
