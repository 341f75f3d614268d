import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { Violation } from '../domain-error.js';
import { type Check, type ValueKeywords, buildViolation, isMissing, isRecord } from './checks.js';
import { type CodeLists, NO_LISTS } from './code-lists.js';

/** DTOs, validated by our own walk (ADR-10). */
export type Class<T extends object = object> = new () => T;

export type Conversion = (value: unknown) => unknown;

export interface FieldRule {
  readonly check: Check;
  readonly itemCheck?: Check;
  readonly isNeeded?: (owner: object, lists: CodeLists) => boolean;
}

export interface Field {
  readonly name: string;
  readonly conversions: readonly Conversion[];
  readonly rules: FieldRule[];
  readonly nested?: () => Class;
}

interface Place {
  readonly owner: Place | string;
  readonly step: string | number;
}

const nestedOf = new WeakMap<object, Map<string, () => Class>>();
const aliasesOf = new WeakMap<object, Map<string, string>>();
const conversionsOf = new WeakMap<object, Map<string, Conversion[]>>();
const layouts = new WeakMap<object, ReadonlyMap<string, Field>>();

/** Decorators run from the bottom up, so the new conversion comes first. */
export function addConversion(type: object, field: string, conversion: Conversion): void {
  const ofType = conversionsOf.get(type) ?? new Map<string, Conversion[]>();
  ofType.set(field, [conversion, ...(ofType.get(field) ?? [])]);
  conversionsOf.set(type, ofType);
}

export function addNested(type: object, field: string, nested: () => Class): void {
  nestedOf.set(type, (nestedOf.get(type) ?? new Map<string, () => Class>()).set(field, nested));
}

export function addAlias(type: object, field: string, alias: string): void {
  aliasesOf.set(type, (aliasesOf.get(type) ?? new Map<string, string>()).set(alias, field));
}

export function getField(type: Class, name: string): Field | undefined {
  const layout = getLayout(type);
  return layout.get(name) ?? layout.get(findInherited(aliasesOf, type, name) ?? '');
}

export function listFixedValues({ rules }: Field): readonly (string | number)[] | null {
  return rules.find(({ check }) => check.values !== undefined)?.check.values ?? null;
}

export function getKeywords({ rules }: Field): { readonly value: ValueKeywords; readonly item: ValueKeywords } {
  const merge = (checks: readonly (Check | undefined)[]): ValueKeywords =>
    Object.assign({}, ...checks.map((check) => check?.keywords)) as ValueKeywords;
  return { value: merge(rules.map(({ check }) => check)), item: merge(rules.map(({ itemCheck }) => itemCheck)) };
}

export function listNameOf({ rules }: Pick<Field, 'rules'>): string | null {
  return rules.map(({ check, itemCheck }) => check.list ?? itemCheck?.list).find((found) => found !== undefined) ?? null;
}

export function toDto<T extends object>(type: Class<T>, plain: Readonly<Record<string, unknown>>): T {
  const dto = new type();
  const layout = getLayout(type);
  for (const name of Object.keys(plain)) {
    const field = layout.get(name);
    if (field === undefined) continue;
    let value = plain[name];
    for (const convert of field.conversions) value = convert(value);
    (dto as Record<string, unknown>)[name] = value;
  }
  return dto;
}

export function listFieldNames(type: Class): readonly string[] {
  return [...getLayout(type).keys()];
}

export function listCheckedFields(type: Class, checkName: string): ReadonlySet<string> {
  const names = [...getLayout(type).values()].flatMap(({ name, rules, nested }) => [
    ...(rules.some(({ check }) => check.name === checkName) ? [name] : []),
    ...(nested ? listCheckedFields(nested(), checkName) : []),
  ]);
  return new Set(names);
}

export interface ListedCode {
  readonly list: string;
  readonly code: string | number;
}

export function formatCodes(type: Class, owner: Readonly<Record<string, unknown>>): ListedCode[] {
  const found: ListedCode[] = [];
  addListedCodes(type, owner, found);
  return found;
}

function addListedCodes(type: Class, owner: Readonly<Record<string, unknown>>, found: ListedCode[]): void {
  for (const { name, list, nested } of listListedFields(type)) {
    const value = owner[name];
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (nested !== undefined) {
        if (isRecord(item)) addListedCodes(nested(), item, found);
      } else if (typeof item === 'string' || typeof item === 'number') found.push({ list, code: item });
    }
  }
}

interface ListedField extends Pick<Field, 'name' | 'nested'> {
  readonly list: string;
}

