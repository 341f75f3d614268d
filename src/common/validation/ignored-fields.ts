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
  search(type, sent, '', found, max);
  return found;
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

function search(type: Class, sent: unknown, place: string, found: string[], max: number): void {
  if (!isRecord(sent)) return;
  const answer = answersOf.get(type);
  for (const name of Object.keys(sent)) {
    if (found.length >= max) return;
    const field = fieldOf(type, name);
    const path = (): string => (place === '' ? shortened(name) : `${place}.${shortened(name)}`);
    if (field === undefined) {
      if (answer?.names.has(name) !== true && !TITLE.test(name)) found.push(path());
    } else if (field.nested !== undefined) {
      searchNested(field.nested(), sent[name], path(), found, max);
    }
  }
}

function searchNested(type: Class, sent: unknown, place: string, found: string[], max: number): void {
  if (!Array.isArray(sent)) return search(type, sent, place, found, max);
  for (const [index, item] of (sent as unknown[]).entries()) {
    if (found.length >= max) return;
    search(type, item, `${place}[${index}]`, found, max);
  }
}

function shortened(name: string): string {
  return name.length <= MAX_NAME_CHARACTERS ? name : `${name.slice(0, MAX_NAME_CHARACTERS)}…`;
}
