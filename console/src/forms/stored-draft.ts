import { blankOf, draftsOf, isDraft, type Draft, type Field, type Spec, type Value } from './draft.js';
import { isNumberKind, toTyped } from './typed-number.js';

type Stored = Readonly<Record<string, unknown>>;

const isStored = (value: unknown): value is Stored => typeof value === 'object' && value !== null && !Array.isArray(value);
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Fields that identify an item of a list. */
const IDS = ['object_id', 'co_owner_id', 'claim_id'] as const;
const idOf = (item: Stored | Draft): unknown => IDS.map((name) => item[name]).find((id) => id !== undefined && id !== '');

/** Returns the draft of stored values, with numbers in the notation of the language. */
export function draftOf(specs: readonly Spec[], stored: Stored, locale: string): Draft {
  const entries = specs.flatMap((spec): [string, Value][] => {
    if (spec.kind === 'section') return Object.entries(draftOf(spec.fields, stored, locale));
    const value = stored[spec.name];
    if (spec.kind === 'group') return [[spec.name, isStored(value) ? draftOf(spec.fields, value, locale) : blankOf(spec.fields)]];
    if (spec.kind !== 'many') return [[spec.name, fieldOf(spec, value, locale)]];
    return [[spec.name, Array.isArray(value) ? value.filter(isStored).map((item) => draftOf(spec.fields, item, locale)) : []]];
  });
  return Object.fromEntries(entries);
}

function fieldOf({ kind }: Field, value: unknown, locale: string): Value {
  if (kind === 'ticks') return Array.isArray(value) ? value.map(String) : wordsOf(value);
  if (Array.isArray(value)) return value.join(' ');
  if (typeof value !== 'number' && typeof value !== 'string') return '';
  return kind === 'whole' || !isNumberKind(kind) ? String(value) : toTyped(value, locale);
}

/** Splits codes that are stored as one text. */
function wordsOf(value: unknown): string[] {
  return typeof value === 'string' ? value.split(' ').filter((code) => code !== '') : [];
}

/** Returns what differs between two requests of a form, as an update takes it. A list is complete, matched by ids. */
export function changesOf(before: Stored, after: Stored): Record<string, unknown> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const entries = [...names].flatMap((name): [string, unknown][] => {
    const [was, now] = [before[name], after[name]];
    if (isSame(was, now)) return [];
    if (isStored(was) && isStored(now)) return [[name, changesOf(was, now)]];
    if (now === undefined) return [[name, Array.isArray(was) ? [] : null]];
    return [[name, Array.isArray(now) ? now.map((item: unknown) => changedItem(item, was)) : now]];
  });
  return Object.fromEntries(entries);
}

function changedItem(item: unknown, list: unknown): unknown {
  if (!isStored(item) || !Array.isArray(list)) return item;
  const id = idOf(item);
  const was = id === undefined ? undefined : list.filter(isStored).find((other) => idOf(other) === id);
  if (was === undefined) return item;
  const ids = IDS.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]]));
  return { ...Object.fromEntries(ids), ...changesOf(was, item) };
}

/** Applies what was typed on one contract to another one: what did not change becomes that of the other. */
export function rebasedDraft(draft: Draft, before: Draft, after: Draft): Draft {
  const entries = Object.entries(draft).map(([name, value]) => [name, rebasedValue(value, before[name], after[name])] as const);
  return Object.fromEntries(entries);
}

function rebasedValue(value: Value, before: Value | undefined, after: Value | undefined): Value {
  if (after === undefined || isSame(value, after)) return value;
  if (isSame(value, before)) return after;
  if (isDraft(value) && isDraft(before) && isDraft(after)) return rebasedDraft(value, before, after);
  const [items, former, next] = [value, before, after].map(draftsOf);
  if (!items!.some((item) => isDraft(item) && idOf(item) !== undefined)) return value;
  const find = (list: readonly Draft[], item: Draft): Draft | undefined => list.find((other) => idOf(other) === idOf(item));
  const kept = next!.flatMap((item) => {
    const [mine, was] = [find(items!, item), find(former!, item)];
    if (mine === undefined) return was === undefined ? [item] : [];
    return [was === undefined ? mine : rebasedDraft(mine, was, item)];
  });
  return [...kept, ...items!.filter((item) => idOf(item) === undefined)];
}

/**
 * Returns the fields that may change, by the paths of the API (`objects_insured[].atak`). Of a list with such paths the
 * other fields are shown only in new items.
 */
export function changeableSpecs(specs: readonly Spec[], paths: readonly string[], at = ''): readonly Spec[] {
  const known = new Set(paths);
  return specs.flatMap((spec): Spec[] => {
    if (spec.kind === 'section') {
      const fields = changeableSpecs(spec.fields, paths, at);
      return fields.length === 0 ? [] : [{ ...spec, fields }];
    }
    const path = at + spec.name;
    if (spec.kind === 'group') {
      const fields = changeableSpecs(spec.fields, paths, `${path}.`);
      return fields.length === 0 ? [] : [{ ...spec, fields }];
    }
    if (spec.kind !== 'many' || !paths.some((other) => other.startsWith(`${path}[].`)))
      return known.has(path) || spec.isHidden === true ? [spec] : [];
    return [
      { ...spec, fields: itemFields(spec.fields, paths, { path, canAdd: known.has(path) }), isFixed: spec.isFixed ?? !known.has(path) },
    ];
  });
}

interface ItemPlace {
  readonly path: string;
  readonly canAdd: boolean;
}

function itemFields(fields: readonly Spec[], paths: readonly string[], { path, canAdd }: ItemPlace): readonly Spec[] {
  const changeable = changeableSpecs(fields, paths, `${path}[].`);
  if (!canAdd) return changeable;
  const shown = new Map(changeable.map((spec) => [spec.name, spec]));
  const isNew = (owner: Draft): boolean => idOf(owner) === undefined;
  return fields.map(
    (spec) => shown.get(spec.name) ?? { ...spec, when: (owner, whole) => isNew(owner) && spec.when?.(owner, whole) !== false },
  );
}

/** Replaces the source of the choices of fields by their names, in all objects. */
export function withFields(specs: readonly Spec[], fields: Readonly<Record<string, Partial<Field>>>): readonly Spec[] {
  return specs.map((spec): Spec => {
    if ('fields' in spec) return { ...spec, fields: withFields(spec.fields, fields) };
    const other = fields[spec.name];
    return other === undefined ? spec : { ...spec, ...other };
  });
}
