import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { Fault } from '../domain-error.js';
import { type Check, faultOf, isMissing, isRecord } from './checks.js';
import { type CodeLists, NO_LISTS } from './code-lists.js';

/**
 * DTOs laid out once, and walked by our own hand: class-validator keeps what the decorators say, but its validation looks up the metadata of
 * a class anew for every object and field, and cannot stop, so that a body full of faults costs a second.
 */
export type Class<T extends object = object> = new () => T;

/** What becomes of a value as sent before it is checked. */
export type Conversion = (value: unknown) => unknown;

/** What one decorator asks of a field. */
export interface FieldRule {
  readonly check: Check;
  /** The check of the items, when the value is an array of plain values: its faults name the item. */
  readonly itemCheck?: Check;
  /** Whether a value must be there. Without it an absent one and null pass. */
  readonly isNeeded?: (owner: object, lists: CodeLists) => boolean;
}

export interface Field {
  readonly name: string;
  readonly conversions: readonly Conversion[];
  /** The uppermost decorator first. */
  readonly rules: FieldRule[];
  /** The class of the DTO, or of those of the list. */
  readonly nested?: () => Class;
}

/** Where a DTO stands in the one that is inspected: its path is put together for a fault only. */
interface Place {
  readonly owner: Place | string;
  readonly step: string | number;
}

const nestedOf = new WeakMap<object, Map<string, () => Class>>();
const aliasesOf = new WeakMap<object, Map<string, string>>();
const conversionsOf = new WeakMap<object, Map<string, Conversion[]>>();
const layouts = new WeakMap<object, ReadonlyMap<string, Field>>();

/** Of several conversions of a field the one written first runs first. Decorators run from the bottom up. */
export function addConversion(type: object, field: string, conversion: Conversion): void {
  const ofType = conversionsOf.get(type) ?? new Map<string, Conversion[]>();
  ofType.set(field, [conversion, ...(ofType.get(field) ?? [])]);
  conversionsOf.set(type, ofType);
}

/** The class of the DTOs in a field. */
export function addNested(type: object, field: string, nested: () => Class): void {
  nestedOf.set(type, (nestedOf.get(type) ?? new Map<string, () => Class>()).set(field, nested));
}

/** Another spelling of a field, which is put right before the DTO is made. */
export function addAlias(type: object, field: string, alias: string): void {
  aliasesOf.set(type, (aliasesOf.get(type) ?? new Map<string, string>()).set(alias, field));
}

/** The field of a class by its name or another spelling of it. */
export function fieldOf(type: Class, name: string): Field | undefined {
  const layout = layoutOf(type);
  return layout.get(name) ?? layout.get(inherited(aliasesOf, type, name) ?? '');
}

/** The only values that a field takes, or null when they are not a few fixed ones. */
export function fixedValues({ rules }: Field): readonly (string | number)[] | null {
  return rules.find(({ check }) => check.values !== undefined)?.check.values ?? null;
}

/** The reference list that the codes of a field are of; null when they are of none. */
export function listNameOf({ rules }: Pick<Field, 'rules'>): string | null {
  return rules.map(({ check, itemCheck }) => check.list ?? itemCheck?.list).find((found) => found !== undefined) ?? null;
}

/** A DTO of a JSON object: unknown fields are dropped, the others converted as their decorators say. */
export function toDto<T extends object>(type: Class<T>, plain: Readonly<Record<string, unknown>>): T {
  const dto = new type();
  const layout = layoutOf(type);
  for (const name of Object.keys(plain)) {
    const field = layout.get(name);
    if (field === undefined) continue;
    let value = plain[name];
    for (const convert of field.conversions) value = convert(value);
    (dto as Record<string, unknown>)[name] = value;
  }
  return dto;
}

/** The fields that a DTO has. */
export function fieldNamesOf(type: Class): readonly string[] {
  return [...layoutOf(type).keys()];
}

/** The names of the fields that have the check, of the DTO and of what is nested in it. */
export function fieldsChecked(type: Class, checkName: string): ReadonlySet<string> {
  const names = [...layoutOf(type).values()].flatMap(({ name, rules, nested }) => [
    ...(rules.some(({ check }) => check.name === checkName) ? [name] : []),
    ...(nested ? fieldsChecked(nested(), checkName) : []),
  ]);
  return new Set(names);
}

/** A code of a reference list. */
export interface ListedCode {
  readonly list: string;
  readonly code: string | number;
}

/** The codes of lists in the fields of a DTO and of what is nested in it, as they stand in an object of its shape; of an array each item. */
export function listedCodes(type: Class, owner: Readonly<Record<string, unknown>>): ListedCode[] {
  const found: ListedCode[] = [];
  addListedCodes(type, owner, found);
  return found;
}

function addListedCodes(type: Class, owner: Readonly<Record<string, unknown>>, found: ListedCode[]): void {
  for (const { name, list, nested } of listedFieldsOf(type)) {
    const value = owner[name];
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (nested !== undefined) {
        if (isRecord(item)) addListedCodes(nested(), item, found);
      } else if (typeof item === 'string' || typeof item === 'number') found.push({ list, code: item });
    }
  }
}

/** A field whose codes are of a list; or one that others are nested in. */
interface ListedField extends Pick<Field, 'name' | 'nested'> {
  readonly list: string;
}

const listedFields = new WeakMap<object, readonly ListedField[]>();

