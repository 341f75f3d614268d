import { isRecord } from '../../common/validation/checks.js';
import { listCheckedFields } from '../../common/validation/dto.js';
import { INDIVIDUAL, isIndividualType } from '../../record/core/parties/person.js';
import { MotorApplicationRequest } from './motor-application.dto.js';
import type { CodeLists } from '../../common/validation/code-lists.js';

type Json = Record<string, unknown>;

const INDIVIDUALS_ONLY = ['firstName', 'fathersName', 'birthdate', 'genderCode', 'amka'];
const YEARLY = 12;
const LISTS = listCheckedFields(MotorApplicationRequest, 'array');

export const DATES = listCheckedFields(MotorApplicationRequest, 'isoDate');

export function readMotorInput(sent: unknown, stored: object | undefined, lists: CodeLists): unknown {
  if (!isRecord(sent)) return sent;
  const before = stored as Json | undefined;
  const merged: Json = { ...before, ...sent };
  for (const list of LISTS) if (sent[list] === null) merged[list] = before?.[list];
  if (isNothing(merged['payFrequencyInMonths'])) merged['payFrequencyInMonths'] = YEARLY;
  for (const person of ['client', 'insured']) if (person in sent) merged[person] = readPersonInput(sent[person], before?.[person], lists);
  return merged;
}

function readPersonInput(sent: unknown, stored: unknown, lists: CodeLists): unknown {
  if (!isRecord(sent)) return sent;
  const merged: Json = { ...(stored as Json | undefined), ...sent };
  if (isNothing(merged['personTypeCode'])) merged['personTypeCode'] = INDIVIDUAL;
  const { personTypeCode: code } = merged;
  if (typeof code === 'string' && !isIndividualType(code, lists)) for (const field of INDIVIDUALS_ONLY) delete merged[field];
  return merged;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
