import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';

export type PathStep = string | { readonly key: string };

/** Change at a path of stable keys such as `objects_insured[7].insured_values[01]`. */
export interface Instruction {
  readonly path: string;
  /** Undefined removes the field or element. */
  readonly value: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields of an element's key, by list. Any other list is one value. */
const LIST_KEYS: Readonly<Record<string, readonly string[]>> = {
  objects_insured: ['object_id'],
  insured_values: ['group_cover'],
  extra_covers: ['group_cover', 'cover'],
  claims_history: ['claim_id'],
  'co-owners': ['co_owner_id'],
  mortgages_loans: ['bank_id'],
  fire_protections: ['id'],
  consents: ['master_id', 'id'],
  swappableCovers: ['out'],
};

/** Lists changes at the longest paths. Another order of a keyed list is no change. */
export function listInstructions(before: object, after: object): Instruction[] {
  return listFieldChanges(toFields(before), toFields(after), []);
}

/** New fields and elements come last. @throws DomainError CHANGED_MEANWHILE at a path that does not exist */
export function applyInstructions(questionnaire: object, instructions: readonly Instruction[]): object {
  return instructions.reduce(
    (fields, instruction) => applyToFields(fields, parsePath(instruction.path), instruction),
    toFields(questionnaire),
  );
}

/** Elements with a repeated key count as one, because the removal of one changes the number of the next. */
export function findConflicts(earlier: readonly Instruction[], later: readonly Instruction[]): string[] {
  const touched = earlier.map(({ path }) => dropOccurrences(path));
  const conflicts = later.filter(({ path }) => {
    const own = dropOccurrences(path);
    return touched.some((other) => isWithin(own, other) || isWithin(other, own));
  });
  return [...new Set(conflicts.map(({ path }) => path))];
}

function dropOccurrences(path: string): string {
  return path.replaceAll(/#\d+\]/g, ']');
}

export function parsePath(path: string): PathStep[] {
  const steps = [...path.matchAll(/\[([^\]]+)\]|[^.[\]]+/g)].map(([step, key]) => (key === undefined ? step : { key }));
  if (steps.length === 0 || formatPath(steps) !== path) throw new RangeError(`Invalid path: ${path}`);
  return steps;
}

export function formatPath(steps: readonly PathStep[]): string {
  return steps.map((step, index) => (typeof step === 'string' ? `${index === 0 ? '' : '.'}${step}` : `[${step.key}]`)).join('');
}

function isWithin(path: string, outer: string): boolean {
  return path.startsWith(outer) && (path.length === outer.length || '.['.includes(path.charAt(outer.length)));
}

function listFieldChanges(before: Fields, after: Fields, path: readonly PathStep[]): Instruction[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].flatMap((field) => listValueChanges(before[field], after[field], [...path, field]));
}

function listValueChanges(before: unknown, after: unknown, path: readonly PathStep[]): Instruction[] {
  if (isFields(before) && isFields(after)) return listFieldChanges(before, after, path);
  const elementsBefore = findElements(before ?? [], path.at(-1));
  const elementsAfter = findElements(after, path.at(-1));
  // An absent list gets its elements one by one, so that two amendments can both add to it.
  if (elementsBefore && elementsAfter && (before !== undefined || elementsAfter.size > 0))
    return listElementChanges(elementsBefore, elementsAfter, path);
  return isEqual(before, after) ? [] : [{ path: formatPath(path), value: after }];
}

type Elements = ReadonlyMap<string, Fields>;

/** Removals go from the last to the first, because a repeated key counts its occurrences. */
function listElementChanges(before: Elements, after: Elements, path: readonly PathStep[]): Instruction[] {
  const removed = [...before.keys()].filter((key) => !after.has(key)).reverse();
  const removals = removed.map((key) => ({ path: formatPath([...path, { key }]), value: undefined }));
  const changes = [...after].flatMap(([key, element]) => listValueChanges(before.get(key), element, [...path, { key }]));
  return [...removals, ...changes];
}

/** Finds elements by key: `011`, then `011#2` for the next. Null if it is one value. */
export function findElements(value: unknown, field: PathStep | undefined): Elements | null {
  const names = typeof field === 'string' && Object.hasOwn(LIST_KEYS, field) ? LIST_KEYS[field] : undefined;
  if (!names || !Array.isArray(value) || !value.every(isFields)) return null;
  const elements = new Map<string, Fields>();
  const counts = new Map<string, number>();
  for (const element of value) {
    const key = findKey(element, names);
    if (key === null) return null;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    elements.set(count === 1 ? key : `${key}#${count}`, element);
  }
  return elements;
}

function findKey(element: Fields, names: readonly string[]): string | null {
  const values = names.map((name) => element[name]).filter((value) => typeof value === 'string' || typeof value === 'number');
  return values.length > 0 ? values.join('+') : null;
}

function isEqual(one: unknown, other: unknown): boolean {
  if (isFields(one) && isFields(other)) return listFieldChanges(one, other, []).length === 0;
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length && one.every((item, at) => isEqual(item, other[at]));
  return one === other;
}

function applyToFields(fields: Fields, [step, ...rest]: readonly PathStep[], instruction: Instruction): Fields {
  if (typeof step !== 'string') throw new RangeError(`Invalid path: ${instruction.path}`);
  return setField(fields, step, applyToValue(fields[step], { field: step, steps: rest }, instruction));
}

interface Rest {
  readonly field: string;
  readonly steps: readonly PathStep[];
}

function applyToValue(value: unknown, { field, steps }: Rest, instruction: Instruction): unknown {
  const [next, ...rest] = steps;
  if (next === undefined) return instruction.value;
  if (typeof next === 'string') return applyToFields(getFields(value, instruction), steps, instruction);
  const elements = new Map(findElements(value ?? [], field) ?? failToApply(instruction));
  const { key } = next;
  if (rest.length > 0) elements.set(key, applyToFields(getFields(elements.get(key), instruction), rest, instruction));
  else if (instruction.value === undefined) elements.delete(key);
  else elements.set(key, getFields(instruction.value, instruction));
  return [...elements.values()];
}

function setField(fields: Fields, name: string, value: unknown): Fields {
  if (value !== undefined) return { ...fields, [name]: value };
  return Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));
}

function getFields(value: unknown, instruction: Instruction): Fields {
  return isFields(value) ? value : failToApply(instruction);
}

function failToApply({ path }: Instruction): never {
  throw DomainError.ofViolations([{ path, code: ErrorCode.CHANGED_MEANWHILE, text: NOT_THERE }]);
}

const NOT_THERE = {
  el: 'Άλλη πρόσθετη πράξη μεταβάλλει ένα στοιχείο που δεν θα υπάρχει πια.',
  en: 'Another amendment changes something that would no longer exist.',
};

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toFields(questionnaire: object): Fields {
  return questionnaire as Fields;
}
