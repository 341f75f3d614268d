import { assertNoViolations, DomainError, buildCatalogueViolation, type Violation } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { parseObjectId } from '../../common/identifiers.js';
import { buildArrayCheck, isRecord, OBJECT_CHECK } from '../../common/validation/checks.js';
import type { FireObject } from '../../record/reference/products/fire-questionnaire.js';
import { MAX_CO_OWNERS, MAX_LOANS, MAX_OBJECTS } from './fire-object.dto.js';
import { MAX_CLAIMS } from './fire-risk-facts.dto.js';

export interface ObjectsChange {
  readonly objects: readonly unknown[];
  /** Path of each new part in the list of objects, with its path in the body. */
  readonly paths: readonly (readonly [inObjects: string, inBody: string])[];
  readonly changed: readonly number[];
  readonly inserted?: number;
}

const CHILD_LISTS = {
  claims_history: { id: 'claim_id', max: MAX_CLAIMS },
  'co-owners': { id: 'co_owner_id', max: MAX_CO_OWNERS },
  mortgages_loans: { id: 'bank_id', max: MAX_LOANS },
} as const;
export type ChildList = keyof typeof CHILD_LISTS;

const WRAPPER = 'objects_insured';

export function insertObjects(objects: readonly FireObject[], body: unknown): ObjectsChange {
  const sent = readItems(body, WRAPPER, MAX_OBJECTS).map(withoutIds);
  return {
    objects: [...objects, ...sent],
    paths: [...sent.map((_, index) => [`[${objects.length + index}]`, `${WRAPPER}[${index}]`] as const), ['', WRAPPER]],
    changed: sent.map((_, index) => objects.length + index),
  };
}

export function updateObject(objects: readonly FireObject[], objectId: string, body: unknown): ObjectsChange {
  const at = getObjectPosition(objects, objectId);
  const sent = readItem(body, WRAPPER);
  const sameObject = { ...sent, object_id: objects[at]?.object_id };
  return { objects: objects.with(at, sameObject as never), paths: [[`[${at}]`, WRAPPER]], changed: [at] };
}

export function deleteObject(objects: readonly FireObject[], objectId: string): ObjectsChange {
  const at = getObjectPosition(objects, objectId);
  return { objects: objects.toSpliced(at, 1), paths: [], changed: [] };
}

export function insertChildren(objects: readonly FireObject[], objectId: string, list: ChildList, body: unknown): ObjectsChange {
  const at = getObjectPosition(objects, objectId);
  const { id, max } = CHILD_LISTS[list];
  const items = objects[at]?.[list] ?? [];
  const sent = readItems(body, list, max).map((item) => (id === 'bank_id' ? item : without(item, id)));
  const paths = sent.map((_, index) => [`[${at}].${list}[${items.length + index}]`, `${list}[${index}]`] as const);
  return { ...changeList(objects, at, list, [...items, ...sent], [...paths, [`[${at}].${list}`, list]]), inserted: items.length };
}

export function updateChild(
  objects: readonly FireObject[],
  objectId: string,
  list: ChildList,
  childId: string,
  body: unknown,
): ObjectsChange {
  const at = getObjectPosition(objects, objectId);
  const items = objects[at]?.[list] ?? [];
  const index = getChildPosition(items, list, childId);
  const { id } = CHILD_LISTS[list];
  const changed = { ...readItem(body, list), [id]: (items[index] as unknown as Record<string, unknown>)[id] };
  const next = items.map((item, position) => (position === index ? changed : item));
  return changeList(objects, at, list, next, [[`[${at}].${list}[${index}]`, list]]);
}

export function deleteChild(objects: readonly FireObject[], objectId: string, list: ChildList, childId: string): ObjectsChange {
  const at = getObjectPosition(objects, objectId);
  const items = objects[at]?.[list] ?? [];
  const index = getChildPosition(items, list, childId);
  return changeList(objects, at, list, (items as readonly unknown[]).toSpliced(index, 1), []);
}

export function getObjectPosition(objects: readonly FireObject[], objectId: string): number {
  const id = parseObjectId(objectId);
  return assertFound(objects.findIndex((object) => object.object_id === id));
}

export function getChildPosition(items: readonly object[], list: ChildList, childId: string): number {
  const { id } = CHILD_LISTS[list];
  return assertFound(items.findIndex((item) => String((item as Record<string, unknown>)[id]) === childId));
}

export function getChildId(object: FireObject, list: ChildList, at: number): string {
  return String((object[list][at] as unknown as Record<string, unknown> | undefined)?.[CHILD_LISTS[list].id]);
}

export function replaceViolationPaths(error: unknown, prefix: string, { paths }: ObjectsChange): unknown {
  if (!(error instanceof DomainError) || error.violations.length === 0) return error;
  const [first, ...others] = error.violations.map((violation): Violation => {
    const match = paths.find(([inObjects]) => violation.path === prefix + inObjects || violation.path.startsWith(`${prefix + inObjects}.`));
    return match ? { ...violation, path: match[1] + violation.path.slice(prefix.length + match[0].length) } : violation;
  });
  return first ? DomainError.ofViolations([first, ...others], error.more) : error;
}

function changeList(
  objects: readonly FireObject[],
  at: number,
  list: ChildList,
  items: readonly unknown[],
  paths: ObjectsChange['paths'],
): ObjectsChange {
  return { objects: objects.map((object, index) => (index === at ? { ...object, [list]: items } : object)), paths, changed: [at] };
}

function readItems(body: unknown, wrapper: string, max: number): Record<string, unknown>[] {
  const items = unwrap(body, wrapper);
  const check = buildArrayCheck(max, 1);
  if (!check.accepts(items, {})) throw DomainError.ofViolations([{ path: wrapper, code: check.code, text: check.text }]);
  const list = items as unknown[];
  const violations = list.flatMap((item, index) => (isRecord(item) ? [] : [notAnObject(`${wrapper}[${index}]`)]));
  assertNoViolations(violations);
  return list as Record<string, unknown>[];
}

function readItem(body: unknown, wrapper: string): Record<string, unknown> {
  const sent = unwrap(body, wrapper);
  const item: unknown = Array.isArray(sent) && sent.length === 1 ? sent[0] : sent;
  if (!isRecord(item)) throw DomainError.ofViolations([notAnObject(wrapper)]);
  return item;
}

function unwrap(body: unknown, wrapper: string): unknown {
  if (isRecord(body) && wrapper in body) return body[wrapper];
  throw DomainError.ofViolations([buildCatalogueViolation(wrapper, ErrorCode.WRAPPER_MISSING)]);
}

function notAnObject(path: string): Violation {
  return { path, code: OBJECT_CHECK.code, text: OBJECT_CHECK.text };
}

function assertFound(position: number): number {
  if (position < 0) throw new DomainError(ErrorCode.CHILD_NOT_FOUND);
  return position;
}

/** Removes the ids of an object and its children, because new ones are assigned. */
function withoutIds(object: Record<string, unknown>): Record<string, unknown> {
  const children = Object.entries(CHILD_LISTS).flatMap(([list, { id }]) => {
    const items = object[list];
    if (id === 'bank_id' || !Array.isArray(items)) return [];
    return [[list, items.map((item: unknown) => (isRecord(item) ? without(item, id) : item))]];
  });
  return { ...without(object, 'object_id'), ...(Object.fromEntries(children) as object) };
}

function without(item: Record<string, unknown>, field: string): Record<string, unknown> {
  return { ...item, [field]: undefined };
}
