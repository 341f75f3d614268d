import type { FireAgent, FireEntity } from './fire-app.js';
import { OTHER_AFMS, type FireObjectInput } from './fire.js';
import { applyChanges, type Changes } from './json-changes.js';

export type Child = Record<string, unknown>;
/** Child lists of an insured object, with the field that identifies an item. */
export const CHILD_ID_FIELDS = { claims_history: 'claim_id', 'co-owners': 'co_owner_id', mortgages_loans: 'bank_id' } as const;
export type ChildList = keyof typeof CHILD_ID_FIELDS;
export const CHILD_LISTS = Object.keys(CHILD_ID_FIELDS) as ChildList[];

export function getObject(entity: FireEntity, at = 0): FireEntity['objects_insured'][number] {
  const object = entity.objects_insured[at];
  if (!object) throw new Error(`no object ${at}`);
  return object;
}

export function listChildren(entity: FireEntity, list: ChildList, at = 0): Child[] {
  return getObject(entity, at)[list] as unknown as Child[];
}

/** Returns the path of the insured objects of an application, followed by `rest`. */
export function buildObjectsPath(agent: FireAgent, id: number | string, rest = ''): string {
  return agent.path(`${id}/objects_insured${rest}`);
}

/** Returns the path of a child list of the first object, or of one of its items. */
export function buildChildPath(agent: FireAgent, entity: FireEntity, list: ChildList, at?: number): string {
  const item = at === undefined ? '' : `/${String(listChildren(entity, list)[at]?.[CHILD_ID_FIELDS[list]])}`;
  return buildObjectsPath(agent, entity.id, `/${getObject(entity).object_id}/${list}${item}`);
}

/** Builds the object of the example at another address. */
export function buildAnotherObject(agent: FireAgent, changes: Changes = {}): FireObjectInput {
  const [object] = agent.body().fire_application.objects_insured;
  return applyChanges(object!, { city: 'Πάτρα', post_code: '26221', ...changes });
}

/** Builds a valid item of a child list. */
export function buildChild(agent: FireAgent, list: ChildList): Child {
  switch (list) {
    case 'claims_history':
      return { claim_date: '2025-06-01', claim_amount: 300.5, job_description: 'Τζάμια' };
    case 'co-owners':
      return applyChanges(agent.body().fire_application.insured, { last_name: 'Τρίτου', afm: OTHER_AFMS[0] });
    case 'mortgages_loans':
      return { bank_id: '016', amount_loan: 5000.01 };
  }
}
