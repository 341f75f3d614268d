import { isRecord } from '../../../common/validation/checks.js';
import { parsePath, type PathStep } from '../../core/amendments/instructions.js';
import type { PathValues } from './amendment-run.js';

const ALL = '*';
const NUMBER = /^-?\d{1,15}(\.\d{1,6})?$/;
const CONDITION = /^([\w-]+)=(.+)$/;

/** A path such as `objects_insured[*].post_code` changes the elements that the policy has (amendments.31). */
export function buildChanges(changes: PathValues, questionnaire: object): Record<string, unknown> {
  const built: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(changes)) {
    const [field, ...rest] = parseRunPath(path);
    const before = built[field] ?? (questionnaire as PathValues)[field];
    if (rest.length === 0 || before !== undefined) built[field] = setValue(before, rest, value);
  }
  return built;
}

export function hasFacts(facts: PathValues, questionnaire: object): boolean {
  return Object.entries(facts).every(([path, value]) =>
    listValues(questionnaire, parseRunPath(path)).some((found) => String(found) === String(value)),
  );
}

export function parseRunPath(path: string): [field: string, ...PathStep[]] {
  const [field, ...rest] = parsePath(path);
  const isValid = rest.every((step) => typeof step === 'string' || step.key === ALL || CONDITION.test(step.key));
  if (typeof field !== 'string' || !isValid) throw new RangeError(`Invalid path: ${path}`);
  return [field, ...rest];
}

function setValue(before: unknown, [step, ...rest]: readonly PathStep[], value: unknown): unknown {
  if (step === undefined) return toTypeOf(before, value);
  if (typeof step === 'string') return isRecord(before) ? { ...before, [step]: setValue(before[step], rest, value) } : before;
  return Array.isArray(before) ? before.map((item: unknown) => (isNamed(item, step.key) ? setValue(item, rest, value) : item)) : before;
}

/** Converts a number that is written as text, or the reverse, to the type that the policy has. */
function toTypeOf(before: unknown, value: unknown): unknown {
  if (typeof before === 'number' && typeof value === 'string' && NUMBER.test(value.trim())) return Number(value);
  return typeof before === 'string' && typeof value === 'number' ? String(value) : value;
}

function listValues(value: unknown, [step, ...rest]: readonly PathStep[]): unknown[] {
  if (step === undefined) return [value];
  if (typeof step === 'string') return isRecord(value) ? listValues(value[step], rest) : [];
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.filter((item) => isNamed(item, step.key)).flatMap((item) => listValues(item, rest));
}

function isNamed(item: unknown, key: string): boolean {
  const [, field = '', value] = CONDITION.exec(key) ?? [];
  return key === ALL || (isRecord(item) && String(item[field]) === value);
}
