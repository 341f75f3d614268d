import type { PathOf, Query } from '../api/schema.js';
import type { Violation } from '../api/problem.js';
import type { MessageId } from '../messages/el.js';
import { isNumberKind, isReadable, toNumber, type NumberKind } from './typed-number.js';

/** Typed texts of a form, with the structure and names of the request. */
export interface Draft {
  readonly [name: string]: Value;
}
export type Value = string | readonly string[] | Draft | readonly Draft[];

type Item = Readonly<Record<string, unknown>>;

interface Choice {
  readonly only?: (item: Item, owner: Draft) => boolean;
}

/** A list of codes by name. A form loads all its lists in one call. */
interface Listed extends Choice {
  readonly list: string;
}

/** A list that depends on other fields of the form. */
interface AskedFor extends Choice {
  readonly path: PathOf<'get'>;
  /** Name of the list in a response with several lists. */
  readonly of?: string;
  /** Null while the fields that it depends on are blank. */
  readonly query?: (owner: Draft) => Query | null;
}

/** A list that the page gives to its form, by name. */
interface Given extends Choice {
  readonly given: string;
}

/** Source of the choices of a field. */
export type Codes = Listed | AskedFor | Given;

interface Named {
  /** Name in the API. */
  readonly name: string;
  readonly label: MessageId;
  /** Whether the value is or may be personal data, which stays in memory only. */
  readonly isPersonal?: boolean;
  /** Whether the field is only for the form and not sent. */
  readonly isOurs?: boolean;
  /** Whether the value is sent but not shown, such as the id of an item. */
  readonly isHidden?: boolean;
  /** Condition without which the field is neither shown nor sent. */
  readonly when?: (owner: Draft, whole: Draft) => boolean;
}

export interface Field extends Named {
  /**
   * `tick` is '1' or blank, `ticks` allow several choices; `numbers` are separated by blanks or commas, `0..4` for
   * all of them.
   */
  readonly kind: NumberKind | 'text' | 'date' | 'email' | 'tel' | 'long' | 'choice' | 'tick' | 'ticks' | 'numbers';
  readonly codes?: Codes;
  readonly choices?: readonly (readonly [value: string, title: MessageId])[];
  /** Whether the list of codes is long, so that it is searched by typing. */
  readonly isLong?: boolean;
  /** A chosen code is sent as a number. */
  readonly isNumber?: boolean;
  readonly hint?: MessageId;
  readonly isRequired?: boolean;
  readonly initial?: string;
  /** Name of the field whose value is sent while this one is blank. */
  readonly fallback?: string;
  /** Fields that are cleared when this one changes. */
  readonly resets?: readonly string[];
}

/** Fields of a nested object. */
interface Group extends Named {
  readonly kind: 'group';
  readonly fields: readonly Spec[];
}

/** Fields that are shown together, but belong to the surrounding object. */
interface Section {
  readonly kind: 'section';
  readonly name: string;
  readonly label: MessageId;
  readonly fields: readonly Spec[];
  readonly when?: Named['when'];
}

/** A list of objects that can be added and removed. */
export interface Many extends Named {
  readonly kind: 'many';
  readonly fields: readonly Spec[];
  /** Title of an item, with its number `n`. */
  readonly item: MessageId;
  readonly add: MessageId;
  readonly max: number;
  readonly min?: number;
  /** Whether items are added and removed elsewhere. */
  readonly isFixed?: boolean;
  /** All fields of a new item, if this part of the form has only some of them. */
  readonly whole?: readonly Spec[];
}

export type Spec = Field | Group | Section | Many;

export function isDraft(value: Value | undefined): value is Draft {
  return typeof value === 'object' && !Array.isArray(value);
}

export function draftsOf(value: Value | undefined): readonly Draft[] {
  return Array.isArray(value) ? (value as readonly Draft[]) : [];
}

export function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function textsOf(value: Value | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

const keysOf = (path: string): string[] => (path === '' ? [] : path.replace(/\[(\d+)\]/g, '.$1').split('.'));

/** Joins the path of an object and a field name. */
export const within = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

export function valueAt(draft: Draft, path: string): Value | undefined {
  return keysOf(path).reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], draft) as Value | undefined;
}

/** Returns a copy of the draft with the value at the path. */
export function withValue(draft: Draft, path: string, value: Value): Draft {
  const put = (old: unknown, [key = '', ...rest]: readonly string[]): unknown => {
    const next = rest.length === 0 ? value : put((old as Record<string, unknown> | undefined)?.[key] ?? {}, rest);
    return Array.isArray(old)
      ? old.map((item: unknown, index) => (String(index) === key ? next : item))
      : { ...(old as object), [key]: next };
  };
  return put(draft, keysOf(path)) as Draft;
}