const listedFields = new WeakMap<object, readonly ListedField[]>();

function listListedFields(type: Class): readonly ListedField[] {
  let fields = listedFields.get(type);
  if (fields === undefined) {
    const all = [...getLayout(type).values()].map((field) => ({ name: field.name, nested: field.nested, list: listNameOf(field) ?? '' }));
    listedFields.set(type, (fields = all.filter(({ nested, list }) => nested !== undefined || list !== '')));
  }
  return fields;
}

/** Lists them in order, one for each field or bad item, at most `max` + 1. `prefix` is the path of the DTO. */
export function findViolations(dto: object, prefix: string, max: number, lists: CodeLists = NO_LISTS): Violation[] {
  const search: Search = { violations: [], max, lists };
  searchDto(dto, prefix, search);
  return search.violations;
}

interface Search {
  readonly violations: Violation[];
  readonly max: number;
  readonly lists: CodeLists;
}

function searchDto(dto: object, place: Place | string, search: Search): void {
  for (const { name, rules, nested } of getLayout(dto.constructor).values()) {
    if (search.violations.length > search.max) return;
    const value = (dto as Readonly<Record<string, unknown>>)[name];
    const broken = rules.find((rule) => !isMet(rule, value, dto, search.lists));
    if (broken !== undefined) addViolations(broken, value, { owner: place, step: name }, search);
    if (nested !== undefined && typeof value === 'object' && value !== null) searchNested(value, { owner: place, step: name }, search);
  }
}

function searchNested(value: object, place: Place, search: Search): void {
  if (!Array.isArray(value)) return isDto(value) ? searchDto(value, place, search) : undefined;
  for (const [index, item] of (value as unknown[]).entries()) {
    if (search.violations.length > search.max) return;
    if (isDto(item)) searchDto(item, { owner: place, step: index }, search);
  }
}

function isDto(value: unknown): value is object {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== Object.prototype && prototype !== null;
}

export function isMet({ check, itemCheck, isNeeded }: FieldRule, value: unknown, owner: object, lists: CodeLists): boolean {
  if (isMissing(value)) return isNeeded?.(owner, lists) !== true;
  if (!check.accepts(value, owner as Readonly<Record<string, unknown>>, lists)) return false;
  return itemCheck === undefined || !Array.isArray(value) || value.every((item) => itemCheck.accepts(item, {}, lists));
}

function addViolations({ check, itemCheck }: FieldRule, value: unknown, place: Place, { violations, max, lists }: Search): void {
  const path = getPath(place);
  const isOfItems = itemCheck !== undefined && Array.isArray(value) && check.accepts(value, {}, lists);
  if (!isOfItems) return void violations.push(buildViolation(check, value, path));
  for (const [index, item] of (value as unknown[]).entries()) {
    if (violations.length > max) return;
    if (!itemCheck.accepts(item, {}, lists)) violations.push(buildViolation(itemCheck, item, `${path}[${index}]`));
  }
}

function getPath(place: Place | string): string {
  if (typeof place === 'string') return place;
  const before = getPath(place.owner);
  if (typeof place.step === 'number') return `${before}[${place.step}]`;
  return before === '' ? place.step : `${before}.${place.step}`;
}

function getLayout(type: object): ReadonlyMap<string, Field> {
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
      conversions: listInheritedConversions(type, name),
      rules: [],
      nested: findInherited(nestedOf, type, name),
    };
    layout.set(name, field);
    const isNested = metadata.type === ValidationTypes.NESTED_VALIDATION && field.nested !== undefined;
    if (isRule(metadata.context)) field.rules.unshift(metadata.context);
    else if (!isNested && metadata.type !== ValidationTypes.WHITELIST)
      throw new Error(`${(type as Class).name}.${name} has a decorator of class-validator's own: it gives no code of the catalogue`);
  }
  return layout;
}

function isRule(context: unknown): context is FieldRule {
  return isRecord(context) && 'check' in context;
}

function findInherited<T>(notes: WeakMap<object, Map<string, T>>, type: object | null, field: string): T | undefined {
  for (let level = type; level !== null; level = Object.getPrototypeOf(level) as object | null) {
    const noted = notes.get(level)?.get(field);
    if (noted !== undefined) return noted;
  }
  return undefined;
}

function listInheritedConversions(type: object | null, field: string): Conversion[] {
  if (type === null) return [];
  const own = conversionsOf.get(type)?.get(field) ?? [];
  return [...listInheritedConversions(Object.getPrototypeOf(type) as object | null, field), ...own];
}
