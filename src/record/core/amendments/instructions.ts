/** Field, or element of a list by its key. */
export type Step = string | { readonly key: string };

/** One change of a questionnaire, at a path of stable keys such as `objects_insured[7].insured_values[01]`. */
export interface Instruction {
  readonly path: string;
  /** Undefined removes the field or element. */
  readonly value: unknown;
}

type Fields = Readonly<Record<string, unknown>>;
type GetKey = (element: Fields) => unknown;

/** Keys of list elements, by the field of the list. A list that is not here, or has an element without a key, is one value. */
const LIST_KEYS: Readonly<Record<string, GetKey>> = {
  objects_insured: ({ object_id }) => object_id,
  insured_values: ({ group_cover }) => group_cover,
  extra_covers: ({ group_cover, cover }) => (group_cover === undefined ? cover : `${String(group_cover)}+${String(cover)}`),
  claims_history: ({ claim_id }) => claim_id,
  'co-owners': ({ co_owner_id }) => co_owner_id,
  mortgages_loans: ({ bank_id }) => bank_id,
  fire_protections: ({ id }) => id,
  consents: ({ master_id, id }) => `${String(master_id)}+${String(id)}`,
  swappableCovers: ({ out }) => out,
};

/** Lists the changes between two questionnaires, each at the longest path. Another order of a keyed list is no change. */
export function listInstructions(before: object, after: object): Instruction[] {
  return listFieldChanges(toFields(before), toFields(after), []);
}

/** Applies the changes in their order. A new field comes last, and so does a new element of a list. */
export function applyInstructions(questionnaire: object, instructions: readonly Instruction[]): object {
  return instructions.reduce(
    (fields, instruction) => applyToFields(fields, parsePath(instruction.path), instruction),
    toFields(questionnaire),
  );
}

/** Lists the paths of `later` that `earlier` wrote too, or that lie inside or around one of its paths. */
export function findConflicts(earlier: readonly Instruction[], later: readonly Instruction[]): string[] {
  const touched = earlier.map(({ path }) => path);
  const paths = later.map(({ path }) => path);
  return [...new Set(paths.filter((path) => touched.some((other) => isWithin(path, other) || isWithin(other, path))))];
}

/** @throws RangeError for a path that is not valid */
export function parsePath(path: string): Step[] {
  const steps = [...path.matchAll(/\[([^\]]+)\]|[^.[\]]+/g)].map(([step, key]) => (key === undefined ? step : { key }));
  if (steps.length === 0 || formatPath(steps) !== path) throw new RangeError(`Not a path: ${path}`);
  return steps;
}

export function formatPath(steps: readonly Step[]): string {
  return steps.map((step, index) => (typeof step === 'string' ? `${index === 0 ? '' : '.'}${step}` : `[${step.key}]`)).join('');
}

function isWithin(path: string, outer: string): boolean {
  return path.startsWith(outer) && (path.length === outer.length || '.['.includes(path.charAt(outer.length)));
}

function listFieldChanges(before: Fields, after: Fields, path: readonly Step[]): Instruction[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].flatMap((field) => listValueChanges(before[field], after[field], [...path, field]));
}

function listValueChanges(before: unknown, after: unknown, path: readonly Step[]): Instruction[] {
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
function listElementChanges(before: Elements, after: Elements, path: readonly Step[]): Instruction[] {
  const removed = [...before.keys()].filter((key) => !after.has(key)).reverse();
  const removals = removed.map((key) => ({ path: formatPath([...path, { key }]), value: undefined }));
  const changes = [...after].flatMap(([key, element]) => listValueChanges(before.get(key), element, [...path, { key }]));
  return [...removals, ...changes];
}

/** Finds the elements of a keyed list by key: `011`, and `011#2` for the second of the same. Null for any other value. */
function findElements(value: unknown, field: Step | undefined): Elements | null {
  const getKey = typeof field === 'string' && Object.hasOwn(LIST_KEYS, field) ? LIST_KEYS[field] : undefined;
  if (!getKey || !Array.isArray(value) || !value.every(isFields)) return null;
  const elements = new Map<string, Fields>();
  const counts = new Map<string, number>();
  for (const element of value) {
    const key = getKey(element);
    if (key === undefined || key === null) return null;
    const count = (counts.get(String(key)) ?? 0) + 1;
    counts.set(String(key), count);
    elements.set(count === 1 ? String(key) : `${String(key)}#${count}`, element);
  }
  return elements;
}

function isEqual(one: unknown, other: unknown): boolean {
  if (isFields(one) && isFields(other)) return listFieldChanges(one, other, []).length === 0;
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length && one.every((item, at) => isEqual(item, other[at]));
  return one === other;
}

function applyToFields(fields: Fields, [step, ...rest]: readonly Step[], instruction: Instruction): Fields {
  if (typeof step !== 'string') throw new RangeError(`Not a path: ${instruction.path}`);
  return setField(fields, step, applyToValue(fields[step], { field: step, steps: rest }, instruction));
}

/** Remaining steps of a path, in the value of a field. */
interface Rest {
  readonly field: string;
  readonly steps: readonly Step[];
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
  const { [name]: _removed, ...rest } = fields;
  return rest;
}

function getFields(value: unknown, instruction: Instruction): Fields {
  return isFields(value) ? value : failToApply(instruction);
}

function failToApply({ path }: Instruction): never {
  throw new RangeError(`Cannot apply a change at ${path}: the value that it is in is missing.`);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A questionnaire as a record of its fields, which an interface does not show. */
function toFields(questionnaire: object): Fields {
  return questionnaire as Fields;
}
