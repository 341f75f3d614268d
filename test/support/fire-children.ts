import type { FireAgent, FireEntity } from './fire-app.js';
import { OTHER_AFMS, type FireObjectInput } from './fire.js';
import { changed, type Changes } from './json-changes.js';

export type Child = Record<string, unknown>;
/** Child lists of an insured object, with the field that identifies an item. */
export const LISTS = { claims_history: 'claim_id', 'co-owners': 'co_owner_id', mortgages_loans: 'bank_id' } as const;
export type ChildList = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as ChildList[];

export function objectOf(entity: FireEntity, at = 0): FireEntity['objects_insured'][number] {
  const object = entity.objects_insured[at];
  if (!object) throw new Error(`no object ${at}`);
  return object;
}

export function childrenOf(entity: FireEntity, list: ChildList, at = 0): Child[] {
  return objectOf(entity, at)[list] as unknown as Child[];
}

/** Returns the path of the insured objects of an application, followed by `rest`. */
export function objectsPath(agent: FireAgent, id: number | string, rest = ''): string {
  return agent.path(`${id}/objects_insured${rest}`);
}

/** Returns the path of a child list of the first object, or of one of its items. */
export function childPath(agent: FireAgent, entity: FireEntity, list: ChildList, at?: number): string {
  const item = at === undefined ? '' : `/${String(childrenOf(entity, list)[at]?.[LISTS[list]])}`;
  return objectsPath(agent, entity.id, `/${objectOf(entity).object_id}/${list}${item}`);
}

/** Builds the object of the example at another address. */
export function anotherObject(agent: FireAgent, changes: Changes = {}): FireObjectInput {
  const [object] = agent.body().fire_application.objects_insured;
  return changed(object!, { city: 'Πάτρα', post_code: '26221', ...changes });
}

/** Builds a valid item of a child list. */
export function newChild(agent: FireAgent, list: ChildList): Child {
  switch (list) {
    case 'claims_history':
      return { claim_date: '2025-06-01', claim_amount: 300.5, job_description: 'Τζάμια' };
    case 'co-owners':
      return changed(agent.body().fire_application.insured, { last_name: 'Τρίτου', afm: OTHER_AFMS[0] });
    case 'mortgages_loans':
      return { bank_id: '016', amount_loan: 5000.01 };
  }
}
