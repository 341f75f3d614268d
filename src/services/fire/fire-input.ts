import { isRecord } from '../../common/validation/checks.js';
import { listCheckedFields } from '../../common/validation/dto.js';
import { toStoredInput as toStoredValue } from '../../common/validation/checked.js';
import { FireApplicationFieldsRequest } from './fire-application.dto.js';
import { MAX_ITEMS } from './fire-risk-facts.dto.js';
import { isIndividualType } from '../../record/core/parties/person.js';
import type { CodeLists } from '../../common/validation/code-lists.js';

/** Unchecked JSON; the DTOs report invalid fields. */
type Json = Record<string, unknown>;

const INDIVIDUALS_ONLY = ['first_name', 'father_name', 'birth_date', 'gender_code'];
const DATES = listCheckedFields(FireApplicationFieldsRequest, 'isoDate');
const COVER_DIGITS = 3;
/** Lists for which null means absent; an empty list clears them. */
const LISTS = new Set([...listCheckedFields(FireApplicationFieldsRequest, 'array'), 'alarm_Connections']);

export function readFireInput(body: unknown, stored: object | undefined, lists: CodeLists): unknown {
  if (!isRecord(body)) return body;
  const sent = withoutNullLists(body);
  const merged: Json = { ...stored, ...sent };
  const before = stored as Json | undefined;
  merged['client'] = readPersonInput(sent['client'], before?.['client'], lists);
  merged['insured'] = readPersonInput(sent['insured'], before?.['insured'], lists);
  if ('objects_insured' in sent)
    merged['objects_insured'] = mergeById(sent['objects_insured'], before?.['objects_insured'], 'object_id', readObjectInput, lists);
  return merged;
}

export function readObjectInput(item: unknown, stored: unknown, lists: CodeLists): unknown {
  if (!isRecord(item)) return item;
  const sent = withoutNullLists(item);
  const before = stored as Json | undefined;
  const merged: Json = { ...before, ...sent };
  if ('alarm_Connections' in sent) {
    merged['alarm_connections'] = sent['alarm_connections'] ?? sent['alarm_Connections'];
    delete merged['alarm_Connections'];
  }
  merged['extra_covers'] = readExtraCovers(merged['extra_covers']);
  for (const [list, id, read] of CHILD_LISTS) {
    if (list in sent) merged[list] = mergeById(sent[list], before?.[list], id, read, lists);
  }
  return merged;
}

export function readPersonInput(sent: unknown, stored: unknown, lists: CodeLists): unknown {
  if (!isRecord(sent)) return sent;
  const merged: Json = { ...(stored as Json | undefined), ...withoutNullLists(sent) };
  const { person_type_code: code } = merged;
  if (typeof code === 'string' && !isIndividualType(code, lists)) for (const field of INDIVIDUALS_ONLY) delete merged[field];
  return merged;
}

const CHILD_LISTS = [
  ['claims_history', 'claim_id', readPlain],
  ['co-owners', 'co_owner_id', readPersonInput],
  ['mortgages_loans', 'bank_id', readPlain],
] as const;

type ReadItem = (item: unknown, before: unknown, lists: CodeLists) => unknown;

/** Items with a stored id keep the fields that were not sent. */
function mergeById(sent: unknown, stored: unknown, idField: string, read: ReadItem, lists: CodeLists): unknown {
  if (!Array.isArray(sent)) return sent;
  const known = new Map((Array.isArray(stored) ? (stored as Json[]) : []).map((item) => [item[idField], item]));
  return sent.map((item: unknown) => read(item, isRecord(item) ? known.get(item[idField]) : undefined, lists));
}

function readPlain(sent: unknown, stored?: unknown): unknown {
  return isRecord(sent) ? { ...(stored as Json | undefined), ...sent } : sent;
}

/** Accepts an array, or one text of covers separated by blanks or commas; pads numeric codes. */
function readExtraCovers(value: unknown): unknown {
  if (typeof value === 'string')
    return (
      value
        // One item above the limit is enough for a refusal, and the first piece may be empty.
        .split(/[\s,]+/, MAX_ITEMS + 2)
        .filter(Boolean)
        .map((cover) => ({ cover: padCover(cover) }))
    );
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown) => (isRecord(item) && 'cover' in item ? { ...item, cover: padCover(item['cover']) } : item));
}

function padCover(cover: unknown): unknown {
  if (typeof cover === 'number' && Number.isInteger(cover) && cover >= 0) return String(cover).padStart(COVER_DIGITS, '0');
  return typeof cover === 'string' && /^\d{1,2}$/.test(cover) ? cover.padStart(COVER_DIGITS, '0') : cover;
}

function withoutNullLists(sent: Json): Json {
  return Object.fromEntries(Object.entries(sent).filter(([name, value]) => value !== null || !LISTS.has(name)));
}

export function toStoredFire(value: unknown): unknown {
  return toStoredValue(value, DATES);
}
