import { buildCatalogueViolation, type Violation } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Checked } from '../../common/validation/checked.js';
import type { FireObject, FireQuestionnaire } from '../../record/reference/products/fire-questionnaire.js';

export function listItemIds({ objects_insured: objects }: FireQuestionnaire): number[] {
  return objects.flatMap((object) => [object.object_id, ...claimIds(object), ...coOwnerIds(object)]);
}

export async function assignItemIds(
  questionnaire: FireQuestionnaire,
  createIds: (count: number) => Promise<number[]>,
  keeps: (id: number) => boolean = () => false,
): Promise<FireQuestionnaire> {
  const isKept = (id: number | undefined): id is number => id !== undefined && keeps(id);
  const fresh = await createIds(listItemIds(questionnaire).filter((id) => !isKept(id)).length);
  const idOf = (id: number | undefined): number => {
    const own = isKept(id) ? id : fresh.shift();
    if (own === undefined) throw new Error('There are fewer ids than items.');
    return own;
  };
  return {
    ...questionnaire,
    objects_insured: questionnaire.objects_insured.map((object) => ({
      ...object,
      object_id: idOf(object.object_id),
      claims_history: object.claims_history.map((claim) => ({ ...claim, claim_id: idOf(claim.claim_id) })),
      'co-owners': object['co-owners'].map((owner) => ({ ...owner, co_owner_id: idOf(owner.co_owner_id) })),
    })),
  };
}

/** Reports ids that are not in the stored list or are repeated (input.6). */
export function listUnknownItemViolations(
  sent: Checked<FireQuestionnaire>,
  stored: FireQuestionnaire | undefined,
  prefix: string,
): Violation[] {
  const before = new Map(stored?.objects_insured.map((object) => [object.object_id, object]));
  const objects = sent.objects_insured ?? [];
  const objectIds = objects.map((object) => object?.object_id);
  return [
    ...unknownIds(objectIds, [...before.keys()], (index) => `${prefix}.objects_insured[${index}].object_id`),
    ...objects.flatMap((object, index) => childViolations(object, before, `${prefix}.objects_insured[${index}]`)),
  ];
}

/** Reports no children of an unknown object, because the object itself is reported. */
function childViolations(object: Checked<FireObject> | undefined, before: ReadonlyMap<number, FireObject>, path: string): Violation[] {
  const id = object?.object_id;
  const stored = id === undefined ? undefined : before.get(id);
  if (id !== undefined && stored === undefined) return [];
  return [
    ...unknownIds(
      (object?.claims_history ?? []).map((claim) => claim?.claim_id),
      stored ? claimIds(stored) : [],
      (index) => `${path}.claims_history[${index}].claim_id`,
    ),
    ...unknownIds(
      (object?.['co-owners'] ?? []).map((owner) => owner?.co_owner_id),
      stored ? coOwnerIds(stored) : [],
      (index) => `${path}.co-owners[${index}].co_owner_id`,
    ),
  ];
}

function unknownIds(ids: readonly (number | undefined)[], known: readonly number[], pathOf: (index: number) => string): Violation[] {
  return ids.flatMap((id, index) =>
    id === undefined || (known.includes(id) && ids.indexOf(id) === index)
      ? []
      : [buildCatalogueViolation(pathOf(index), ErrorCode.CHILD_NOT_FOUND)],
  );
}

function claimIds(object: FireObject): number[] {
  return object.claims_history.map((claim) => claim.claim_id);
}

function coOwnerIds(object: FireObject): number[] {
  return object['co-owners'].map((owner) => owner.co_owner_id);
}
