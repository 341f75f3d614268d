import { findElements, formatPath, isFields, parsePath, type Instruction, type PathStep } from './instructions.js';

/** An element that `to` lacks is that at the same place of a list of the same length; null without one. */
export function carryInstructions(instructions: readonly Instruction[], from: object, to: object): Instruction[] | null {
  const carried = instructions.flatMap(({ path, value }) => {
    const steps = carrySteps(parsePath(path), from, to);
    return steps ? [{ path: formatPath(steps), value }] : [];
  });
  return carried.length === instructions.length ? carried : null;
}

function carrySteps(steps: readonly PathStep[], from: unknown, to: unknown): PathStep[] | null {
  const carried: PathStep[] = [];
  let [source, target]: unknown[] = [from, to];
  for (const [index, step] of steps.entries()) {
    const field = steps[index - 1];
    const own = typeof step === 'string' ? step : carryKey(step.key, findElements(source ?? [], field), findElements(target ?? [], field));
    // A new element has its key already.
    if (own === null && index < steps.length - 1) return null;
    carried.push(typeof step === 'string' ? step : { key: own ?? step.key });
    [source, target] = [getChild(source, step, field), getChild(target, carried[index] ?? step, field)];
    if (typeof step !== 'string' && own === null && source !== undefined) return null;
  }
  return carried;
}

type Elements = ReturnType<typeof findElements>;

function carryKey(key: string, source: Elements, target: Elements): string | null {
  if (target?.has(key)) return key;
  const place = [...(source?.keys() ?? [])].indexOf(key);
  return place < 0 || source?.size !== target?.size ? null : ([...(target?.keys() ?? [])][place] ?? null);
}

function getChild(value: unknown, step: PathStep, field: PathStep | undefined): unknown {
  if (typeof step !== 'string') return findElements(value ?? [], field)?.get(step.key);
  return isFields(value) ? value[step] : undefined;
}
