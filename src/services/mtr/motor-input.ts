import { isRecord } from '../../common/validation/checks.js';
import { fieldsChecked } from '../../common/validation/dto.js';
import { INDIVIDUAL } from '../../record/core/parties/person-type.js';
import { MotorApplicationRequest } from './motor-application.dto.js';
import { isMotorIndividual } from './motor-person.dto.js';
import type { CodeLists } from '../../common/validation/code-lists.js';

/**
 * Turns what an integrator sends into what the DTOs check: what an update leaves out is taken from the stored application, and fields that a person
 * type does not have are dropped. Accepts any JSON; the DTOs report what is wrong.
 */
type Json = Record<string, unknown>;

const INDIVIDUALS_ONLY = ['firstName', 'fathersName', 'birthdate', 'genderCode', 'amka'];
const YEARLY = 12;
/** Null for a list means absent; an empty list clears it. */
const LISTS = fieldsChecked(MotorApplicationRequest, 'array');

export const DATES = fieldsChecked(MotorApplicationRequest, 'isoDate');

/** The application as sent, over the stored one when it is an update. */
export function readMotorInput(sent: unknown, stored: object | undefined, lists: CodeLists): unknown {
  if (!isRecord(sent)) return sent;
  const before = stored as Json | undefined;
  const merged: Json = { ...before, ...sent };
  for (const list of LISTS) if (sent[list] === null) merged[list] = before?.[list];
  if (isNothing(merged['payFrequencyInMonths'])) merged['payFrequencyInMonths'] = YEARLY;
  for (const person of ['client', 'insured']) if (person in sent) merged[person] = readPersonInput(sent[person], before?.[person], lists);
  return merged;
}

/** A person as sent, over the stored one; without a type it is an individual. */
function readPersonInput(sent: unknown, stored: unknown, lists: CodeLists): unknown {
  if (!isRecord(sent)) return sent;
  const merged: Json = { ...(stored as Json | undefined), ...sent };
  if (isNothing(merged['personTypeCode'])) merged['personTypeCode'] = INDIVIDUAL;
  if (typeof merged['personTypeCode'] === 'string' && !isMotorIndividual(merged, lists))
    for (const field of INDIVIDUALS_ONLY) delete merged[field];
  return merged;
}

/** Absent, null or a blank text: no value. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