/** Returns the names of all code lists that the fields use. */
export function listsOf(specs: readonly Spec[]): string[] {
  const found = specs.flatMap((spec) => {
    if ('fields' in spec) return listsOf(spec.fields);
    return spec.codes !== undefined && 'list' in spec.codes ? [spec.codes.list] : [];
  });
  return [...new Set(found)];
}

/** A blank draft. */
export function blankOf(specs: readonly Spec[]): Draft {
  const entries = specs.flatMap((spec): [string, Value][] => {
    if (spec.kind === 'section') return Object.entries(blankOf(spec.fields));
    if (spec.kind === 'group') return [[spec.name, blankOf(spec.fields)]];
    if (spec.kind === 'many') return [[spec.name, Array.from({ length: spec.min ?? 0 }, () => blankOf(spec.fields))]];
    return [[spec.name, spec.kind === 'ticks' ? [] : (spec.initial ?? '')]];
  });
  return Object.fromEntries(entries);
}

/** Returns the draft without personal data, for storage. */
export function impersonal(specs: readonly Spec[], draft: Draft): Draft {
  const entries = specs.flatMap((spec): [string, Value][] => {
    if (spec.kind === 'section') return Object.entries(impersonal(spec.fields, draft));
    const value = draft[spec.name];
    if (spec.isPersonal === true || value === undefined) return [];
    if (spec.kind === 'group') return [[spec.name, impersonal(spec.fields, value as Draft)]];
    if (spec.kind === 'many') return [[spec.name, draftsOf(value).map((item) => impersonal(spec.fields, item))]];
    return [[spec.name, value]];
  });
  return Object.fromEntries(entries);
}

/** Returns a blank draft filled with the stored values. */
export function restored(specs: readonly Spec[], kept: Draft, blank = blankOf(specs)): Draft {
  const entries = specs.flatMap((spec): [string, Value][] => {
    if (spec.kind === 'section') return Object.entries(restored(spec.fields, kept, blank));
    const value = kept[spec.name];
    if (spec.kind === 'group') return [[spec.name, restored(spec.fields, isDraft(value) ? value : {}, blank[spec.name] as Draft)]];
    if (value === undefined) return [[spec.name, blank[spec.name]!]];
    if (spec.kind === 'many') return [[spec.name, draftsOf(value).map((item) => restored(spec.fields, item))]];
    return [[spec.name, value]];
  });
  return Object.fromEntries(entries);
}

/** Whether any personal field has a value. */
export function hasPersonal(specs: readonly Spec[], draft: Draft): boolean {
  const blank = blankOf(specs);
  const differs = (spec: Spec): boolean => {
    if (spec.kind === 'section') return hasPersonal(spec.fields, draft);
    const value = draft[spec.name];
    if (spec.isPersonal === true) return JSON.stringify(value) !== JSON.stringify(blank[spec.name]);
    if (spec.kind === 'group') return hasPersonal(spec.fields, value as Draft);
    return spec.kind === 'many' && draftsOf(value).some((item) => hasPersonal(spec.fields, item));
  };
  return specs.some(differs);
}

const MAX_NUMBERS = 400;

function numberOr(text: string, kind: NumberKind): string | number {
  return toNumber(text, kind) ?? text;
}

const wordsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '');

function numbersOf(text: string): (string | number)[] {
  return wordsOf(text).flatMap((word) => {
    const [, from, to] = /^(-?\d+)\.\.(-?\d+)$/.exec(word) ?? [];
    if (from === undefined) return [numberOr(word, 'whole')];
    const length = Number(to) - Number(from) + 1;
    return length > 0 && length <= MAX_NUMBERS ? Array.from({ length }, (_, index) => Number(from) + index) : [word];
  });
}

