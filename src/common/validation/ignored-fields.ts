import { assertNoViolations, MAX_VIOLATIONS } from '../domain-error.js';
import { ErrorCode } from '../error-codes.js';
import { isRecord } from './checks.js';
import { type Class, getField } from './dto.js';

/** Responses contain titles, and programs send them back. */
const TITLE = /(?:_title|Title)$/;
const MAX_NAME_CHARACTERS = 60;

interface ResponseFields {
  readonly names: ReadonlySet<string>;
  readonly messages: string | null;
}

const responsesOf = new WeakMap<object, ResponseFields>();

/** Fields of this class may be sent back in an `input`. `messages` is its field for messages. */
export function ResponseTo(input: Class, messages: string | null = null): ClassDecorator {
  return (target) => {
    const type = target as unknown as Class;
    responsesOf.set(input, { names: new Set(Object.keys(new type())), messages });
  };
}

/** Finds up to `max` fields that neither input nor response have: `objects_insured[0].bundelCode`. */
export function findIgnoredFields(type: Class, sent: unknown, max: number): string[] {
  const found: string[] = [];
  search(type, sent, '', { found, max, mayEcho: true });
  return found;
}

interface KnownFieldsOptions {
  readonly place?: string;
  readonly mayEcho?: boolean;
}

/** @throws DomainError INVALID for unknown fields (backoffice.100, amendments.4) */
export function assertKnownFields(type: Class, sent: unknown, { place = '', mayEcho = false }: KnownFieldsOptions = {}): void {
  const found: string[] = [];
  search(type, sent, place, { found, max: MAX_VIOLATIONS + 1, mayEcho });
  const text = (path: string) => ({ el: `Δεν υπάρχει πεδίο ${path}.`, en: `There is no field ${path}.` });
  assertNoViolations(found.map((path) => ({ path, code: ErrorCode.INVALID, text: text(path) })));
}

interface Search {
  readonly found: string[];
  readonly max: number;
  readonly mayEcho: boolean;
}

export function findMessagesField(type: Class): { readonly field: string; readonly wrapper: string } | null {
  const own = responsesOf.get(type)?.messages;
  if (own != null) return { field: own, wrapper: '' };
  for (const wrapper of Object.keys(new type())) {
    const nested = getField(type, wrapper)?.nested;
    const field = nested && responsesOf.get(nested())?.messages;
    if (field != null) return { field, wrapper };
  }
  return null;
}

function search(type: Class, sent: unknown, place: string, wanted: Search): void {
  if (!isRecord(sent)) return;
  const response = responsesOf.get(type);
  for (const name of Object.keys(sent)) {
    if (wanted.found.length >= wanted.max) return;
    const field = getField(type, name);
    const path = (): string => (place === '' ? shorten(name) : `${place}.${shorten(name)}`);
    if (field === undefined) {
      if (!wanted.mayEcho || (response?.names.has(name) !== true && !TITLE.test(name))) wanted.found.push(path());
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

function shorten(name: string): string {
  return name.length <= MAX_NAME_CHARACTERS ? name : `${name.slice(0, MAX_NAME_CHARACTERS)}…`;
}