function listedFieldsOf(type: Class): readonly ListedField[] {
  let fields = listedFields.get(type);
  if (fields === undefined) {
    const all = [...layoutOf(type).values()].map((field) => ({ name: field.name, nested: field.nested, list: listNameOf(field) ?? '' }));
    listedFields.set(type, (fields = all.filter(({ nested, list }) => nested !== undefined || list !== '')));
  }
  return fields;
}

/**
 * The faults of a DTO in the order of its class, of lists item by item: one for each field, that of the uppermost rule it breaks, or one for
 * each bad item of an array of plain values. The search ends once more than `max` are found. `prefix` is the DTO's own path, `lists` what its
 * codes are held against.
 */
export function findFaults(dto: object, prefix: string, max: number, lists: CodeLists = NO_LISTS): Fault[] {
  const search: Search = { faults: [], max, lists };
  searchDto(dto, prefix, search);
  return search.faults;
}

/** What is found so far, and what it is held against. */
interface Search {
  readonly faults: Fault[];
  readonly max: number;
  readonly lists: CodeLists;
}

function searchDto(dto: object, place: Place | string, search: Search): void {
  for (const { name, rules, nested } of layoutOf(dto.constructor).values()) {
    if (search.faults.length > search.max) return;
    const value = (dto as Readonly<Record<string, unknown>>)[name];
    const broken = rules.find((rule) => !isKept(rule, value, dto, search.lists));
    if (broken !== undefined) addFaults(broken, value, { owner: place, step: name }, search);
    if (nested !== undefined && typeof value === 'object' && value !== null) searchNested(value, { owner: place, step: name }, search);
  }
}

/** What is no object here was named by the rules of the field, and is no DTO. */
function searchNested(value: object, place: Place, search: Search): void {
  if (!Array.isArray(value)) return isDto(value) ? searchDto(value, place, search) : undefined;
  for (const [index, item] of (value as unknown[]).entries()) {
    if (search.faults.length > search.max) return;
    if (isDto(item)) searchDto(item, { owner: place, step: index }, search);
  }
}

/** Not as it came from JSON. */
function isDto(value: unknown): value is object {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== Object.prototype && prototype !== null;
}

/** Whether the value of a field is what the rule asks for. */
export function isKept({ check, itemCheck, isNeeded }: FieldRule, value: unknown, owner: object, lists: CodeLists): boolean {
  if (isMissing(value)) return isNeeded?.(owner, lists) !== true;
  if (!check.accepts(value, owner as Readonly<Record<string, unknown>>, lists)) return false;
  return itemCheck === undefined || !Array.isArray(value) || value.every((item) => itemCheck.accepts(item, {}, lists));
}

function addFaults({ check, itemCheck }: FieldRule, value: unknown, place: Place, { faults, max, lists }: Search): void {
  const path = pathOf(place);
  const isOfItems = itemCheck !== undefined && Array.isArray(value) && check.accepts(value, {}, lists);
  if (!isOfItems) return void faults.push(faultOf(check, value, path));
  for (const [index, item] of (value as unknown[]).entries()) {
    if (faults.length > max) return;
    if (!itemCheck.accepts(item, {}, lists)) faults.push(faultOf(itemCheck, item, `${path}[${index}]`));
  }
}

function pathOf(place: Place | string): string {
  if (typeof place === 'string') return place;
  const before = pathOf(place.owner);
  if (typeof place.step === 'number') return `${before}[${place.step}]`;
  return before === '' ? place.step : `${before}.${place.step}`;
}

function layoutOf(type: object): ReadonlyMap<string, Field> {
  let layout = layouts.get(type);
  if (layout === undefined) layouts.set(type, (layout = layOut(type)));
  return layout;
}

function layOut(type: object): ReadonlyMap<string, Field> {
  const layout = new Map<string, Field>();
  for (const metadata of getMetadataStorage().getTargetValidationMetadatas(type as Class, '', false, false)) {
    const name = metadata.propertyName;
    const field = layout.get(name) ?? {
      name,
      conversions: inheritedConversions(type, name),
      rules: [],
      nested: inherited(nestedOf, type, name),
    };
    layout.set(name, field);
    const isNested = metadata.type === ValidationTypes.NESTED_VALIDATION && field.nested !== undefined;
    // Decorators run from the bottom up.
    if (isRule(metadata.context)) field.rules.unshift(metadata.context);
    else if (!isNested && metadata.type !== ValidationTypes.WHITELIST)
      throw new Error(`${(type as Class).name}.${name} has a decorator of class-validator's own: it gives no code of the catalogue`);
  }
  return layout;
}

function isRule(context: unknown): context is FieldRule {
  return isRecord(context) && 'check' in context;
}

/** What was noted of a field of the class, or else of the class that it extends. */
function inherited<T>(notes: WeakMap<object, Map<string, T>>, type: object | null, field: string): T | undefined {
  for (let level = type; level !== null; level = Object.getPrototypeOf(level) as object | null) {
    const noted = notes.get(level)?.get(field);
    if (noted !== undefined) return noted;
  }
  return undefined;
}

function inheritedConversions(type: object | null, field: string): Conversion[] {
  if (type === null) return [];
  const own = conversionsOf.get(type)?.get(field) ?? [];
  return [...inheritedConversions(Object.getPrototypeOf(type) as object | null, field), ...own];
}