/** Builds the request body. Blank fields are omitted and invalid numbers sent as typed, for the API to report. */
export function requestOf(specs: readonly Spec[], draft: Draft, whole = draft): Record<string, unknown> {
  const entries = specs.flatMap((spec): [string, unknown][] => {
    if (spec.when?.(draft, whole) === false) return [];
    if (spec.kind === 'section') return Object.entries(requestOf(spec.fields, draft, whole));
    if (spec.isOurs === true) return [];
    const value = draft[spec.name];
    if (spec.kind === 'group') return [[spec.name, requestOf(spec.fields, value as Draft, whole)]];
    if (spec.kind === 'many') {
      const items = draftsOf(value).map((item) => requestOf(spec.fields, item, whole));
      return items.length === 0 ? [] : [[spec.name, items]];
    }
    if (spec.kind === 'ticks') return textsOf(value).length === 0 ? [] : [[spec.name, value]];
    const text = textOf(value).trim() || textOf(draft[spec.fallback ?? '']).trim();
    if (text === '') return [];
    if (spec.kind === 'numbers') return [[spec.name, numbersOf(text)]];
    if (isNumberKind(spec.kind)) return [[spec.name, numberOr(text, spec.kind)]];
    return [[spec.name, spec.isNumber === true ? numberOr(text, 'whole') : text]];
  });
  return Object.fromEntries(entries);
}

/** A field that is shown, with its place and value. */
interface ShownField {
  readonly spec: Field;
  readonly path: string;
  readonly value: Value | undefined;
}

function shownFields(specs: readonly Spec[], draft: Draft, at = '', whole = draft): ShownField[] {
  return specs.flatMap((spec): ShownField[] => {
    if (spec.when?.(draft, whole) === false) return [];
    if (spec.kind === 'section') return shownFields(spec.fields, draft, at, whole);
    const [value, path] = [draft[spec.name], within(at, spec.name)];
    if (spec.kind === 'group') return shownFields(spec.fields, value as Draft, path, whole);
    if (spec.kind === 'many') return draftsOf(value).flatMap((item, index) => shownFields(spec.fields, item, `${path}[${index}]`, whole));
    return [{ spec, path, value }];
  });
}

export interface TypedNumber {
  readonly path: string;
  readonly kind: NumberKind;
  readonly text: string;
}

/** Finds unreadable numbers in shown fields. A form with one is not sent (console.50). */
export function unreadableNumbers(specs: readonly Spec[], draft: Draft): TypedNumber[] {
  return shownFields(specs, draft).flatMap(({ spec: { kind }, path, value }) => {
    const text = textOf(value);
    return isNumberKind(kind) && !isReadable(text, kind) ? [{ path, kind, text }] : [];
  });
}

/** Finds required fields that are shown and blank, by their paths. */
export function missingFields(specs: readonly Spec[], draft: Draft): string[] {
  const isBlank = (value: Value | undefined): boolean => (Array.isArray(value) ? value.length === 0 : textOf(value).trim() === '');
  return shownFields(specs, draft).flatMap(({ spec, path, value }) => (spec.isRequired === true && isBlank(value) ? [path] : []));
}

/** Moves the violations of blank fields to the field that they fall back to, which has the same value. */
export function placeAtTyped(specs: readonly Spec[], draft: Draft, violations: readonly Violation[]): Violation[] {
  const typed = new Map(
    shownFields(specs, draft)
      .filter(({ spec, value }) => spec.fallback !== undefined && textOf(value).trim() === '')
      .map(({ spec, path }) => [path, path.slice(0, -spec.name.length) + spec.fallback!]),
  );
  const placed = new Map<string, Violation>();
  for (const { path, message } of violations) {
    const violation = { path: typed.get(path) ?? path, message };
    placed.set(JSON.stringify(violation), violation);
  }
  return [...placed.values()];
}

/** Returns the API's error at the path, or at one of several values below it. */
export function violationAt(violations: readonly Violation[], path: string): string | undefined {
  return violations.find(
    (violation) =>
      violation.path === path || (violation.path.startsWith(`${path}[`) && /^\[\d+\]$/.test(violation.path.slice(path.length))),
  )?.message;
}

/** Returns the titles along the path of a field, with item numbers; null if the form has no such field. */
export function trailTo(specs: readonly Spec[], path: string): readonly (readonly [title: MessageId, n?: number])[] | null {
  const [, name = '', index, rest = ''] = /^([^.[]+)(?:\[(\d+)\])?\.?(.*)$/.exec(path) ?? [];
  for (const spec of specs) {
    if (spec.kind === 'section') {
      const trail = trailTo(spec.fields, path);
      if (trail !== null) return trail;
    } else if (spec.name === name) {
      if (spec.kind === 'many' && index !== undefined) {
        const trail = rest === '' ? [] : trailTo(spec.fields, rest);
        return trail && [[spec.item, Number(index) + 1], ...trail];
      }
      if (spec.kind !== 'group' || rest === '') return [[spec.label]];
      const trail = trailTo(spec.fields, rest);
      return trail && [[spec.label], ...trail];
    }
  }
  return null;
}
