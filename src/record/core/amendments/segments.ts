import { isDeepStrictEqual } from 'node:util';
import type { LocalDate } from '../../../common/athens.js';
import { applyInstructions, type Instruction } from './instructions.js';

export interface EffectiveInstructions {
  readonly amendmentId: number;
  readonly effectiveDate: LocalDate;
  readonly issueNo: number;
  readonly instructions: readonly Instruction[];
}

export interface Segment {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly questionnaire: object;
  readonly amendmentIds: readonly number[];
}

/** Segments are in the order of effective date, then of issue. A day without a change begins no segment. */
export function projectSegments(
  start: LocalDate,
  end: LocalDate,
  questionnaire: object,
  amendments: readonly EffectiveInstructions[],
): Segment[] {
  const ordered = [...amendments].sort((a, b) => a.effectiveDate.localeCompare(b.effectiveDate) || a.issueNo - b.issueNo);
  const laterDays = ordered.map(({ effectiveDate }) => effectiveDate).filter((day) => day > start && day < end);
  const segments: Segment[] = [];
  let current = questionnaire;
  for (const from of new Set([start, ...laterDays])) {
    const applied = ordered.filter(({ effectiveDate }) => (effectiveDate < start ? start : effectiveDate) === from);
    const changed = applyInstructions(
      current,
      applied.flatMap(({ instructions }) => instructions),
    );
    if (segments.length > 0 && isDeepStrictEqual(changed, current)) continue;
    current = changed;
    segments.push({ from, to: end, questionnaire: current, amendmentIds: applied.map(({ amendmentId }) => amendmentId) });
  }
  return segments.map((segment, index) => ({ ...segment, to: segments[index + 1]?.from ?? end }));
}
